"""Measures the house: how far a question travels through the code, and how the code is laid out.

    python tools/house.py [CHECKOUT ...] [--json] [--names]

One column for each checkout, this one by default; `git worktree add ../before COMMIT` makes another
one to compare with. tools/trips.py says how trips are counted. A name has two meanings when two
classes have it; the length of a function is that of its body with the docstring; a name is bound by
an assignment, a loop, a parameter or a pattern. `--names` lists the names that are counted.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dowager.errors import InputError
from inputs import run
from trips import GROUPS

ROOT = Path(__file__).resolve().parents[1]
VAGUE = ("found", "one", "place")
"""Names that say nothing by themselves."""

FOLDER = "lines of "
"""How the rows of the floors and shelves begin."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class House:
    """The engine of a checkout: its files below `dowager/`, as they are read."""

    folder: Path
    trees: dict[Path, ast.Module]
    lines: dict[Path, int]

    def nodes(self) -> Iterator[tuple[Path, ast.AST]]:
        """Give every node with its file."""
        for file, tree in self.trees.items():
            for node in ast.walk(tree):
                yield file, node


def read_house(checkout: Path) -> House:
    """Read the engine of a checkout.

    Raises:
        InputError: there is none, or a file of it is no Python.
    """
    folder = checkout.resolve() / "engine" / "dowager"
    trees, lines = {}, {}
    for file in sorted(folder.rglob("*.py")):
        name, text = file.relative_to(folder), file.read_text(encoding="utf-8")
        try:
            trees[name] = ast.parse(text)
        except SyntaxError as error:
            raise InputError(f"{file}:{error.lineno}: {error.msg}") from None
        lines[name] = len(text.splitlines())
    if not trees:
        raise InputError(f"{checkout}: no checkout of Dowager: engine/dowager/ has no Python files")
    return House(folder, trees, lines)


def trips(checkout: Path) -> dict[str, list[int]]:
    """Return how many files and functions each trip enters.

    Raises:
        InputError: the checkout cannot make a trip.
    """
    environment = os.environ | {
        "PYTHONPATH": str(checkout.resolve() / "engine"),
        "DOWAGER_CACHE": "off",  # systems are loaded from their files
    }
    counts: dict[str, list[int]] = {}
    for group in GROUPS:
        words = [sys.executable, str(Path(__file__).with_name("trips.py")), group]
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        if done.returncode:
            reason = done.stderr.strip().splitlines()[-1]
            raise InputError(f"{checkout}: the trip {group!r} fails: {reason}")
        counts |= json.loads(done.stdout)
    return counts


def repeated_classes(house: House) -> dict[str, list[str]]:
    """Return the files of each class name that is defined more than once."""
    files: dict[str, list[str]] = defaultdict(list)
    for file, node in house.nodes():
        if isinstance(node, ast.ClassDef):
            files[node.name].append(str(file))
    return {name: where for name, where in sorted(files.items()) if len(where) > 1}


def repeated_files(house: House) -> dict[str, list[str]]:
    """Return the folders of each file name that occurs more than once; packages do not count."""
    folders: dict[str, list[str]] = defaultdict(list)
    for file in house.trees:
        if file.name != "__init__.py":
            folders[file.name].append(str(file.parent))
    return {name: where for name, where in sorted(folders.items()) if len(where) > 1}


def lengths(house: House) -> list[int]:
    """Return how many lines the body of each function has, with its docstring."""
    return [
        (node.end_lineno or 0) - node.body[0].lineno + 1
        for _, node in house.nodes()
        if isinstance(node, Function)
    ]


