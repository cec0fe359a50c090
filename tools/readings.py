"""Learns how much a hand weighs that lies outside what its calls mean, and prints `weights.yaml`.

    python tools/readings.py tolerant sayc=auctions_sayc.jsonl --boards 400
    python tools/readings.py stranger sayc=auctions_21.jsonl natural=auctions_acol.jsonl ...

Each argument is a system and a file of another bidder's auctions that are read by it. Learned is
on boards with odd numbers: the weights of a reading are those under which the shapes and HCP of
the hands that were really held are most probable (maximum likelihood, a number at a time over a
grid; `cards` among the hands of the same shape and HCP). Printed is also what that gives on boards
with even numbers: the log-loss of a hand's cell, in nats, beside that of knowing nothing and of the
exact reading, which may give a hand no chance.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call
from dowager.backends.evaluate import array_test, hand_test
from dowager.bidder import Bidder
from dowager.bidder.bulk import cells_of, random_boards
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.knowledge.cells import from_mask, plain_space
from dowager.knowledge.public import cell_of
from dowager.knowledge.readings import EXACT, READINGS, Grade, Turn, distances, own_cells, own_rules
from dowager.knowledge.readings.distances import Distances
from dowager.language.files import load_system
from dowager.language.tree import Bool, any_of
from inputs import records, run

_GRID = {
    "hcp": (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
    "card": (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4),
    "floor": (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05),
    "unless": (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5),
}
_CARDS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_POOL = 50_000  # deals
_FEWEST, _ENOUGH = 5, 60
"""Of the hands of a cell."""
_NO_CHANCE = 1e-9
"""What a hand counts to which a reading gives no chance, so that its loss is finite."""


@dataclass(frozen=True)
class HeldHand:
    """A hand that was held.

    Attributes:
        cell: its cell.
        calls: what its calls mean: each call's turn, its meaning, and what its own rules say.
        shown: the cells that they all allow.
        cards: of each call that asks for cards besides, where the cell leaves it open: its turn,
            how many hands of the cell have them, and whether this one has.
    """

    cell: int
    calls: tuple[tuple[Turn, int, int], ...]
    shown: int
    cards: tuple[tuple[Turn, float, bool], ...]


class Pool:
    """Random hands by cell, to tell how common cards are."""

    def __init__(self) -> None:
        boards = random_boards(np.random.default_rng(1), _POOL)
        hands = boards.holdings.reshape(-1, 4)
        cells = cells_of(hands)
        order = np.argsort(cells, kind="stable")
        self._hands, self._cells = hands[order], cells[order]

    def share(self, node: Bool, cell: int) -> float | None:
        """Return the share of a cell's hands that meet a condition; None for a rare cell."""
        first, end = np.searchsorted(self._cells, [cell, cell + 1])
        hands = self._hands[first : min(end, first + _ENOUGH)]
        if len(hands) < _FEWEST:
            return None
        return float((array_test(node)(hands).sum() + 0.5) / (len(hands) + 1))


def hands(system: str, file: Path, boards: int | None) -> Iterator[tuple[int, HeldHand]]:
    """Give the hands of a file with the numbers of their boards."""
    bidder, full, pool = Bidder(load_system(system)), plain_space().full, Pool()
    read = list(islice(records(file), boards))
    for number, record in enumerate(track(read, f"{system} {file.name}", disable=_quiet())):
        start, deal = record.start(), record.deal()
        view = bidder.view(Auction(start.dealer, start.vulnerability, record.calls()))
        for seat in Seat:
            calls, cards = [], []
            cell = cell_of(deal[seat])
            for place, call in enumerate(view.players[seat].shown.calls):
                own = own_cells(call)
                meant = call.position.meaning(call.call, full).may
                turn = Turn.of(first=place == 0, passes=call.call is Call.PASS)
                if own:
                    calls.append((turn, meant, own))
                node = any_of(rule.condition.node for rule in own_rules(call))
                masks = plain_space().masks(node)
                share = pool.share(node, cell) if (masks.may & ~masks.sure) >> cell & 1 else None
                if share is not None:
                    cards.append((turn, share, hand_test(node)(deal[seat].holdings)))
            shown = view.players[seat].shown.mask
            yield number, HeldHand(cell, tuple(calls), shown, tuple(cards))


