"""What the public knows of a call, of a player and of a side."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.cards import Seat, Suit
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.description import LENGTHS
from dowager.knowledge.public.position import Meaning
from dowager.knowledge.public.shown import Shown
from dowager.language.compile import Candidate, Force, predicate_node
from dowager.language.tree import Bool

_BALANCED = predicate_node("balanced", ())


@dataclass(frozen=True, slots=True, eq=False)
class CallRecord:
    """One call of the auction as the table understands it.

    Attributes:
        index: its index in the auction, from 0.
        seat: who made it.
        call: the call.
        rule: the rule that most of the hands shown would have made it by; None without one.
        rules: every rule that can have made it.
        relaxed: the indices of calls whose meanings had to be relaxed when it was made.
        shown: what its seat has shown, this call included.
        disclosed: what its alert said of the hand; None for nothing.
    """

    index: int
    seat: Seat
    call: Call
    rule: Candidate | None
    rules: tuple[Candidate, ...]
    relaxed: tuple[int, ...]
    shown: Shown
    disclosed: Bool | None = None

    @property
    def force(self) -> Force:
        """What the call asks of partner."""
        return self.rule.rule.forcing if self.rule else Force.NO


@dataclass(frozen=True, slots=True, eq=False)
class SideState:
    """What the public knows of one side.

    Attributes:
        agreed: the suit it has agreed, or -1.
        game_force: whether it has made a game-forcing call.
        acted: whether it has made a call other than a pass.
        stranger: whether an alert has said something else than its system would have disclosed.
    """

    agreed: int = -1
    game_force: bool = False
    acted: bool = False
    stranger: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PlayerState:
    """What the public knows of one seat: what it has shown, and the strains it has named."""

    shown: Shown
    calls: tuple[int, ...] = ()
    natural: frozenset[int] = frozenset()
    suits: frozenset[int] = frozenset()
    tags: frozenset[str] = frozenset()
    record: CallRecord | None = None
    passed: bool = False


def main_rule(meaning: Meaning) -> Candidate | None:
    """Return the rule by which most hands would make the call; the earlier one of equals."""
    if not meaning.rules:
        return None
    if len(meaning.rules) == 1:
        return meaning.rules[0][0]
    weight = plain_space().weight
    return max(meaning.rules, key=lambda pair: weight(pair[1]))[0]


_NATURAL = 3
_PROMISED = 4


def is_natural(record: CallRecord, shown: Shown) -> bool:
    """Whether a call is a bid that shows the strain it names, given what its seat has now shown.

    By the rule that explains it. A bid that its alert alone explains is natural when the seat has
    promised three cards of its suit, as openings in a minor and raises do, or, in notrump, when
    the hand may be balanced.
    """
    if record.call < Call.C1:
        return False
    if record.disclosed is None or record.rule is not None:
        return not (record.rule and record.rule.rule.artificial)
    suit = record.call.suit
    if suit is None:
        return shown.chance(_BALANCED)[0]
    return shown.stat(LENGTHS[suit], 0) >= _NATURAL


def promised_suits(shown: Shown) -> set[int]:
    """Return the suits of which a seat has promised four cards."""
    return {int(suit) for suit in Suit if shown.stat(LENGTHS[suit], 0) >= _PROMISED}
