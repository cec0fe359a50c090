"""The results of an event: one PBN file for all tables, to which each finished board is added.

With a hundred tables the file is long, so it is not replaced for each board, as a table's is: the
board is added at its end. A crash of the program costs nothing. A power cut can cost the boards
since the last `sync`, and leave one in part; that is cut off when the event is resumed.
"""

from __future__ import annotations

import errno
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from dowager.auction import Scoring
from dowager.cards import Side
from dowager.errors import InputError
from dowager.formats import Board, Tag, read_pbn, write_pbn
from dowager.table.event.plan import Event, Sitting
from dowager.table.results import lock_results, with_names, write_whole

_At = tuple[int, int]
"""A round and a table."""


def result_of(
    board: Board,
    event: Event,
    sitting: Sitting,
    teams: tuple[str, str],
    seconds: tuple[float, float],
    date: str,
    faults: Sequence[str] = (),
) -> Board:
    """Return a finished board with the tags of a result; see `with_names`."""
    named = with_names(board, teams, sitting.room, seconds, date, faults)
    scoring = "MP" if event.scoring is Scoring.MATCHPOINTS else "IMP"
    given = {"Scoring": scoring, "Round": str(sitting.round), "Table": str(sitting.table)}
    if event.name:
        given["Event"] = event.name
    dropped = {*given, *(() if sitting.room else ("Room",))}
    kept = (tag for tag in named.tags if tag.name not in dropped)
    return replace(named, tags=(*(Tag(name, text) for name, text in given.items()), *kept))


class EventResults:
    """The finished boards of all tables of an event, in a file.

    Args:
        file: where they are; it is first written when the first board is over.
        resume: whether to go on with a file that exists.

    Attributes:
        file: where they are.
        cut_off: whether the file ended with a board in part, which is to be played again.

    Raises:
        InputError: the file exists and is not to be resumed, is no PBN, or is being written by
            another program; or the folder cannot be written.
    """

    def __init__(self, file: Path, resume: bool = False) -> None:
        self.file = file
        self.cut_off = False
        self._boards: defaultdict[_At, dict[int, Board]] = defaultdict(dict)
        self._unwritten: list[Board] = []
        self._out: FileIO | None = None
        self._size = 0
        self._lock = lock_results(file, resume, self._read)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()
        self._lock.release()

    def _read(self) -> None:
        text = self.file.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")
        whole = without_part(text)
        self.cut_off = whole != text
        for board in read_pbn(whole, str(self.file)):
            if board.number is not None and _over(board):
                self._boards[_at(board)][board.number] = board
        if self.cut_off:
            write_whole(self.file, whole)

    def of(self, sitting: Sitting) -> Mapping[int, Board]:
        """Return the boards that a sitting has finished, by their numbers."""
        return self._boards[sitting.round, sitting.table]

    def names(self, sitting: Sitting) -> tuple[str, str] | None:
        """Return who has played at a sitting, North-South first; None if nobody has."""
        return next(map(names_of, self.of(sitting).values()), None)

    def unfinished(self, sitting: Sitting) -> list[Board]:
        """Return the boards that a sitting has not finished.

        Raises:
            InputError: it has finished a board with other cards, or other pairs have.
        """
        done = self.of(sitting)
        for board in sitting.boards:
            before = done.get(board.number or 0)
            if before is not None:
                self._check(board, before, sitting)
        return [board for board in sitting.boards if (board.number or 0) not in done]

    def _check(self, board: Board, before: Board, sitting: Sitting) -> None:
        where = f"board {board.number} of round {sitting.round}, table {sitting.table}"
        if before.deal != board.deal or before.dealer is not board.dealer:
            raise InputError(f"{where} in {self.file} is a different deal")
        for side in Side:
            wanted, name = sitting.names[side], names_of(before)[side]
            if wanted and wanted != name:
                raise InputError(f"{where} in {self.file} was played by {name}, not by {wanted}")

    def add(self, board: Board) -> None:
        """Add a finished board, with the tags of `result_of`, to the file.

        Raises:
            InputError: it is in the file already.
            OSError: it cannot be written now; it is kept, and tried again with the next.
        """
        at, number = _at(board), board.number or 0
        if number in self._boards[at]:
            raise InputError(f"board {number} of round {at[0]}, table {at[1]}, is there already")
        self._boards[at][number] = board
        self._unwritten.append(board)
        self._write()

    def sync(self) -> None:
        """Wait until the disk has what is written; it may be called from another thread.

        Raises:
            OSError: the disk does not take it.
        """
        if self._out is not None:
            with suppress(ValueError):  # it has been closed meanwhile, which writes it, too
                os.fsync(self._out.fileno())

    def finish(self) -> list[Board]:
        """Put the file in order, by rounds, tables and numbers; return the boards it lacks."""
        boards = [
            board for _, some in sorted(self._boards.items()) for _, board in sorted(some.items())
        ]
        self._close()
        if not boards:
            return []
        try:
            write_whole(self.file, write_pbn(boards))
        except OSError:
            return list(self._unwritten) if self.file.exists() else boards
        self._unwritten.clear()
        return []

    def _write(self) -> None:
        """Write what has not been written; all of it, or nothing."""
        out = self._opened()
        head = "" if self._size else "% PBN 2.1\n"
        data = (head + "".join(map(_game, self._unwritten))).encode()
        try:
            _write_all(out, data)
        except OSError:
            with suppress(OSError):
                os.ftruncate(out.fileno(), self._size)
            raise
        self._size += len(data)
        self._unwritten.clear()

    def _opened(self) -> FileIO:
        if self._out is None:
            self._out = self.file.open("ab", buffering=0)
            self._size = self._out.seek(0, os.SEEK_END)
        return self._out

    def _close(self) -> None:
        if self._out is not None:
            self._out.close()


def names_of(board: Board) -> tuple[str, str]:
    """Return the names of North-South and of East-West of a result."""
    return board.tag("North"), board.tag("East")


def without_part(text: str) -> str:
    """Return the results of a file without a last board that is there only in part.

    A board that was written whole is followed by an empty line. Without it, as when somebody has
    added it by hand, it is whole if it has its last tag, and would be written so.
    """
    head, line, tail = text.rpartition("\n\n")
    return text if not tail.strip() or _is_whole(tail) else head + line


def _is_whole(game: str) -> bool:
    try:
        boards = read_pbn(game)
    except InputError:
        return False
    plain = game.replace("% PBN 2.1", "").strip()
    whole = all(_over(board) and board.tag("ThinkingTime") for board in boards)
    return whole and "".join(map(_game, boards)).strip() == plain


def _over(board: Board) -> bool:
    return board.passed_out or board.tricks is not None


def _at(board: Board) -> _At:
    numbers = (board.tag(name) for name in ("Round", "Table"))
    first, second = (int(number) if number.isdecimal() else 1 for number in numbers)
    return first, second


def _game(board: Board) -> str:
    """Return a board as PBN, with an empty line behind it."""
    return write_pbn([board]).partition("\n")[2] + "\n"


def _write_all(out: FileIO, data: bytes) -> None:
    if os.fstat(out.fileno()).st_nlink == 0:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    while data:
        data = data[out.write(data) :]
