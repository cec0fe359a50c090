"""Double-dummy results of many deals: each is solved once, and kept in a file between runs.

A store answers from what it keeps, by the content of the deals, and has DDS solve the rest. It
keeps bounds, too: whether a contract makes is quicker to solve than its tricks.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Contract, Scoring, Vulnerability, score_ns
from dowager.cards import Deal, deal_key
from dowager.errors import InputError
from dowager.language.files import cache_folder
from dowager.play.double_dummy import solve_deals
from dowager.play.trick_bounds import (
    DENOMINATIONS,
    NOTHING_KNOWN,
    Question,
    denomination_of,
    joined,
    narrower,
)
from dowager.play.trick_file import VERSION, TrickFile

MOST_BYTES, MOST_IN_MEMORY = 1 << 30, 1 << 26
"""How much a store keeps if nothing else is asked for, in a file and in memory."""

PASSED_OUT = -1
"""The tricks of a board without a contract."""

Tricks = NDArray[np.int8]
"""Tricks that declarer's side wins, 0 to 13, or `PASSED_OUT`."""

_UNIT = 2_000  # deals that are looked up at once
_PIECE = 128  # deals that are solved before they are written
_WHOLE_TABLE = frozenset(map(Question, range(DENOMINATIONS)))
_Unsolved = tuple[Deal, set[Question]]
_log = logging.getLogger(__name__)


