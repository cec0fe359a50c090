"""Varies a system's tunable numbers by matches on common deals, and keeps what gains.

    python tools/tune.py systems/sayc --list
    python tools/tune.py systems/sayc --words raise_total --boards 3000 --kept /tmp/tricks.db
    python tools/tune.py systems/sayc --log tuning.jsonl --write

A system says by `tune:` which of its defined numbers may be varied, and within what bounds. Each is
moved by a step up and down, and further while that gains, in matches against the system as it is,
bidding only, scored double dummy. The best value is then tried on other deals: it is accepted if it
gains there by two standard errors, and if `dowager check` finds no more faults than before. With
--write it goes into the file, with its evidence in a comment; run the quizzes then. --log keeps
every match, so that a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dowager.api.authoring import check
from dowager.errors import Fault, InputError, SystemFaults
from dowager.language.compile.tunable import TunableNumber, tunable_numbers
from dowager.language.files import Gatherer, system_file
from dowager.language.files.packed import pack_system
from dowager.language.text import Value, read_yaml
from duel import play_match
from figures import mean_error
from inputs import run

_ERRORS = 2.0
"""Standard errors by which a value must gain on the second set of deals."""
_CHECKED = 200
"""Boards of a check, at each vulnerability."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a value gains over the system as it is, in IMPs a board, and on how many boards."""

    gain: float
    error: float
    boards: int

    @property
    def clear(self) -> bool:
        """Whether it gains beyond doubt."""
        return self.gain >= _ERRORS * self.error > 0

    def __str__(self) -> str:
        return f"{self.gain:+.3f} ± {self.error:.3f} IMPs a board on {self.boards:,} boards"


@dataclass(frozen=True, slots=True)
class Matches:
    """How matches are played, and where they are noted.

    Attributes:
        boards: how many boards a value is tried on.
        confirm: on how many others the best one is.
        seed: of the boards.
        workers: how many processes play.
        kept: a file where double-dummy results stay.
        log: a file where matches are noted; None for none.
    """

    boards: int
    confirm: int
    seed: int
    workers: int
    kept: Path | None
    log: Path | None

    def tried(self, change: str, changed: Path, system: Path) -> Measured:
        """Return what a system with a change gains on the first set of deals."""
        return self._played(change, (changed, system), self.boards, self.seed)

    def confirmed(self, change: str, changed: Path, system: Path) -> Measured:
        """Return what it gains on the second set."""
        return self._played(change, (changed, system), self.confirm, self.seed + 1)

    def _played(self, change: str, pair: tuple[Path, Path], boards: int, seed: int) -> Measured:
        files = pack_system(str(pair[1])).digest
        match = {"system": files, "change": change, "boards": boards, "seed": seed}
        known = next((each for each in self._noted() if each["match"] == match), None)
        if known is not None:
            return Measured(**known["result"])
        names = (str(pair[0]), str(pair[1]))
        played = play_match(names, boards, seed, self.workers, self.kept)
        result = Measured(*mean_error([board.gain for board in played]), boards)
        if self.log is not None:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"match": match, "result": asdict(result)}) + "\n")
        return result

    def _noted(self) -> Iterator[dict[str, Any]]:
        if self.log is None or not self.log.exists():
            return
        for number, line in enumerate(self.log.read_text(encoding="utf-8").splitlines(), 1):
            try:
                noted = json.loads(line)
                yield {"match": noted["match"], "result": noted["result"]}
            except (ValueError, KeyError, TypeError):
                raise InputError(f"{self.log}:{number}: not a match that was noted") from None


class Tunable:
    """A system whose numbers can be changed, in its own files or in a copy of them.

    Args:
        file: the system's own file.

    Attributes:
        file: the same.
        numbers: its tunable numbers, each once.

    Raises:
        SystemFaults: something is wrong in its files.
    """

    def __init__(self, file: Path) -> None:
        self.file = file.resolve()
        self._paths: dict[str, Path] = {}
        faults: list[Fault] = []
        parts = Gatherer(faults, self._read).gather(self.file)
        found = tunable_numbers(parts, faults)
        if faults:
            raise SystemFaults(faults)
        self.numbers = tuple({number.span: number for number in found}.values())

    def _read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        self._paths[shown] = path
        return read_yaml(path, shown, faults)

    def with_value(self, number: TunableNumber, value: Fraction, folder: Path) -> Path:
        """Copy all systems beside this one, with a number changed; return the system's file."""
        root = self.file.parent.parent
        copy = folder / f"{number.word}-{_written(value)}"
        shutil.copytree(root, copy, dirs_exist_ok=True)
        path = self._paths[number.span.file]
        if not path.is_relative_to(root):
            raise InputError(f"{number.span}: not in {root}")
        _change(copy / path.relative_to(root), number, value, "")
        return copy / self.file.relative_to(root)

    def write(self, number: TunableNumber, value: Fraction, evidence: str) -> None:
        """Change a number in its file, with a comment above it."""
        _change(self._paths[number.span.file], number, value, evidence)


