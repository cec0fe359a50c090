"""Keeping compiled systems between runs, as Python keeps compiled modules.

With a system is kept what was asked of the disk while it was compiled, and what the answers were
(`lookups`): it is right as long as they are the same. A file that is torn, or of another version,
counts as missing.
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
from dowager.language.files.lookups import Lookups, hold
from dowager.language.text.system_file import SystemFile

_SWITCH = "DOWAGER_CACHE"
_PACKAGE = Path(__file__).resolve().parent.parent.parent
_CHECKED = 16
"""The bytes of the digest with which a kept system begins."""
_LENGTH = 4
"""The bytes, after those, that say how long the lookups are; the lookups and the system follow."""
_MOST_KEPT = 40
"""Of systems that are kept, those used longest ago are deleted when there are more."""


def kept_file(system: SystemFile) -> Path | None:
    """Return the file in which the system of a file is kept, or None when none is to be kept.

    The folder is the user's cache folder, or what the environment variable DOWAGER_CACHE names;
    `off` keeps nothing.
    """
    folder = cache_folder()
    if folder is None:
        return None
    whole = system.resolve()
    chosen = os.fsencode(whole.path) + f"\0{whole.choices!r}".encode()
    key = blake2b(chosen, digest_size=8).hexdigest()
    return folder / f"{whole.path.parent.name}-{key}-{program_digest()}.system"


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
    """Return the system that a file keeps; None when there is none, or when it is out of date."""
    try:
        data = file.read_bytes()
        content = data[_CHECKED:]
        if data[:_CHECKED] != _check(content):
            return None
        start = _LENGTH + int.from_bytes(content[:_LENGTH])
        if not hold(content[_LENGTH:start]):
            return None
        system = system_of(content[start:])
    except Exception:  # whatever is wrong with the file, the system can be compiled again
        return None
    with suppress(OSError):
        os.utime(file)
    return system


def keep(system: System, lookups: Lookups, file: Path) -> None:
    """Keep a system, and delete what is no longer needed; that the disk is full is no fault.

    Args:
        system: the system.
        lookups: what was asked of the disk while it was compiled.
        file: where it is kept, as `kept_file` says.
    """
    try:
        asked = lookups.to_bytes()
        content = len(asked).to_bytes(_LENGTH) + asked + system_bytes(system)
        _write_whole(file, _check(content) + content)
        same = file.name.rpartition("-")[0]
        others = [each for each in _kept_in(file.parent) if each != file]
        for place, other in enumerate(others, start=1):
            if place >= _MOST_KEPT or other.name.startswith(f"{same}-"):
                other.unlink(missing_ok=True)
    except (OSError, RecursionError):
        return


def _kept_in(folder: Path) -> list[Path]:
    """Return the files of kept systems in a folder, the last used first."""
    used: dict[Path, int] = {}
    for file in folder.glob("*.system"):
        with suppress(OSError):  # another process may delete it
            used[file] = file.stat().st_mtime_ns
    return sorted(used, key=used.__getitem__, reverse=True)


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


def _digest(files: Iterable[Path], top: Path) -> str:
    digest = blake2b(digest_size=8)
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
