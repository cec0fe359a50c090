"""Reading one position: its calls with their rules, ranges, frequencies and examples."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Auction, Call
from dowager.authoring.book.call_ranges import CallRanges, support_of
from dowager.authoring.book.contents import Entry, Line, RuleUse, Subject
from dowager.authoring.book.hand_samples import Hands, sample, sample_cells
from dowager.authoring.book.notation import auction_text
from dowager.authoring.book.rule_words import RuleWords, counts
from dowager.backends.evaluate import hand_value
from dowager.bidder import Bidder, decide
from dowager.bidder.bulk import shared_out
from dowager.cards import Hand
from dowager.knowledge.cells import MAX_HCP, plain_space
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import Shown, View, alert_words
from dowager.knowledge.public.call_alternatives import call_alternatives
from dowager.knowledge.sampling import Share, counted, estimated
from dowager.language.compile import Candidate
from dowager.language.text import Layer
from dowager.language.tree import Int

_KEPT = 40  # samples of what a seat has shown; one of 20,000 hands takes half a megabyte
_RARE = 2_000  # hands drawn to find an example of a call that no sampled hand makes
_OTHER = 0.1  # a second example is of a rule that makes at least this share of the call
_TRIES = 5
_MIDDLE, _STRONG = 0.5, 0.9  # how much of a call's hands an example exceeds in HCP
_EARLY = 2  # calls up to which positions matter most
_EFFORT = 3_000_000
_MEASURED = 400  # hands of which points in support are counted
_FEW = 0.05  # how many of them lie below, and above, what is usual
_Rows = NDArray[np.intp]
_Rules = list[tuple[list[Candidate], _Rows]]


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """A call, and the candidates that make it, each with the rows of the hands that call by it.

    `hits` is how many hands of a uniform sample make it; 0 when hands were drawn for it.
    """

    call: Call
    hands: Hands
    by: tuple[tuple[Candidate, _Rows], ...]
    hits: int

    @property
    def rows(self) -> _Rows:
        return np.concatenate([rows for _, rows in self.by])

    def by_rule(self) -> _Rules:
        """Return the candidates of each rule with its rows, the most frequent rule first."""
        groups: dict[int, list[tuple[Candidate, _Rows]]] = {}
        for candidate, rows in self.by:
            groups.setdefault(candidate.rule.number, []).append((candidate, rows))
        rules = [
            ([candidate for candidate, _ in group], np.concatenate([rows for _, rows in group]))
            for group in groups.values()
        ]
        return sorted(rules, key=lambda pair: -len(pair[1]))


class PositionReader:
    """Reads positions of our system against opponents; we are North-South.

    Args:
        subject: the systems, and how they are read.
        counting: whether the shares of calls that are decided by more than shape and HCP are
            counted in early positions too, which takes as long as all the rest; else they are
            estimated, except in positions that are read thoroughly.
    """

    def __init__(self, subject: Subject, counting: bool = True) -> None:
        self.subject = subject
        self._counting = counting
        self.bidder = Bidder(subject.system, subject.opponents)
        self._limits = subject.limits
        self._ranges = CallRanges(self.bidder)
        self._samples: OrderedDict[Shown, Hands] = OrderedDict()

    def entry(self, auction: Auction, thorough: bool = False) -> Entry | None:
        """Return a position with its calls; None when no hand is known to call there by a rule.

        Args:
            auction: the calls so far.
            thorough: whether to draw hands for calls that no sampled hand makes.
        """
        view = self.bidder.view(auction)
        hands, made = self._made(view, auction)
        if not len(hands):
            return None
        ruled = sum(call.hits for call in made)
        missing = self._missing(view, made)
        if thorough:
            rare = {call: self._rare(view, auction, call) for call in missing}
            made += [call for call in rare.values() if call is not None]
            missing = [call for call in missing if rare[call] is None]
        wide = len(auction.calls) <= _EARLY
        exact = wide and (self._counting or thorough)
        lines = [
            self._line(view, auction, each, wide, _share(view, each, len(hands), exact))
            for each in made
        ]
        if not lines:
            return None
        return Entry(
            auction=auction,
            title=auction_text(auction),
            lines=tuple(sorted(lines, key=lambda line: line.call)),
            unseen=tuple(sorted(missing)),
            hands=len(hands),
            unruled=len(hands) - ruled,
        )

    def calls(self, auction: Auction) -> list[tuple[Call, float]]:
        """Return the calls of a seat of either side, each with the share of its hands."""
        view = self.bidder.view(auction)
        hands, made = self._made(view, auction)
        return sorted((call.call, call.hits / len(hands)) for call in made)

    # -- hands -----------------------------------------------------------------------------------

    def _made(self, view: View, auction: Auction) -> tuple[Hands, list[_Made]]:
        hands = self._sampled(view, auction)
        return hands, _by_call(view, hands)

    def _sampled(self, view: View, auction: Auction) -> Hands:
        shown = view.caller.shown
        hands = self._samples.get(shown)
        if hands is None:
            hands = sample(shown, self._generator(auction), self._limits.hands)
            self._samples[shown] = hands
            if len(self._samples) > _KEPT:
                self._samples.popitem(last=False)
        else:
            self._samples.move_to_end(shown)
        return hands

    def _generator(self, auction: Auction, *more: int) -> np.random.Generator:
        calls = [int(call) for call in auction.calls]
        return np.random.default_rng([self._limits.seed, int(auction.dealer), *calls, *more])

    def _missing(self, view: View, made: Sequence[_Made]) -> list[Call]:
        """Return calls that no sampled hand makes, but some hand might."""
        position, within = view.position, view.caller.shown.mask
        sampled = {call.call for call in made}
        others = (call for call in position.calls() if call not in sampled)
        return [call for call in others if position.meaning(call, within).may]

    def _rare(self, view: View, auction: Auction, call: Call) -> _Made | None:
        """Return hands that make a rare call, of those that its cells allow; None without any."""
        mask = view.position.meaning(call, view.caller.shown.mask).may
        hands = sample_cells(mask, self._generator(auction, int(call)), _RARE)
        for made in _by_call(view, hands):
            if made.call is call:
                tried = (hands.hand(row) for row in made.rows[:_TRIES])
                if any(self._bids(hand, auction, call) for hand in tried):
                    return replace(made, hits=0)
        return None

    # -- lines -----------------------------------------------------------------------------------

    def _line(self, view: View, auction: Auction, made: _Made, wide: bool, share: Share) -> Line:
        ranges, call = self._ranges, made.call
        hcp, lengths = ranges.of(auction, call)
        rules = made.by_rule()
        main, rows = rules[0][0][0], made.rows
        if wide:
            held = made.hands.hcp[rows]
            hcp = ranges.within(auction, call, (int(held.min()), int(held.max())))
        trumps, support = ranges.agreed(auction, call), ranges.support(auction, call)
        words = RuleWords(view, hcp, trumps, support)
        position, before = view.position, view.caller.shown.cells
        return Line(
            call=call,
            uses=tuple(_uses(words, rules)),
            hcp=hcp,
            lengths=lengths,
            points=ranges.points(auction, call),
            trumps=trumps,
            support=support,
            usual_support=None if trumps is None else _usual(support_of(trumps), made, rules),
            force=main.rule.forcing,
            alert=alert_words([rule for rule, _ in made.by], position, before),
            share=share,
            examples=tuple(self._examples(auction, made, rules, wide)),
            histogram=tuple(np.bincount(made.hands.hcp[rows], minlength=MAX_HCP + 1).tolist()),
            alternatives=call_alternatives(position, call, before, symbols=True),
        )

    def _examples(
        self,
        auction: Auction,
        made: _Made,
        rules: _Rules,
        wide: bool,
    ) -> Iterator[Hand]:
        """Yield hands of the most frequent rules, each bid again through the whole auction.

        If there is one such rule and `wide` is set, the second hand is a strong one.
        """
        enough = _OTHER * len(made.rows)
        wanted = [(rows, _MIDDLE) for _, rows in rules if len(rows) >= enough]
        if wide and len(wanted) == 1:
            wanted.append((wanted[0][0], _STRONG))
        examples: set[Hand] = set()
        for rows, part in wanted[: self._limits.examples]:
            tried = map(made.hands.hand, _typical(made.hands, rows, part)[:_TRIES])
            hand = next((hand for hand in tried if self._bids(hand, auction, made.call)), None)
            if hand is not None and hand not in examples:
                examples.add(hand)
                yield hand

    def _bids(self, hand: Hand, auction: Auction, call: Call) -> bool:
        """Whether a hand makes a call, and made each call of its seat before."""
        turn = len(auction.calls)
        for index in range(turn % 4, turn + 1, 4):
            before = auction.before(index)
            expected = call if index == turn else auction.calls[index]
            if decide(self.bidder.view(before), hand).call is not expected:
                return False
        return True


def _by_call(view: View, hands: Hands) -> list[_Made]:
    calls: dict[Call, list[tuple[Candidate, _Rows]]] = {}
    for rule, rows in shared_out(view.position, hands.cells, hands.holdings):
        if rule is not None:
            calls.setdefault(rule.call, []).append((rule, rows))
    return [
        _Made(call, hands, tuple(by), sum(len(rows) for _, rows in by))
        for call, by in calls.items()
    ]


def _usual(number: Int, made: _Made, rules: _Rules) -> tuple[int, int] | None:
    """Return between what values most hands of a call lie of a number that its main rule counts."""
    if not any(counts(candidate.condition.node, number) for candidate in rules[0][0]):
        return None
    rows = made.rows[:_MEASURED]
    value = hand_value(number)
    values = [value(made.hands.hand(row).holdings) for row in rows]
    low, high = np.quantile(values, [_FEW, 1 - _FEW], method="nearest")
    return int(low), int(high)


def _typical(hands: Hands, rows: _Rows, part: float) -> _Rows:
    """Return rows in order: first HCP near those that exceed a part of the others', then shapes."""
    shapes = np.bincount(hands.shapes[rows])[hands.shapes[rows]]
    distance = np.abs(hands.hcp[rows] - np.quantile(hands.hcp[rows], part))
    typical: _Rows = rows[np.lexsort((rows, -shapes, np.round(distance)))]
    return typical


