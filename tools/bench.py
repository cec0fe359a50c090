"""Measures the engine in CPU milliseconds and prints medians, 90th percentiles and ratios.

    python tools/bench.py [--boards 200] [--system sayc] [--json]

Times are CPU times of this process, the least of three runs, or of a command that it starts; the
last column divides them by one unit, a fixed piece of pure Python timed in the same run, so that
figures of different machines can be compared. `cold` decisions know nothing of the auction;
conditions that earlier auctions have compiled stay, as they do in a program that runs for a while.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Vulnerability, dealer_of_board, parse_calls
from dowager.bidder import Bidder
from dowager.bidder.bulk import bid_boards, random_boards
from dowager.cards import Deal, Seat, random_deal
from dowager.knowledge.answers import ranges
from dowager.knowledge.sampling import deals_for
from dowager.language.compile import System
from dowager.services.known_tables import system_named
from inputs import run

COMMAND = (sys.executable, "-m", "dowager", "bid")
_TICK = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds."""

AFTER_3NT = "1NT P 3NT"
AFTER_SEVEN = "1S P 2H P 2S P 4S"


def main() -> None:
    """Run all measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--memory-boards", type=int, default=1000)
    parser.add_argument("--bulk-boards", type=int, default=32_000)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unit = _unit()
    started = time.process_time()
    bidder = Bidder(system_named(options.system))
    rows: list[tuple[str, float, float, str]] = []
    rows.append(("load the system", _ms(started), _ms(started), "ms"))
    boards = list(_boards(Random(7), options.boards))
    auctions = [
        (deal, bidder.bid(deal, start))
        for deal, start in track(boards, "warming up", disable=not sys.stderr.isatty())
    ]
    rows += [
        (f"cold decision, turn {turn}", *_spread(times), "ms")
        for turn in range(1, 5)
        if (times := _cold(bidder, auctions, turn))
    ]
    rows.append(("warm decision", *_spread(_warm(bidder, auctions)), "ms"))
    rows.append(("understand one more call", *_spread(_understand(bidder, auctions)), "ms"))
    rows.append(("auction with ranges, 4 seats", *_spread(_whole(bidder, auctions)), "ms"))
    for words, calls in (("1NT-3NT", AFTER_3NT), ("seven calls", AFTER_SEVEN)):
        rate = _deals(bidder, calls)
        rows.append((f"deals a second, {words}", rate, rate, "/s"))
    for deal, start in _boards(Random(8), options.memory_boards):
        bidder.bid(deal, start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows.append((f"memory after {options.memory_boards} boards", memory, memory, "MB"))
    one_by_one = _one_by_one(bidder)
    rows.append(("bidding a board, one by one", one_by_one, one_by_one, "ms"))
    for count in (options.bulk_boards // 16, options.bulk_boards // 4, options.bulk_boards):
        time_a_board = _in_bulk(bidder.systems[0], count)
        rows.append((f"the same, {count:,} at once", time_a_board, time_a_board, "ms"))
    rows.append(("whole command, bid", *_spread(_whole_commands(options.system)), "ms"))
    lines = [_request(deal, before) for deal, before in _turns(auctions)]
    for words, first, timed in (
        ("new auctions", lines[:1], lines),
        ("known auctions", lines[:100], lines[:100] * 20),
    ):
        rate = _asked_through_a_pipe(options.system, first, timed)
        rows.append((f"bid --jsonl, {words}", rate, rate, "/s"))
    if options.json:
        print(json.dumps({name: {"median": a, "p90": b, "unit": u} for name, a, b, u in rows}))
        return
    print(f"unit: {unit:.2f} ms of pure Python")
    print(f"{'':<32}{'median':>10}{'90%':>10}{'':>4}{'units':>9}")
    for name, median, tail, kind in rows:
        ratio = f"{median / unit:>9.2f}" if kind == "ms" else ""
        print(f"{name:<32}{median:>10.2f}{tail:>10.2f} {kind:<4}{ratio}")


def _unit() -> float:
    started = time.process_time()
    total = 0
    for number in range(20000):
        total += number * number % 7
    return _ms(started)


def _ms(started: float) -> float:
    return 1000 * (time.process_time() - started)


def _boards(random: Random, count: int) -> Iterator[tuple[Deal, Auction]]:
    for number in range(1, count + 1):
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        yield random_deal(random), start


def _timed(prepare: Callable[[], object], work: Callable[[], object]) -> float:
    """Return the least CPU milliseconds of three runs: the clock jumps on a busy machine."""
    times: list[float] = []
    for _ in range(3):
        prepare()
        started = time.process_time_ns()
        work()
        times.append((time.process_time_ns() - started) / 1e6)
    return min(times)


def _spread(times: list[float]) -> tuple[float, float]:
    return float(np.median(times)), float(np.percentile(times, 90))


def _before(auction: Auction, length: int) -> Auction:
    return auction.before(length)


def _cold(bidder: Bidder, auctions: list[tuple[Deal, Auction]], turn: int) -> list[float]:
    """Time decisions of a seat's given turn with no auction understood."""
    forget = bidder.forget
    return [
        _timed(forget, partial(bidder.choose, deal[before.turn], before))
        for deal, auction in auctions
        for before in _prefixes(auction, 4 * turn - 4, 4 * turn)
    ]


