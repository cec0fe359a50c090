"""New systems and files: a start, made of a template that ships beside the systems.

The templates are folders in `systems/_templates/`, too deep to be taken for systems or modules.
`{{name}}` and `{{base}}` stand for the new system, or module, and the system that it extends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from dowager.authoring.shared.own_quizzes import is_quiz_file
from dowager.errors import InputError
from dowager.language.files import (
    KINDS,
    data_folder,
    describe_system,
    json_schema,
    system_file,
    system_names,
)
from dowager.language.files.options import unknown_choices
from dowager.language.text.system_file import without_choices

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_PLAIN, _EXTENDING, _FILES = "plain", "extending", "files"
_SETTINGS = {
    "yaml.schemas": {
        "./.vscode/dowager-system.json": "system.yaml",
        "./.vscode/dowager-module.json": ["*.yaml", "!system.yaml", "!quizzes.yaml"],
        "./.vscode/dowager-quiz.json": "quizzes.yaml",
    }
}


def new_system(name: str, into: Path, base: str | None = None) -> tuple[Path, ...]:
    """Make the folder of a new system: rules, quizzes, editor settings with schemas, a README.

    The folder appears as a whole, or not at all.

    Args:
        name: the system's name, and the folder's.
        into: the folder to make it in.
        base: a shipped system to extend, perhaps with choices: `theirs(style=weak)`; None for none.

    Returns:
        The files.

    Raises:
        InputError: the name or the base will not do, or something is there already.
    """
    _check(name, into, base)
    target = into / name
    with TemporaryDirectory(prefix=f".{name}-", dir=into) as workshop:
        made = Path(workshop) / name
        for path, text in _files(name, base):
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if target.exists():  # it may have come while we were writing
            raise InputError(f"there is already something at {target}")
        made.rename(target)
    return tuple(sorted(file for file in target.rglob("*") if file.is_file()))


def starting_text(file: str) -> str:
    """Return a text that loads, for a new file of a system: without quizzes yet, or without rules.

    Args:
        file: its name in the system's folder, such as `answers.yaml` or `quizzes/answers.yaml`.
    """
    kind = "quizzes" if is_quiz_file(file) else "module"
    template = data_folder("systems") / "_templates" / _FILES / f"{kind}.yaml"
    return template.read_text(encoding="utf-8").replace("{{name}}", file.removesuffix(".yaml"))


def _check(name: str, into: Path, base: str | None) -> None:
    shipped = system_names()
    if not _NAME.fullmatch(name):
        raise InputError(
            f"a system's name has letters, digits, _ and -, and begins with a letter, not {name!r}"
        )
    if name in shipped:
        raise InputError(f"{name} is a shipped system; give yours another name")
    if base is not None:
        _check_base(base, shipped)
    if not into.is_dir():
        raise InputError(f"there is no folder {into}")
    if (into / name).exists() or (into / name).is_symlink():
        raise InputError(f"there is already something at {into / name}")


def _check_base(base: str, shipped: tuple[str, ...]) -> None:
    name, choices = without_choices(base)
    if name not in shipped:
        raise InputError(f"no system {name!r} to start from; there are {', '.join(shipped)}")
    for wrong in unknown_choices(choices, describe_system(system_file(name).path).options):
        raise InputError(f"{base}: {wrong}")


def _files(name: str, base: str | None) -> Iterator[tuple[str, str]]:
    template = data_folder("systems") / "_templates" / (_PLAIN if base is None else _EXTENDING)
    for file in sorted(template.iterdir()):
        text = file.read_text(encoding="utf-8")
        yield file.name, text.replace("{{name}}", name).replace("{{base}}", base or "")
    yield ".vscode/settings.json", _pretty(_SETTINGS)
    for kind in KINDS:
        yield f".vscode/dowager-{kind}.json", _pretty(json_schema(kind))


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"