class Losses:
    """The log-loss of hands' cells under grades; what does not change is worked out once."""

    def __init__(self, held: Sequence[HeldHand]) -> None:
        self._held = held
        masks = {mask for hand in held for _, *both in hand.calls for mask in both if mask}
        self._far: Mapping[int, Distances] = {mask: distances(mask) for mask in masks}
        self._kept: dict[tuple[Turn, int, int], tuple[Grade, np.ndarray]] = {}

    def of(self, grades: Mapping[Turn, Grade]) -> float:
        """Return the mean log-loss under some grades."""
        counts = plain_space().weights
        total = 0.0
        for hand in self._held:
            weights = counts
            for key in hand.calls:
                weights = weights * self._weights(grades[key[0]], key)
            total -= float(np.log(weights[hand.cell] / weights.sum()))
        return total / len(self._held)

    def _weights(self, grade: Grade, key: tuple[Turn, int, int]) -> np.ndarray:
        """Return the weights of a call's cells; kept until they are asked under another grade."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != grade:
            _, meant, own = key
            far = self._far[meant] if meant else None
            kept = self._kept[key] = grade, grade.weights(far, self._far[own]).astype(np.float32)
        return kept[1]

    def nothing(self) -> float:
        """Return the log-loss of knowing nothing."""
        return self.of_masks(dict.fromkeys(self._held, plain_space().full))[0]

    def exact(self) -> tuple[float, float]:
        """Return the log-loss of the exact reading, and the share of hands that it excludes."""
        return self.of_masks({hand: hand.shown for hand in self._held})

    def of_masks(self, masks: Mapping[HeldHand, int]) -> tuple[float, float]:
        """Return the log-loss where hands lie in masks, and the share of those that do not."""
        losses, excluded = [], 0
        for hand in self._held:
            weights = plain_space().weights * from_mask(masks[hand], plain_space().size)
            excluded += weights[hand.cell] == 0
            losses.append(-np.log(max(weights[hand.cell] / weights.sum(), _NO_CHANCE)))
        return float(np.mean(losses)), excluded / len(self._held)


def learned(losses: Losses, grades: dict[Turn, Grade], rounds: int) -> dict[Turn, Grade]:
    """Return the best grades that changes of one number at a time lead to."""
    best = losses.of(grades)
    for number in range(rounds):
        before = best
        for turn in track(list(Turn), f"round {number + 1}", disable=_quiet()):
            for name, values in _GRID.items():
                for value in values:
                    tried = {**grades, turn: _with(grades[turn], name, value)}
                    loss = losses.of(tried)
                    if loss < best:
                        best, grades = loss, tried
        if before - best < 1e-4:
            break
    return grades


def learned_cards(held: Sequence[HeldHand], turn: Turn) -> float:
    """Return what hands weigh best that lack the cards that calls of a turn ask for."""
    seen = [(share, has) for hand in held for which, share, has in hand.cards if which is turn]
    if not seen:
        return 1.0
    shares, has = (np.array(column) for column in zip(*seen, strict=True))

    def likelihood(weight: float) -> float:
        lacking = (1 - shares) * weight
        return float(np.log(np.where(has, shares, lacking) / (shares + lacking)).sum())

    return max(_CARDS, key=likelihood)


def _with(grade: Grade, name: str, value: float) -> Grade:
    return Grade(**asdict(grade) | {name: value})


def _quiet() -> bool:
    return not sys.stderr.isatty()


def main() -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reading", help="the reading to learn, which need not exist")
    parser.add_argument("sources", nargs="+", help="SYSTEM=FILE")
    parser.add_argument("--boards", type=int, help="of each file")
    parser.add_argument("--rounds", type=int, default=4)
    given = parser.parse_args()
    odd: list[HeldHand] = []
    even: dict[str, list[HeldHand]] = {}
    for source in given.sources:
        system, equals, file = source.partition("=")
        if not equals:
            raise InputError(f"no source {source!r}; write SYSTEM=FILE")
        for number, hand in hands(system, Path(file), given.boards):
            group = even.setdefault(f"{Path(file).stem} read as {system}", [])
            (odd if number % 2 == 0 else group).append(hand)
    known = READINGS.get(given.reading, EXACT)
    start = dict(known.grades) or {turn: Grade(0.3, 0.1, 0.001, 0.1) for turn in Turn}
    grades = {
        turn: replace(grade, cards=learned_cards(odd, turn))
        for turn, grade in learned(Losses(odd), start, given.rounds).items()
    }
    print(f"{given.reading}:")
    for turn, grade in grades.items():
        pairs = [f"{name}: {getattr(grade, name):g}" for name in (*_GRID, "cards")]
        print(f"  {turn.value}: {{{', '.join(pairs)}}}")
    print(f"# {'log-loss of a cell, other half':<32}{'nothing':>9}{'exact':>9}{'graded':>9}")
    for name, group in even.items():
        losses = Losses(group)
        exact, excluded = losses.exact()
        print(f"# {name:<32}{losses.nothing():>9.3f}{exact:>9.3f}{losses.of(grades):>9.3f}"
              f"  ({excluded:.1%} excluded)")  # fmt: skip
    return 0


if __name__ == "__main__":
    run(main)