def _warm(bidder: Bidder, auctions: list[tuple[Deal, Auction]]) -> list[float]:
    """Time decisions when the calls before, but not the position itself, are understood."""
    return [
        _timed(
            partial(_start_at, bidder, before), partial(bidder.choose, deal[before.turn], before)
        )
        for deal, auction in auctions
        for before in _prefixes(auction, 0, len(auction.calls))
    ]


def _understand(bidder: Bidder, auctions: list[tuple[Deal, Auction]]) -> list[float]:
    """Time the understanding of one more call, all earlier ones being understood."""
    return [
        _timed(
            partial(_start_at, bidder, before),
            partial(bidder.view, before.after(auction.calls[len(before.calls)])),
        )
        for _, auction in auctions
        for before in _prefixes(auction, 0, len(auction.calls))
    ]


def _prefixes(auction: Auction, start: int, stop: int) -> Iterator[Auction]:
    for length in range(start, min(stop, len(auction.calls))):
        yield _before(auction, length)


def _start_at(bidder: Bidder, before: Auction) -> None:
    bidder.forget()
    bidder.view(before)


def _whole(bidder: Bidder, auctions: list[tuple[Deal, Auction]]) -> list[float]:
    """Time the understanding of whole auctions, with every seat's ranges after every call."""
    forget = bidder.forget
    return [_timed(forget, partial(_all_ranges, bidder, auction)) for _, auction in auctions]


def _all_ranges(bidder: Bidder, auction: Auction) -> None:
    for length in range(len(auction.calls) + 1):
        ranges(bidder.view(_before(auction, length)))


def _one_by_one(bidder: Bidder, count: int = 300) -> float:
    """Return the milliseconds that a board takes after some others have been bid."""
    boards = list(_boards(Random(9), count))
    started = time.process_time()
    for deal, start in boards:
        bidder.bid(deal, start)
    return _ms(started) / count


def _in_bulk(system: System, count: int) -> float:
    """Return the milliseconds that a board takes of many that are bid as arrays."""
    boards = random_boards(np.random.default_rng(count), count)
    numbers = range(1, count + 1)
    dealers = [dealer_of_board(number) for number in numbers]
    vulnerabilities = [Vulnerability.of_board(number) for number in numbers]
    started = time.process_time()
    bid_boards((system, system), boards, dealers, vulnerabilities)
    return _ms(started) / count


def _whole_commands(system: str, times: int = 10) -> list[float]:
    """Return the CPU milliseconds of `dowager bid`, Python's own start and all imports included."""
    words = [*COMMAND, "KJ63.A74.52.Q973", "--calls", "1NT P", "--system", system]
    subprocess.run(words, check=True, capture_output=True)  # keeps the system compiled
    return [_child_ms(words) for _ in range(times)]


def _child_ms(words: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def _asked_through_a_pipe(system: str, first: list[bytes], timed: list[bytes]) -> float:
    """Return the calls a second of `dowager bid --jsonl`, by its CPU time after the first lines.

    The other end of the pipe waits for each answer, as programs do.
    """
    words = [*COMMAND, "--jsonl", "--system", system]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        _ask(process, first)
        started = _cpu_seconds(process.pid)
        _ask(process, timed)
        return len(timed) / max(_cpu_seconds(process.pid) - started, _TICK)


def _ask(process: subprocess.Popen[bytes], lines: list[bytes]) -> None:
    assert process.stdin is not None and process.stdout is not None
    for line in lines:
        process.stdin.write(line)
        process.stdin.flush()
        process.stdout.readline()


def _turns(auctions: list[tuple[Deal, Auction]]) -> Iterator[tuple[Deal, Auction]]:
    for deal, auction in auctions:
        for before in _prefixes(auction, 0, len(auction.calls)):
            yield deal, before


def _request(deal: Deal, before: Auction) -> bytes:
    request = {
        "hand": str(deal[before.turn]),
        "dealer": before.dealer.letter,
        "vul": before.vulnerability.word,
        "calls": [str(call) for call in before.calls],
    }
    return json.dumps(request).encode() + b"\n"


def _cpu_seconds(process: int) -> float:
    """Return the CPU time that another process has used; it is counted in ticks."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) * _TICK


def _deals(bidder: Bidder, calls: str) -> float:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    view = bidder.view(auction)
    generator = np.random.default_rng(3)
    deals_for(view, {}, generator, 100)
    started = time.process_time()
    sample = deals_for(view, {}, generator, 10000)
    return len(sample.holdings) / (time.process_time() - started)


if __name__ == "__main__":
    run(main)
