"""Whole boards, bid at all four seats, as JSON objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any

from dowager.api.arguments import as_deal
from dowager.auction import Auction, Call, Scoring, Vulnerability
from dowager.bidder import bulk
from dowager.cards import Seat
from dowager.formats import Board
from dowager.knowledge.public import CallRecord, View, call_alert, call_words

_FIRST, _MOST = 32, 4096  # boards that are bid at once, at first and at most


def _parts(boards: list[Board]) -> Iterator[list[Board]]:
    """Yield boards in parts to be bid at once: small ones first, so that output begins soon.

    The boards of a part have the same part scores.
    """
    size = _FIRST
    for _, alike in groupby(boards, key=lambda board: board.part_scores):
        while part := list(islice(alike, size)):
            yield part
            size = min(2 * size, _MOST)


def _dealt(boards: list[Board]) -> tuple[bulk.Boards, list[Seat], list[Vulnerability]]:
    """Return the deals, dealers and vulnerabilities of boards."""
    return (
        bulk.Boards.of_deals(as_deal(board) for board in boards),
        [board.dealer for board in boards],
        [board.vulnerability for board in boards],
    )


def bid_all(
    pair: bulk.Systems, scoring: Scoring, boards: list[Board]
) -> Iterator[tuple[Board, Auction]]:
    """Yield boards with their auctions, as they are bid.

    Args:
        pair: the systems of North-South and East-West.
        scoring: what boards are scored by.
        boards: the boards, each with its whole deal.

    Raises:
        InputError: a board has no complete deal.
    """
    for part in _parts(boards):
        below = part[0].part_scores
        auctions = bulk.bid_boards(pair, *_dealt(part), scoring=scoring, part_scores=below)
        for index, board in enumerate(part):
            yield board, auctions.auction(index)


def with_auction(board: Board, auction: Auction) -> Board:
    """Return a board with another auction, and its contract."""
    return Board(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        hands=as_deal(board).hands,
        calls=auction.calls,
        contract=auction.contract,
        part_scores=board.part_scores,
    )


def auction_objects(
    pair: bulk.Systems, scoring: Scoring, boards: list[Board], explained: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield boards with their auctions, and the rules that explain the calls to everybody.

    Args:
        pair: the systems of North-South and East-West.
        scoring: what boards are scored by.
        boards: the boards, each with its whole deal.
        explained: whether to add what each call shows.

    Raises:
        InputError: a board has no complete deal.
    """
    for part in _parts(boards):
        fields: dict[int, dict[str, Any]] = {}
        for numbers, view in bulk.walk_ends(pair, *_dealt(part), scoring, part[0].part_scores):
            more = _meanings(view, explained)
            for index in numbers.tolist():
                fields[index] = _fields(part[index], view.auction.calls) | more
        yield from (fields[index] for index in range(len(part)))


def _meanings(view: View, explained: bool) -> dict[str, Any]:
    """Return the rules of an auction's calls; what each call shows, if that is asked for."""
    rules = [record.rule.rule.location if record.rule else None for record in view.records]
    if not explained:
        return {"rules": rules}
    return {"rules": rules, "explained": [meaning_object(record) for record in view.records]}


def meaning_object(record: CallRecord) -> dict[str, Any]:
    """Return what a call of an auction shows, by its rule."""
    return {
        "call": str(record.call),
        "name": record.rule.rule.name if record.rule else "",
        "rule": record.rule.rule.location if record.rule else "",
        "text": call_words(record),
        "alert": call_alert(record),
        "forcing": record.force.word,
    }


def _fields(board: Board, calls: tuple[Call, ...]) -> dict[str, Any]:
    contract = Auction(board.dealer, board.vulnerability, calls).contract
    return {
        **board_object(board),
        "calls": [str(call) for call in calls],
        "contract": str(contract) if contract else None,
    }


def board_object(board: Board) -> dict[str, Any]:
    """Return a board without its auction.

    Raises:
        InputError: it has no complete deal.
    """
    below = {"part_scores": list(board.part_scores)} if any(board.part_scores) else {}
    return {
        "board": board.number,
        "deal": str(as_deal(board)),
        "dealer": board.dealer.letter,
        "vul": board.vulnerability.word,
        **below,
    }
