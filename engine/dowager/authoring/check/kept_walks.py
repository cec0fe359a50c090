"""Owns what is kept of a check, so that the next one need only look at what an edit touches."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dowager.authoring.check.changes import Change, Outline, change_between, no_change
from dowager.authoring.check.findings import Situation
from dowager.authoring.check.rule_search import Shown
from dowager.authoring.check.visit import Place
from dowager.authoring.shared.digests import digest
from dowager.language.files import cache_folder, program_digest


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """An earlier walk.

    Attributes:
        frame: the digest of all that it depends on beside the system's sections.
        outlines: the sections as they were.
        root: its places.
    """

    frame: bytes
    outlines: tuple[Outline, ...]
    root: Place


def kept_file(system: Path, words: str) -> Path | None:
    """Return the file of a system's checks with some settings; None when nothing is to be kept.

    Args:
        system: the system's file.
        words: the settings.
    """
    folder = cache_folder()
    if folder is None:
        return None
    name = digest(str(system.resolve()).encode(), words.encode()).hex()
    return folder / "checks" / f"{system.resolve().parent.name}-{name}.check"


def frame_of(*parts: bytes) -> bytes:
    """Return the digest of what a walk depends on beside sections: this program, and the parts."""
    return digest(program_digest().encode(), *parts)


def read_kept(
    file: Path | None, frame: bytes, outlines: Sequence[Outline]
) -> tuple[Place | None, Change]:
    """Return an earlier walk's places, and what has changed since; None when there is none."""
    if file is None:
        return None, no_change()
    try:
        kept = pickle.loads(file.read_bytes())
    except Exception:  # whatever is wrong with the file, the walk can be made anew
        return None, no_change()
    if not isinstance(kept, Kept) or kept.frame != frame:
        return None, no_change()
    change, numbers = change_between(kept.outlines, outlines)
    if change.everything:
        return None, no_change()
    kept.root.renumber(numbers)
    return kept.root, change


def keep(file: Path | None, kept: Kept) -> None:
    """Keep a walk; a full disk is no fault."""
    _write(file, kept)


def _write(file: Path | None, value: object) -> None:
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as out:
            out.write(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        Path(out.name).replace(file)
    except OSError:
        return


def read_hints(file: Path | None) -> list[Shown]:
    """Return the hands that an earlier search has found; they are to be confirmed."""
    if file is None:
        return []
    try:
        found = pickle.loads(file.read_bytes())
    except Exception:  # whatever is wrong with the file, the search can be made anew
        return []
    return found if isinstance(found, list) else []


def read_known(file: Path | None) -> dict[bytes, tuple[Situation, ...]]:
    """Return where an earlier search met rules without a hand for them, by digests of rules."""
    if file is None:
        return {}
    try:
        found = pickle.loads(file.read_bytes())
    except Exception:  # whatever is wrong with the file, the search can be made anew
        return {}
    return found if isinstance(found, dict) else {}


def keep_known(file: Path | None, known: dict[bytes, tuple[Situation, ...]]) -> None:
    """Keep where a search has met rules without a hand for them."""
    _write(file, known)


def keep_hints(file: Path | None, hints: list[Shown]) -> None:
    """Keep the hands that a search has found."""
    _write(file, hints)
