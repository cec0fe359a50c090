"""What the measuring programs read, one JSON object a line, and how they say what is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from dowager.auction import Auction, Call, Contract, Vulnerability, parse_calls
from dowager.cards import Deal, Seat
from dowager.cli.file_errors import file_error_text
from dowager.errors import DowagerError, InputError

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
        found = self._typed(key, list)
        if not all(isinstance(text, str) for text in found):
            raise InputError(f"{self.where}: {key}: a list of texts is wanted")
        return found

    def part(self, key: str) -> Record:
        """Return an object within this one."""
        return Record(f"{self.where}: {key}", self._typed(key, dict))

    def parsed(self, key: str, parse: Callable[[str], _Value]) -> _Value:
        """Return what a text stands for."""
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
        """Return calls, legal one after another or not."""
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
            words = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
            fault = "is missing" if key not in self.fields else f"{words[kind]} is wanted"
            raise InputError(f"{self.where}: {key}: {fault}")
        return value

    def _checked(self, read: Callable[[], _Value]) -> _Value:
        try:
            return read()
        except InputError as error:
            where = "" if str(error).startswith(self.where) else f"{self.where}: "
            raise InputError(f"{where}{error}") from None


def records(file: Path) -> list[Record]:
    """Return the objects of a file that has one a line, in UTF-8.

    Raises:
        InputError: a line is none, or there are none at all.
        OSError: the file cannot be read.
    """
    found = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            fields = json.loads(line)
        except ValueError:
            fields = None
        if not isinstance(fields, dict):
            raise InputError(f"{file}:{number}: not JSON; one object a line is read")
        found.append(Record(f"{file}:{number}", fields))
    if not found:
        raise InputError(f"{file}: empty; one JSON object a line is read")
    return found


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a program; trouble with its input is one line and exit code 2."""
    try:
        sys.exit(main())
    except DowagerError as error:
        sys.exit(_said(str(error)))
    except OSError as error:
        sys.exit(_said(file_error_text(error)))


def _said(words: str) -> int:
    print(words, file=sys.stderr)
    return 2