class DoubleDummyStore:
    """Tricks of contracts and whole tables, double dummy.

    A store looks up 2,000 deals at a time, and writes what it has solved after every 128 deals and
    when it is interrupted. Besides its results, and up to 160 MB for each thread of DDS, it takes a
    few MB. Several processes may use one file, each with a store of its own; a store must not be
    used by several threads, or across a fork.

    When the file can no longer be read or written, the store reports it once and goes on without.

    Args:
        file: where results are kept; it is made when it is not there. In memory when None.
        threads: how many deals are solved at once.
        most_bytes: how large the file may grow, 80 bytes a deal; then the deals that have been in
            it longest are forgotten. By default 1 GB, and 64 MB in memory.
        report: takes a line that says why results are no longer kept.

    Attributes:
        asked: how many tricks have been asked for; a table has 20.
        solved: how many of them have been solved here; the others were known.

    Raises:
        InputError: the file cannot be opened, is of another kind or of another format.
    """

    def __init__(
        self,
        file: Path | None = None,
        *,
        threads: int = 1,
        most_bytes: int | None = None,
        report: Callable[[str], None] = _log.warning,
    ) -> None:
        self._name, self._threads, self._report = file, threads, report
        if most_bytes is None:
            most_bytes = MOST_IN_MEMORY if file is None else MOST_BYTES
        self._file = TrickFile(file, most_bytes)
        self._usable = self._writable = True
        self.asked = self.solved = 0

    @classmethod
    def in_cache(
        cls, *, threads: int = 1, report: Callable[[str], None] = _log.warning
    ) -> DoubleDummyStore:
        """Return the store in the user's cache folder, which all programs share.

        It is in memory when `DOWAGER_CACHE` is `off`, or, with a report, when the folder cannot be
        used.
        """
        folder = cache_folder()
        if folder is None:
            return cls(threads=threads, report=report)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return cls(folder / f"double-dummy-{VERSION}.db", threads=threads, report=report)
        except (OSError, InputError) as error:
            report(f"{error}; going on without keeping double-dummy results")
            return cls(threads=threads, report=report)

    def tricks(self, deals: Sequence[Deal], contracts: Sequence[Contract | None]) -> Tricks:
        """Return the tricks that declarer's side wins in each contract, 0 to 13.

        Args:
            deals: the deals; one that comes several times is solved once for each strain and
                declarer.
            contracts: as many contracts; None is passed out.

        Returns:
            An array of shape `(deals,)`, with `PASSED_OUT` for what is passed out.
        """
        questions = [_tricks_of(contract) for contract in contracts]
        known = self._known(deals, questions)
        return np.array(
            [
                PASSED_OUT if contract is None else bounds[denomination_of(contract)] & 15
                for contract, bounds in zip(contracts, known, strict=True)
            ],
            dtype=np.int8,
        )

    def makes(
        self, deals: Sequence[Deal], contracts: Sequence[Contract | None]
    ) -> NDArray[np.bool_]:
        """Return whether each contract makes, in a third of the time that tricks take.

        Args:
            deals: the deals.
            contracts: as many contracts; None is passed out, which does not make.
        """
        questions = [_success_of(contract) for contract in contracts]
        known = self._known(deals, questions)
        return np.array(
            [
                contract is not None
                and bounds[denomination_of(contract)] >> 4 >= contract.level + 6
                for contract, bounds in zip(contracts, known, strict=True)
            ],
            dtype=np.bool_,
        )

    def gains(
        self,
        deals: Sequence[Deal],
        first: Sequence[Contract | None],
        second: Sequence[Contract | None],
        vulnerabilities: Sequence[Vulnerability],
        scoring: Scoring = Scoring.IMPS,
    ) -> NDArray[np.int8]:
        """Return what North-South win in the first of two rooms, in IMPs or matchpoints.

        That is -24 to 24 IMPs (Law 78B), or 1 for the better score, 0 for the same one and -1 for
        the worse one.

        Nothing is solved for a board when both rooms play the same contract by the same declarer;
        once is enough when strain and declarer are the same.

        Args:
            deals: the deals.
            first: the contracts in the first room; None is passed out.
            second: the contracts in the second room.
            vulnerabilities: of the boards.
            scoring: what the rooms are compared by.
        """
        rooms = list(zip(first, second, strict=True))
        differ = [number for number, (one, other) in enumerate(rooms) if one != other]
        played = [contract for number in differ for contract in rooms[number]]
        tricks = self.tricks([deals[number] for number in differ for _ in range(2)], played)
        won = np.zeros(len(deals), dtype=np.int8)
        for number, pair in zip(differ, tricks.reshape(-1, 2).tolist(), strict=True):
            one, other = (
                score_ns(contract, wins, vulnerabilities[number])
                for contract, wins in zip(rooms[number], pair, strict=True)
            )
            won[number] = scoring.gain(one - other)
        return won

    def tables(self, deals: Sequence[Deal]) -> Tricks:
        """Return declarer's tricks in every strain by every declarer.

        Returns:
            An array of shape `(deals, 5, 4)`: strains with clubs first, declarers with North first.
        """
        known = b"".join(self._known(deals, [_WHOLE_TABLE] * len(deals)))
        return (np.frombuffer(known, dtype=np.int8) & 15).reshape(len(deals), 5, 4)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _known(
        self, deals: Sequence[Deal], questions: Sequence[frozenset[Question]]
    ) -> Iterator[bytes]:
        """Yield the bounds of each deal's denominations, which answer the questions about it."""
        pairs = zip(deals, questions, strict=True)
        while unit := list(islice(pairs, _UNIT)):
            yield from self._answered(unit)

    def _answered(self, unit: Sequence[tuple[Deal, frozenset[Question]]]) -> list[bytes]:
        keys = [deal_key(deal) for deal, _ in unit]
        known = dict.fromkeys(keys, NOTHING_KNOWN) | self._read(set(keys))
        unsolved: dict[bytes, _Unsolved] = {}
        for key, (deal, questions) in zip(keys, unit, strict=True):
            self.asked += len(questions)
            missing = {each for each in questions if not each.answered_by(known[key])}
            if missing:
                unsolved.setdefault(key, (deal, set()))[1].update(missing)
        pieces = iter(unsolved.items())
        while piece := dict(islice(pieces, _PIECE)):
            known |= {key: joined(known[key], new) for key, new in self._solve(piece).items()}
        return [known[key] for key in keys]

    def _solve(self, unsolved: Mapping[bytes, _Unsolved]) -> dict[bytes, bytes]:
        """Solve some deals, and keep what is solved even when that is interrupted."""
        asked = [(deal, sorted(questions)) for deal, questions in unsolved.values()]
        bounds: dict[bytes, bytes] = {}
        try:
            with closing(solve_deals(asked, self._threads)) as answers:
                for key, (_, questions), solved in zip(unsolved, asked, answers, strict=True):
                    bounds[key] = _bounds_of(questions, solved)
                    self.solved += len(questions)
        finally:
            self._write(bounds)
        return bounds

    def _read(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        if not self._usable:
            return {}
        try:
            return self._file.read(keys)
        except sqlite3.Error as error:
            self._usable = self._writable = False
            self._report(f"cannot read {self._name}: {error}; going on without it")
            return {}

    def _write(self, bounds: Mapping[bytes, bytes]) -> None:
        if not self._writable or not bounds:
            return
        try:
            self._file.write(bounds)
        except sqlite3.Error as error:
            self._writable = False
            self._report(f"cannot write {self._name}: {error}; going on without keeping results")


def _tricks_of(contract: Contract | None) -> frozenset[Question]:
    if contract is None:
        return frozenset()
    return frozenset([Question(denomination_of(contract))])


def _success_of(contract: Contract | None) -> frozenset[Question]:
    if contract is None:
        return frozenset()
    return frozenset([Question(denomination_of(contract), contract.level + 6)])


def _bounds_of(questions: Sequence[Question], answers: Sequence[int]) -> bytes:
    """Return the bounds of a deal of which only the answers to some questions are known."""
    bounds = bytearray(NOTHING_KNOWN)
    for question, answer in zip(questions, answers, strict=True):
        number = question.denomination
        bounds[number] = narrower(bounds[number], answer)
    return bytes(bounds)
