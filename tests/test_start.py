"""What starts quickly: which modules commands import, and names that are imported on first use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from dowager.cli import main
from dowager.cli.main import dowager as group
from support.commands import ROOT
from support.lazy_packages import lazy_names_of, lazy_packages, module_of

NOT_FOR_BID = (
    *("asyncio", "endplay", "jinja2", "markupsafe", "numpy.random"),
    *("ortools", "pandas", "polars", "pyarrow", "rich", "scipy", "sqlite3"),
    *("ssl", "watchfiles", "yaml"),
    *("dowager.alerts", "dowager.authoring", "dowager.net", "dowager.play", "dowager.table"),
    *("dowager.knowledge.answers", "dowager.knowledge.counting", "dowager.knowledge.sampling"),
)
"""What `dowager bid` does without once its system is kept compiled."""


def imported_by(words: list[str], kept: Path) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    code = (
        "import json, sys\n"
        "from dowager.cli.main import main\n"
        "main(sys.argv[1:])\n"
        "print(json.dumps(list(sys.modules)))"
    )
    environment = {**os.environ, "DOWAGER_CACHE": str(kept)}
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True, text=True, check=True, cwd=ROOT, env=environment,
    )  # fmt: skip
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_bid_imports_only_what_a_decision_needs(tmp_path: Path) -> None:
    words = ["bid", "KJ63.A74.52.Q973", "--calls", "1NT P"]
    compiling, loading = (imported_by(words, tmp_path) for _ in range(2))
    assert {"yaml", "dowager.language.files.compiling"} <= compiling
    assert not {name for name in loading if name.startswith(NOT_FOR_BID)}
    assert "numpy" in loading


# -- the list of commands --------------------------------------------------------------------------


def test_the_list_of_commands_is_that_of_their_files() -> None:
    """What `dowager --help` prints without importing a command is what the command says."""
    names = group.list_commands(click.Context(group))
    files = (ROOT / "engine" / "dowager" / "cli").glob("*.py")
    assert names == sorted(
        file.stem for file in files if "@click.command" in file.read_text("utf-8")
        if file.stem != "main"
    )  # fmt: skip
    assert {name: _first_line(name) for name in names} == main._COMMANDS


def _first_line(name: str) -> str:
    help_text: str = import_module(f"dowager.cli.{name}").command.help
    return help_text.split("\n\n")[0]


def test_help_imports_no_command() -> None:
    code = (
        "import sys\n"
        "from dowager.cli.main import dowager\n"
        "dowager(['--help'], standalone_mode=False)\n"
        "print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "dowager.cli.main" in done.stdout and "Find the faults of a system" in done.stdout
    assert "numpy" not in done.stdout and "dowager.cli.bid" not in done.stdout


# -- names that are imported on first use ----------------------------------------------------------


@pytest.mark.parametrize("file", lazy_packages(), ids=module_of)
def test_type_checkers_are_told_where_names_come_from(file: Path) -> None:
    for_types, when_run = lazy_names_of(file)
    assert for_types == when_run


@pytest.mark.parametrize("file", lazy_packages(), ids=module_of)
def test_a_name_imported_on_first_use_is_the_one_of_its_file(file: Path) -> None:
    package = import_module(module_of(file))
    for name, home in lazy_names_of(file)[1].items():
        assert name in package.__all__
        assert getattr(package, name) is getattr(import_module(home), name)
        # Importing a file makes its name a name of the package, and would hide this one.
        assert not (file.parent / f"{name}.py").exists() and not (file.parent / name).is_dir()


def test_a_name_that_no_file_has_is_missing() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Rul'"):
        from dowager.language.text import Rul  # type: ignore[attr-defined]  # noqa: F401
