"""A person at a table of the server, as a program that speaks as the browser's page does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from support.commands import PATIENCE

QUICK = {"seconds": 0.1, "pause": 0}
"""Robots that play at once, for tests."""
SOUTH = {"S": "person"}
"""The seats when one person sits South and robots have the others."""
# South holds all the spades: seven spades can be claimed at once.
COLD = """[Event ""]
[Board "1"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:.AKQJT98765432.. ..AKQJT98765432. AKQJT98765432... ...AKQJT98765432"]
"""
NOTRUMP = COLD.partition("[Deal")[0] + (
    '[Deal "N:KJ63.A74.52.Q973 T98.QT62.J64.AT8 AQ5.KJ.KT73.KJ52 742.9853.AQ98.64"]'
)
"""A board on which nobody is vulnerable and South opens 1NT."""
_CARD = re.compile(r'"([SHDC][2-9TJQKA])"')


class Person:
    """A person's browser.

    Args:
        address: of the server.

    Attributes:
        client: asks by HTTP, with the person's cookies.
        path: of the table.
        heard: every message from the table, as text.
        picture: the last picture.
        problem: the last problem.
    """

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE)
        self.path = ""
        self.heard: list[str] = []
        self.picture: dict[str, Any] = {}
        self.problem = ""
        self._connection = ExitStack()
        self._socket: ClientConnection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()
        self.client.close()

    def open(self, **fields: object) -> Self:
        """Open a table, and look at it."""
        answer = self.client.post("/play/rooms", json={**QUICK, **fields})
        assert answer.status_code == 200, answer.text
        self.path = answer.json()["path"]
        return self.look()

    def join(self, path: str, **fields: object) -> Self:
        """Take a seat at somebody's table, and look at it."""
        self.path = path
        answer = self.client.post(f"{path}/join", json=fields)
        assert answer.status_code == 200, answer.text
        return self.look()

    def look(self) -> Self:
        """Connect to the table."""
        address = str(self.client.base_url).rstrip("/").replace("http", "ws", 1)
        # Cookies belong to the table's path: a client that asks for it would send them, too.
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.client.cookies.jar)
        live = connect(f"{address}{self.path}/live", additional_headers={"Cookie": cookies})
        self._socket = self._connection.enter_context(live)
        return self

    def leave(self) -> None:
        """Close the connection."""
        self._connection.close()

    def do(self, what: str, **fields: object) -> None:
        """Do something at the table."""
        board = self.picture.get("board")
        at = {} if board is None else {"at": board["actions"]}
        self.say(json.dumps({"do": what, **at, **fields}))

    def say(self, text: str) -> None:
        """Send any message."""
        assert self._socket is not None
        self._socket.send(text)

    def hear(self) -> dict[str, Any]:
        """Return the next message; that none comes fails the test."""
        assert self._socket is not None
        text = self._socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if "problem" in message:
            self.problem = message["problem"]
        else:
            self.picture = message
        return message

    def wait(self, until: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Hear until the picture is one of a kind; return it."""
        while not self.picture or not until(self.picture):
            self.hear()
        return self.picture

    def wait_for_problem(self) -> str:
        """Hear until something is wrong; return what."""
        self.problem = ""
        while not self.problem:
            self.hear()
        return self.problem

    def turn(self) -> dict[str, Any]:
        """Wait for the person's turn; return the board."""
        board: dict[str, Any] = self.wait(lambda seen: seen.get("board", {}).get("yours"))["board"]
        return board

    def ask(self, about: str, **fields: object) -> dict[str, Any]:
        """Return the answer to a question about the board."""
        answer = self.client.post(f"{self.path}/ask", json={"about": about, **fields})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play_board(self) -> dict[str, Any]:
        """Pass, and play the first card that may be played, to the end of the board."""
        boards = len(self.picture.get("boards", ()))
        done: tuple[int, int] = (-1, -1)
        while len(self.picture.get("boards", ())) == boards:
            board = self.picture.get("board", {})
            if board.get("claim", {}).get("asked"):
                self.do("answer", accepts=True)
            elif board.get("yours") and (board["number"], board["actions"]) != done:
                done = board["number"], board["actions"]
                key = "card" if "contract" in board else "call"
                self.do(key, **{key: "P" if key == "call" else board["legal"][0]})
            self.hear()
        found: dict[str, Any] = self.picture["boards"][-1]
        return found


def cards_named(text: str) -> set[str]:
    """Return every card that a message names."""
    return set(_CARD.findall(text))


def cards_of(hand: str) -> set[str]:
    """Return the cards of a hand as text."""
    return {f"{s}{rank}" for s, held in zip("SHDC", hand.split("."), strict=True) for rank in held}
