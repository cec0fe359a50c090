"""Where systems, modules and quizzes are: inside the wheel, or in the source tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from dowager.errors import InputError
from dowager.language.text.system_file import SystemFile, without_choices

_LONGEST = 200
_LONGEST_PATH = 4000
_PACKAGE = Path(__file__).resolve().parent.parent.parent
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")


def data_folder(kind: str) -> Path:
    """Return the folder `systems` or `quizzes`: the installed one, else the source tree's."""
    installed = _PACKAGE / "_data" / kind
    return installed if installed.is_dir() else _PACKAGE.parent.parent / kind


def system_names() -> tuple[str, ...]:
    """Return the names of the systems that can be loaded, sorted."""
    return tuple(sorted(path.parent.name for path in data_folder("systems").glob("*/system.yaml")))


def system_file(name: str) -> SystemFile:
    """Return the file of a system, given its name or a path to its folder or file.

    A name is that of a shipped system; where there is none, that of a folder, such as `.`. What is
    chosen of the system's options follows in brackets, `mine(option=value, other=value)`.

    Raises:
        InputError: there is no such system; the message lists those that there are.
    """
    if len(name) <= _LONGEST_PATH and "(" in name:
        name, choices = without_choices(name)
        return SystemFile(_system_path(name), choices)
    return SystemFile(_system_path(name))


def _system_path(name: str) -> Path:
    if name in system_names():
        return data_folder("systems") / name / "system.yaml"
    path = Path(name)
    sound = 0 < len(name) <= _LONGEST_PATH and "\0" not in name
    file = path / "system.yaml" if sound and _is_there(path, folder=True) else path
    if sound and file != path and not _is_there(file):
        right = "a system's folder has one (`dowager new` makes such a folder)"
        raise InputError(f"{name!r} is a folder without system.yaml; {right}")
    if not sound or not _is_there(file):
        raise InputError(
            f"no system {name!r}; there are {', '.join(system_names())}, or give a path"
        )
    return file


def _is_there(path: Path, folder: bool = False) -> bool:
    """Whether a path leads to a file, or to a folder; a name may be too long for either."""
    try:
        return path.is_dir() if folder else path.is_file()
    except OSError:
        return False


def is_name(text: str) -> bool:
    """Whether a text may name a system or a module: words with slashes between them."""
    return len(text) <= _LONGEST and _NAME.fullmatch(text) is not None


def base_file(name: str, extending: Path) -> Path | None:
    """Return the file of a system that another one names, or None.

    It is looked for beside the other one's folder, then in `systems/`.
    """
    if not is_name(name):
        return None
    tops = (extending.parent.parent, data_folder("systems"))
    files = (top / name / "system.yaml" for top in tops)
    return next((file.resolve() for file in files if file.is_file()), None)


def module_names(beside: Path) -> tuple[str, ...]:
    """Return the names that `use` may give in the files of a folder, sorted."""
    top = data_folder("systems")
    near = {file.stem for file in beside.glob("*.yaml")}
    far = {file.relative_to(top).with_suffix("").as_posix() for file in top.glob("*/*.yaml")}
    return tuple(sorted(name for name in near | far if not name.endswith("system")))


def module_file(
    name: str, beside: Path, there: Callable[[Path], bool] = Path.is_file
) -> Path | None:
    """Return the file of a module, or None.

    It is looked for beside the file that uses it, beside that file's folder, then in `systems/`.

    Args:
        name: as `use` names it, without `.yaml`.
        beside: the folder of the file that uses it.
        there: whether there is a file at a path.
    """
    if not is_name(name):
        return None
    tops = (beside, beside.parent, data_folder("systems"))
    files = (top / f"{name}.yaml" for top in tops)
    return next((file.resolve() for file in files if there(file)), None)


def shown_name(path: Path) -> str:
    """Return a path as faults and rules show it: from `systems/`, `quizzes/` or here on."""
    resolved = path.resolve()
    for kind in ("systems", "quizzes"):
        top = data_folder(kind).resolve()
        if resolved.is_relative_to(top):
            return f"{kind}/{resolved.relative_to(top)}"
    here = Path.cwd()
    return str(resolved.relative_to(here)) if resolved.is_relative_to(here) else str(path)
