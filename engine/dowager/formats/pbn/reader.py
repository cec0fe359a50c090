"""Reading PBN 2.1: from games, as `text` splits them, to boards.

What is understood becomes a field of `Board`; any other tag is kept with its section. So is an
irregular auction or play (`^I`, `^S`, `^R`, `^L`, a skipped call, an annotated card), because the
fields are always legal. Judgements of calls (`!`, `?`, `$1`) are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Call,
    Contract,
    Doubled,
    Strain,
    Vulnerability,
    dealer_of_board,
    parse_call,
    parse_part_scores,
)
from dowager.cards import Hand, Seat, parse_card, trick_winner
from dowager.errors import InputError
from dowager.formats.board import (
    NO_HANDS,
    Alert,
    Board,
    KnownHands,
    Tag,
    known_hands,
    played_once,
)
from dowager.formats.pbn.text import MANDATORY, PART_SCORES, RawGame, RawTag, split_games
from dowager.formats.source_text import SourceText, raise_all

_AUCTION_TOKEN = re.compile(r"\s*(=\s*[0-9]+\s*=|\$[0-9]*|\^\w?|[!?]+|[^\s=$!?^]+|\S)", re.ASCII)
_CONTRACT = re.compile(r"([1-7])(NT?|[CDHS])(X{0,2}|\*{0,2})", re.IGNORECASE | re.ASCII)
_UNKNOWN = ("", "?")
_LAST = ("*", "+")


def read_pbn(text: str, file: str = "<pbn>") -> list[Board]:
    """Return the boards of a PBN text, in order.

    Without a dealer, the auction, the board number or the first hand of the deal gives it; without
    a vulnerability, the board number does, and without that nobody is vulnerable.

    Args:
        text: the whole file; a byte order mark and any kind of line end are accepted.
        file: its name, for messages.

    Raises:
        InputError: something is wrong; one `file:line:column: message` for each faulty board.
    """
    source = SourceText.of(text, file)
    boards: list[Board] = []
    errors: list[InputError] = []
    for game in split_games(source):
        try:
            boards.append(_GameReader(source, game).board())
        except InputError as error:
            errors.append(error)
    raise_all(errors)
    return boards


class _GameReader:
    """Makes a board of a game's tags, and drops those that became fields."""

    def __init__(self, source: SourceText, game: RawGame) -> None:
        self.source = source
        self.comments = tuple(game.comments)
        self.start = game.tags[0].start
        self.tags: list[RawTag] = []
        self.notes: dict[str, list[RawTag]] = {"Auction": [], "Play": []}
        section = "Auction"
        for tag in game.tags:
            section = tag.name if tag.name in self.notes else section
            if tag.name == "Note":
                self.notes[section].append(tag)
            elif tag.name not in (seen.name for seen in self.tags):
                self.tags.append(tag)

    def board(self) -> Board:
        number = self._number()
        hands = self._hands()
        dealer = self._dealer(number)
        vulnerability = self._vulnerability(number)
        calls, alerts = self._auction(dealer)
        calls, contract = self._contract(Auction.of_calls(dealer, vulnerability, calls))
        part_scores = self._part_scores()
        tricks = self._tricks()
        play = self._play(contract)
        return Board(
            dealer=dealer,
            vulnerability=vulnerability,
            number=number,
            hands=hands,
            calls=calls,
            alerts=alerts,
            contract=contract,
            tricks=tricks,
            play=play,
            tags=tuple(self._others()),
            comments=self.comments,
            part_scores=part_scores,
        )

    def _find(self, name: str) -> RawTag | None:
        return next((tag for tag in self.tags if tag.name == name), None)

    def _value(self, name: str) -> str:
        tag = self._find(name)
        return tag.value.strip() if tag else ""

    def _drop(self, *names: str) -> None:
        self.tags = [tag for tag in self.tags if tag.name not in names]

    def _offset(self, name: str) -> int:
        """Return where a tag starts; without it, where the game starts."""
        tag = self._find(name)
        return tag.start if tag else self.start

    def _number(self) -> int | None:
        value = self._value("Board")
        if not re.fullmatch(r"0*[1-9][0-9]{0,8}", value):
            return None
        self._drop("Board")
        return int(value)

    def _hands(self) -> KnownHands:
        value = self._value("Deal")
        if value in _UNKNOWN:
            return NO_HANDS
        with self.source.at(self._offset("Deal")):
            return _parse_deal(value)

    def _dealer(self, number: int | None) -> Seat:
        named = [name for name in ("Dealer", "Auction") if self._value(name) not in _UNKNOWN]
        seats = []
        for name in named:
            with self.source.at(self._offset(name)):
                seats.append(Seat.parse(self._value(name)))
        if len(set(seats)) > 1:
            message = f"the auction starts with {seats[1].word}, but the dealer is {seats[0].word}"
            raise self.source.fault(self._offset("Auction"), message)
        deal = self._value("Deal")
        self._drop("Dealer", "Deal")
        if seats:
            return seats[0]
        if number is not None:
            return dealer_of_board(number)
        if deal in _UNKNOWN:
            raise self.source.fault(self.start, 'the dealer is not known; write [Dealer "N"]')
        return Seat.parse(deal.partition(":")[0])

    def _vulnerability(self, number: int | None) -> Vulnerability:
        value, offset = self._value("Vulnerable"), self._offset("Vulnerable")
        self._drop("Vulnerable")
        if value not in _UNKNOWN:
            with self.source.at(offset):
                return Vulnerability.parse(value)
        return Vulnerability.NONE if number is None else Vulnerability.of_board(number)

    def _part_scores(self) -> BySide:
        """Return what each side has below the line; a tag that says something else stays one."""
        try:
            part_scores = parse_part_scores(self._value(PART_SCORES))
        except InputError:
            return NO_PART_SCORES
        self._drop(PART_SCORES)
        return part_scores

    def _auction(self, dealer: Seat) -> tuple[tuple[Call, ...], tuple[Alert, ...]]:
        tag = self._find("Auction")
        if tag is None:
            return (), ()
        tokens = [token for line in tag.lines for token in _auction_tokens(line)]
        tokens = _without_padding(tokens)
        if any(token == "-" or token.startswith("^") for _, token in tokens):
            return (), ()
        calls, alerts = self._read_calls(dealer, tokens)
        self._drop("Auction")
        self.notes["Auction"] = []
        return calls, alerts

    def _read_calls(
        self, dealer: Seat, tokens: list[tuple[int, str]]
    ) -> tuple[tuple[Call, ...], tuple[Alert, ...]]:
        auction = Auction(dealer)
        alerts: dict[int, str] = {}
        for offset, token in tokens:
            with self.source.at(offset):
                if token in _LAST:
                    break
                if token.startswith("=") and token != "=":
                    alerts[len(auction.calls) - 1] = self._note(token, auction)
                elif token[0] not in "!?$":
                    auction = _called(auction, token)
        return auction.calls, tuple(Alert(call, text) for call, text in sorted(alerts.items()))

    def _note(self, token: str, auction: Auction) -> str:
        number = token.strip("= \t")
        if not auction.calls:
            raise InputError(f"the note {token} comes before the first call")
        for note in self.notes["Auction"]:
            key, colon, text = note.value.partition(":")
            if colon and key.strip() == number:
                return text
        raise InputError(f'the auction has no note {number}; write [Note "{number}:..."] after it')

    def _contract(self, auction: Auction) -> tuple[tuple[Call, ...], Contract | None]:
        """Return the calls (four passes when passed out) and the contract."""
        value = self._value("Contract")
        with self.source.at(self._offset("Contract")):
            if value.upper() in ("PASS", "P"):
                return self._pass_out(auction), None
            contract = self._bid_contract(value, auction)
        if contract is not None:
            self._drop("Contract", "Declarer")
        elif auction.ended:
            self._drop("Contract")
        return auction.calls, contract

    def _pass_out(self, auction: Auction) -> tuple[Call, ...]:
        if auction.calls and (auction.contract or not auction.ended):
            raise InputError(f"passed out, but the auction is {auction}")
        if self._find("Auction"):
            return ()
        self._drop("Contract")
        return (Call.PASS,) * 4

    def _bid_contract(self, value: str, auction: Auction) -> Contract | None:
        seat = self._value("Declarer")
        bid = auction.contract if auction.ended else None
        if value in _UNKNOWN:
            return bid
        contract = _parse_contract(value, seat.removeprefix("^"), bid)
        if auction.ended and not seat.startswith("^") and contract != bid:
            raise InputError(
                f"the contract is {contract}, but the auction ends in {bid or 'passes'}"
            )
        return contract

    def _tricks(self) -> int | None:
        value = self._value("Result").removeprefix("^")
        if value in _UNKNOWN or re.match(r"(NS|EW)\b", value):
            return None
        if not re.fullmatch(r"[0-9]|1[0-3]", value):
            message = f"no result {value!r}; write declarer's tricks, 0 to 13"
            raise self.source.fault(self._offset("Result"), message)
        self._drop("Result")
        return int(value)

    def _play(self, contract: Contract | None) -> tuple[int, ...]:
        tag = self._find("Play")
        if tag is None or contract is None or self.notes["Play"]:
            return ()
        with self.source.at(tag.start):
            play = _played(tag, contract)
            if play is None:
                return ()
            self._drop("Play")
            return played_once(play)

    def _others(self) -> Iterator[Tag]:
        """Yield the other tags: mandatory ones first, without those that say nothing."""
        rest = sorted(self.tags, key=lambda tag: _order(tag.name))
        for tag in rest:
            if tag.value.strip() or tag.lines or tag.name not in MANDATORY:
                yield tag.tag()
            for note in self.notes.get(tag.name, ()):
                yield note.tag()


