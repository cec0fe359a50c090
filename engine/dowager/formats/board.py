"""A board as a file has it: cards as far as they are known, calls, alerts, result and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dowager.auction import NO_PART_SCORES, Auction, BySide, Call, Contract, Vulnerability
from dowager.cards import FULL_PACK, Deal, Hand, Seat, card_name
from dowager.errors import InputError

KnownHands = tuple[Hand | None, Hand | None, Hand | None, Hand | None]
"""The four hands by seat, North first; None where a hand is not known."""

NO_HANDS: KnownHands = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Alert:
    """The explanation of a call, by its index; `text` is empty when it was only alerted."""

    call: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that is not a field of `Board`, with the lines of its section."""

    name: str
    value: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a file. Formats check what they read; a `Board` itself checks nothing.

    Attributes:
        dealer: who calls first.
        vulnerability: which sides are vulnerable.
        number: the board's number, from 1, when it has one.
        hands: the hands by seat, None where unknown; three known hands make the fourth known.
        calls: the auction, possibly unfinished; always legal.
        alerts: explanations in the order of their calls, at most one for a call.
        contract: the contract, also of a board without calls; None when unknown or passed out.
        tricks: the tricks declarer won, 0 to 13, when known.
        play: the cards in the order played, the opening lead first.
        tags: everything else, by the names of PBN (`Event`, `North`, `Scoring` ...).
        comments: remarks and commentary.
        part_scores: in a rubber, what each side has below the line; PBN keeps it.
    """

    dealer: Seat
    vulnerability: Vulnerability
    number: int | None = None
    hands: KnownHands = NO_HANDS
    calls: tuple[Call, ...] = ()
    alerts: tuple[Alert, ...] = ()
    contract: Contract | None = None
    tricks: int | None = None
    play: tuple[int, ...] = ()
    tags: tuple[Tag, ...] = ()
    comments: tuple[str, ...] = ()
    part_scores: BySide = NO_PART_SCORES

    @property
    def deal(self) -> Deal | None:
        """The whole deal, or None when a hand is not known."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            return None
        return Deal((north, east, south, west))

    @property
    def auction(self) -> Auction:
        """The auction.

        Raises:
            InputError: the calls are not legal; never for a board that was read from a file.
        """
        below = self.part_scores
        return Auction.of_calls(self.dealer, self.vulnerability, self.calls, part_scores=below)

    @property
    def passed_out(self) -> bool:
        """Whether the auction was four passes."""
        return self.calls == (Call.PASS,) * 4

    def alert_of(self, call: int) -> str | None:
        """Return the explanation of the call with an index; None when it was not alerted."""
        return next((alert.text for alert in self.alerts if alert.call == call), None)

    def tag(self, name: str) -> str:
        """Return the value of the first tag with a name; empty without one."""
        return next((tag.value for tag in self.tags if tag.name == name), "")


def known_hands(hands: Sequence[Hand | None]) -> KnownHands:
    """Return four hands, North first; if three are known, the fourth has the other 13 cards.

    Raises:
        InputError: a card is in two hands.
    """
    rest = FULL_PACK
    for hand in hands:
        bits = hand.bits if hand else 0
        twice = bits & ~rest
        if twice:
            raise InputError(f"card {card_name(twice.bit_length() - 1)} is in two hands")
        rest &= ~bits
    if rest.bit_count() == 13:
        hands = [hand or Hand(rest) for hand in hands]
    north, east, south, west = hands
    return north, east, south, west


def played_once(play: Sequence[int]) -> tuple[int, ...]:
    """Return the cards of the play, checked: no card is played twice.

    Raises:
        InputError: a card is played twice.
    """
    for index, card in enumerate(play):
        if card in play[:index]:
            raise InputError(f"card {card_name(card)} is played twice")
    return tuple(play)
