"""A client that walks through a session at random: what it is told next, rightly or not."""

from __future__ import annotations

import copy
from random import Random

from dowager.auction import Call, Vulnerability
from dowager.cards import Deal, Seat, random_deal
from dowager.protocols.bluechip.client import Client, ClientState
from dowager.protocols.bluechip.line_writer import write
from dowager.protocols.bluechip.messages import (
    DUMMY,
    Bids,
    Cards,
    ClaimEnds,
    Claims,
    DealInfo,
    EndOfSession,
    Illegal,
    Message,
    Plays,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)
from dowager.table import LocalError


class Walk:
    """One client at a table manager that mostly does what it should."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seat = self.random.choice(list(Seat))
        self.client = Client("Old", self.random.choice([self.seat, None]))
        self.deal: Deal = random_deal(self.random)
        self.strange = self.random.choice([0.0, 0.05, 0.3])

    def run(self, steps: int, met: dict[ClientState, Client]) -> None:
        """Walk; `met` takes a client in each state that it comes to."""
        for _ in range(steps):
            if self.client.state not in met:
                met[self.client.state] = copy.deepcopy(self.client)
            if self.client.state is ClientState.ENDED:
                self.client.receive(b"Start of board\r\n")
                return
            if self.random.random() < 0.45 and self._act():
                continue
            message = self._odd() if self.random.random() < self.strange else self._right()
            self.client.receive(write(message).encode() + b"\r\n")
            self._check()

    def _check(self) -> None:
        lines = self.client.take_lines()
        assert all(line.count(b"\n") == 1 and len(line) < 300 for line in lines)

    def _act(self) -> bool:
        client, random = self.client, self.random
        state = client.state
        try:
            if random.random() < 0.05:
                client.claim()
            elif client.answers_claim and random.random() < 0.5:
                client.answer_claim(random.random() < 0.3)
            elif state is ClientState.MY_CALL:
                client.call(self._call(client.board.auction.legal_calls()))
            elif state is ClientState.MY_CARD:
                board = client.board
                client.play_card(random.choice(board.playing.legal(board.hand_to_play)))
            else:
                return False
        except LocalError:
            assert client.state is state
            return False
        return True

    def _call(self, legal: tuple[Call, ...]) -> Call:
        return self.random.choice(legal) if self.random.random() < 0.4 else Call.PASS

    def _right(self) -> Message:
        """Return what a table manager would say next, or tell of our own action again."""
        client = self.client
        match client.state:
            case ClientState.CONNECTING:
                return Seated(self.seat, "Old")
            case ClientState.SEATED:
                return Teams("Old", "Young")
            case ClientState.BETWEEN:
                self.deal = random_deal(self.random)
                return StartOfBoard()
            case ClientState.BOARD:
                return DealInfo(1, self.random.choice(list(Seat)), Vulnerability.NONE)
            case ClientState.DEALT:
                return Cards(self.seat, self.deal[self.seat])
            case ClientState.MY_CALL | ClientState.THEIR_CALL:
                auction = client.board.auction
                return Bids(auction.turn, self._call(auction.legal_calls()))
            case ClientState.LEAD if self.random.random() < 0.6:
                return ToLead(client.board.playing.turn)
            case ClientState.LEAD | ClientState.MY_CARD | ClientState.THEIR_CARD:
                play = client.board.playing
                legal = play.legal(self.deal[play.turn])
                return Plays(play.turn, self.random.choice(legal))
            case _:
                return Cards(DUMMY, self.deal[client.board.playing.dummy])

    def _odd(self) -> Message:
        seat = self.random.choice(list(Seat))
        kinds: list[Message] = [
            Teams("Old", "Young"),
            Timing((1, 2), (3, 4)),
            Cards(seat, self.deal[self.random.choice([seat, seat.partner])]),
            Cards(DUMMY, self.deal[seat]),
            Bids(seat, self.random.choice(list(Call))),
            Plays(self.random.choice([seat, DUMMY]), self.random.randrange(52)),
            *[ToLead(who) for who in (self.seat, seat, DUMMY)],
            Claims(seat),
            ClaimEnds(seat, self.random.random() < 0.2),
            Seated(seat, "Old"),
            DealInfo(2, seat, Vulnerability.NS),
        ]
        rare: list[Message] = [
            *[StartOfBoard()] * 4,
            EndOfSession(),
            Refusal("no"),
            Illegal("bid"),
            Illegal("card"),
        ]
        board = self.client.board
        if board is not None and board.play is not None and self.random.random() < 0.4:
            claimer = self.random.choice([other for other in Seat if other is not self.seat])
            self.client.receive(write(Claims(claimer)).encode() + b"\n")
            return Cards(claimer, self.deal[claimer])
        if self.random.random() < 0.05:
            return self.random.choice(rare)
        if self.random.random() < 0.1:
            self.client.receive(b"Feasability\r\n")
        return self.random.choice(kinds)
