"""A robot at a scripted table manager on a socket: what it hears, and what it does in trouble."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from dowager.alerts import read_alert
from dowager.auction import Auction, Call
from dowager.cards import Seat
from dowager.knowledge.public import Disclosure
from dowager.language.tree import Bool
from dowager.net import SitOptions, Thinker, WireLog, sit
from dowager.play import Budget, Choice
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import Called, PlayerBoard, Robot
from dowager.table.robot import disclosed_to_us
from support.commands import PATIENCE
from support.systems import shipped

START = """
C: Connecting "Old" as North using protocol version 18
T: North ("Old") seated
C: North ready for teams
T: Teams : N/S : "Old". E/W : "Young"
C: North ready to start
T: Start of board
C: North ready for deal
T: Board number 1. Dealer West. Neither vulnerable.
C: North ready for cards
T: North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.
C: North ready for West's bid
"""


@dataclass
class Table:
    """A table manager by a script: `T:` it sends, `t:` without a line end, `C:` it wants."""

    script: str
    heard: list[str] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for line in self.script.strip().splitlines():
            if line.startswith("T: "):
                writer.write(line[3:].encode() + b"\r\n")
                await writer.drain()
            elif line.startswith("t: "):
                writer.write(line[3:].encode())
            elif line.startswith("C: "):
                async with asyncio.timeout(PATIENCE):
                    self.heard.append((await reader.readline()).decode().rstrip("\r\n"))
        writer.close()

    async def play(self, robot: Callable[[Seat], Robot]) -> str:
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        new_conversation = BLUE_CHIP.player("gap:0")
        at = ("127.0.0.1", port, "Old", new_conversation, Seat.NORTH)
        options = SitOptions(*at, reconnect=0, patience=0)
        async with server:
            return await sit(options, robot, self.reports.append, WireLog(None))

    @property
    def wanted(self) -> list[str]:
        return [line[3:] for line in self.script.splitlines() if line.startswith("C: ")]


class Odd(Robot):
    """A robot whose calls the test makes."""

    def __init__(self, answer: Callable[[Auction], Called]) -> None:
        system = shipped("sayc")
        super().__init__(Seat.NORTH, system)
        self.disclosed: list[dict[int, Bool]] = []
        self._answer = answer

    def warm_up(self) -> None:
        pass

    def call(self, board: PlayerBoard, budget: Budget) -> Called:
        self.disclosed.append(disclosed_to_us(board))
        return self._answer(board.auction)

    def card(self, board: PlayerBoard, budget: Budget) -> Choice:
        raise RuntimeError("no card")


def says(call: Call, disclosure: Disclosure | None = None) -> Callable[[Auction], Called]:
    return lambda auction: Called(call, "", disclosure)


def fails(auction: Auction) -> Called:
    raise ValueError("the robot is out of its mind")


def run(script: str, answer: Callable[[Auction], Called]) -> tuple[Table, Odd, str]:
    table, robot = Table(START + script), Odd(answer)
    fault = asyncio.run(table.play(lambda seat: robot))
    assert table.heard == table.wanted
    return table, robot, fault


def test_what_opponents_alerts_say_reaches_the_robot() -> None:
    table, robot, fault = run(
        """
T: West bids 2D Alert. 6 cards in hearts, 5 to 10 total points.
C: North passes
C: North ready for East's bid
T: East bids 2S Alert. kind of weird
C: North ready for South's bid
T: South passes
C: North ready for West's bid
T: West passes
C: North passes
T: End of session
""",
        says(Call.PASS),
    )
    assert fault == ""
    said = read_alert("6 cards in hearts, 5 to 10 total points.").node()
    assert robot.disclosed == [{0: said}, {0: said}]
    assert any("kind of weird" in text for text in table.reports)


def test_our_alert_goes_out_in_the_grammar() -> None:
    disclosure = read_alert("5 cards in spades, up to 11 total points.").disclosure
    run(
        """
T: West passes
C: North bids 1S Alert. up to 11 total points, 5 cards in spades.
C: North ready for East's bid
T: End of session
""",
        says(Call.S1, disclosure),
    )


@pytest.mark.parametrize(
    ("answer", "word"),
    [(fails, "the robot is out of its mind"), (says(Call.C1), "1C is not legal")],
)
def test_a_robot_that_fails_passes_and_says_so(
    answer: Callable[[Auction], Called], word: str
) -> None:
    table, _, fault = run(
        """
T: West bids 1NT
C: North passes
C: North ready for East's bid
T: End of session
""",
        answer,
    )
    assert fault == ""
    assert any("our own fault" in text and word in text for text in table.reports)


def test_a_robot_that_cannot_play_plays_a_legal_card() -> None:
    run(
        """
T: West bids 1NT
C: North passes
C: North ready for East's bid
T: East passes
C: North ready for South's bid
T: South passes
T: North to lead
C: North plays 2S
C: North ready for dummy
T: End of session
""",
        says(Call.PASS),
    )


def test_what_was_thought_for_another_turn_is_thrown_away() -> None:
    """The board starts again while the robot thinks: only the second thought is said."""
    begun = threading.Event()

    def slow(auction: Auction) -> Called:
        begun.set()
        return Called(Call.S7 if auction.calls else Call.PASS, "", None)

    table, _, fault = run(
        """
T: West passes
T: Start of board
C: North ready for deal
T: Board number 1. Dealer North. Neither vulnerable.
C: North ready for cards
T: North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.
C: North passes
C: North ready for East's bid
T: End of session
""",
        slow,
    )
    assert fault == "" and begun.is_set()
    assert "North bids 7S" not in table.heard


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("T: Error: go away", "the table manager says: go away"),
        ("T: Illegal bid", "the table manager says that our bid is illegal"),
        ("T: NS:3 EW:4", ""),
        ("T: Disconnect", ""),
        ("t: End of session", ""),
        ("t: Error: no more boards", "the table manager says: no more boards"),
        ("", "the table manager closed the connection"),
    ],
)
def test_how_a_session_can_end(line: str, fault: str) -> None:
    table = Table(START + line)
    said = asyncio.run(table.play(lambda seat: Odd(says(Call.PASS))))
    assert said == fault


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("West bids 8C", "West's call, and cannot use 'West bids 8C' (no bid that can be read)"),
        ("East bids 1NT", "West's call, and cannot use 'East bids 1NT' (it is West's turn)"),
    ],
)
def test_a_table_manager_that_says_nothing_usable_is_left(line: str, why: str) -> None:
    """It would wait for ever: the table manager takes the line for a call, and goes on."""
    table = Table(START + f"\nT: {line}\nC: \nT: West bids 1NT\nC: \n")
    fault = asyncio.run(table.play(lambda seat: Odd(says(Call.PASS))))
    assert fault == f"waited 0 s for {why}"


def test_a_thought_that_does_not_end_is_given_up() -> None:
    released = threading.Event()
    reports: list[str] = []

    async def think() -> list[str]:
        thinker = Thinker(reports.append, least=0.05)
        first = await thinker.decide(0.0, lambda: str(released.wait(PATIENCE)), "safe")
        second = await thinker.decide(PATIENCE, lambda: "thought", "safe")
        released.set()
        thinker.close()
        return [first, second]

    assert asyncio.run(think()) == ["safe", "thought"]
    assert len(reports) == 1 and "no decision within" in reports[0]
