"""What the public knows of a call, of a player and of a side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dowager.auction import Call
from dowager.cards import Seat, Suit
from dowager.knowledge.cells.numbers import HCP, LENGTHS
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.position import Meaning
from dowager.knowledge.public.shown import Shown
from dowager.language.compile import Candidate, Force, predicate_node, suit_of
from dowager.language.text import Layer
from dowager.language.tree import Bool
from dowager.language.tree.expression import Stat

_BALANCED = predicate_node("balanced", ())
_NATURAL = 3  # cards that an alert promises in a suit whose bid is natural
_PROMISED = 4  # cards that an alert promises in a suit that is shown
_A_SUIT = 2  # cards with which an opening of 1C passes for one
_FEW = 3  # cards on average: fewer than a seat has of which nothing is known
_STRONG, _WEAK = 16, 10  # HCP on average


class Said(NamedTuple):
    """What a call says besides the hand, as later rules ask for it.

    Attributes:
        tags: its tags.
        asks: the word for what it asks, empty for nothing.
        signed_off: whether it is a sign-off.
    """

    tags: frozenset[str]
    asks: str
    signed_off: bool


_NOTHING = Said(frozenset(), "", False)


@dataclass(frozen=True, slots=True, eq=False)
class CallRecord:
    """One call of the auction as the table understands it.

    Attributes:
        index: its index in the auction, from 0.
        seat: who made it.
        call: the call.
        rule: the rule by which most of the hands shown would have made it; None without one.
        rules: every rule by which it can have been made, the one that takes most hands first.
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
    def contradicts(self) -> bool:
        """Whether no hand makes the seat's calls, and no rule says what a stranger means."""
        unagreed = self.rule is not None and self.rule.layer is Layer.UNAGREED
        return bool(self.relaxed) and not unagreed

    @property
    def force(self) -> Force:
        """What the call asks of partner."""
        return self.rule.rule.forcing if self.rule else Force.NO

    @property
    def said(self) -> Said:
        """What the call says besides the hand."""
        if self.rule is None:
            return _NOTHING
        rule = self.rule.rule
        asks = rule.asks.word.value if rule.asks else ""
        return Said(rule.tags, asks, rule.forcing is Force.SIGNOFF)

    @property
    def natural(self) -> bool:
        """Whether the call is a bid that shows the strain it names.

        By the rule that explains it. A bid that its alert alone explains is natural when the seat
        has promised three cards of its suit, as openings in a minor and raises do, or, in notrump,
        when the hand may be balanced.
        """
        if self.call < Call.C1:
            return False
        if self.disclosed is None or self.rule is not None:
            return not (self.rule and self.rule.rule.artificial)
        suit = self.call.suit
        if suit is None:
            return self.shown.chance(_BALANCED)[0]
        return self.shown.stat(LENGTHS[suit], Stat.MIN) >= _NATURAL

    @property
    def artificial(self) -> bool:
        """Whether the call is a bid that does not show its suit: no suit letter stands for it.

        By the rule that explains it. A bid that its alert alone explains is artificial when its
        seat may have one card of the suit or none, and has fewer than three on average, or fewer
        than four and is strong: an alert of strength alone, "11-21 HCP", leaves 1S a suit and makes
        "16+ HCP" a strong 1C.
        """
        if self.call < Call.C1:
            return False
        suit = self.call.suit
        if self.rule is not None or self.disclosed is None or suit is None:
            return bool(self.rule and self.rule.rule.artificial)
        if self.shown.stat(LENGTHS[suit], Stat.MIN) >= _A_SUIT:
            return False
        cards = self.shown.stat(LENGTHS[suit], Stat.MEAN)
        return cards < _FEW or (cards < _PROMISED and self.strong)

    @property
    def strong(self) -> bool:
        """Whether its seat has at least 16 HCP on average."""
        return self.shown.stat(HCP, Stat.MEAN) >= _STRONG

    @property
    def weak(self) -> bool:
        """Whether its seat has at most 10 HCP on average."""
        return self.shown.stat(HCP, Stat.MEAN) <= _WEAK

    @property
    def like_a_suit(self) -> bool:
        """Whether opponents may treat the bid as its suit.

        That is so if it is natural, and of an artificial bid that is neither strong nor shows other
        suits, such as a 1C of two kinds, one of them weak and balanced.
        """
        return not self.artificial or not (self.strong or self.suits)

    @property
    def suits(self) -> set[int]:
        """The suits that the call shows: by its rule, or those that its alert has promised."""
        if self.rule:
            return {suit_of(suit)(self.rule.env) for suit in self.rule.rule.shows}
        if self.disclosed is None:
            return set()
        return {int(suit) for suit in Suit if self.shown.stat(LENGTHS[suit], Stat.MIN) >= _PROMISED}


