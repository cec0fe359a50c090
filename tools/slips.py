"""Random edits of system files, such as an author's slip might make.

Rules are removed, thresholds in `hand:` moved, neighbouring rules swapped, forces dropped, numbers
in alerts raised. Edits are made in the text, so that the rest of the file stays as it was.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import yaml

KINDS = ("removed", "threshold", "swapped", "force dropped", "alert narrowed")

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.]*\()")
_NEXT = {"three": "four", "four": "six", "five": "seven"}
_WORD = re.compile(rf"\b(?:{'|'.join(_NEXT)})\b|(?<=at least )\d+")


@dataclass(frozen=True)
class Slip:
    """One edit: the file below `systems/`, the lines taken out and those put in their place."""

    kind: str
    file: str
    first: int
    last: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.kind} {self.file}:{self.first + 1}"

    def write(self, systems: Path, folder: Path) -> Path:
        """Write the edited systems below a folder, and return the `systems` there."""
        top = folder / "systems"
        if not top.exists():
            shutil.copytree(systems, top)
        lines = (systems / self.file).read_text().splitlines(keepends=True)
        lines[self.first : self.last] = [self.text]
        (top / self.file).write_text("".join(lines))
        return top

    def undo(self, systems: Path, folder: Path) -> None:
        """Put the file back as it was."""
        shutil.copyfile(systems / self.file, folder / "systems" / self.file)


@dataclass(frozen=True)
class _Block:
    """A rule's lines in its file, from `first` up to but without `last`."""

    first: int
    last: int


def slips(systems: Path, names: list[str], seed: int, each: int) -> list[Slip]:
    """Return random edits of some files below `systems/`, at most `each` of each kind."""
    random = Random(seed)
    by_kind: dict[str, list[Slip]] = {kind: [] for kind in KINDS}
    for name in names:
        lines = (systems / name).read_text().splitlines(keepends=True)
        for section in _sections(systems / name):
            for slip in _of_section(name, lines, section):
                by_kind[slip.kind].append(slip)
    return [
        slip
        for kind in KINDS
        for slip in random.sample(by_kind[kind], min(each, len(by_kind[kind])))
    ]


def _sections(file: Path) -> Iterator[list[_Block]]:
    root = yaml.compose(file.read_text(), Loader=yaml.SafeLoader)
    assert root is not None
    for key, value in root.value:
        if key.value == "sections":
            for section in value.value:
                for name, rules in section.value:
                    if name.value == "rules":
                        yield [_block(rule) for rule in rules.value]


def _block(rule: yaml.Node) -> _Block:
    return _Block(rule.start_mark.line, _last(rule))


def _last(node: yaml.Node) -> int:
    """Return the line after the last line of a node, without the comments that follow it."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return node.end_mark.line + (1 if node.end_mark.column else 0)
    parts = [part for pair in node.value for part in (pair if isinstance(pair, tuple) else (pair,))]
    return max(_last(part) for part in parts)


def _of_section(name: str, lines: list[str], rules: list[_Block]) -> Iterator[Slip]:
    for index, rule in enumerate(rules):
        if len(rules) > 1:
            yield Slip("removed", name, rule.first, rule.last, "")
        if index:
            yield _swapped(name, lines, rules[index - 1], rule)
        for number in range(rule.first, rule.last):
            yield from _of_line(name, number, lines[number])


def _swapped(name: str, lines: list[str], first: _Block, second: _Block) -> Slip:
    earlier, later = lines[first.first : first.last], lines[second.first : second.last]
    between = lines[first.last : second.first]
    text = "".join([*later, *between, *earlier])
    return Slip("swapped", name, first.first, second.last, text)


def _of_line(name: str, number: int, line: str) -> Iterator[Slip]:
    start = re.search(r"\bhand: ", line)
    if start:
        for threshold in _NUMBER.finditer(line, start.end()):
            for step in (-1, 1):
                value = int(threshold[0]) + step
                if value >= 0:
                    text = f"{line[: threshold.start()]}{value}{line[threshold.end() :]}"
                    yield Slip("threshold", name, number, number + 1, text)
    forced = re.search(r",? ?\bforcing: (?:round|game|signoff)", line)
    if forced:
        text = line[: forced.start()] + line[forced.end() :]
        yield Slip("force dropped", name, number, number + 1, text if text.strip() else "")
    alert = re.search(r"\balert: ", line)
    word = _WORD.search(line, alert.end()) if alert else None
    if word:
        more = _NEXT.get(word[0]) or str(int(word[0]) + 4)
        text = f"{line[: word.start()]}{more}{line[word.end() :]}"
        yield Slip("alert narrowed", name, number, number + 1, text)
