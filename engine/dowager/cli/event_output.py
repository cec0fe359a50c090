"""What an event prints and keeps: boards as they are finished, and the rankings at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from dowager.auction import Scoring
from dowager.cards import Side
from dowager.cli.printing import counted, show_table
from dowager.cli.session_output import say
from dowager.formats import Board, write_pbn
from dowager.net import Latest
from dowager.table import BoardFinished, result_json, result_text, score_of
from dowager.table.event import (
    Comparable,
    Event,
    EventResults,
    MatchScore,
    Ranking,
    Sitting,
    Standing,
    TeamStanding,
    match_score,
    names_of,
    rankings,
    result_of,
    team_ranking,
)


class EventOutput:
    """Keeps finished boards, prints them, and at the end who has won.

    Args:
        event: the event.
        results: its results.
        as_json: whether to print JSON lines.
    """

    def __init__(self, event: Event, results: EventResults, as_json: bool) -> None:
        self._event, self._results, self._json = event, results, as_json
        self._to_disk = Latest(results.sync, self._cannot_write)
        self._warned = False

    def report(self, text: str) -> None:
        """Print a line for the operator, apart from the boards."""
        say(text, err=True)

    def opened(self, ports: Sequence[int]) -> None:
        """Print where players connect."""
        if not self._event.port_per_table:
            self.report(f"waiting for players on port {', '.join(map(str, ports))}")
            return
        entrants = self._event.sittings[0].entrants
        free = sum(not player.started for entrant in entrants for player in entrant.players)
        programs = ("nobody", "one program", "two programs", "three programs", "four programs")[
            free
        ]
        tables = self._event.tables
        for table, port in enumerate(ports[:tables], 1):
            secure = (
                f", or by EPE 321 on port {ports[tables + table - 1]}" if ports[tables:] else ""
            )
            self.report(f"table {table}: waiting for {programs} on port {port}{secure}")

    def finished(self, sitting: Sitting, teams: tuple[str, str], finished: BoardFinished) -> None:
        """Keep a board, and print it.

        Raises:
            InputError: the board is there already.
        """
        today = date.today().strftime("%Y.%m.%d")
        seconds = finished.seconds
        board = result_of(
            finished.board, self._event, sitting, teams, seconds, today, finished.faults
        )
        try:
            self._results.add(board)
        except OSError as error:
            self._cannot_write(error)
        else:
            self._to_disk.ask()
        self._print(sitting, board, teams, seconds)

    def _cannot_write(self, error: Exception) -> None:
        """Say once that the results cannot be written."""
        if not self._warned:
            self._warned = True
            why = getattr(error, "strerror", None) or error
            self.report(f"cannot write {self._results.file}: {why}; boards are kept until it can")

    def _print(
        self,
        sitting: Sitting,
        board: Board,
        teams: tuple[str, str],
        seconds: tuple[float, float],
    ) -> None:
        if self._json:
            row: dict[str, Any] = {"round": sitting.round, "table": sitting.table}
            row |= {"room": sitting.room.lower()} if sitting.room else {}
            row |= {"board": board.number, "names": list(teams)}
            row |= {"seconds": [round(used, 3) for used in seconds]}
            say(json.dumps(row | result_json(board)))
            return
        number = f"round {sitting.round}, " if self._event.rounds > 1 else ""
        used = f"{seconds[0]:.1f} s, {seconds[1]:.1f} s"
        what = f"{result_text(board)} {score_of(board):+} ({used})"
        say(f"{number}table {sitting.table}, board {board.number}: {what}")

    # -- the end -----------------------------------------------------------------------------------

    def close(self) -> bool:
        """Put the results in order; print as PBN what the file lacks, if anything."""
        lacking = self._results.finish()
        if lacking:
            say(write_pbn(lacking).rstrip(), err=True)
            say(f"cannot write {self._results.file}; what it lacks stands above as PBN", err=True)
        return bool(lacking)

    def end(self) -> None:
        """Print who has won."""
        if self._event.of_teams:
            self._end_of_teams()
        else:
            self._end_of_pairs()

    def _end_of_teams(self) -> None:
        matches = list(self._matches())
        ranking = team_ranking(matches)
        if self._json:
            say(json.dumps(_teams_json(matches, ranking)))
        else:
            _show_teams(matches, ranking)

    def _end_of_pairs(self) -> None:
        scoring = self._event.scoring
        ranked = rankings(self._comparables(), scoring)
        if self._json:
            rows = {
                name or "all": [_pair_json(each, scoring) for each in ranking]
                for name, ranking in ranked.items()
            }
            say(json.dumps({"scoring": str(scoring).lower(), "rankings": rows}))
            return
        for name, ranking in ranked.items():
            _show_pairs(name, ranking, scoring)

    def _comparables(self) -> list[Comparable]:
        played = [
            (sitting, board)
            for sitting in self._event.sittings
            for board in self._results.of(sitting).values()
        ]
        labels = _labels([(sitting.table, names_of(board)) for sitting, board in played])
        if any(self._event.sittings[0].names):
            labels = [names_of(board) for _, board in played]
        return [
            Comparable(board.number or 0, names, score_of(board))
            for (_, board), names in zip(played, labels, strict=True)
        ]

    def _matches(self) -> Iterator[MatchScore]:
        """Give what came of each match, from the sittings in its two rooms."""
        opened, closed = self._event.sittings[::2], self._event.sittings[1::2]
        for home, away in zip(opened, closed, strict=True):
            yield match_score(home.round, home.names, self._scores(home), self._scores(away))

    def _scores(self, sitting: Sitting) -> dict[int, int]:
        return {number: score_of(board) for number, board in self._results.of(sitting).items()}


def _labels(played: Sequence[tuple[int, tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return the names of sides, with the table where several tables have a name.

    Without an event file, programs of one name at two tables are two pairs.
    """
    seen: dict[str, set[tuple[int, Side]]] = {}
    for table, names in played:
        for side in Side:
            seen.setdefault(names[side], set()).add((table, side))

    def label(name: str, table: int) -> str:
        return name if len(seen[name]) == 1 else f"{name} ({table})"

    return [(label(names[0], table), label(names[1], table)) for table, names in played]


