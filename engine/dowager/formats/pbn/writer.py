"""Writing boards in PBN 2.1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dowager.auction import Call, Contract
from dowager.cards import card_name, trick_winner
from dowager.errors import InputError
from dowager.formats.board import NO_HANDS, Board, Tag
from dowager.formats.pbn.text import MANDATORY, PART_SCORES, comment_text, tag_text


def write_pbn(boards: Iterable[Board]) -> str:
    """Return boards in PBN: the mandatory tags, auction, play, then the other tags.

    Raises:
        InputError: PBN cannot express something, such as a line break in a tag.
    """
    games = ("\n".join(_game_lines(board)) + "\n" for board in boards)
    return "% PBN 2.1\n" + "\n".join(games)


def _game_lines(board: Board) -> Iterator[str]:
    for comment in board.comments:
        yield comment_text(comment)
    fields = _field_values(board)
    given = {tag.name: tag for tag in reversed(board.tags)}
    for name in MANDATORY:
        tag = Tag(name, fields[name]) if fields.get(name) else given.get(name, Tag(name, ""))
        yield from tag_text(tag)
    yield from _auction_lines(board)
    yield from _play_lines(board)
    if any(board.part_scores):
        north_south, east_west = board.part_scores
        yield from tag_text(Tag(PART_SCORES, f"NS {north_south} EW {east_west}"))
    for tag in board.tags:
        if tag.name not in MANDATORY:
            yield from tag_text(tag)


def _field_values(board: Board) -> dict[str, str]:
    contract = board.contract
    values = {
        "Board": "" if board.number is None else str(board.number),
        "Dealer": board.dealer.letter,
        "Vulnerable": str(board.vulnerability),
        "Deal": _deal_text(board),
        "Result": "" if board.tricks is None else str(board.tricks),
        "Contract": "Pass" if board.passed_out else "",
    }
    if contract:
        values["Contract"] = str(contract).partition("-")[0]
        values["Declarer"] = _declarer_text(board, contract)
    return values


def _declarer_text(board: Board, contract: Contract) -> str:
    auction = board.auction
    # By the standard a caret marks a declarer whom the auction does not give.
    irregular = auction.ended and auction.contract != contract
    return "^" * irregular + contract.declarer.letter


def _deal_text(board: Board) -> str:
    if board.hands == NO_HANDS:
        return ""
    order = [board.hands[board.dealer.plus(step)] for step in range(4)]
    return f"{board.dealer.letter}:" + " ".join(str(hand) if hand else "-" for hand in order)


def _auction_lines(board: Board) -> Iterator[str]:
    if not board.calls:
        return
    yield f'[Auction "{board.dealer.letter}"]'
    texts = list(dict.fromkeys(alert.text for alert in board.alerts))
    words = ["Pass" if call is Call.PASS else str(call) for call in board.calls]
    for alert in board.alerts:
        words[alert.call] += f" ={texts.index(alert.text) + 1}="
    yield from _rows(words if board.auction.ended else [*words, "*"])
    for number, text in enumerate(texts, 1):
        yield from tag_text(Tag("Note", f"{number}:{text}"))


def _play_lines(board: Board) -> Iterator[str]:
    if not board.play:
        return
    if board.contract is None:
        raise InputError("PBN cannot write the play of a board without a contract")
    leader = first = board.contract.declarer.plus(1)
    yield f'[Play "{leader.letter}"]'
    words: list[str] = []
    for start in range(0, len(board.play), 4):
        trick = board.play[start : start + 4]
        row = ["-"] * 4
        for step, card in enumerate(trick):
            row[(first + step - leader) % 4] = card_name(card)
        words += row
        if len(trick) == 4:
            first = trick_winner(first, trick, board.contract.strain.suit)
    yield from _rows(words if len(board.play) == 52 else [*words, "*"])


def _rows(words: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(words), 4):
        yield " ".join(words[start : start + 4])
