"""What is kept of a check, so that the next one looks only at what an edit touches."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from dowager.authoring.check.changes import Edit, Outline, edit_between
from dowager.authoring.check.visit import Visit
from dowager.authoring.shared.digests import digest
from dowager.authoring.shared.situation import Situation, Witness
from dowager.language.files import SystemFile, cache_folder, program_digest

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, eq=False)
class KeptWalk:
    """An earlier walk.

    Attributes:
        frame: the digest of all that it depends on besides the system's sections.
        outlines: the sections as they were.
        root: its visits.
    """

    frame: bytes
    outlines: tuple[Outline, ...]
    root: Visit


@dataclass(frozen=True, slots=True)
class KeptSearch:
    """The result of an earlier search for hands; all of it has to be confirmed.

    Attributes:
        witnesses: the hands that were found.
        met: where rules were met for which none was found, by digests of those rules.
    """

    witnesses: Sequence[Witness] = ()
    met: Mapping[bytes, tuple[Situation, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """The files of which all was well, each with a digest of its content."""

    digests: Mapping[str, bytes] = field(default_factory=dict)


def digests_of(paths: Iterable[str]) -> dict[str, bytes]:
    """Return a digest of the content of each of some files; nothing for one that is gone."""
    files = [Path(path) for path in paths]
    return {str(file): digest(file.read_bytes()) for file in files if file.is_file()}


def kept_file(system: SystemFile, words: str) -> Path | None:
    """Return the file for what is kept of a system's checks; None when nothing is to be kept.

    Args:
        system: the system's file, with what is chosen.
        words: what is kept, and the settings that it depends on.
    """
    folder = cache_folder()
    if folder is None:
        return None
    name = digest(str(system.resolve()).encode(), words.encode()).hex()
    return folder / "checks" / f"{system.path.resolve().parent.name}-{name}.check"


def frame_of(*parts: bytes) -> bytes:
    """Return the digest of what a walk depends on besides sections: this program, and the parts."""
    return digest(program_digest().encode(), *parts)


def read_walk(
    file: Path | None, frame: bytes, outlines: Sequence[Outline]
) -> tuple[Visit | None, Edit]:
    """Return the visits of an earlier walk and what has changed since; None when there are none."""
    kept = _read(file, KeptWalk)
    if kept is None or kept.frame != frame:
        return None, Edit()
    edit, numbers = edit_between(kept.outlines, outlines)
    if edit.everything:
        return None, Edit()
    kept.root.renumber(numbers)
    return kept.root, edit


def read_search(file: Path | None) -> KeptSearch:
    """Return the result of an earlier search; an empty one when there was none."""
    return _read(file, KeptSearch) or KeptSearch()


def read_files(file: Path | None) -> KeptFiles:
    """Return the files of which all was well; none when that is not known."""
    return _read(file, KeptFiles) or KeptFiles()


def keep(file: Path | None, value: KeptWalk | KeptSearch | KeptFiles) -> None:
    """Keep a value in a file; when it cannot be written, nothing is kept."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as out:
            out.write(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        Path(out.name).replace(file)
    except OSError:
        return


def _read(file: Path | None, kind: type[_Value]) -> _Value | None:
    if file is None:
        return None
    try:
        value = pickle.loads(file.read_bytes())
    except Exception:  # whatever is wrong with the file, its content can be worked out again
        return None
    return value if isinstance(value, kind) else None
