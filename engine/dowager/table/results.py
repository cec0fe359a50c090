"""The results of a session: a PBN file that is whole after every board.

The file is replaced for each board, so that neither a crash nor a power cut leaves it in part. One
program at a time may write a file: a lock beside it keeps others off, and the system takes it away
however the program ends.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from dowager.auction import score_ns
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.formats import Board, Tag, read_pbn, write_pbn

_LONGEST_TAG = 200


def score_of(board: Board) -> int:
    """Return the score for North-South of a board that is over (Law 77)."""
    return score_ns(board.contract, board.tricks or 0, board.vulnerability)


def with_names(
    board: Board,
    teams: tuple[str, str],
    room: str,
    seconds: tuple[float, float] | None,
    date: str,
    faults: Sequence[str] = (),
) -> Board:
    """Return a finished board with the tags of a result.

    Args:
        board: what happened.
        teams: North-South's and East-West's names.
        room: `Open` or `Closed`.
        seconds: both sides' thinking time, if it was measured.
        date: the day, `YYYY.MM.DD`.
        faults: what players did wrong, for the tag `Faults`.
    """
    given = {tag.name: tag for tag in board.tags}
    tags = [Tag(seat.word, teams[seat.side]) for seat in Seat]
    tags += [Tag("Date", date), Tag("Scoring", "IMP"), Tag("Room", room)]
    tags.append(Tag("Score", f"NS {score_of(board)}"))
    if seconds is not None:
        tags.append(Tag("ThinkingTime", f"NS {seconds[0]:.1f} EW {seconds[1]:.1f}"))
    tags += faults_tags(faults)
    kept = [given[name] for name in ("Event", "Site") if name in given]
    return replace(board, tags=(*kept, *tags))


def faults_tags(faults: Sequence[str]) -> tuple[Tag, ...]:
    """Return the tag `Faults` with what players did wrong in a board; none for nothing."""
    return (Tag("Faults", _in_a_tag("; ".join(faults))),) if faults else ()


def _in_a_tag(text: str) -> str:
    """Return a text as a tag of a file can have it: one line of ASCII, not too long for PBN."""
    line = " ".join(text.encode("ascii", "replace").decode().split())
    line = "".join(letter for letter in line if letter.isprintable()).replace('"', "'")
    return line if len(line) <= _LONGEST_TAG else f"{line[: _LONGEST_TAG - 3]}..."


class Results:
    """The finished boards of one or two rooms, in a file.

    Args:
        file: where they are; it is first written when the first board is over.
        resume: whether to go on with a file that exists.

    Raises:
        InputError: the file exists and is not to be resumed, is no PBN, or is being written by
            another program; or the folder cannot be written.
    """

    def __init__(self, file: Path, resume: bool = False) -> None:
        self._file = file
        self._boards: dict[tuple[str, int], Board] = {}
        self._lock = lock_results(file, resume, lambda: self._read(file))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.release()

    def _read(self, file: Path) -> None:
        for board in read_pbn(file.read_text(encoding="utf-8"), str(file)):
            if board.number is None or not self._over(board):
                continue
            self._boards[board.tag("Room") or "Open", board.number] = board

    @staticmethod
    def _over(board: Board) -> bool:
        return board.passed_out or board.tricks is not None

    def __iter__(self) -> Iterator[Board]:
        return iter(self._boards.values())

    def teams(self, room: str) -> tuple[str, str] | None:
        """Return the names of North-South and East-West in a room; None if the file has none."""
        for (its_room, _), board in self._boards.items():
            names = board.tag("North"), board.tag("East")
            if its_room == room and names[0] and names[1]:
                return names[0], names[1]
        return None

    def check_teams(self, room: str, teams: tuple[str, str]) -> tuple[str, str]:
        """Return the teams that may go on in a room: those of the file, if it has any.

        Args:
            room: `Open` or `Closed`.
            teams: the names of North-South and East-West, empty for any.

        Raises:
            InputError: others have played there.
        """
        known = self.teams(room)
        if known is None:
            return teams
        pairs = zip(teams, known, strict=True)
        if any(given and given.casefold() != name.casefold() for given, name in pairs):
            raise InputError(
                f"{self._file} was played by {_named(known)} in the {room} room, not by"
                f" {_named(teams)}; use their names to continue, or another file"
            )
        return known

    def get(self, room: str, number: int) -> Board | None:
        """Return a finished board, or None."""
        return self._boards.get((room, number))

    def unfinished(self, boards: Iterable[Board], room: str) -> list[Board]:
        """Return the boards that are not finished in a room.

        Raises:
            InputError: a board of that number was finished with other cards.
        """
        unfinished: list[Board] = []
        for board in boards:
            done = self._boards.get((room, board.number or 0))
            if done is None:
                unfinished.append(board)
            elif done.deal != board.deal or done.dealer is not board.dealer:
                raise InputError(f"board {board.number} in {self._file} is a different deal")
        return unfinished

    def add(self, board: Board) -> None:
        """Add a finished board and write the file.

        Raises:
            InputError: it has no number, or is in the file already.
        """
        key = (board.tag("Room") or "Open", board.number or 0)
        if key in self._boards or not board.number:
            raise InputError(f"board {board.number} ({key[0]}) is already in {self._file}")
        self._boards[key] = board
        write_whole(self._file, write_pbn(self._boards[each] for each in sorted(self._boards)))


def _named(teams: tuple[str, str]) -> str:
    return " against ".join(f'"{name}"' if name else "anybody" for name in teams)


def write_whole(file: Path, text: str) -> None:
    """Write a file so that nobody ever sees it in part."""
    part = file.with_name(f".{file.name}.part")
    with part.open("w", encoding="utf-8", newline="\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


def lock_results(file: Path, resume: bool, read: Callable[[], None]) -> FileLock:
    """Return the right to write a file of results, once those that it has are read.

    Args:
        file: the file.
        resume: whether to go on with it if it exists.
        read: reads it.

    Raises:
        InputError: it exists and is not to be resumed, or another program is writing it.
    """
    lock = FileLock(file)
    try:
        if file.exists():
            if not resume:
                raise InputError(
                    f"{file} exists; use --resume to continue from it, or name another file"
                )
            read()
    except BaseException:
        lock.release()
        raise
    return lock


class FileLock:
    """The right to write a file, held until it is released or the program ends."""

    def __init__(self, file: Path) -> None:
        self._file = file.with_name(f".{file.name}.lock")
        while True:
            try:
                self._handle = self._file.open("w")
            except OSError as error:
                raise InputError(f"cannot write {file}: {error.strerror}") from error
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._handle.close()
                raise InputError(f"{file} is being written by another program") from error
            if self._still_there():
                return
            self._handle.close()  # its last owner has just removed it

    def _still_there(self) -> bool:
        """Whether the file that we have locked is the one that others would open."""
        try:
            return os.path.samestat(os.fstat(self._handle.fileno()), self._file.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let others write the file."""
        if not self._handle.closed:
            self._file.unlink(missing_ok=True)
            self._handle.close()
