"""Spoilt system files: loading gives a system or faults, each in a line that exists; no crash."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest

from dowager.errors import InputError, SystemFaults
from dowager.language.compile import System
from dowager.language.files import data_folder, load_file
from support.sweeps import chosen

FILES = sorted(data_folder("systems").glob("*/*.yaml"))
QUICK = ("natural", "sayc")
"""Systems of which some are spoilt with every run; those of the others take seconds to load."""

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_ODD = "\x00\x07\ufeff\u2028\x85\ud7ff\U0001f0a1é²٣´\u200b\t\\\"'&*!|>%@`{}[],:#?-$"


def flip(data: bytes, random: Random) -> bytes:
    index = random.randrange(len(data))
    return data[:index] + bytes([data[index] ^ 1 << random.randrange(8)]) + data[index + 1 :]


def flip_many(data: bytes, random: Random) -> bytes:
    for _ in range(20):
        data = flip(data, random)
    return data


def delete_line(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[random.randrange(len(lines))]
    return b"".join(lines)


def double_line(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    index = random.randrange(len(lines))
    return b"".join([*lines[:index], lines[index], *lines[index:]])


def swap_tokens(data: bytes, random: Random) -> bytes:
    text = data.decode()
    first, second = sorted(random.sample(list(_TOKEN.finditer(text)), 2), key=re.Match.start)
    between = text[first.end() : second.start()]
    swapped = second.group() + between + first.group()
    return (text[: first.start()] + swapped + text[second.end() :]).encode()


def drop_token(data: bytes, random: Random) -> bytes:
    text = data.decode()
    token = random.choice(list(_TOKEN.finditer(text)))
    return (text[: token.start()] + text[token.end() :]).encode()


def truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data))]


def odd_characters(data: bytes, random: Random) -> bytes:
    text = data.decode()
    for _ in range(random.choice((1, 1, 5))):
        index = random.randrange(len(text))
        odd = random.choice([*_ODD, chr(random.randrange(0xD800))])
        text = text[:index] + odd + text[index + random.randrange(2) :]
    return text.encode()


def indent(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    index = random.randrange(len(lines))
    more = random.choice((-4, -2, -1, 1, 2, 4, 8))
    lines[index] = b" " * more + lines[index] if more > 0 else lines[index][-more:]
    return b"".join(lines)


def repeat_block(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    start = random.randrange(len(lines))
    return b"".join([*lines, *lines[start : start + 10]])


MUTATIONS: list[Callable[[bytes, Random], bytes]] = [
    flip,
    flip_many,
    delete_line,
    double_line,
    swap_tokens,
    drop_token,
    truncate,
    odd_characters,
    indent,
    repeat_block,
]


def _quick(case: tuple[Path, Callable[[bytes, Random], bytes]]) -> bool:
    """Whether a file is spoilt in this way with every run: each of them in a sixth of the ways."""
    path, mutation = case
    of_this_turn = (FILES.index(path) + MUTATIONS.index(mutation)) % 6 == 0
    return of_this_turn and (path.name != "system.yaml" or path.parent.name in QUICK)


def test_there_are_enough() -> None:
    assert len(FILES) * len(MUTATIONS) >= 1000


@pytest.mark.parametrize(
    ("path", "mutation"),
    chosen(product(FILES, MUTATIONS), _quick),
    ids=lambda value: (
        f"{value.parent.name}-{value.stem}" if isinstance(value, Path) else value.__name__
    ),
)
def test_spoilt_files(
    path: Path, mutation: Callable[[bytes, Random], bytes], tmp_path: Path
) -> None:
    random = Random(f"{path.parent.name}/{path.name} {mutation.__name__}")
    _check(path, mutation(path.read_bytes(), random), tmp_path)


def _check(path: Path, data: bytes, folder: Path) -> None:
    """Load a spoilt file: a system as it stands, a module by a system that uses it."""
    spoilt = folder / "spoilt" / path.name
    spoilt.parent.mkdir(exist_ok=True)
    spoilt.write_bytes(data)
    top = spoilt
    if path.name != "system.yaml":
        top = spoilt.with_name("system.yaml")
        top.write_text(f"system: spoilt\nuse: [common/terms, {path.stem}]\n")
    try:
        assert isinstance(load_file(top), System)
    except SystemFaults as found:
        for fault in found.faults:
            _check_location(fault.span.file, fault.span.line, fault.span.column)
            assert fault.message and "\n" not in fault.message
    except InputError:
        pass


def _check_location(name: str, line: int, column: int) -> None:
    path = Path(name)
    found = path if path.is_absolute() else data_folder("systems").parent / name
    text = found.read_bytes().decode("utf-8-sig", errors="replace")
    lines = _BREAK.split(text)
    assert 1 <= line <= len(lines), f"{name}:{line} of {len(lines)}"
    assert column >= 1