def _share(view: View, made: _Made, hands: int, exact: bool) -> Share:
    """Return which share of the hands that the caller can hold makes a call.

    It is counted where shape and HCP decide both what the seat has shown and the call, and, if
    `exact`, wherever that is not too much work; else it is estimated from the `hands` sampled.
    """
    shown, position, call = view.caller.shown, view.position, made.call
    weight = plain_space().weight
    if shown.cells.sure == shown.mask:
        if position.decided(call):
            return counted(
                int(weight(position.meaning(call, shown.mask).may)), int(weight(shown.mask))
            )
        if exact:
            fits = count_hands(position.node(call, shown.mask), shown.mask, effort=_EFFORT)
            if fits is not None:
                return counted(fits, int(weight(shown.mask)))
    return estimated(made.hits, hands)


def _uses(words: RuleWords, rules: _Rules) -> Iterator[RuleUse]:
    """Yield the rules of a call; what one of the same name says as well is not said of another."""
    said = words.of_rules([candidates for candidates, _ in rules])
    for (candidates, own), text in zip(rules, said, strict=True):
        rule, agreed = candidates[0].rule, candidates[0].layer < Layer.NATURAL
        yield RuleUse(
            rule.number, rule.name, text, rule.location, rule.source, len(own), own=agreed
        )
