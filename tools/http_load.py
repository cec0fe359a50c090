"""Measures a server that it starts: boards a second in one request, its memory, and its latency.

    python tools/http_load.py [--boards 1000] [--clients 200] [--questions 5] [--json]

One request has all boards; the memory of the server and of its processes is read before, while
the answer comes, and after. Then so many clients at once ask for calls, each one question after
another; a client that the server turns away as busy asks again, and its waiting counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx

from dowager.cards import random_deal
from dowager.services.catalogue import MOST_BOARDS
from inputs import run

_PAGE = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_PATIENCE = 600.0  # seconds


def main() -> None:
    """Start a server, measure it and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--questions", type=int, default=5, help="of each client")
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with server(asked.processes, asked.system) as (process, address):
        warm_up(address)
        figures = bulk_figures(process, address, min(asked.boards, MOST_BOARDS))
        figures |= asyncio.run(latency_figures(address, asked.clients, asked.questions))
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<34}{value:>12,.1f}")


@contextmanager
def server(processes: int, system: str) -> Iterator[tuple[int, str]]:
    """Start a server that takes as many questions as come; give its number and its address."""
    words = ("serve", "--no-browser", "--port", "0", "--processes", str(processes))
    command = [sys.executable, "-m", "dowager", *words, "--system", system]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        line = program.stdout.readline()
        found = re.search(r"http://\S+?(?=/ )", line)
        assert found, line
        try:
            yield program.pid, found[0]
        finally:
            program.terminate()


def warm_up(address: str) -> None:
    """Bid boards until every process has loaded the system."""
    for count in (50, 400, 800):
        _ = httpx.post(f"{address}/api/v1/auction", json=boards(count, 3), timeout=_PATIENCE).text


def boards(count: int, seed: int) -> dict[str, Any]:
    """Return random boards, as a request has them."""
    random = Random(seed)
    return {
        "boards": [
            {"board": number, "dealer": "NESW"[number % 4], "deal": str(random_deal(random))}
            for number in range(1, count + 1)
        ]
    }


def bulk_figures(process: int, address: str, count: int) -> dict[str, float]:
    """Measure one request with many boards."""
    body, came, most = boards(count, 1), 0, memory(process)
    before, spent, began, first = most, seconds_of(process), time.monotonic(), 0.0
    url = f"{address}/api/v1/auction"
    with httpx.stream("POST", url, json=body, timeout=_PATIENCE) as answer:
        for line in answer.iter_lines():
            first = first or time.monotonic() - began
            assert json.loads(line)["calls"]
            came += 1
            if came % 100 == 0:
                most = max(most, memory(process))
    took = time.monotonic() - began
    assert came == count
    return {
        "boards": count,
        "boards a second": count / took,
        "ms of CPU for a board": 1000 * (seconds_of(process) - spent) / count,
        "ms to the first line": 1000 * first,
        "MB of all processes before": before,
        "MB at most meanwhile": most,
        "MB afterwards": memory(process),
    }


async def latency_figures(address: str, clients: int, questions: int) -> dict[str, float]:
    """Measure clients that ask for calls at once."""
    limits = httpx.Limits(max_connections=clients)
    times: list[float] = []
    turned_away = 0
    random = Random(2)
    hands = [str(random_deal(random)).split()[1] for _ in range(clients * questions)]

    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=_PATIENCE) as client:

        async def ask(mine: list[str]) -> None:
            nonlocal turned_away
            for hand in mine:
                began = time.monotonic()
                while (await client.post("/api/v1/bid", json={"hand": hand})).status_code == 503:
                    turned_away += 1
                    await asyncio.sleep(0.2)
                times.append(time.monotonic() - began)

        began = time.monotonic()
        parts = (hands[index::clients] for index in range(clients))
        await asyncio.gather(*(ask(part) for part in parts))
        took = time.monotonic() - began
    times.sort()
    return {
        "clients": clients,
        "questions": len(times),
        "answers a second": len(times) / took,
        "ms at the median": 1000 * times[len(times) // 2],
        "ms at the 99th percentile": 1000 * times[int(len(times) * 0.99)],
        "times turned away as busy": turned_away,
    }


def family(process: int) -> list[int]:
    """Return a process and those that it has started."""
    found = [process]
    for parent in found:
        children = Path(f"/proc/{parent}/task/{parent}/children")
        tasks = Path(f"/proc/{parent}/task").glob("*/children")
        numbers = {int(word) for task in (children, *tasks) for word in task.read_text().split()}
        found += sorted(numbers - set(found))
    return found


def memory(process: int) -> float:
    """Return the memory in use of a process and those that it has started, in MB."""
    pages = (Path(f"/proc/{each}/statm").read_text().split()[1] for each in family(process))
    return _PAGE * sum(map(int, pages))


def seconds_of(process: int) -> float:
    """Return the seconds of CPU time of a process and those that it has started."""
    stats = (Path(f"/proc/{each}/stat").read_text() for each in family(process))
    fields = (stat.rpartition(")")[2].split() for stat in stats)
    return _TICK * sum(int(each[11]) + int(each[12]) for each in fields)


if __name__ == "__main__":
    run(main)