def _show_pairs(title: str, ranking: Ranking, scoring: Scoring) -> None:
    say("")
    if scoring is Scoring.MATCHPOINTS:
        heads = ["rank", title or "pair", "boards", "matchpoints", "%"]
        rows = [
            [str(each.rank), each.name, str(each.boards), f"{each.won} / {each.of}",
             f"{each.percent:.2f}"]
            for each in ranking
        ]  # fmt: skip
    else:
        heads = ["rank", title or "pair", "boards", "IMPs"]
        rows = [
            [str(each.rank), each.name, str(each.boards), f"{float(each.won):+.2f}"]
            for each in ranking
        ]
    show_table(heads, rows)


def _pair_json(standing: Standing, scoring: Scoring) -> dict[str, Any]:
    row: dict[str, Any] = {"rank": standing.rank, "name": standing.name, "boards": standing.boards}
    if scoring is Scoring.IMPS:
        return row | {"imps": round(float(standing.won), 4)}
    points = {"matchpoints": int(standing.won), "of": standing.of}
    return row | points | {"percent": round(standing.percent, 2)}


def _show_teams(matches: Sequence[MatchScore], ranking: Sequence[TeamStanding]) -> None:
    say("")
    show_table(
        ["round", "match", "boards", "IMPs"],
        [
            [str(each.round), " – ".join(each.names), str(each.boards),
             f"{each.imps[0]} : {each.imps[1]}"]
            for each in matches
        ],
    )  # fmt: skip
    say("")
    show_table(
        ["rank", "team", "boards", "IMPs"],
        [
            [str(each.rank), each.name, str(each.boards), f"{each.won} : {each.lost}"]
            for each in ranking
        ],
    )


def _teams_json(matches: Sequence[MatchScore], ranking: Sequence[TeamStanding]) -> dict[str, Any]:
    played = [
        {"round": each.round, "teams": each.names, "boards": each.boards, "imps": each.imps}
        for each in matches
    ]
    teams = [
        {"rank": each.rank, "name": each.name, "boards": each.boards, "won": each.won,
         "lost": each.lost}
        for each in ranking
    ]  # fmt: skip
    return {"scoring": "imps", "matches": played, "ranking": teams}


def remaining(event: Event, results: EventResults) -> int:
    """Return how many boards are still to be played, at all tables."""
    return sum(len(results.unfinished(sitting)) for sitting in event.sittings)


def not_played(number: int) -> str:
    """Return the words for what is missing when an event ends early."""
    return (
        f"{counted(number, 'board')} not played; finished boards are kept, and --resume continues"
    )


def default_results(file: Path) -> Path:
    """Return the file for the results of what a file describes: here, and named after it."""
    return Path(f"{file.stem}.results.pbn")
