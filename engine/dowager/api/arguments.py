"""Arguments of the public functions: strings as people write them, or the values themselves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Call,
    Scoring,
    Vulnerability,
    checked_part_scores,
    parse_call,
    parse_part_scores,
)
from dowager.cards import Deal, Hand, Seat, parse_card
from dowager.errors import InputError
from dowager.language.compile import System
from dowager.language.files import load_system

if TYPE_CHECKING:
    from dowager.formats import Board

SystemLike: TypeAlias = System | Path | str
HandLike: TypeAlias = Hand | str
DealLike: TypeAlias = "Deal | Board | str"
SeatLike: TypeAlias = Seat | str
VulnerabilityLike: TypeAlias = Vulnerability | str
ScoringLike: TypeAlias = Scoring | str
PartScoresLike: TypeAlias = BySide | str
CallsLike: TypeAlias = Auction | str | Iterable[Call | str]
CardsLike: TypeAlias = str | Iterable[int | str]


def as_system(system: SystemLike) -> System:
    """Return a system, loading it if its name or a path is given."""
    return system if isinstance(system, System) else load_system(name_of(system))


def name_of(system: Path | str) -> str:
    """Return what `load_system` takes: a `Path` is never the name of a shipped system."""
    if isinstance(system, Path) and not system.is_absolute():
        return f"./{system}"
    return str(system)


def as_hand(hand: HandLike) -> Hand:
    """Return a hand, read as `S.H.D.C` if it is a text."""
    return Hand.parse(hand) if isinstance(hand, str) else hand


def as_seat(seat: SeatLike) -> Seat:
    """Return a seat, read as `N` or `North` if it is a text."""
    return Seat.parse(seat) if isinstance(seat, str) else seat


def as_vulnerability(vulnerability: VulnerabilityLike) -> Vulnerability:
    """Return who is vulnerable, read as `none`, `ns`, `ew` or `both` if it is a text."""
    if isinstance(vulnerability, str):
        return Vulnerability.parse(vulnerability)
    return vulnerability


def as_scoring(scoring: ScoringLike) -> Scoring:
    """Return a form of scoring, read as `imps` or `mp` if it is a text."""
    return Scoring.parse(scoring) if isinstance(scoring, str) else scoring


def as_part_scores(part_scores: PartScoresLike) -> BySide:
    """Return what each side has below the line, read as `ns=60,ew=40` if it is a text.

    Raises:
        InputError: it cannot be.
    """
    if isinstance(part_scores, str):
        return parse_part_scores(part_scores)
    return checked_part_scores(part_scores)


def as_deal(deal: DealLike) -> Deal:
    """Return the four hands of a deal, of a board, or of a PBN deal as text.

    Raises:
        InputError: the text is not a deal, or a hand of the board is not known.
    """
    if isinstance(deal, str):
        return Deal.parse(deal)
    if isinstance(deal, Deal):
        return deal
    if deal.deal is None:
        raise InputError("the board has no complete deal")
    return deal.deal


def as_auction(
    calls: CallsLike,
    dealer: SeatLike,
    vulnerability: VulnerabilityLike,
    part_scores: PartScoresLike = NO_PART_SCORES,
) -> Auction:
    """Return an auction: itself, or legal calls from a dealer on.

    Raises:
        InputError: a call, the dealer, the vulnerability or a part score is wrong, or a call is
            not legal.
    """
    if isinstance(calls, Auction):
        return calls
    words = calls.replace(",", " ").split() if isinstance(calls, str) else calls
    parsed = [parse_call(word) if isinstance(word, str) else word for word in words]
    vulnerable, below = as_vulnerability(vulnerability), as_part_scores(part_scores)
    return Auction.of_calls(as_seat(dealer), vulnerable, parsed, part_scores=below)


def as_cards(cards: CardsLike) -> list[int]:
    """Return cards as numbers 0 to 51, read as `SA` or `AS` where they are texts."""
    words = cards.replace(",", " ").split() if isinstance(cards, str) else cards
    return [parse_card(word) if isinstance(word, str) else word for word in words]
