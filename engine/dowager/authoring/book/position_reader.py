"""Owns reading one position: its calls with their rules, ranges, frequencies and examples."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Auction, Call
from dowager.authoring.book.call_ranges import Ranges
from dowager.authoring.book.contents import Entry, Limits, Line, Use
from dowager.authoring.book.hand_samples import Chosen, Hands, chosen, sample, sample_cells
from dowager.authoring.book.notation import auction_text
from dowager.authoring.book.shares import share_of
from dowager.backends.text import describe
from dowager.bidder import Bidder, decide
from dowager.cards import Hand
from dowager.knowledge.cells import MAX_HCP
from dowager.knowledge.public import Shown, View, alert_words
from dowager.language.compile import Candidate, System
from dowager.language.tree import TRUE, Bool

_KEPT = 40  # samples of what a seat has shown; one of 20,000 hands takes half a megabyte
_RARE = 2_000  # hands drawn to find an example of a call that no sampled hand makes
_OTHER = 0.1  # a second example is of a rule that makes at least this share of the call
_TRIES = 5
_MIDDLE, _STRONG = 0.5, 0.9  # how much of a call's hands an example exceeds in HCP
_EARLY = 2  # calls after which a call with one rule still gets two examples
_WORDINGS = 3
_Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """A call, the candidates that make it, each with the rows of the hands that call by it.

    `hits` is how many hands of a uniform sample make it; 0 when its hands were looked for.
    """

    call: Call
    hands: Hands
    by: tuple[tuple[Candidate, _Rows], ...]
    hits: int

    @property
    def rows(self) -> _Rows:
        return np.concatenate([rows for _, rows in self.by])

    def by_rule(self) -> list[tuple[list[Candidate], _Rows]]:
        """Return the candidates of each rule with its rows, the most frequent rule first."""
        groups: dict[int, list[tuple[Candidate, _Rows]]] = {}
        for candidate, rows in self.by:
            groups.setdefault(candidate.rule.number, []).append((candidate, rows))
        found = [
            ([one for one, _ in group], np.concatenate([rows for _, rows in group]))
            for group in groups.values()
        ]
        return sorted(found, key=lambda pair: -len(pair[1]))


class Reader:
    """Reads positions of a system against opponents; North-South is our side.

    Args:
        system: our system.
        opponents: the other side's.
        limits: how many hands and examples, and the seed.
    """

    def __init__(self, system: System, opponents: System, limits: Limits) -> None:
        self.bidder = Bidder(system, opponents)
        self._limits = limits
        self._ranges = Ranges(self.bidder)
        self._samples: OrderedDict[Shown, Hands] = OrderedDict()

    def entry(self, auction: Auction, thorough: bool = False) -> Entry | None:
        """Return a position with its calls; None when no hand was found that calls there by a rule.

        Args:
            auction: the calls so far.
            thorough: also look for hands for calls that no sampled hand makes.
        """
        view = self.bidder.view(auction)
        hands, made = self._made(view, auction)
        if not len(hands):
            return None
        ruled = sum(one.hits for one in made)
        missing = self._missing(view, made)
        if thorough:
            rare = [self._rare(view, auction, call) for call in missing]
            made += [found for found in rare if found is not None]
            missing = [call for call, found in zip(missing, rare, strict=True) if found is None]
        wide = len(auction.calls) <= _EARLY
        lines = [self._line(view, auction, one, len(hands), wide) for one in made]
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
        found = [(one.call, one.hits / len(hands)) for one in made]
        return sorted(found)

    # -- hands -----------------------------------------------------------------------------------

    def _made(self, view: View, auction: Auction) -> tuple[Hands, list[_Made]]:
        hands = self._sampled(view, auction)
        return hands, _by_call(chosen(view.position, hands), hands)

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
        shown, position = view.caller.shown, view.position
        found = {one.call for one in made}
        others = (call for call in position.calls() if call not in found)
        return [call for call in others if position.meaning(call, shown.mask).may]

    def _rare(self, view: View, auction: Auction, call: Call) -> _Made | None:
        """Return hands for a rare call, found among those that its cells allow."""
        shown = view.caller.shown
        mask = view.position.meaning(call, shown.mask).may
        hands = sample_cells(mask, self._generator(auction, int(call)), _RARE)
        made = _by_call(chosen(view.position, hands), hands)
        found = next((one for one in made if one.call is call), None)
        rows = found.rows if found is not None else ()
        fits = any(self._bids(hands.hand(row), auction, call) for row in rows[:_TRIES])
        return replace(found, hits=0) if found is not None and fits else None

    # -- lines -----------------------------------------------------------------------------------

    def _line(self, view: View, auction: Auction, made: _Made, hands: int, wide: bool) -> Line:
        shown = view.caller.shown
        hcp, lengths = self._ranges.of(auction, made.call)
        rules = made.by_rule()
        main, rows = rules[0][0][0], made.rows
        return Line(
            call=made.call,
            uses=tuple(_use(candidates, len(own)) for candidates, own in rules),
            hcp=hcp,
            lengths=lengths,
            force=main.rule.forcing,
            alert=alert_words(main),
            share=share_of(shown, view.position, made.call, made.hits, hands, wide=wide),
            examples=tuple(self._examples(auction, made, rules, wide)),
            histogram=tuple(np.bincount(made.hands.hcp[rows], minlength=MAX_HCP + 1).tolist()),
        )

    def _examples(
        self,
        auction: Auction,
        made: _Made,
        rules: list[tuple[list[Candidate], _Rows]],
        wide: bool,
    ) -> Iterator[Hand]:
        """Yield hands of the most frequent rules, each bid again through the whole auction.

        Where there is one rule alone and `wide` is asked, the second hand is a strong one.
        """
        enough = _OTHER * len(made.rows)
        wanted = [(rows, _MIDDLE) for _, rows in rules if len(rows) >= enough]
        if wide and len(wanted) == 1:
            wanted.append((wanted[0][0], _STRONG))
        given: set[Hand] = set()
        for rows, part in wanted[: self._limits.examples]:
            tried = map(made.hands.hand, _typical(made.hands, rows, part)[:_TRIES])
            fits = (hand for hand in tried if self._bids(hand, auction, made.call))
            hand = next(fits, None)
            if hand is not None and hand not in given:
                given.add(hand)
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


def _by_call(found: Chosen, hands: Hands) -> list[_Made]:
    calls: dict[Call, list[tuple[Candidate, _Rows]]] = {}
    for number in np.unique(found.owners[found.owners >= 0]).tolist():
        candidate = found.candidates[number]
        calls.setdefault(candidate.call, []).append((candidate, found.rows(number)))
    return [
        _Made(call, hands, tuple(by), sum(len(rows) for _, rows in by))
        for call, by in calls.items()
    ]


def _typical(hands: Hands, rows: _Rows, part: float) -> _Rows:
    """Return rows, those whose HCP exceed a part of the others' first, commoner shapes before."""
    shapes = np.bincount(hands.shapes[rows])[hands.shapes[rows]]
    distance = np.abs(hands.hcp[rows] - np.quantile(hands.hcp[rows], part))
    found: _Rows = rows[np.lexsort((rows, -shapes, np.round(distance)))]
    return found


def _use(candidates: Sequence[Candidate], hands: int) -> Use:
    rule = candidates[0].rule
    texts = list(dict.fromkeys(_words(one.condition.node) for one in candidates))
    words = "; or ".join(texts[:_WORDINGS])
    return Use(rule.number, rule.name, words, rule.location, rule.source, hands)


@lru_cache(maxsize=20_000)
def _words(node: Bool) -> str:
    return "what no other call shows" if node == TRUE else describe(node, symbols=True)
