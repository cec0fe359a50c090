"""Another program that bids, asked by JSON lines as `dowager bid --jsonl` is."""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
from contextlib import suppress
from typing import IO

from dowager.auction import Auction, Call, parse_call
from dowager.cards import Hand
from dowager.errors import InputError

_PATIENCE = 60.0  # seconds for a call


class Program:
    """Another program, which answers a line with a line.

    Args:
        command: its words, as a shell would read them.

    Raises:
        InputError: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except (OSError, IndexError, ValueError) as error:
            raise InputError(f"cannot start {command!r}: {error}") from None
        self._read = b""

    def call(self, hand: Hand, auction: Auction) -> Call:
        """Return the program's call with a hand.

        Raises:
            InputError: it is silent or has ended, or its answer is no legal call.
        """
        question = {
            "id": 1,
            "hand": str(hand),
            "seat": auction.turn.letter,
            "dealer": auction.dealer.letter,
            "vul": auction.vulnerability.word,
            "calls": list(map(str, auction.calls)),
        }
        with suppress(BrokenPipeError):
            self._input.write(json.dumps(question).encode() + b"\n")
            self._input.flush()
        answer = self._line()
        try:
            call = parse_call(json.loads(answer)["call"])
        except (ValueError, KeyError, TypeError, AttributeError, InputError):
            raise InputError(f"{self._command!r} answers {answer!r}, which has no call") from None
        if not auction.is_legal(call):
            words = f"{call} with {hand} after {auction}"
            raise InputError(f"{self._command!r} makes a call that is not legal: {words}")
        return call

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _line(self) -> str:
        output = self._process.stdout
        assert output is not None
        while b"\n" not in self._read:
            if not select.select([output], [], [], _PATIENCE)[0]:
                raise InputError(f"{self._command!r} has been silent for {_PATIENCE:.0f} seconds")
            new = os.read(output.fileno(), 65536)
            if not new:
                raise InputError(f"{self._command!r} has ended")
            self._read += new
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace")
