"""The folder in which a table's brains work: it goes with the table, however that ends.

A table that is killed cannot remove its folder; the next one that starts does. A file in the
folder is locked as long as its table lives, and the system lets go of the lock with the process.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from tempfile import gettempdir, mkdtemp

_PREFIX = "dowager-brains-"
_OWNER = ".owner"
_NEW = 60.0
"""Seconds in which a folder without a lock may be one that is being made."""


@contextmanager
def work_folder() -> Iterator[Path]:
    """Give a folder of our own, and remove it in the end; folders of dead tables go first.

    Raises:
        OSError: it cannot be made.
    """
    remove_left_folders(Path(gettempdir()))
    folder = Path(mkdtemp(prefix=_PREFIX))
    try:
        with (folder / _OWNER).open("w") as owner:
            flock(owner, LOCK_EX)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_left_folders(place: Path) -> None:
    """Remove the folders that tables have left which were killed; what cannot be removed stays.

    Only folders of this user that nobody else can write are touched, and never a link.
    """
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            _remove_left(folder)


def _remove_left(folder: Path) -> None:
    about = folder.lstat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid() or about.st_mode & 0o077:
        return
    try:
        owner = os.open(folder / _OWNER, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        if time.time() - about.st_mtime > _NEW:
            shutil.rmtree(folder, ignore_errors=True)
        return
    try:
        flock(owner, LOCK_EX | LOCK_NB)  # fails while the table lives
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(owner)
