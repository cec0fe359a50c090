"""Packages that import names on first use: what each tells type checkers, and does when it runs."""

from __future__ import annotations

import ast
from pathlib import Path

from support.commands import ROOT

ENGINE = ROOT / "engine"


def lazy_packages() -> list[Path]:
    """Return the `__init__.py` of every package that imports names on first use."""
    files = sorted((ENGINE / "dowager").rglob("__init__.py"))
    return [file for file in files if "__getattr__ = lazy_names(" in file.read_text("utf-8")]


def module_of(file: Path) -> str:
    """Return the name of the package of an `__init__.py`."""
    return ".".join(file.parent.relative_to(ENGINE).parts)


def lazy_names_of(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the module of each name: as type checkers read it, and as it is imported."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    (guard,) = [node for node in tree.body if isinstance(node, ast.If)]
    for_types = {
        alias.name: statement.module or ""
        for statement in guard.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    (assigned,) = guard.orelse
    assert isinstance(assigned, ast.Assign) and isinstance(assigned.value, ast.Call)
    homes: dict[str, str] = ast.literal_eval(assigned.value.args[1])
    package = module_of(file)
    when_run = {
        name: f"{package}.{home}" for home, names in homes.items() for name in names.split()
    }
    return for_types, when_run