def public_functions(node: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """Give the public functions of a module, and those of its public classes."""
    for part in node.body:
        if isinstance(part, Function | ast.ClassDef) and not part.name.startswith("_"):
            if isinstance(part, ast.ClassDef):
                yield from public_functions(part)
            else:
                yield part


def documented(house: House) -> float:
    """Return the share of public functions that have a docstring."""
    functions = [each for tree in house.trees.values() for each in public_functions(tree)]
    return sum(ast.get_docstring(each) is not None for each in functions) / len(functions)


def bound_names(house: House) -> Counter[str]:
    """Return how often each name is bound."""
    return Counter(name for _, node in house.nodes() if (name := _bound(node)))


def _bound(node: ast.AST) -> str | None:
    match node:
        case ast.Name(name, ast.Store()) | ast.arg(name):
            return name
        case ast.MatchAs(_, name) | ast.MatchStar(name):
            return name
    return None


def owners(house: House) -> int:
    """Return how many modules begin with "Owns" instead of saying what they give."""
    docstrings = (ast.get_docstring(tree) or "" for tree in house.trees.values())
    return sum(text.startswith("Owns") for text in docstrings)


def lines_by_folder(house: House) -> dict[str, int]:
    """Return the lines of each floor, and of each folder below it."""
    lines: Counter[str] = Counter()
    for file, count in house.lines.items():
        folders = file.parts[:-1] or ("dowager",)
        for depth in range(1, len(folders) + 1):
            lines["/".join(folders[:depth])] += count
    return dict(sorted(lines.items()))


def figures(checkout: Path) -> dict[str, Any]:
    """Return all figures of a checkout, as they are printed with `--json`.

    Raises:
        InputError: it is no checkout, or a trip through it fails.
    """
    house = read_house(checkout)
    bound, sizes = bound_names(house), lengths(house)
    return {
        "trips": trips(checkout),
        "files": len(house.trees),
        "classes": sum(isinstance(node, ast.ClassDef) for _, node in house.nodes()),
        "class names with two meanings": repeated_classes(house),
        "file names that occur twice": repeated_files(house),
        "functions": len(sizes),
        "lines a function, median": int(np.percentile(sizes, 50)),
        "lines a function, 90%": int(np.percentile(sizes, 90)),
        "public functions with a docstring": round(documented(house), 3),
        "vague names bound": {name: bound[name] for name in VAGUE},
        'modules that begin "Owns"': owners(house),
        "lines": sum(house.lines.values()),
        "lines by folder": lines_by_folder(house),
    }


def rows(measured: dict[str, Any]) -> dict[str, str]:
    """Return the figures as the cells of a column, by their names."""
    cells: dict[str, str] = {}
    for name, value in measured.items():
        match name, value:
            case "trips", dict():
                cells |= {
                    f"{trip}: files / functions": f"{a} / {b}" for trip, (a, b) in value.items()
                }
            case "lines by folder", dict():
                cells |= {f"{FOLDER}{folder}": f"{count}" for folder, count in value.items()}
            case "vague names bound", dict():
                cells |= {f"{word!r} bound": f"{count}" for word, count in value.items()}
            case _, dict():
                cells[name] = f"{len(value)}"
            case _:
                cells[name] = f"{value}"
    return cells


def table(columns: dict[str, dict[str, str]]) -> str:
    """Return columns of cells as lines of text, folders in the order of their names."""
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    names.sort(key=lambda name: name if name.startswith(FOLDER) else "")
    margin = max(map(len, names))
    heads = [f"{'':<{margin}}"] + [f"{name:<{margin}}" for name in names]
    sides = [
        _aligned([head, *(cells.get(name, "-") for name in names)])
        for head, cells in columns.items()
    ]
    return "\n".join("  ".join(cells) for cells in zip(heads, *sides, strict=True))


def _aligned(cells: list[str]) -> list[str]:
    width = max(map(len, cells))
    return [f"{cell:>{width}}" for cell in cells]


def main(words: Sequence[str] | None = None) -> None:
    """Measure the checkouts and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("checkouts", nargs="*", type=Path, default=[ROOT], metavar="CHECKOUT")
    parser.add_argument("--json", action="store_true", help="one object, by checkout")
    parser.add_argument("--names", action="store_true", help="list the names that occur twice")
    options = parser.parse_args(words)
    measured = {str(checkout): figures(checkout) for checkout in options.checkouts}
    if options.json:
        print(json.dumps(measured, indent=2))
        return
    print(table({name: rows(each) for name, each in measured.items()}))
    if options.names:
        for name, each in measured.items():
            for kind in ("class names with two meanings", "file names that occur twice"):
                print(f"\n{name}: {kind}")
                for word, where in each[kind].items():
                    print(f"  {word:<24} {', '.join(where)}")


if __name__ == "__main__":
    run(main)
