"""Plays random deals bid by our own system at all four seats, and says how well, double dummy.

    python tools/cardplay.py --boards 200 --seed 1
    python tools/cardplay.py --boards 100 --against random --against deaf --workers 2

Each deal is bid once. All four seats play it; the tricks are compared with double dummy, in all,
and as what declarer's and the defenders' cards each gave away. A match against another player is
duplicate, the same deal and contract: ours declares at one table and defends at the other. The
others are `random`, any legal card, and `deaf`, our player who does not listen to the auction.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pool
from random import Random
from typing import Protocol

from rich.progress import track

from dowager.auction import Auction, Contract, Vulnerability, dealer_of_board, imps, score
from dowager.bidder import Bidder
from dowager.cards import Deal, random_deal
from dowager.knowledge.public import View
from dowager.language.files import load_system
from dowager.play import LAYOUTS, Budget, Choice, Play, Player, PlayerView, card_tricks
from figures import mean_error
from inputs import run

RIVALS = ("random", "deaf")


class Chooser(Protocol):
    """Whoever chooses cards."""

    def choose(self, seen: PlayerView, budget: Budget) -> Choice:
        """Return the card to play."""


class RandomPlayer:
    """Plays any legal card."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, seen: PlayerView, budget: Budget) -> Choice:
        """Return a legal card, each as likely as the others."""
        return Choice(self._random.choice(seen.legal))


@dataclass(frozen=True, slots=True)
class Settings:
    """What the worker processes need to know."""

    system: str
    layouts: int
    seconds: float
    against: tuple[str, ...]


@dataclass(slots=True)
class Played:
    """One deal played once.

    Attributes:
        tricks: the tricks that declarer's side won.
        seconds: how long declarer's side and the defenders thought.
        lost: the tricks that cards of declarer's side and of the defenders gave away.
        relaxed: the cards chosen when something of the auction had been given up.
    """

    tricks: int = 0
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    lost: list[int] = field(default_factory=lambda: [0, 0])
    relaxed: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """One deal: its contract, the play at our own table, and our IMPs against each rival."""

    contract: str
    best: int
    ours: Played
    gains: dict[str, int]


class Table:
    """Bids and plays deals, in one process."""

    def __init__(self, settings: Settings) -> None:
        self._bidder = Bidder(load_system(settings.system))
        self._settings = settings
        self._ours = Player(wanted=settings.layouts)

    def board(self, deal: Deal, start: Auction, seed: int) -> Board | None:
        """Bid a deal and play it at each of the tables; None when it is passed out."""
        auction = self._bidder.bid(deal, start)
        contract = auction.contract
        if contract is None:
            return None
        view = self._bidder.view(auction)
        ours = self._play(deal, contract, view, (self._ours, self._ours), True)
        best = 13 - max(card_tricks(Play(contract), deal).values())
        vulnerable = start.vulnerability.of(contract.declarer)
        gains = {}
        for name in self._settings.against:
            rival = self._rival(name, seed)
            tables = ((self._ours, rival), (rival, self._ours))
            tricks = [self._play(deal, contract, view, pair, False).tricks for pair in tables]
            gains[name] = imps(
                score(contract, tricks[0], vulnerable) - score(contract, tricks[1], vulnerable)
            )
        return Board(str(contract), best, ours, gains)

    def _rival(self, name: str, seed: int) -> Chooser:
        if name == "random":
            return RandomPlayer(Random(seed))
        return Player(wanted=self._settings.layouts, auction=False)

    def _play(
        self,
        deal: Deal,
        contract: Contract,
        view: View,
        players: tuple[Chooser, Chooser],
        judged: bool,
    ) -> Played:
        """Play a deal: declarer's player and the defenders'; `judged` counts what cards lose."""
        budget = Budget(self._settings.seconds / 26, time.monotonic)
        play, played = Play(contract), Played()
        while not play.ended:
            seat = play.player
            dummy = deal[play.dummy] if play.cards else None
            seen = PlayerView(seat, deal[seat], dummy, view, play)
            side = int(seen.defending)
            began = time.monotonic()
            choice = players[side].choose(seen, budget)
            played.seconds[side] += time.monotonic() - began
            played.relaxed += bool(choice.relaxed)
            if judged:
                tricks = card_tricks(play, deal)
                played.lost[side] += max(tricks.values()) - tricks[choice.card]
            play = play.after(choice.card, deal[play.turn])
        played.tricks = play.tricks
        return played


_table: Table


def _begin(settings: Settings) -> None:
    global _table  # each worker process loads the system once
    _table = Table(settings)


def _board(item: tuple[int, str, int]) -> Board | None:
    number, deal, seed = item
    start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
    return _table.board(Deal.parse(deal), start, seed)


def _deals(seed: int, boards: int) -> Iterator[tuple[int, str, int]]:
    random = Random(seed)
    for number in range(1, boards + 1):
        yield number, str(random_deal(random)), seed * 1_000_003 + number


def main() -> None:
    """Play the deals and print the figures."""
    options = _options()
    load_system(options.system)  # reports its faults here, and keeps what is compiled
    settings = Settings(
        options.system, options.layouts, options.seconds_per_board, tuple(options.against)
    )
    deals = list(_deals(options.seed, options.boards))
    with Pool(options.workers, _begin, (settings,)) as pool:
        played = pool.imap(_board, deals)
        silent = not sys.stderr.isatty()
        boards = list(track(played, "playing", total=len(deals), disable=silent))
    figures = _figures([board for board in boards if board is not None])
    print(json.dumps(figures, indent=2) if options.json else _words(figures))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--layouts", type=int, default=LAYOUTS, help="solved for each card")
    parser.add_argument("--seconds-per-board", type=float, default=600.0, help="for all four seats")
    parser.add_argument("--against", choices=RIVALS, action="append", default=[])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _mean(values: Sequence[float]) -> tuple[float, float]:
    mean, error = mean_error(values)
    return round(mean, 4), round(error, 4)


def _figures(boards: list[Board]) -> dict[str, object]:
    """Return what was measured, by name; means stand with their standard errors."""
    if not boards:
        return {"boards": 0}
    differences = [board.ours.tricks - board.best for board in boards]
    figures: dict[str, object] = {
        "boards": len(boards),
        "tricks against double dummy": _mean(differences),
        "tricks given away by declarer": _mean([board.ours.lost[0] for board in boards]),
        "tricks given away by the defenders": _mean([board.ours.lost[1] for board in boards]),
        "boards by difference": dict(sorted(Counter(differences).items())),
        "seconds a board, declarer's side": _mean([board.ours.seconds[0] for board in boards]),
        "seconds a board, the defenders": _mean([board.ours.seconds[1] for board in boards]),
        "cards with a relaxed auction": sum(board.ours.relaxed for board in boards),
    }
    for name in boards[0].gains:
        gains = [board.gains[name] for board in boards]
        figures[f"IMPs a board against {name}"] = _mean(gains)
    return figures


def _words(figures: dict[str, object]) -> str:
    lines = []
    for name, value in figures.items():
        match value:
            case (mean, error):
                lines.append(f"{name:<36} {mean:+.3f} ± {error:.3f}")
            case dict():
                lines.append(f"{name:<36} {'  '.join(f'{k:+d}: {v}' for k, v in value.items())}")
            case _:
                lines.append(f"{name:<36} {value}")
    return "\n".join(lines)


if __name__ == "__main__":
    run(main)
