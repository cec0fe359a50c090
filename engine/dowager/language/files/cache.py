"""Keeping compiled systems between runs, as Python keeps compiled modules.

Only shipped systems are kept: all that one of them can use lies below `systems/`, so that a digest
of that folder and of this package says whether what is kept is still right.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path

from dowager.language.compile.system import System
from dowager.language.files.library import data_folder

_SWITCH = "DOWAGER_CACHE"
_PACKAGE = Path(__file__).resolve().parent.parent.parent


def kept_file(path: Path) -> Path | None:
    """Return the file in which the system of a file is kept, or None when it is not to be kept.

    The folder is the user's cache folder, or what the environment variable DOWAGER_CACHE names;
    `off` keeps nothing.
    """
    top = data_folder("systems").resolve()
    folder = cache_folder()
    if folder is None or not path.resolve().is_relative_to(top):
        return None
    try:
        digest = _digest(sorted(top.glob("**/*.yaml")), top, str(top))
    except OSError:
        return None
    name = "-".join(path.resolve().relative_to(top).parent.parts)
    return folder / f"{name}-{digest}-{program_digest()}.system"


def cache_folder() -> Path | None:
    """Return the folder for what is kept between runs, or None when nothing is to be kept."""
    chosen = os.environ.get(_SWITCH, "")
    if chosen == "off":
        return None
    return Path(chosen) if chosen else user_cache_path("dowager", appauthor=False)


def read_kept(file: Path) -> System | None:
    """Return the system that a file keeps; None when there is none that can be read."""
    try:
        system = pickle.loads(file.read_bytes())
    except Exception:  # whatever is wrong with the file, the system can be compiled again
        return None
    return system if isinstance(system, System) else None


def keep(system: System, file: Path) -> None:
    """Keep a system, and delete older states of it; that the disk is full is no fault."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as new:
            new.write(pickle.dumps(system, pickle.HIGHEST_PROTOCOL))
        Path(new.name).replace(file)
        name = file.name.rsplit("-", 2)[0]
        for old in file.parent.glob(f"{name}-????????????????-????????????????.system"):
            if old != file:
                old.unlink(missing_ok=True)
    except (OSError, RecursionError):
        return


def _digest(files: Iterable[Path], top: Path, also: str = "") -> str:
    digest = blake2b(also.encode(), digest_size=8)
    for file in files:
        digest.update(f"{file.relative_to(top)}\0".encode())
        digest.update(blake2b(file.read_bytes()).digest())
    return digest.hexdigest()


@cache
def program_digest() -> str:
    """Return a digest of this package and of the Python that runs it."""
    digest = blake2b(sys.version.encode(), digest_size=8)
    digest.update(_digest(sorted(_PACKAGE.glob("**/*.py")), _PACKAGE).encode())
    return digest.hexdigest()
