"""Tests `diff` and `check`: makes slips in a system's files and sees whether they notice.

    python tools/mutants.py --each 45 [--seed 1] [--system sayc] [--verbose]

Rules are removed, thresholds moved, neighbours swapped, forces dropped, alerts narrowed. Each slip
is *found*, by a hand that both systems are seen to treat differently when it is bid; or *proved
harmless*, for every auction; or *refused* by the loader; or else *not decided*: no difference where
it was looked, which is said with the share of calls that are settled so. A hand that does not show
what it should is an error. Modules of the last layer are left out: they are read, not obeyed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rich.progress import track

from dowager.auction import Auction
from dowager.authoring.check import FindingKind
from dowager.authoring.check.examiner import Examiner
from dowager.authoring.diff import (
    Aspect,
    DiffVerdict,
    Extent,
    Parting,
    attributes,
    compare,
    quizzed,
)
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Hand, Seat
from dowager.errors import Fault, SystemFaults
from dowager.language.compile import System
from dowager.language.files import data_folder, load_read, load_system, system_file
from dowager.language.text import Layer, Value, read_yaml
from inputs import run
from slips import KINDS, Slip, slips

FOUND, FALSE, HARMLESS, REFUSED, OPEN = (
    "found", "found by check", "proved harmless", "refused", "not decided",
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What came of a slip: in a word, and in words."""

    word: str
    words: str


def files_of(system: System) -> list[str]:
    """Return the files of a system below `systems/`, without those of the last layer."""
    last = {section.span.file for section in system.sections if section.layer is Layer.LAST_RESORT}
    return [file.removeprefix("systems/") for file in system.files if file not in last]


def judged(slip: Slip, system: System, folder: Path, extent: Extent) -> Outcome:
    """Return what comes of a slip.

    Args:
        slip: the edit.
        system: the system as it is; a shipped one.
        folder: for the edited files.
        extent: how far random boards are walked where nothing else tells.
    """
    systems = data_folder("systems")
    spoilt = slip.write(systems, folder) / slip.file

    def read(path: Path, name: str, faults: list[Fault]) -> Value | None:
        if path == (systems / slip.file).resolve():
            return read_yaml(spoilt, name, faults)
        return _read(path, name)

    try:
        edited = load_read(system_file(system.name), read)
    except SystemFaults as error:
        return Outcome(REFUSED, str(error.faults[0]))
    finally:
        slip.undo(systems, folder)
    comparison = compare(
        system, edited, extent, quizzed=quiz_auctions(system.name), first_only=True
    )
    if comparison.verdict is DiffVerdict.EQUIVALENT:
        return Outcome(HARMLESS, comparison.proof)
    if comparison.verdict is DiffVerdict.ALIKE:
        return Outcome(
            OPEN, f"{comparison.positions} positions, {comparison.coverage:.1%} of calls settled"
        )
    [parting] = [part for part in comparison.partings if part.difference.hand is not None]
    confirm(parting, system, edited)
    words = f"{parting.difference.hand} after {parting.situation}"
    if parting.difference.aspect is Aspect.ALERT and false_alert(parting, edited):
        return Outcome(FALSE, words)
    return Outcome(FOUND, f"{parting.difference.aspect.value}: {words}")


@cache
def _read(path: Path, name: str) -> Value | None:
    """Read a file as it is, once."""
    return read_yaml(path, name, [])


@cache
def quiz_auctions(name: str) -> tuple[Auction, ...]:
    """Return the auctions that a shipped system's quizzes ask about."""
    file = system_file(name).path
    return tuple(dict.fromkeys(hint.situation.auction for hint in quizzed(file)))


def confirm(parting: Parting, old: System, new: System) -> None:
    """Bid a hand in both systems: the same calls up to the position, and there a difference."""
    hand = parting.difference.hand
    assert hand is not None
    auction = parting.situation.auction
    before, after = _bid(hand, auction, old), _bid(hand, auction, new)
    if before.rule is None or after.rule is None:
        assert before.rule is not after.rule, "neither has a rule"
    elif parting.difference.aspect is Aspect.CALL:
        assert before.call != after.call, "the hand makes the same call"
    else:
        assert before.call == after.call and before.rule and after.rule
        assert attributes(before.rule) != attributes(after.rule), "the call says nothing else"


def _bid(hand: Hand, auction: Auction, system: System) -> ChosenCall:
    bidder = Bidder(system)
    for index, call in enumerate(auction.calls):
        start = Auction.of_calls(Seat.NORTH, auction.vulnerability, auction.calls[:index])
        if start.turn is auction.turn:
            assert bidder.choose(hand, start).call == call, "the hand does not reach this position"
    return bidder.choose(hand, auction)


def false_alert(parting: Parting, system: System) -> bool:
    """Whether a check of the position says that an alert there is false."""
    view = Bidder(system).view(parting.situation.auction)
    findings = Examiner(system).findings(view)
    return any(finding.kind is FindingKind.FALSE_ALERT for finding in findings)


def main() -> int:
    """Judge slips; exits with 1 when some are not decided."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--each", type=int, default=45, help="slips of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=100, help="at each vulnerability")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    system = load_system(options.system)
    wanted = slips(data_folder("systems"), files_of(system), options.seed, options.each)
    extent = Extent(boards=options.boards, depth=8, seed=options.seed)
    counts: Counter[tuple[str, str]] = Counter()
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for slip in track(wanted, "slips", disable=not sys.stderr.isatty()):
            outcome = judged(slip, system, Path(folder), extent)
            counts[slip.kind, outcome.word] += 1
            if options.verbose or outcome.word == OPEN:
                print(f"{slip.name}: {outcome.word}: {outcome.words}", flush=True)
    words = (FOUND, FALSE, HARMLESS, REFUSED, OPEN)
    print(f"{'slip':<16}" + "".join(f"{word:>16}" for word in words))
    for kind in KINDS:
        print(f"{kind:<16}" + "".join(f"{counts[kind, word]:>16}" for word in words))
    print(f"{len(wanted)} slips, {(time.process_time() - started) / len(wanted):.2f} s each")
    return 1 if any(counts[kind, OPEN] for kind in KINDS) else 0


if __name__ == "__main__":
    run(main)