def _order(name: str) -> int:
    return MANDATORY.index(name) if name in MANDATORY else len(MANDATORY)


def _parse_deal(value: str) -> KnownHands:
    first, colon, rest = value.partition(":")
    if not colon:
        raise InputError(f"deal {value!r} has no first seat; write N:S.H.D.C S.H.D.C ...")
    start = Seat.parse(first)
    parts = rest.split()
    if len(parts) != 4:
        raise InputError(f"deal {value!r} has {len(parts)} hands; write four, - when unknown")
    hands = [None if part == "-" else Hand.parse(part) for part in parts]
    return known_hands([hands[(seat - start) % 4] for seat in Seat])


def _auction_tokens(line: tuple[int, str]) -> Iterator[tuple[int, str]]:
    start, text = line
    for match in _AUCTION_TOKEN.finditer(text):
        yield start + match.start(1), match[1]


def _without_padding(tokens: list[tuple[int, str]]) -> list[tuple[int, str]]:
    # Some programs fill the columns before the dealer with hyphens.
    for index, (_, token) in enumerate(tokens):
        if token != "-":
            return tokens[index:]
    return []


def _called(auction: Auction, token: str) -> Auction:
    if token.upper() != "AP":
        return auction.after(parse_call(token))
    while not auction.ended:
        auction = auction.after(Call.PASS)
    return auction


