"""Systems as they were in a git revision, `REVISION:PATH`, unpacked for a while."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dowager.errors import InputError
from dowager.language.files import SystemFile, system_file
from dowager.language.text.system_file import without_choices

_SECONDS = 60.0


@contextmanager
def system_at(name: str) -> Iterator[SystemFile]:
    """Give the file of a system by its name, its path, or `REVISION:PATH` as git writes it.

    The folder above the system's is unpacked with it, so that modules beside it are those of the
    revision; modules that are not there are the present shipped ones.

    Raises:
        InputError: there is no such system, revision or path.
    """
    revision, colon, path = name.partition(":")
    if not colon or Path(name).exists():
        yield system_file(name)
        return
    with tempfile.TemporaryDirectory(prefix="dowager-") as folder:
        inside, choices = without_choices(path)
        yield SystemFile(_unpacked(revision, inside, Path(folder)), choices)


def _unpacked(revision: str, path: str, folder: Path) -> Path:
    if not revision or revision.startswith("-"):
        raise InputError(f"{revision!r} is not a revision; write REVISION:PATH, such as HEAD:mine")
    top = _top_of_repository(f"{revision}:{path}")
    target = (Path.cwd() / path).resolve()
    if not target.is_relative_to(top):
        raise InputError(f"{path} is not in the git repository of this folder")
    inside = target.relative_to(top)
    if inside.suffix == ".yaml":
        inside = inside.parent
    commit = _commit(revision, top)
    file = (inside / "system.yaml").as_posix()
    if not _git("-C", str(top), "ls-tree", commit, "--", file):
        raise InputError(f"there is no {file} in {revision}")
    archive = _git("-C", str(top), "archive", commit, "--", inside.parent.as_posix())
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
    return folder / file


def _commit(revision: str, top: Path) -> str:
    """Return the name of the commit that is meant.

    Raises:
        InputError: there is none.
    """
    try:
        said = _git("-C", str(top), "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except InputError:
        raise InputError(
            f"{revision!r} is no revision of the git repository {top}; `git log --oneline` lists "
            "commits, `git tag` and `git branch --all` their names"
        ) from None
    return said.decode().strip()


def _top_of_repository(name: str) -> Path:
    """Return the folder of the git repository that holds this folder.

    Raises:
        InputError: there is none, so that a name of a revision leads nowhere.
    """
    here = Path.cwd()
    if not any((folder / ".git").exists() for folder in (here, *here.parents)):
        right = "for a system that is not in git, give the path of its folder"
        raise InputError(f"{name!r} names a git revision, and {here} is in no repository; {right}")
    return Path(_git("rev-parse", "--show-toplevel").decode().strip())


def _git(*words: str) -> bytes:
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False, timeout=_SECONDS)
    except FileNotFoundError:
        raise InputError("git is needed to compare revisions, and it is not installed") from None
    except subprocess.TimeoutExpired:
        raise InputError("git did not answer in time") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise InputError(f"git: {said[0] if said else 'failed'}")
    return done.stdout
