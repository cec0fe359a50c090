"""What the measuring programs read, a JSON object on each line, and how they report faults."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from dowager.auction import Auction, Call, Contract, Vulnerability, parse_calls
from dowager.cards import Deal, Seat
from dowager.errors import DowagerError, InputError, file_error_text

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Record:
    """An object of a file. Each method raises `InputError`, `file:line: what is wrong`.

    Attributes:
        where: its file and line.
        fields: the object.
    """

    where: str
    fields: Mapping[str, Any]

    def text(self, key: str) -> str:
        """Return a text."""
        return self._typed(key, str)

    def number(self, key: str) -> int:
        """Return a whole number."""
        return self._typed(key, int)

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        texts = self._typed(key, list)
        if not all(isinstance(text, str) for text in texts):
            raise InputError(f"{self.where}: {key}: expected a list of strings")
        return texts

    def part(self, key: str) -> Record:
        """Return an object within this one."""
        return Record(f"{self.where}: {key}", self._typed(key, dict))

    def parsed(self, key: str, parse: Callable[[str], _Value]) -> _Value:
        """Return a text as parsed."""
        return self._checked(lambda: parse(self.text(key)))

    def deal(self) -> Deal:
        """Return the deal of a board."""
        return self.parsed("deal", Deal.parse)

    def start(self) -> Auction:
        """Return the auction of a board before the first call; an unknown vulnerability is none."""
        vulnerability = "none" if self.text("vul") == "unknown" else self.text("vul")
        return Auction(
            self.parsed("dealer", Seat.parse),
            self._checked(lambda: Vulnerability.parse(vulnerability)),
        )

    def several(self, key: str) -> tuple[Call, ...]:
        """Return a list of calls, which need not be legal in turn."""
        return self._checked(lambda: parse_calls(self.texts(key)))

    def calls(self) -> tuple[Call, ...]:
        """Return the calls of a board; they are legal."""
        calls, start = self.several("calls"), self.start()
        self._checked(lambda: Auction.of_calls(start.dealer, start.vulnerability, calls))
        return calls

    def tricks(self, contract: Contract) -> int:
        """Return the tricks that a contract wins double dummy, by the board's own table."""
        return self.part("tricks").part(contract.declarer.letter).number(contract.strain.letter)

    def _typed(self, key: str, kind: type[_Value]) -> _Value:
        value = self.fields.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            words = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}
            fault = "is missing" if key not in self.fields else f"expected {words[kind]}"
            raise InputError(f"{self.where}: {key}: {fault}")
        return value

    def _checked(self, read: Callable[[], _Value]) -> _Value:
        try:
            return read()
        except InputError as error:
            where = "" if str(error).startswith(self.where) else f"{self.where}: "
            raise InputError(f"{where}{error}") from None


def records(file: Path) -> list[Record]:
    """Return the objects of a file that has one on each line, in UTF-8.

    Raises:
        InputError: a line is not an object, or there are no lines.
        OSError: the file cannot be read.
    """
    objects = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            fields = json.loads(line)
        except ValueError:
            fields = None
        if not isinstance(fields, dict):
            raise InputError(f"{file}:{number}: expected a JSON object on each line")
        objects.append(Record(f"{file}:{number}", fields))
    if not objects:
        raise InputError(f"{file}: empty; expected a JSON object on each line")
    return objects


def whole(least: int) -> Callable[[str], int]:
    """Return what reads an option that is a whole number from some least one on."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Read an option that is a time in seconds, 0 or more."""
    try:
        read = float(text)
    except ValueError:
        read = -1.0
    if not 0 <= read < inf:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return read


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a program; print a fault of its input in one line, and exit with code 2."""
    try:
        sys.exit(main())
    except DowagerError as error:
        sys.exit(_failed(str(error)))
    except OSError as error:
        sys.exit(_failed(file_error_text(error)))


def _failed(words: str) -> int:
    print(words, file=sys.stderr)
    return 2
