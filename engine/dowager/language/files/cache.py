"""Keeping compiled systems between runs, as Python keeps compiled modules.

Only shipped systems are kept: all that one of them can use lies below `systems/`, so that a digest
of that folder and of this package says whether what is kept is still right. A file that is torn,
or of another version, counts as missing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path

from dowager.language.compile.system import System
from dowager.language.files.kept_system import system_bytes, system_of
from dowager.language.files.library import data_folder
from dowager.language.text.system_file import SystemFile

_SWITCH = "DOWAGER_CACHE"
_PACKAGE = Path(__file__).resolve().parent.parent.parent
_CHECKED = 16
"""The bytes of the digest with which a kept system begins."""


def kept_file(system: SystemFile) -> Path | None:
    """Return the file in which the system of a file is kept, or None when it is not to be kept.

    The folder is the user's cache folder, or what the environment variable DOWAGER_CACHE names;
    `off` keeps nothing.
    """
    top = data_folder("systems").resolve()
    folder, path = cache_folder(), system.path.resolve()
    if folder is None or not path.is_relative_to(top):
        return None
    try:
        digest = _digest(sorted(top.glob("**/*.yaml")), top, str(top))
    except OSError:
        return None
    name = "-".join(path.relative_to(top).parent.parts)
    if system.choices:
        name += f".{blake2b(repr(system.choices).encode(), digest_size=8).hexdigest()}"
    return folder / f"{name}-{digest}-{program_digest()}.system"


def cache_folder() -> Path | None:
    """Return the folder for what is kept between runs, or None when nothing is to be kept."""
    chosen = os.environ.get(_SWITCH, "")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("dowager", appauthor=False)


def read_kept(file: Path) -> System | None:
    """Return the system that a file keeps; None when there is none that can be read."""
    try:
        data = file.read_bytes()
        return system_of(data[_CHECKED:]) if data[:_CHECKED] == _check(data[_CHECKED:]) else None
    except Exception:  # whatever is wrong with the file, the system can be compiled again
        return None


def keep(system: System, file: Path) -> None:
    """Keep a system, and delete older states of it; that the disk is full is no fault."""
    try:
        data = system_bytes(system)
        _write_whole(file, _check(data) + data)
        name = file.name.rsplit("-", 2)[0]
        for old in file.parent.glob(f"{name}-????????????????-????????????????.system"):
            if old != file:
                old.unlink(missing_ok=True)
    except (OSError, RecursionError):
        return


def _check(data: bytes) -> bytes:
    return blake2b(data, digest_size=_CHECKED).digest()


def _write_whole(file: Path, data: bytes) -> None:
    """Write a file so that others see all of it or nothing, whoever else writes it.

    Raises:
        OSError: it cannot be written; nothing is left behind.
    """
    from tempfile import NamedTemporaryFile

    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, delete=False) as new:
        written = Path(new.name)
        try:
            new.write(data)
            new.close()
            written.replace(file)
        except OSError:
            written.unlink(missing_ok=True)
            raise


def _digest(files: Iterable[Path], top: Path, also: str = "") -> str:
    digest = blake2b(also.encode(), digest_size=8)
    for file in files:
        digest.update(f"{file.relative_to(top)}\0".encode())
        digest.update(blake2b(file.read_bytes()).digest())
    return digest.hexdigest()


# -- the program -----------------------------------------------------------------------------------


@cache
def program_digest() -> str:
    """Return a digest of this package and of the Python that runs it: of what the files hold.

    It is kept with a digest of the files' states, such as when they changed: reading some hundred
    files takes longer than asking for their states.
    """
    folder = cache_folder()
    if folder is None:
        return _digest_of_files()
    file, state = folder / "program.digest", _state_of_files()
    try:
        kept = file.read_text("ascii").split()
    except (OSError, ValueError):
        kept = []
    if len(kept) == 2 and kept[0] == state:
        return kept[1]
    digest = _digest_of_files()
    with suppress(OSError):
        _write_whole(file, f"{state} {digest}\n".encode())
    return digest


def _digest_of_files() -> str:
    digest = blake2b(sys.version.encode(), digest_size=8)
    digest.update(_digest(sorted(_PACKAGE.glob("**/*.py")), _PACKAGE).encode())
    return digest.hexdigest()


def _state_of_files() -> str:
    """Return a digest of where the files of this package are, how long, and when they changed."""
    digest = blake2b(f"{sys.version} {_PACKAGE}".encode(), digest_size=16)
    for file in sorted(_files_below(str(_PACKAGE)), key=attrgetter("path")):
        state = file.stat()
        changed = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
        digest.update(f"{file.path} {changed}\n".encode())
    return digest.hexdigest()


def _files_below(folder: str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files_below(entry.path)
            elif entry.name.endswith(".py"):
                yield entry