def _change(path: Path, number: TunableNumber, value: Fraction, evidence: str) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    index, start = number.span.line - 1, number.span.column - 1
    line = lines[index]
    assert line[start:].startswith(number.written), f"{number.span}: {line}"
    lines[index] = line[:start] + _written(value) + line[start + len(number.written) :]
    if evidence:
        indent = line[: len(line) - len(line.lstrip())]
        lines.insert(index, f"{indent}# {evidence}")
    path.write_text("\n".join(lines), encoding="utf-8")


def _written(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value))


class Tuner:
    """Looks for better values of one system's numbers.

    Args:
        system: the system.
        matches: how they are measured.
        folder: where copies go.
    """

    def __init__(self, system: Tunable, matches: Matches, folder: Path) -> None:
        self._system, self._matches, self._folder = system, matches, folder

    def better(self, number: TunableNumber) -> tuple[Fraction, Measured] | None:
        """Return a value that is accepted, with what it gains on the second set; None for none."""
        print(f"{number.word} is {number.written} ({number.span.location})", flush=True)
        best = self._best(number)
        if best is None:
            return None
        changed = self._changed(number, best)
        confirmed = self._matches.confirmed(_change_of(number, best), changed, self._system.file)
        print(f"  {_written(best)} on other deals: {confirmed}", flush=True)
        if not confirmed.clear:
            return None
        before, after = (_faults(file) for file in (self._system.file, changed))
        print(f"  faults that a check finds: {before} before, {after} with it", flush=True)
        return (best, confirmed) if after <= before else None

    def _best(self, number: TunableNumber) -> Fraction | None:
        """Return the value that gains most on the first set; None if none gains."""
        best, most = None, 0.0
        for step in (number.step, -number.step):
            value, before = number.value + step, 0.0
            while number.low <= value <= number.high:
                changed = self._changed(number, value)
                change = _change_of(number, value)
                measured = self._matches.tried(change, changed, self._system.file)
                print(f"  {_written(value)}: {measured}", flush=True)
                if measured.gain <= before:
                    break
                before = measured.gain
                if before > most:
                    best, most = value, before
                value += step
        return best

    def _changed(self, number: TunableNumber, value: Fraction) -> Path:
        return self._system.with_value(number, value, self._folder)


def _change_of(number: TunableNumber, value: Fraction) -> str:
    return f"{number.word}: {_written(value)}"


def _faults(system: Path) -> int:
    return len(check(str(system), boards=_CHECKED).faults)


def main() -> None:
    """Tune the numbers that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("--list", action="store_true", help="only list the tunable numbers")
    parser.add_argument("--words", nargs="*", help="the numbers to vary; all of them by default")
    parser.add_argument("--boards", type=int, default=3000, help="boards for each value")
    parser.add_argument("--confirm", type=int, default=6000, help="boards for the best one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--log", type=Path, help="a file where matches are noted, to go on from")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write what is accepted")
    options = parser.parse_args()
    system = Tunable(system_file(options.system).path)
    wanted = _wanted(system, options.words)
    if options.list:
        for number in wanted:
            bounds = f"{_written(number.low)}..{_written(number.high)} by {_written(number.step)}"
            print(f"{number.word:<24}{number.written:>6}   {bounds:<19}{number.span.location}")
        return
    matches = Matches(
        options.boards, options.confirm, options.seed, options.workers, options.kept, options.log
    )
    for word in [number.word for number in wanted]:
        (number,) = _wanted(system, [word])
        with TemporaryDirectory() as folder:
            accepted = Tuner(system, matches, Path(folder)).better(number)
        if accepted is None:
            print("  stays", flush=True)
            continue
        value, gain = accepted
        evidence = f"{_written(value)} instead of {number.written}: {gain} (tools/tune.py)"
        print(f"  accepted: {evidence}", flush=True)
        if options.write:
            system.write(number, value, evidence)
            system = Tunable(system.file)  # lines have moved, and the next match is against this


def _wanted(system: Tunable, words: list[str] | None) -> list[TunableNumber]:
    """Return the numbers of some words, or all of them.

    Raises:
        InputError: the system has no such tunable number, or none at all.
    """
    there = {number.word: number for number in system.numbers}
    missing = [word for word in words or () if word not in there]
    if missing or not there:
        names = ", ".join(there) or "none: it says by `tune:` which may be varied"
        raise InputError(f"no tunable number {', '.join(missing) or 'at all'}; there are {names}")
    return [there[word] for word in words or there]


if __name__ == "__main__":
    run(main)