def _parse_contract(value: str, seat: str, bid: Contract | None) -> Contract | None:
    match = _CONTRACT.fullmatch(value)
    if match is None:
        raise InputError(f"no contract {value!r}; write 4S, 3NTX, 5CXX, Pass or the like")
    if seat in _UNKNOWN and bid is None:
        return None
    declarer = bid.declarer if bid and seat in _UNKNOWN else Seat.parse(seat)
    strain = Strain("CDHSN".index(match[2][0].upper()))
    return Contract(int(match[1]), strain, Doubled(len(match[3])), declarer)


def _played(tag: RawTag, contract: Contract) -> list[int] | None:
    """Return the cards in the order played, or None when the play is irregular or annotated."""
    leader = contract.declarer.plus(1)
    tokens = " ".join(line for _, line in tag.lines).split()
    ends = [index for index, token in enumerate(tokens) if token in _LAST]
    tokens = tokens[: ends[0]] if ends else tokens
    if tag.value.strip() not in (*_UNKNOWN, leader.letter):
        return None
    if any(not re.fullmatch(r"-|\w\w|\w?10\w?", token, re.ASCII) for token in tokens):
        return None
    cards = [None if token == "-" else parse_card(token) for token in tokens]
    play: list[int] = []
    first = leader
    for row in range(0, len(cards), 4):
        trick = [*cards[row : row + 4], None, None, None][:4]
        order = [trick[(first + step - leader) % 4] for step in range(4)]
        known = [card for card in order if card is not None]
        if order[: len(known)] != known or len(play) != row:
            return None
        play += known
        if len(known) == 4:
            first = trick_winner(first, known, contract.strain.suit)
    return play
