"""Deals to solve, rows of a file of results, and processes that solve and write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

from dowager.auction import Contract, Doubled, Strain
from dowager.cards import Deal, Seat, random_deal
from dowager.play import DoubleDummyStore
from dowager.play.trick_bounds import exactly
from dowager.play.trick_file import TrickFile

LARGE = 1 << 30


def random_contract(rng: Random) -> Contract:
    """Return any contract."""
    strain, doubled = rng.choice(list(Strain)), rng.choice(list(Doubled))
    return Contract(rng.randint(1, 7), strain, doubled, Seat(rng.randrange(4)))


def random_boards(count: int, seed: int) -> tuple[list[Deal], list[Contract]]:
    """Return random deals, each with a random contract."""
    rng = Random(seed)
    return [random_deal(rng) for _ in range(count)], [random_contract(rng) for _ in range(count)]


def numbered_rows(start: int, count: int) -> dict[bytes, bytes]:
    """Return rows of a file; a row's bounds follow from its number."""
    return {
        number.to_bytes(13, "big"): bytes([exactly(number % 14)]) * 20
        for number in range(start, start + count)
    }


def solve_singly(file: str, seed: str, step: str) -> None:
    """Solve sixteen boards one by one, in their order or from the last, and print the tricks."""
    boards = list(zip(*random_boards(16, int(seed)), strict=True))
    with DoubleDummyStore(Path(file)) as store:
        for deal, contract in boards[:: int(step)]:
            print(store.tricks([deal], [contract])[0], flush=True)


def write_for_ever(file: str, start: str) -> None:
    """Write a thousand rows after another; print how many there are after each."""
    rows, number = TrickFile(Path(file), LARGE), int(start)
    while True:
        rows.write(numbered_rows(number, 1_000))
        number += 1_000
        print(number, flush=True)


def process(work: str, *words: object) -> subprocess.Popen[str]:
    """Start a process that does one of these."""
    program = f"import sys; sys.path[:0] = {sys.path!r}; import support.solved_deals as these; "
    call = f"these.{work}(*sys.argv[1:])"
    command = [sys.executable, "-c", program + call, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
