"""Follows a few questions through the code and counts the files and functions that they enter.

    PYTHONPATH=CHECKOUT/engine python tools/trips.py bidding

tools/house.py runs it once for each group of trips, so that a trip finds nothing that another one
has left in memory. No module of the engine is named here: what a commit calls `load_system` is
looked up in its source, so that old commits and new ones are measured by the same program.
Counted are functions with a name, once each; not lambdas, comprehensions and generated methods.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

Counts = dict[str, tuple[int, int]]
"""Trips by name: how many files and how many functions each enters."""

RESPONDER, STAYMAN = "KJ63.A74.52.Q973", "1NT P"
SEVEN_CALLS = "1S P 2H P 2S P 4S"
TINY = Path(__file__).resolve().parents[1] / "tests" / "data" / "tiny"
DEALT = (
    'North ("Old") seated',
    'Teams : N/S : "Old". E/W : "Young"',
    "Start of board",
    "Board number 1. Dealer East. Neither vulnerable.",
    "North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.",
)
"""What a client has heard before the first call of a board."""


def engine() -> Path:
    """Return the folder of the package that is measured."""
    spec = importlib.util.find_spec("dowager")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def door(name: str, folder: str = "") -> Any:
    """Return the function or class of a name, wherever below a folder the engine defines it.

    Raises:
        LookupError: nothing of that name is defined there, or several things are.
    """
    top = engine()
    defined = re.compile(rf"^(?:def|class) {name}\b", re.MULTILINE)
    files = [
        file
        for file in sorted((top / folder).rglob("*.py"))
        if defined.search(file.read_text(encoding="utf-8"))
    ]
    if len(files) != 1:
        raise LookupError(f"{name} is defined in {len(files)} files below {top / folder}")
    parts = files[0].relative_to(top.parent).with_suffix("").parts
    module = ".".join(part for part in parts if part != "__init__")
    return getattr(importlib.import_module(module), name)


@cache
def _is_named(code: CodeType, folder: str) -> bool:
    return code.co_filename.startswith(folder) and not code.co_name.startswith("<")


@contextmanager
def counted(counts: Counts, trip: str, folder: str = "") -> Iterator[None]:
    """Count what is entered within the block, below a folder of the engine."""
    top = f"{engine() / folder}{os.sep}" if folder else f"{engine()}{os.sep}"
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _is_named(frame.f_code, top):
            entered.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
    counts[trip] = (len({code.co_filename for code in entered}), len(entered))


def _auction(calls: str) -> Any:
    called = door("parse_calls", "auction")(calls.split())
    none = door("Vulnerability", "auction").NONE
    return door("Auction", "auction").of_calls(door("Seat", "cards").NORTH, none, called)


def bidding(counts: Counts) -> None:
    """A system is loaded from its files; a call is chosen, and chosen once more."""
    load, bidder_class = door("load_system", "language"), door("Bidder", "bidder")
    hand, auction = door("Hand", "cards").parse(RESPONDER), _auction(STAYMAN)
    with counted(counts, "load sayc"):
        system = load("sayc")
    bidder = bidder_class(system)
    with counted(counts, "choose, cold"):
        bidder.choose(hand, auction)
    with counted(counts, "choose, warm"):
        bidder.choose(hand, auction)


def inferring(counts: Counts) -> None:
    """The ranges of the four hands after seven calls."""
    bidder = door("Bidder", "bidder")(door("load_system", "language")("sayc"))
    view = bidder.view if hasattr(bidder, "view") else bidder.table.view  # views were a table's
    ranges, auction = door("ranges"), _auction(SEVEN_CALLS)
    with counted(counts, "infer"):
        ranges(view(auction))


def table_line(counts: Counts) -> None:
    """One line of a table manager, in the protocol's own folder."""
    client = door("Client", "protocols")("Old", door("Seat", "cards").NORTH)
    for line in DEALT:
        client.receive(f"{line}\r\n".encode())
    with counted(counts, "one Blue Chip line", "protocols"):
        client.receive(b"East bids 1NT\r\n")


def checking(counts: Counts) -> None:
    """A check of the tests' small system, from its files."""
    check, extent = door("check_system", "authoring"), door("Extent", "authoring")(boards=60)
    with counted(counts, "check of a tiny system"):
        check(str(TINY), extent)


GROUPS: dict[str, Callable[[Counts], None]] = {
    "bidding": bidding,
    "inferring": inferring,
    "line": table_line,
    "checking": checking,
}


def main() -> None:
    """Make the trips of a group and print their counts as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("group", choices=GROUPS)
    counts: Counts = {}
    GROUPS[parser.parse_args().group](counts)
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
