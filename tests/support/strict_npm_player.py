"""A player that reads no more than the npm packages table-master-parser and bridge-player do.

It answers each line as it comes, by the grammar of table-master-parser 1.2.10, which reads a line
as far as it understands it and ignores the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from dowager.cards import Hand, Seat, parse_card
from support.strict_players import BIDS, CALLS, StrictPlayer


def _hand(suits: Sequence[str]) -> Hand:
    return Hand.parse(".".join(re.sub("[ -]", "", suit) for suit in suits))


class Npm(StrictPlayer):
    """The npm players: answer each line as it comes; ask for dummy before the lead."""

    def _begin(self) -> None:
        self._name = self.seat.word.lower()
        self.say(f'connecting "{self.team}" as {self._name} using protocol version 18')

    def _hear(self, line: str) -> None:
        for pattern, answer in _LINES:
            match = pattern.match(line)
            if match:
                answer(self, *match.groups())
                return
        self.refuse(line, "Invalid table master message")

    def _is_seated(self, name: str, team: str) -> None:
        self.say(f"{self._name} ready for teams")

    def _hears_teams(self, north_south: str, east_west: str) -> None:
        self.say(f"{self._name} ready to start")

    def _starts(self) -> None:
        self.say(f"{self._name} ready for deal")

    def _is_dealt(self, number: str, dealer: str, vulnerability: str) -> None:
        self.deal(number, dealer, vulnerability)
        self.say(f"{self._name} ready for cards")

    def _gets_cards(self, name: str, *suits: str) -> None:
        self.take(_hand(suits))
        self._next_call()

    def _next_call(self) -> None:
        """Call, or ask for the next call; at the end ask for dummy, or wait for the lead."""
        auction, play = self.board.auction, self.board.play
        if not auction.ended:
            if auction.turn is self.seat:
                self.add_call(self.call(self._name))
                self._next_call()
            else:
                self.say(f"{self._name} ready for {auction.turn.word.lower()}'s bid")
        elif play and play.dummy is self.seat:
            self.say(f"{self._name} ready for dummy's card to trick 1")
        elif play and play.leader is not self.seat:
            self.say(f"{self._name} ready for dummy")

    def _hears_call(self, name: str, words: str) -> None:
        self.add_call({**CALLS, **BIDS}[words.upper().removeprefix("BIDS").strip()])
        self._next_call()

    def _is_to_lead(self, name: str) -> None:
        self._plays()

    def _plays(self) -> None:
        turn, first = self.board.playing.turn, not self.board.playing.cards
        self.add_card(self.card(turn.word.lower()))
        if first:
            self.say(f"{self._name} ready for dummy")
        self._next_card()

    def _hears_card(self, name: str, card: str) -> None:
        hand = Seat.parse(name)
        self.add_card(self.checked(hand, parse_card(card[::-1]), card))
        self._next_card()

    def _next_card(self) -> None:
        play = self.board.playing
        if play.ended:
            return
        if play.dummy is self.seat:
            self.say(f"{self._name} ready for dummy's card to trick {play.number}")
        elif not self.board.our_turn:
            self.say(
                f"{self._name} ready for {play.turn.word.lower()}'s card to trick {play.number}"
            )
        elif play.trick:
            self._plays()

    def _sees_dummy(self, *suits: str) -> None:
        self.see_dummy(_hand(suits))
        self.say(f"{self._name} received dummy")
        play = self.board.playing
        if play.leader is not self.seat:
            self.say(f"{self._name} ready for {play.leader.word.lower()}'s card to trick 1")

    def _goes(self) -> None:
        self.ended = True

    def _passes_over(self) -> None:
        """Hear what is of no use: times."""


_SEAT = "(north|east|south|west)"
_SUITS = " ".join(rf"{suit} (?-i:(-|[2-9TJQKA\s]+)) \." for suit in "SHDC")
_TIME = r"this board \d+:\d+ , total \d+:\d+:\d+"
_FORMS: Sequence[tuple[str, Callable[..., Any]]] = (
    (r'teams : N/S : "(.*?)" E/W : "(.*?)"', Npm._hears_teams),
    (rf'{_SEAT} (\w[^"()]*|".*?") seated', Npm._is_seated),
    (r"end of session", Npm._goes),
    (r"start of board", Npm._starts),
    (
        rf"board number (\d+) \. dealer {_SEAT} \. (neither|n/s|e/w|both) vulnerable",
        Npm._is_dealt,
    ),
    (rf"{_SEAT}'s cards : {_SUITS}", Npm._gets_cards),
    (rf"{_SEAT} (passes|doubles|redoubles|bids (?-i:[1-7](?:[SHDC]|NT)))", Npm._hears_call),
    (rf"{_SEAT} to lead", Npm._is_to_lead),
    (r"dummy() to lead", Npm._is_to_lead),
    (rf"{_SEAT} plays (?-i:([2-9TJQKA][SHDC]))", Npm._hears_card),
    (rf"dummy's cards : {_SUITS}", Npm._sees_dummy),
    (rf"timing - N/S : {_TIME} \. E/W : {_TIME}", Npm._passes_over),
)
_LINES = [
    (re.compile(pattern.replace(" ", r"\s*"), re.IGNORECASE), answer) for pattern, answer in _FORMS
]
"""What it can read; a blank of a form stands for blanks, many or none."""
