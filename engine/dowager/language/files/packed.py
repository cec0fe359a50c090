"""Systems by content: all that one was read from, in one value that loads on any machine.

A packed system holds the text of every file that its system and its defaults are read from, and
which name in which folder led to which file. So what lies on the other machine does not matter:
rules, their order and their locations (`file:line`) are those of the machine that packed it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from dowager.errors import Fault, InputError, SystemFaults
from dowager.language.compile.system import System
from dowager.language.files.finder import ON_DISK, Finder
from dowager.language.files.gather import Gatherer
from dowager.language.files.library import system_file
from dowager.language.files.loader import load_read
from dowager.language.text.system_file import SystemFile, with_choices
from dowager.language.text.yaml_values import Value, parse_yaml, read_yaml

_KEPT = 8
_TOP = Path("/packed-systems")
"""A folder that is nowhere; the folders of packed files get numbers in it."""

_Find = Callable[[str, Path], Path | None]
_Link = tuple[Path, str]


@dataclass(frozen=True, slots=True)
class PackedSystem:
    """A system and its defaults as content. Equal content gives equal digests.

    Attributes:
        name: the system's name.
        digest: SHA-256 of the unpacked content, in hexadecimal.
        content: the files and how names lead to them: JSON, compressed.
    """

    name: str
    digest: str
    content: bytes = field(repr=False)

    def system(self) -> System:
        """Return the system; it is compiled once and kept by digest as long as a few others.

        Raises:
            InputError: the content is damaged.
        """
        return _unpacked(self)


def pack_system(name: str) -> PackedSystem:
    """Pack a system, given its name or a path to its folder or file.

    Raises:
        InputError: there is no such system.
        SystemFaults: something is wrong in its files; all faults at once.
    """
    file = system_file(name).resolve()
    content = json.dumps(_Packer().packed(file)).encode()
    digest = sha256(content).hexdigest()
    packed = PackedSystem(
        with_choices(file.path.parent.name, file.choices), digest, zlib.compress(content)
    )
    packed.system()  # what cannot be compiled is no use to anybody
    return packed


class _Packer:
    """Gathers a system and its defaults, and notes what is read and how it is found."""

    def __init__(self) -> None:
        self._shown: dict[Path, str] = {}
        self._texts: dict[Path, str] = {}
        self._bases: dict[_Link, Path] = {}
        self._modules: dict[_Link, Path] = {}

    def packed(self, file: SystemFile) -> dict[str, Any]:
        """Return the content of a system's file and all that it leads to, as JSON has it."""
        defaults: list[Path] = []
        default = self._gather(file)
        while default is not None and default not in (file.path, *defaults):
            defaults.append(default)
            default = self._gather(SystemFile(default))
        return self._content() | {"choices": [list(choice) for choice in file.choices]}

    def _gather(self, file: SystemFile) -> Path | None:
        """Read a system's files; return the file of its default."""
        faults: list[Fault] = []
        bases = _noted(ON_DISK.base, self._bases, lambda path: path.parent)
        modules = _noted(ON_DISK.module, self._modules, lambda folder: folder)
        gatherer = Gatherer(faults, self._read, Finder(bases, modules))
        parts = gatherer.gather(file)
        own = next((part.document for part in parts if part.top), None)
        default = gatherer.other_system(own, "default", file.path) if own else None
        if faults:
            raise SystemFaults(faults)
        return default

    def _read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        value = read_yaml(path, shown, faults)
        if value is not None:
            self._shown[path] = shown
            self._texts[path] = path.read_bytes().decode("utf-8-sig")
        return value

    def _content(self) -> dict[str, Any]:
        files = {path: number for number, path in enumerate(self._texts)}
        links = (self._bases, self._modules)
        known = [path.parent for path in files]
        folders = {folder: number for number, folder in enumerate(dict.fromkeys(known))}
        bases, modules = (
            [[folders[folder], name, files[path]] for (folder, name), path in link.items()]
            for link in links
        )
        return {
            "folders": [folder.name for folder in folders],
            "files": [
                [folders[path.parent], path.name, self._shown[path], text]
                for path, text in self._texts.items()
            ],
            "bases": bases,
            "modules": modules,
        }


def _noted(find: _Find, links: dict[_Link, Path], folder: Callable[[Path], Path]) -> _Find:
    """Return a function that finds as another one does, and notes what it finds."""

    def noting(name: str, start: Path) -> Path | None:
        path = find(name, start)
        if path is not None:
            links[folder(start), name] = path
        return path

    return noting


class _Unpacker:
    """Finds and reads files in the content of a packed system."""

    def __init__(self, content: dict[str, Any]) -> None:
        folders = [_TOP / str(number) / name for number, name in enumerate(content["folders"])]
        files = [folders[folder] / name for folder, name, _, _ in content["files"]]
        choices = tuple((option, value) for option, value in content["choices"])
        self.first = SystemFile(files[0], choices)
        self._shown = {path: row[2] for path, row in zip(files, content["files"], strict=True)}
        self._texts = {path: row[3] for path, row in zip(files, content["files"], strict=True)}
        self._bases, self._modules = (
            {(folders[folder], name): files[file] for folder, name, file in content[kind]}
            for kind in ("bases", "modules")
        )

    @property
    def finder(self) -> Finder:
        """Finds what was packed, and nothing else."""
        return Finder(
            lambda name, extending: self._bases.get((extending.parent, name)),
            lambda name, beside: self._modules.get((beside, name)),
            self._shown.__getitem__,
        )

    def read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        """Read a file that was packed."""
        return parse_yaml(self._texts[path], shown, faults)


@lru_cache(maxsize=_KEPT)
def _unpacked(packed: PackedSystem) -> System:
    content = zlib.decompress(packed.content)
    if sha256(content).hexdigest() != packed.digest:
        raise InputError(f"the packed system {packed.name!r} is damaged: its digest is another")
    unpacker = _Unpacker(json.loads(content))
    return load_read(unpacker.first, unpacker.read, unpacker.finder)
