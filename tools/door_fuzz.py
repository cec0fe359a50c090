"""Sends spoilt lines and messages to programs of the engine, over real pipes and sockets.

    python tools/door_fuzz.py --lines 100000 [--only host] [--seed 1] [--json]

Four programs, one after another, each with so many lines:

    host     `dowager host --epe321`, to which four clients say nonsense by secure WebSockets
    player   `dowager sit --epe321`, whose host talks nonsense; it is started again when it ends
    table    `dowager table` with four brains that answer nonsense (tools/brain_fuzz.py)
    brain    `dowager brain`, whose manager talks nonsense

Some of what is said makes sense, so that boards are played. A program must go on, or end with one
line and exit code 1 where it may; it must still answer in the end, and its memory must not grow. It
runs on Linux.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import asdict

from brain_fuzz import fuzz_brain, fuzz_table
from fuzzed import Report
from websocket_fuzz import fuzz_host, fuzz_player

_WARM = 20_000
"""Lines from which on memory has to stay: with fewer, what programs keep is still filling."""
_MOST_GROWTH = {"host": 24.0, "player": 60.0, "table": 24.0, "brain": 120.0}
"""MiB by which a program may grow from a quarter of the way to the end.

Brains and players keep what they have understood of positions; spoilt lines make ever new ones.
What a brain keeps is full after some 100,000 lines; with one board, unspoilt, it does not grow.
A player decides one line in fifty, so that it takes longer: 45 MiB in 75,000 lines, all of it views
of positions, of which it keeps 512, and weights of their hands.
"""

SIDES: dict[str, Callable[[int, int], Report]] = {
    "host": fuzz_host,
    "player": fuzz_player,
    "table": fuzz_table,
    "brain": fuzz_brain,
}


def fuzz(side: str, lines: int, seed: int) -> Report:
    """Send spoilt lines to one program.

    Raises:
        AssertionError: it did what it must not: it ended, hung, or its memory grew.
    """
    began = time.monotonic()
    report = SIDES[side](lines, seed)
    report.seconds = round(time.monotonic() - began, 1)
    early, last = report.memory_mib
    flat = lines < _WARM or last - early < _MOST_GROWTH[side]
    assert flat, f"memory grew from {early} to {last} MiB"
    return report


def main() -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=100_000, help="to each program")
    parser.add_argument("--only", choices=SIDES, help="only this program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # clients go on to speak when cut off
    for side in [given.only] if given.only else SIDES:
        report = fuzz(side, given.lines, given.seed)
        if given.json:
            print(json.dumps({"side": side, **asdict(report)}), flush=True)
            continue
        early, last = report.memory_mib
        counts = f"{report.lines} lines, {report.answers} answers, {report.boards} boards"
        print(f"{side:>7}: {counts}, {report.starts} starts in {report.seconds} s;"
              f" memory {early} MiB, in the end {last}", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
