"""What a client waits for, what it cannot use, and when it leaves."""

from __future__ import annotations

import pytest

from dowager.auction import Call
from dowager.cards import Seat
from dowager.net.waiting import Waiting
from dowager.protocols.bluechip.client import Client
from dowager.table import Action

SEATED = ['North ("Old") seated', 'Teams : N/S : "Old" E/W : "Young"']
BOARD = [*SEATED, "Start of board"]
DEALT = [*BOARD, "Board number 1. Dealer West. Neither vulnerable."]
CALLING = [*DEALT, "North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -."]
AUCTION = [*CALLING, "West bids 1NT", "North passes", "East passes", "South passes"]
LED = [*AUCTION, "North to lead", "North plays SA"]
PLAYING = [*LED, "Dummy's cards : S -. H A K Q J T 9 8 7 6 5 4 3 2. D -. C -."]
"""What North is told, and what it answers, up to some point of a board."""


def client(lines: list[str]) -> Client:
    """Return a client that has heard some lines, and done what they say of itself."""
    client = Client("Old", Seat.NORTH)
    for line in lines:
        if client.wanted is Action.CALL:
            client.call(Call.PASS)
        elif client.wanted is Action.CARD:
            client.play_card(51)
        else:
            client.receive(line.encode() + b"\r\n")
    return client


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ([], "our seat"),
        (SEATED[:1], "the teams"),
        (SEATED, "the next board"),
        (BOARD, "the board's number and dealer"),
        (DEALT, "our cards"),
        (CALLING, "West's call"),
        (AUCTION, "the word to lead"),
        (LED, "dummy's cards"),
        (PLAYING, "East's card to trick 1"),
        ([*PLAYING, "East plays HA", "South plays C2"], "West's card to trick 1"),
        ([*CALLING, "West bids 1NT"], ""),
        ([*CALLING, "End of session"], ""),
    ],
)
def test_a_client_knows_what_it_waits_for(lines: list[str], what: str) -> None:
    assert (client(lines).waits_for, client(lines).doubt) == (what, "")


NOT_TO_BE_READ = "no bid that can be read"


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        (BOARD, "Board number one. Dealer West.", ""),
        (DEALT, "North's cards : S A K Q J T 9 8 7 6 5 4 3. H -. D -. C -.", "these are 12"),
        (CALLING, "West bids 8C", NOT_TO_BE_READ),
        (CALLING, "West says nothing", ""),
        (CALLING, "East bids 1NT", "it is West's turn"),
        ([*CALLING, "West bids 1NT", "North passes"], "East bids 1C", "not legal after: 1NT P"),
        (LED, "Dummy's cards : S A. H K Q J T 9 8 7 6 5 4 3 2. D -. C -.", "not all free"),
        (LED, "Dummy's cards : H A K", "these are 2"),
        (PLAYING, "East plays H1", "no card that can be read"),
        (PLAYING, "Dummy plays H1", "no card that can be read"),
        (PLAYING, "East plays SA", "East cannot hold it"),
        (PLAYING, "South plays D2", "it is East's turn"),
    ],
)
def test_what_cannot_be_used_is_named(lines: list[str], line: str, why: str) -> None:
    heard = client(lines)
    heard.receive(line.encode() + b"\r\n")
    assert why in heard.doubt and heard.doubt != ""


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (SEATED, "North bids 8C"),
        (SEATED, "Book closed"),
        (CALLING, "Explain West's 2D"),
        ([*CALLING, "West passes", "North passes"], "West passes"),  # it is sent twice
        ([*PLAYING, "East plays HA", "South plays C2"], "East plays HA"),
        (CALLING, "Timing - N/S : nonsense"),
    ],
)
def test_what_is_of_no_use_casts_no_doubt(lines: list[str], line: str) -> None:
    heard = client(lines)
    heard.receive(line.encode() + b"\r\n")
    assert heard.doubt == ""


def test_a_robot_says_once_what_it_waits_for() -> None:
    said: list[str] = []
    heard = client(CALLING)
    waiting = Waiting(heard, 60.0, said.append)
    assert [waiting.look(now) for now in (0.0, 9.9, 10.0, 500.0)] == [""] * 4
    assert said == ["waiting for West's call"]
    heard.receive(b"West bids 1NT\r\n")
    heard.call(Call.PASS)
    assert [waiting.look(now) for now in (501.0, 510.9, 511.0)] == [""] * 3
    assert said[1:] == ["waiting for East's call"]


def test_a_robot_leaves_when_it_cannot_go_on() -> None:
    said: list[str] = []
    heard = client(CALLING)
    waiting = Waiting(heard, 60.0, said.append)
    waiting.look(0.0)
    heard.receive(b"West bids 8C\r\n")
    what = "West's call, and cannot use 'West bids 8C' (no bid that can be read)"
    assert [waiting.look(now) for now in (2.0, 61.9)] == ["", ""]
    assert said == [f"waiting for {what}; leaving in 60 s"]
    assert waiting.look(62.0) == f"waited 60 s for {what}"


def test_what_comes_after_all_is_taken() -> None:
    said: list[str] = []
    heard = client(CALLING)
    waiting = Waiting(heard, 60.0, said.append)
    heard.receive(b"West bids 8C\r\n")
    waiting.look(2.0)
    heard.receive(b"West bids 2C\r\n")
    assert heard.wanted is Action.CALL and waiting.look(70.0) == ""
