"""Owns what a check keeps of a position, and the digest of what the public knows there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.authoring.check.findings import Kind
from dowager.authoring.check.scan import Places
from dowager.authoring.shared.boards import Numbers
from dowager.authoring.shared.digests import digest, node_digest
from dowager.cards import Hand
from dowager.knowledge.public import ShownCall, View, condition_masks
from dowager.language.compile import Candidate

NO_RULE = -2
GONE = -1
"""In place of a rule's number: there is none; there was one that has no new number."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in one position; rules by number, so that it outlives a moved line.

    Attributes:
        kind: what is wrong.
        rule: the rule that it is about, or `NO_RULE`.
        others: other rules that take part.
        text: what is wrong, in words.
        hand: a hand that shows it, or None.
    """

    kind: Kind
    rule: int
    others: tuple[int, ...]
    text: str
    hand: Hand | None

    @property
    def stale(self) -> bool:
        """Whether a rule that it names is gone."""
        return self.rule == GONE or GONE in self.others


@dataclass(slots=True, eq=False)
class Place:
    """A position as a check knows it; plain data, so that it can be kept and sent.

    Attributes:
        state: the digest of what the public knows.
        boards: the boards that come here.
        rules: the rules tried, by number, in order.
        states: what was left of each.
        whole: whether it is proved that every hand has a rule; false where a hand has none.
        anyway: whether that follows from public conditions alone, by a rule that takes every hand
            wherever they hold.
        left: rules of which earlier ones leave little, and the share by the table of cells; of
            positions that many boards come to.
        found: what was found here.
        below: what follows, by call.
    """

    state: bytes
    boards: Places
    rules: Numbers = field(default_factory=lambda: _NOTHING)
    states: NDArray[np.uint8] = field(default_factory=lambda: _NO_STATES)
    whole: bool = True
    anyway: bool = False
    left: tuple[tuple[int, float], ...] = ()
    found: tuple[Found, ...] = ()
    below: dict[Call, Place] = field(default_factory=dict)

    def walk(self, calls: tuple[Call, ...] = ()) -> Iterator[tuple[tuple[Call, ...], Place]]:
        """Yield this place and all that follow, each with the calls that lead there."""
        yield calls, self
        for call, place in self.below.items():
            yield from place.walk((*calls, call))

    def renumber(self, numbers: Numbers) -> None:
        """Give rules their new numbers, here and in all that follows; `GONE` for those without."""
        for _, place in self.walk():
            place.rules = numbers[place.rules]
            place.left = tuple((_new(numbers, rule), share) for rule, share in place.left)
            place.found = tuple(
                replace(one, rule=_new(numbers, one.rule), others=_all_new(numbers, one.others))
                for one in place.found
            )


_NOTHING: Numbers = np.zeros(0, dtype=np.int32)
_NO_STATES: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)


def _new(numbers: Numbers, rule: int) -> int:
    return int(numbers[rule]) if rule >= 0 else rule


def _all_new(numbers: Numbers, rules: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_new(numbers, rule) for rule in rules)


def step_digest(step: ShownCall, known: int) -> bytes:
    """Return the digest of what a call means, so that equal digests mean the same hands.

    Args:
        step: the call.
        known: the cells of what its seat had shown before.
    """
    candidates: list[Candidate] = []
    own = last = 0
    left = known
    for candidate in step.position:
        masks = condition_masks(candidate.condition)
        candidates.append(candidate)
        if candidate.call == step.call:
            own |= masks.may & known
            last = len(candidates)
        left &= ~masks.sure
        if not left:
            break
    parts = [bytes([int(step.call), int(step.trust)])]
    for candidate in candidates[:last]:
        mine = candidate.call == step.call
        if mine or condition_masks(candidate.condition).may & own:
            parts += [b"own" if mine else b"not", node_digest(candidate.condition.node)]
    return digest(*parts)


def state_digest(view: View, steps: tuple[bytes, ...]) -> bytes:
    """Return the digest of all that the public knows: equal digests, equal positions.

    Args:
        view: the position.
        steps: the digest of each call so far.
    """
    parts = [bytes([view.auction.vulnerability, *view.auction.calls]), *steps]
    for player in view.players:
        known, record = player.shown.cells, player.record
        rule = record.rule.rule if record and record.rule else None
        words = (
            sorted(player.natural), sorted(player.suits), sorted(player.tags), player.passed,
            rule and (rule.forcing, rule.artificial, rule.asks, sorted(rule.tags)),
        )  # fmt: skip
        parts += [known.may.to_bytes(2000, "little"), known.sure.to_bytes(2000, "little")]
        parts.append(repr(words).encode())
    for side in view.sides:
        parts.append(repr((side.agreed, side.game_force, side.acted, side.stranger)).encode())
    return digest(*parts)
