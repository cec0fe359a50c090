"""The rule files of the owner's folder: listed, read, written, made, renamed and deleted; no other.

A request names a file as the list does, so that no path leads elsewhere. Files are written whole:
whoever reads one meanwhile sees the old text or the new one.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dowager.errors import DowagerError, InputError
from dowager.language.files.library import is_name

MOST_BYTES = 1 << 20
"""The bytes of a file that is edited here."""

_MOST_FILES = 300
_SYSTEM = "system.yaml"


class ChangedError(DowagerError):
    """A file is no longer what was read: somebody else has written it."""


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file as it was read.

    Attributes:
        text: its text; lines end with a line feed, whatever the file has.
        edition: a digest of its bytes, by which it is known whether it has changed.
    """

    text: str
    edition: str


class OwnFiles:
    """The rule files of a folder, `*.yaml`, and of the folders in it.

    Args:
        folder: the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def names(self) -> list[str]:
        """Return the names of the files from the folder on, `system.yaml` first."""
        found = (path for path in self._folder.rglob("*.yaml") if self._is_own(path))
        names = sorted(path.relative_to(self._folder).as_posix() for path in found)
        return sorted(names, key=lambda name: name != _SYSTEM)[:_MOST_FILES]

    def _is_own(self, path: Path) -> bool:
        """Whether a path is a file of the folder, not hidden, and no link that leads out of it."""
        inside = path.relative_to(self._folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        return not hidden and path.is_file() and path.resolve().is_relative_to(self._folder)

    def read(self, name: str) -> OwnFile:
        """Return a file.

        Raises:
            InputError: there is no such file, it is too long, or no text in UTF-8.
        """
        return _as_read(self._bytes(name), name)

    def write(self, name: str, text: str, edition: str) -> OwnFile:
        """Write a file, unless it has changed since it was read; return it as it now is.

        Line ends and a byte order mark stay as they were.

        Args:
            name: the file.
            text: its new text.
            edition: what was read.

        Raises:
            InputError: there is no such file, or the text is too long.
            ChangedError: the file on disk has changed meanwhile.
            OSError: it cannot be written.
        """
        before = self._unchanged(name, edition)
        data = _encoded(text, before)
        _write_whole((self._folder / name).resolve(), data)
        return _as_read(data, name)

    def create(self, name: str, text: str) -> OwnFile:
        """Make a file, and the folder in it that its name has; return it as it now is.

        Raises:
            InputError: the name will not do, there is something already, or the text is too long.
            OSError: it cannot be written.
        """
        data = _encoded(text)
        file = self._reserved(name)
        with _removed_on_failure(file):
            _write_whole(file, data)
        return _as_read(data, name)

    def rename(self, name: str, new: str, edition: str) -> OwnFile:
        """Give a file another name, unless it has changed since it was read; return it.

        Raises:
            InputError: there is no such file, it must keep its name, or the new one will not do.
            ChangedError: the file on disk has changed meanwhile.
            OSError: it cannot be renamed.
        """
        data = self._unchanged(name, edition)
        file = self._removable(name)
        if file.is_symlink():
            raise InputError(f"{name} is a link, which may not lead to its file from elsewhere")
        reserved = self._reserved(new)
        with _removed_on_failure(reserved):
            file.replace(reserved)
        return _as_read(data, new)

    def delete(self, name: str, edition: str) -> OwnFile:
        """Delete a file, unless it has changed since it was read; return what it was.

        Raises:
            InputError: there is no such file, or it has to stay.
            ChangedError: the file on disk has changed meanwhile.
            OSError: it cannot be deleted.
        """
        data = self._unchanged(name, edition)
        self._removable(name).unlink()
        return _as_read(data, name)

    def _removable(self, name: str) -> Path:
        if name == _SYSTEM:
            raise InputError(f"{_SYSTEM} is the system itself: it keeps its name, and stays")
        return self._folder / name

    def _reserved(self, name: str) -> Path:
        """Make an empty file, so that nobody else can take the name; return its path."""
        _check_name(name)
        file = self._folder / name
        if file.parent.resolve() != file.parent:
            raise InputError(f"{name} would lie behind a link")
        if len(self.names()) >= _MOST_FILES:
            raise InputError(f"a folder that is edited here has at most {_MOST_FILES} rule files")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.open("xb").close()
        except (FileExistsError, NotADirectoryError):
            raise InputError(f"there is already something at {name}") from None
        return file

    def _unchanged(self, name: str, edition: str) -> bytes:
        """Return the bytes of a file that are still those that were read."""
        data = self._bytes(name)
        if _as_read(data, name).edition != edition:
            raise ChangedError(f"{name} has been changed on disk since you opened it")
        return data

    def _bytes(self, name: str) -> bytes:
        if name not in self.names():
            raise InputError(f"no file {name[:80]!r} in this system's folder")
        with (self._folder / name).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"{name} has more than {MOST_BYTES:,} bytes: too long to edit here")
        return data


def may_be_named(name: str) -> bool:
    """Whether a rule file may have a name: one that `use` can give, and `.yaml`."""
    return name.endswith(".yaml") and is_name(name.removesuffix(".yaml"))


def _check_name(name: str) -> None:
    if not may_be_named(name):
        raise InputError(
            "a file's name has letters, digits, _, - and dots, begins with none of the last two,"
            f" and ends with .yaml; folders stand before it with a slash; not {name[:80]!r}"
        )


_MARK = b"\xef\xbb\xbf"


def _as_read(data: bytes, name: str) -> OwnFile:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not text in UTF-8: {error}") from None
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return OwnFile(plain, sha256(data).hexdigest())


def _encoded(text: str, before: bytes = b"") -> bytes:
    """Return the bytes of a text, with the line ends and the mark of what was there before."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    ends = "\r\n" if b"\r\n" in before else "\n"
    try:
        data = plain.replace("\n", ends).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"the text cannot be written in UTF-8: {error}") from None
    marked = (_MARK if before.startswith(_MARK) else b"") + data
    if len(marked) > MOST_BYTES:
        raise InputError(f"a file that is edited here has at most {MOST_BYTES:,} bytes")
    return marked


@contextmanager
def _removed_on_failure(file: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            file.unlink()
        raise


def _write_whole(file: Path, data: bytes) -> None:
    """Put a new file in the place of another one, with its permissions."""
    handle, made = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    with _removed_on_failure(Path(made)):
        with os.fdopen(handle, "wb") as new:
            new.write(data)
            new.flush()
            os.fchmod(new.fileno(), file.stat().st_mode & 0o7777)
            os.fsync(new.fileno())
        Path(made).replace(file)
