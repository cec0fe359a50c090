"""Sends spoilt lines of the pipe protocol to a brain, and to a manager.

    python tools/pipe_fuzz.py --lines 100000 [--seed 1] [--json]

Both sides are those of the engine, without processes. The lines are what a real session says, as
they are or spoilt: bytes changed, cut, doubled, moved, other commands, binary. A brain must answer
what it must and nothing else, and play on after RESTART; a manager's board must be played to its
end, legally, whatever the brain says. Memory must not grow.
"""

from __future__ import annotations

import argparse
import json
import sys
import tracemalloc
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from random import Random

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.cards import Seat, card_name, random_deal
from dowager.formats import Board
from dowager.play import Play
from dowager.protocols.pipe import BrainClient, BrainHandler
from dowager.table import (
    Action,
    BoardBegun,
    BoardFinished,
    BrainTerms,
    Close,
    PlayerBoard,
    TableEvent,
    TableManager,
    TableOptions,
)

_WORDS = (
    b"START", b"RESTART", b"BEGIN", b"TURN", b"BOARD", b"DONE", b"PLAY", b"TAKEBACK", b"INFO",
    b"ABOUT", b"RECTSTART", b"SWAP2BOARD", b"OK", b"ERROR", b"UNKNOWN", b"SUGGEST", b"MESSAGE",
    b"DEBUG", b"timeout_turn", b"max_memory", b"N,P", b"S,1NT", b"E,SA", b"P", b"7NT", b"XX", b"",
)  # fmt: skip
_ENDS = (b"\r\n", b"\n", b"\r", b"\r\n\r\n")
_RATES = (0.02, 0.1, 0.5)
"""Shares of lines that are spoilt: few let a board go on for long."""
_MOST_GROWTH = 4.0
"""MiB by which the traced memory may grow between the second quarter and the end."""


@dataclass
class Report:
    """What was sent, and what came of it.

    Attributes:
        lines: how many lines were sent.
        actions: how often a brain was asked and acted, or a manager took an action.
        boards: how many boards were played to their end.
        growth_mib: by how much the memory grew from a quarter of the way to the end.
    """

    lines: int = 0
    actions: int = 0
    boards: int = 0
    growth_mib: float = 0.0


def fuzz(side: str, lines: int, random: Random) -> Report:
    """Send spoilt lines to one side: `brain` or `manager`.

    Raises:
        AssertionError: the side did what it must not.
    """
    tracemalloc.start()
    report, early = Report(), 0
    run = _Brain(random, report) if side == "brain" else _Manager(random, report)
    while report.lines < lines:
        run.send()
        if not early and report.lines >= lines // 4:
            early = tracemalloc.get_traced_memory()[0]
    report.growth_mib = round((tracemalloc.get_traced_memory()[0] - early) / (1 << 20), 2)
    tracemalloc.stop()
    assert report.growth_mib < _MOST_GROWTH, f"memory grew by {report.growth_mib} MiB"
    return report


def spoilt(line: bytes, random: Random) -> bytes:
    """Return a line with something wrong in it."""
    match random.randrange(9):
        case 0:
            return line[: random.randrange(len(line) + 1)]
        case 1:
            return line + line
        case 2:
            return random.choice(_WORDS) + b" " + line
        case 3:
            return random.choice(_WORDS) + b" " + random.choice(_WORDS)
        case 4:
            return random.randbytes(random.randrange(60))
        case 5:
            at = random.randrange(len(line) + 1)
            return line[:at] + random.randbytes(1) + line[at + 1 :]
        case 6:
            letters = list(line)
            random.shuffle(letters)
            return bytes(letters)
        case 7:
            return line * random.choice((1, 3, 2000))
        case _:
            return line.swapcase().replace(b",", random.choice((b";", b",,", b" , ")))


def random_board(number: int, random: Random) -> Board:
    """Return a random board."""
    return Board(
        dealer=dealer_of_board(number),
        vulnerability=Vulnerability.of_board(number),
        number=number,
        hands=random_deal(random).hands,
    )


def _cut(data: bytes, random: Random) -> list[bytes]:
    """Return bytes in pieces, as a pipe gives them."""
    at = random.randrange(len(data) + 1)
    return [data[:at], data[at:]]


