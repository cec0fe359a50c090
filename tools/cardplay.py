"""Plays deals with our player at all four seats, and says how well, double dummy.

    python tools/cardplay.py --boards 200 --seed 1
    python tools/cardplay.py --boards 100 --against random --against deaf --workers 2
    python tools/cardplay.py --auctions FILE --boards 200 --reading tolerant --against exact

Deals are random and bid by our own system, or are those of a file, with another bidder's auctions
that are read by our system. Each is bid once. All four seats play it; the tricks are compared with
double dummy, in all, and as what declarer's and the defenders' cards each gave away. A match
against another player is duplicate, the same deal and contract: ours declares at one table and
defends at the other. The others are `random`, any legal card; `deaf`, our player who does not
listen to the auction; and our player with another reading of everybody's calls. What ours gains as
declarer, and as the defenders, is against the same player, ours, on the other side.
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
from pathlib import Path
from random import Random
from typing import Protocol

from rich.progress import track

from dowager.auction import Auction, Call, Contract, Vulnerability, dealer_of_board, imps, score
from dowager.bidder import Bidder
from dowager.cards import Deal, random_deal
from dowager.knowledge.public import View
from dowager.knowledge.readings import READINGS, parse_readings
from dowager.play import LAYOUTS, Budget, Choice, Play, Player, PlayerView, card_tricks
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import records, run

RIVALS = ("random", "deaf", *READINGS)


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
    reading: str
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
class Match:
    """A deal played against a rival.

    Attributes:
        imps: what we won, declaring at one table and defending at the other.
        declarer: the tricks that our declarer won and theirs did not, against our defenders.
        defenders: the tricks that our defenders saved and theirs did not, against our declarer.
    """

    imps: int
    declarer: int
    defenders: int


@dataclass(frozen=True, slots=True)
class Board:
    """One deal: its contract, the play at our own table, and the matches by rival."""

    contract: str
    best: int
    ours: Played
    matches: dict[str, Match]


@dataclass(frozen=True, slots=True)
class Given:
    """A deal to play.

    Attributes:
        deal: the hands.
        start: the auction before its first call.
        calls: the calls; None to bid it.
        seed: of players who need one.
    """

    deal: Deal
    start: Auction
    calls: tuple[Call, ...] | None
    seed: int


class Table:
    """Bids and plays deals, in one process."""

    def __init__(self, settings: Settings) -> None:
        self._bidder = Bidder(system_named(settings.system))
        self._settings = settings
        self._ours = self._reader(settings.reading)

    def _reader(self, reading: str) -> Player:
        return Player(wanted=self._settings.layouts, readings=parse_readings(reading))

    def board(self, given: Given) -> Board | None:
        """Bid a deal and play it at each of the tables; None when it is passed out."""
        deal, start = given.deal, given.start
        auction = self._bidder.bid(deal, start) if given.calls is None else _called(given)
        contract = auction.contract
        if contract is None:
            return None
        view = self._bidder.view(auction)
        ours = self._play(deal, contract, view, (self._ours, self._ours), True)
        best = 13 - max(card_tricks(Play(contract), deal).values())
        vulnerable = start.vulnerability.of(contract.declarer)
        matches = {}
        for name in self._settings.against:
            rival = self._rival(name, given.seed)
            tables = ((self._ours, rival), (rival, self._ours))
            mine, theirs = (self._play(deal, contract, view, pair, False).tricks for pair in tables)
            won = score(contract, mine, vulnerable) - score(contract, theirs, vulnerable)
            matches[name] = Match(imps(won), ours.tricks - theirs, mine - ours.tricks)
        return Board(str(contract), best, ours, matches)

    def _rival(self, name: str, seed: int) -> Chooser:
        if name == "random":
            return RandomPlayer(Random(seed))
        if name == "deaf":
            return Player(wanted=self._settings.layouts, auction=False)
        return self._reader(name)

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


def _board(given: Given) -> Board | None:
    return _table.board(given)


def _called(given: Given) -> Auction:
    return Auction(given.start.dealer, given.start.vulnerability, given.calls or ())


def _deals(seed: int, boards: int) -> Iterator[Given]:
    random = Random(seed)
    for number in range(1, boards + 1):
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        yield Given(random_deal(random), start, None, seed * 1_000_003 + number)


def _read(file: Path, skip: int, boards: int) -> Iterator[Given]:
    for number, record in enumerate(records(file)[skip : skip + boards], 1):
        yield Given(record.deal(), record.start(), record.calls(), number)


def main() -> None:
    """Play the deals and print the figures."""
    options = _options()
    system_named(options.system)  # reports its faults here, and keeps what is compiled
    parse_readings(options.reading)
    settings = Settings(
        options.system,
        options.reading,
        options.layouts,
        options.seconds_per_board,
        tuple(options.against),
    )
    if options.auctions is None:
        deals = list(_deals(options.seed, options.boards))
    else:
        deals = list(_read(options.auctions, options.skip, options.boards))
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
    parser.add_argument("--auctions", type=Path, help="another bidder's boards, with their calls")
    parser.add_argument("--skip", type=int, default=0, help="boards of that file")
    parser.add_argument("--system", default="sayc", help="that bids, or reads the calls")
    parser.add_argument("--reading", default="exact", help="of calls: tolerant, ns=exact,ew=judged")
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
    for name in boards[0].matches:
        matches = [board.matches[name] for board in boards]
        figures[f"IMPs a board against {name}"] = _mean([match.imps for match in matches])
        declarer = _mean([match.declarer for match in matches])
        figures[f"declarer's tricks against {name}"] = declarer
        defenders = _mean([match.defenders for match in matches])
        figures[f"the defenders' tricks against {name}"] = defenders
    return figures


def _words(figures: dict[str, object]) -> str:
    lines = []
    for name, value in figures.items():
        match value:
            case (mean, error):
                lines.append(f"{name:<40} {mean:+.3f} ± {error:.3f}")
            case dict():
                lines.append(f"{name:<40} {'  '.join(f'{k:+d}: {v}' for k, v in value.items())}")
            case _:
                lines.append(f"{name:<40} {value}")
    return "\n".join(lines)


if __name__ == "__main__":
    run(main)
