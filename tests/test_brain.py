"""`dowager brain` as a process, and its session: it reads while it thinks, and nothing ends it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from dowager.auction import Call
from dowager.net.brain_session import BrainSession, LineWriter, LiveBudget, RobotAsked
from dowager.play import Budget, Choice
from dowager.protocols.pipe import BrainClient
from dowager.table import Called, PlayerBoard, Robot
from support.commands import COMMAND, PATIENCE, Program, started
from support.systems import shipped
from support.wired_brains import HAND

START = f"START 1,N,N,none,{HAND},any,any"
AUCTION = ["TURN E,P", "TURN S,2C", "TURN W,P"]


def brain(given: bytes, *words: str) -> list[str]:
    """Give a brain all that it will ever hear, and return what it says; it must end well."""
    command = [*COMMAND, "brain", *words]
    done = subprocess.run(command, input=given, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == done.stdout.count(b"\r\n")
    return done.stdout.decode().splitlines()


def said_to(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\r\r\n\n"])
def test_a_brain_calls_whatever_the_line_ends_are(end: str) -> None:
    lines = ["about", START.lower().replace("start", "Start"), "BEGIN", *AUCTION, "begin"]
    about, ok, first, second = brain(end.join([*lines, ""]).encode())
    assert about.startswith('name="Dowager", version="') and about.count('"') == 6
    assert (ok, first) == ("OK", "1NT") and second.startswith("2D,")


def test_what_it_cannot_play_is_an_error() -> None:
    lines = [START.replace("any,any", "nobody,any"), START.replace("any,any", "natural,sayc"),
             "INFO max_memory 1000000", "BEGIN"]  # fmt: skip
    refused, ok, memory = brain(said_to(*lines))
    assert refused.startswith("ERROR no system 'nobody'; there are ")
    assert ok == "OK" and memory.startswith("ERROR max_memory 1000000: ")


def test_it_plays_only_its_own_system_if_told_so() -> None:
    lines = [START.replace("any,any", "sayc,any"), START.replace("any,any", "natural,any"), START]
    refused, *others = brain(said_to(*lines), "--system", "natural")
    assert refused == "ERROR natural is played here, not sayc" and others == ["OK", "OK"]


def test_debug_names_the_rule_and_suggestions_come_first() -> None:
    said = brain(said_to(START, "BEGIN", "PLAY 1C", *AUCTION), "--debug", "--suggest")
    assert said[0] == "OK" and said[1].startswith("DEBUG ") and said[2:] == ["SUGGEST 1NT", "1C"]


def test_end_is_obeyed_while_it_thinks_and_there_is_no_answer() -> None:
    assert brain(said_to(START, "BEGIN", "END", "ABOUT")) in (["OK"], [])


def test_garbage_does_no_harm() -> None:
    """Binary, half lines, and what looks nearly right; the last line is cut off."""
    garbage = (
        bytes(range(256)) * 40 + b"\r\nSTART\r\nBEGIN\nTURN\nBOARD\nN,N\nDONE\nPLAY\nTAKEBACK\n"
    )
    said = brain(garbage + said_to(START, "BEGIN") + b"BEG")
    assert said[-2:] == ["OK", "1NT"]
    assert all(line.startswith(("UNKNOWN", "ERROR")) for line in said[:-2])


GIGABYTE = 1_000_000_000


@pytest.mark.thorough
def test_a_gigabyte_on_one_line_is_cut_in_bounded_memory() -> None:
    with started("brain") as program:
        program.write("ABOUT\r\n")
        program.line()
        before = resident(program)
        chunk = "x" * 10_000_000
        for _ in range(GIGABYTE // len(chunk)):
            program.write(chunk)
        program.write("\r\nABOUT\r\n")
        assert program.line().startswith("UNKNOWN no command 'XXX")
        assert program.line().startswith('name="Dowager"')
        assert resident(program) - before < 20_000_000
        program.write("END\r\n")
        assert program.rest().code == 0


def resident(program: Program) -> int:
    """Return the most memory that a program has used."""
    status = Path(f"/proc/{program.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def test_a_manager_that_never_reads_does_not_stop_it() -> None:
    """It is told more than the pipe and its own patience hold, and still hears END."""
    reader, writer = os.pipe()
    with subprocess.Popen([*COMMAND, "brain"], stdin=subprocess.PIPE, stdout=writer) as process:
        os.close(writer)
        assert process.stdin is not None
        for _ in range(1_000):
            process.stdin.write(b"FOO\r\n" * 100)
        process.stdin.write(b"END\r\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
    os.close(reader)


def test_a_manager_that_has_gone_ends_it() -> None:
    reader, writer = os.pipe()
    with subprocess.Popen([*COMMAND, "brain"], stdin=subprocess.PIPE, stdout=writer) as process:
        os.close(writer)
        os.close(reader)
        assert process.stdin is not None
        process.stdin.write(b"ABOUT\r\n")
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


# -- two threads -----------------------------------------------------------------------------------


class Thoughtful(Robot):
    """A robot that thinks as long as it may."""

    def warm_up(self) -> None:
        pass

    def call(self, board: PlayerBoard, budget: Budget | None = None) -> Called:
        assert budget is not None
        over = budget.begin()
        while not over():
            pass
        return Called(Call.NT1, "thoughtful", None)

    def card(self, board: PlayerBoard, budget: Budget) -> Choice:
        raise AssertionError("it has no card to play")


class Session:
    """A brain in this process, with pipes, that thinks for years unless it is told otherwise."""

    def __init__(self) -> None:
        source, self._into = os.pipe()
        self._out, sink = os.pipe()
        self._said = os.fdopen(self._out, "rb")

        def new_robot(asked: RobotAsked) -> Robot:
            return Thoughtful(asked.seat, shipped("natural"))

        def run() -> None:
            session = BrainSession(
                BrainClient('name="Thoughtful"'), new_robot, 1e9, False, source,
                LineWriter(sink), lambda text: print(text, file=sys.stderr),
            )  # fmt: skip
            asyncio.run(session.run())
            os.close(sink)

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    def say(self, *lines: str) -> None:
        os.write(self._into, said_to(*lines))

    def line(self) -> str:
        return self._said.readline().decode().rstrip()

    def end(self) -> list[str]:
        """Close its input, wait for its end, and return what else it has said."""
        os.close(self._into)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self._said.read().decode().splitlines()


@pytest.mark.parametrize(
    "limit", ["timeout_turn 0", "timeout_turn 10", "time_left 0", "time_left -1"]
)
def test_new_limits_end_a_thought(limit: str) -> None:
    session = Session()
    session.say(START, "BEGIN")
    assert session.line() == "OK"
    session.say(f"INFO {limit}")
    assert session.line() == "1NT"
    assert session.end() == []


def test_what_interrupts_a_thought_is_answered_and_the_thought_is_not() -> None:
    session = Session()
    session.say(START, "BEGIN")
    assert session.line() == "OK"
    session.say("RESTART")
    assert session.line() == "OK"
    session.say("INFO timeout_turn 0", "ABOUT")
    assert session.line() == 'name="Thoughtful"'
    assert session.end() == []


def test_the_end_of_the_input_asks_for_the_answer_now() -> None:
    session = Session()
    session.say(START, "BEGIN")
    assert session.line() == "OK"
    assert session.end() == ["1NT"]


def test_a_budget_that_changes() -> None:
    allowed, now = [10.0], [100.0]
    over: Callable[[], bool] = LiveBudget(10.0, lambda: now[0], lambda: allowed[0]).begin()
    now[0] = 105.0
    assert not over()
    allowed[0] = 4.0
    assert over()
    allowed[0] = 20.0
    assert not over()


def test_a_turn_that_ends_as_it_is_given_is_answered_once_and_is_no_fault() -> None:
    """BEGIN, RESTART and BEGIN come in one piece: only the last is answered."""
    with started("brain", "--system", "natural", err_to_out=True) as program:
        program.write(f"START 1,N,N,none,{HAND},any,any\n")
        assert program.line() == "OK"
        program.write("BEGIN\nRESTART\nBEGIN\n")
        assert [program.line(), program.line()] == ["OK", "1NT"]
        program.write("ABOUT\nEND\n")
        assert program.line().startswith("name=")
        end = program.rest()
    assert (end.code, end.out) == (0, "")