@dataclass(frozen=True, slots=True, eq=False)
class PlayerState:
    """What the public knows of one seat.

    Attributes:
        shown: what its calls say of its hand.
        calls: its calls, oldest first.
        natural: the strains it has bid naturally.
        suits: the suits it has shown otherwise.
        tags: the tags of its calls.
        record: its last call; None before the first.
        said: what that says besides the hand.
        passed: whether it passed before anybody bid.
    """

    shown: Shown
    calls: tuple[int, ...] = ()
    natural: frozenset[int] = frozenset()
    suits: frozenset[int] = frozenset()
    tags: frozenset[str] = frozenset()
    record: CallRecord | None = None
    said: Said = _NOTHING
    passed: bool = False

    def after(self, record: CallRecord, opened: bool) -> PlayerState:
        """Return the player after one more call; `opened` is whether anybody had bid before."""
        rule, call = record.rule, record.call
        return PlayerState(
            shown=record.shown,
            calls=(*self.calls, int(call)),
            natural=self.natural | {int(call.strain)} if record.natural else self.natural,
            suits=self.suits | record.suits,
            tags=self.tags | rule.rule.tags if rule else self.tags,
            record=record,
            said=record.said,
            passed=self.passed or (call is Call.PASS and not opened),
        )

    def has_shown(self, suit: int) -> bool:
        """Whether the player has shown a suit, by a natural bid or otherwise."""
        return suit in self.natural or suit in self.suits


@dataclass(frozen=True, slots=True, eq=False)
class SideState:
    """What the public knows of one side.

    Attributes:
        agreed: the suit it has agreed, or -1.
        game_force: whether it has made a game-forcing call.
        acted: whether it has made a call other than a pass.
        stranger: whether an alert has said something other than its system would have disclosed.
    """

    agreed: int = -1
    game_force: bool = False
    acted: bool = False
    stranger: bool = False

    def after(self, record: CallRecord, partner: PlayerState, stranger: bool) -> SideState:
        """Return the side after one more call.

        Args:
            record: the call.
            partner: what is known of the caller's partner.
            stranger: whether its alert said something other than the system would have disclosed.
        """
        return SideState(
            agreed=self._agreed_after(record, partner),
            game_force=self.game_force or record.force is Force.GAME,
            acted=self.acted or record.call is not Call.PASS,
            stranger=self.stranger or stranger,
        )

    def _agreed_after(self, record: CallRecord, partner: PlayerState) -> int:
        rule = record.rule
        if rule and rule.rule.agrees:
            return suit_of(rule.rule.agrees)(rule.env)
        suit = record.call.suit
        raised = suit is not None and record.natural and partner.has_shown(suit)
        return int(suit) if suit is not None and raised else self.agreed


def rules_by_hands(meaning: Meaning) -> tuple[Candidate, ...]:
    """Return the rules of a call, the one by which most hands would make it first.

    Of rules that take as many, the earlier one comes first.
    """
    rules = meaning.rules
    if len(rules) > 1:
        weight = plain_space().weight
        rules = tuple(sorted(rules, key=lambda pair: -weight(pair[1])))
    return tuple(rule for rule, _ in rules)