class _Brain:
    """Our brain, to which a manager of no sense sends lines."""

    def __init__(self, random: Random, report: Report) -> None:
        self._random, self._report = random, report
        self._client = BrainClient('name="Fuzzed"')
        self._board = random_board(1, random)
        self._rate = 0.5
        self._refused = False  # whether the brain's last word was ERROR

    def send(self) -> None:
        """Send a line, good or spoilt, and let the brain act if it is asked."""
        random = self._random
        if random.random() < 0.01:
            self._board = random_board(random.randrange(1, 100), random)
            self._rate = random.choice(_RATES)
        line = random.choice(self._good())
        data = spoilt(line, random) if random.random() < self._rate else line
        end = b"" if random.random() < self._rate / 5 else random.choice(_ENDS)
        for piece in _cut(data + end, random):
            for event in self._client.receive(piece):
                if isinstance(event, BoardBegun):
                    self._client.started("" if random.random() < 0.9 else "no\nreason\x00")
        if self._client.waits_for == "" and self._client.wanted is None:
            self._client = BrainClient('name="Fuzzed"')  # it was told END
        if random.random() < 0.7:
            self._act()
        for said in self._client.take_lines():
            assert said.endswith(b"\r\n") and said.count(b"\n") == 1, said
            self._refused = said.startswith(b"ERROR") and b"our turn" not in said
        self._report.lines += 1

    def _good(self) -> list[bytes]:
        """Return lines of a session at this moment, for whichever seat the brain may have."""
        board = self._board
        known = self._client.board
        if known is not None and known.ended:
            self._report.boards += 1
        if known is None or known.ended or self._random.random() < 0.003:
            start = f"START {board.number},{{}},{board.dealer.letter},none,{{}},any,sayc"
            return [start.format(seat.letter, board.hands[seat]).encode() for seat in Seat]
        if self._random.random() < (0.3 if self._refused else 0.003):
            return [b"RESTART", b"RESTART", b"BOARD", b"DONE", b"END"]
        lines = ["BEGIN"] * 8 + ["ABOUT", "INFO rule 1", "INFO max_memory 0"]
        lines += [f"INFO timeout_turn {self._random.randrange(1000)}"]
        turn = known.playing.turn if known.play else known.auction.turn
        row = f"{turn.letter},{self._likely(known, turn)}"
        lines += [f"TURN {row}"] * 8 + [row] * 2 + [f"TAKEBACK {turn.letter},P"]
        if known.play and len(known.play.cards) == 1:
            dummy = known.play.dummy
            lines += [f"TURN {dummy.letter},{board.hands[dummy]}"] * 20
        return [line.encode() for line in lines]

    def _likely(self, known: PlayerBoard, turn: Seat) -> str:
        """Return what the seat whose turn it is may do: mostly to pass, or a card of its hand."""
        hand = self._board.hands[turn]
        if known.play is not None and hand is not None:
            return card_name(self._random.choice(known.play.legal(hand) or (0,)))
        return str(self._random.choice(known.auction.legal_calls()[:3]))

    def _act(self) -> None:
        client = self._client
        if client.wanted is Action.CALL and client.board:
            client.call(self._random.choice(client.board.auction.legal_calls()), "x\ny\x00")
        elif client.wanted is Action.CARD and client.board:
            legal = client.board.playing.legal(client.board.hand_to_play)
            client.play_card(self._random.choice(legal))
        else:
            return
        self._report.actions += 1


class _Keeper:
    """Counts what a brain is let go for, and nothing else."""

    time_left = None

    def __init__(self) -> None:
        self.gone = False

    def let_go(self, fault: str = "") -> None:
        self.gone = True

    def asked(self) -> None:
        pass

    answered = asked

    def introduced(self, text: str) -> None:
        assert text.isprintable() or "\ufffd" in text, text

    says = fault = introduced


class _Manager:
    """A table at which four brains say whatever comes to their minds."""

    def __init__(self, random: Random, report: Report) -> None:
        self._random, self._report = random, report
        self._connections = 0
        self._begin()

    def _begin(self) -> None:
        """Open a table with a board."""
        self._table = TableManager([random_board(1, self._random)], TableOptions(trick_pause=0))
        self._keepers: dict[int, _Keeper] = {}
        self._seats: dict[int, Seat] = {}
        self._sent: dict[int, bytes] = {}
        for seat in Seat:
            self._sit(seat)

    def _sit(self, seat: Seat) -> None:
        """Start a brain."""
        number = self._connections = self._connections + 1
        keeper = self._keepers[number] = _Keeper()
        self._seats[number] = seat
        terms = BrainTerms(seat, f"team {seat % 2}")
        self._take(
            self._table.connect(number, lambda send: BrainHandler(terms, keeper, send), 0.0, seat)
        )

    def send(self) -> None:
        """Say a line, good or spoilt, as one of the brains; start those anew that were let go."""
        random = self._random
        number = random.choice(list(self._seats))
        line = random.choice(self._good(number))
        data = spoilt(line, random) if random.random() < 0.4 else line
        before = self._actions
        for piece in _cut(data + random.choice((b"\n", b"\r\n", b"\r", b"")), random):
            self._take(self._table.receive(number, piece, 0.0))
        self._report.lines += 1
        self._report.actions += max(0, self._actions - before)
        for gone in [n for n, keeper in self._keepers.items() if keeper.gone]:
            seat = self._seats.pop(gone)
            del self._keepers[gone]
            self._sent.pop(gone, None)
            self._take(self._table.disconnect(gone, 0.0))
            self._sit(seat)

    @property
    def _actions(self) -> int:
        board = self._table.session.board
        return len(board.makers) if board else 0

    def _good(self, number: int) -> list[bytes]:
        """Return what a brain may say: what was listed as legal, and the other words."""
        legal = self._sent.get(number, b"P").split(b",")
        return [*legal[:6], b"OK", b"OK", b"SUGGEST " + legal[0], legal[0] + b",an alert",
                b"MESSAGE hello", b"ERROR no", b"UNKNOWN", b'name="x"']  # fmt: skip

    def _take(self, events: Iterable[TableEvent]) -> None:
        for number, line in self._table.take_lines():
            assert line.endswith(b"\r\n") and line.count(b"\n") == 1 and len(line) <= 4000, line
            if line.startswith(b"INFO legal "):
                self._sent[number] = line.strip().removeprefix(b"INFO legal ")
        for event in events:
            assert not isinstance(event, Close) or self._seats, event
            if isinstance(event, BoardFinished):
                _check(event.board)
                self._report.boards += 1
                self._begin()


def _check(board: Board) -> None:
    """See that a board was bid and played legally, to its end."""
    auction = Auction.of_calls(board.dealer, board.vulnerability, board.calls)
    assert auction.ended and board.deal is not None
    if auction.contract is not None:
        assert Play.of_cards(auction.contract, board.play, board.deal).ended


def main() -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=100_000, help="to each side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    reports = {side: fuzz(side, given.lines, Random(given.seed)) for side in ("brain", "manager")}
    if given.json:
        print(json.dumps({side: asdict(report) for side, report in reports.items()}))
    else:
        for side, report in reports.items():
            counts = f"{report.lines} lines, {report.actions} actions, {report.boards} boards"
            print(f"{side:>8}: {counts}; memory grew by {report.growth_mib} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
