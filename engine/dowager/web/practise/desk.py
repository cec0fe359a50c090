"""The exercises that people have before them, kept by names that nobody can guess."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from dowager.auction import Auction, Call, Vulnerability, parse_call, parse_calls
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.services.registry import Fields

MOST = 2_000
"""Exercises kept at a time; the oldest is given up for a new one."""

MOST_OF_A_CLIENT = 64
"""Exercises kept for one client."""


@dataclass(slots=True, eq=False)
class Held:
    """An exercise that somebody has before him.

    Attributes:
        exercise: what the service answered; it has what is right.
        client: who asked for it.
        system: the system, as the person named it.
        opponents: the other side's system likewise; empty for the same one.
        made: the calls that were made so far, one for each turn that is answered.
    """

    exercise: Fields
    client: str
    system: str
    opponents: str
    made: list[Call] = field(default_factory=list)

    @property
    def turns(self) -> list[Fields]:
        """The turns that are practised."""
        turns: list[Fields] = self.exercise["turns"]
        return turns

    @property
    def from_book(self) -> bool:
        """Whether a book says what is right."""
        return bool(self.exercise["name"] or self.exercise["source"])

    @property
    def done(self) -> bool:
        """Whether every turn is answered."""
        return len(self.made) == len(self.turns)

    @property
    def auction(self) -> Auction:
        """The auction as far as it may be seen: up to the turn, or all of it in the end."""
        calls: list[str] = self.exercise["calls"]
        seen = len(calls) if self.done else self.turns[len(self.made)]["index"]
        return self._auction(seen)

    def auction_at(self, turn: int) -> Auction:
        """Return the auction before a turn that is answered.

        Raises:
            InputError: it is not.
        """
        if not 0 <= turn < len(self.made):
            raise InputError("that turn is not answered")
        return self._auction(self.turns[turn]["index"])

    def _auction(self, length: int) -> Auction:
        dealer = Seat.parse(self.exercise["dealer"])
        vulnerability = Vulnerability.parse(self.exercise["vul"])
        return Auction.of_calls(dealer, vulnerability, parse_calls(self.exercise["calls"][:length]))

    def answer(self, text: str) -> Fields:
        """Take the call at the next turn; return that turn.

        Raises:
            InputError: it is no call, it is not legal, or every turn is answered.
        """
        if self.done:
            raise InputError("this exercise is finished: ask for the next one")
        auction, call = self.auction, parse_call(text)
        if not auction.is_legal(call):
            raise InputError(f"{call} is not legal here")
        self.made.append(call)
        return self.turns[len(self.made) - 1]


class Desk:
    """Keeps exercises, at most `MOST` of them and `MOST_OF_A_CLIENT` for each client."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._held)

    def put(self, held: Held) -> str:
        """Keep an exercise, and return its name."""
        if self._of[held.client] >= MOST_OF_A_CLIENT:
            self._drop(next(key for key, each in self._held.items() if each.client == held.client))
        elif len(self._held) >= MOST:
            self._drop(next(iter(self._held)))
        key = secrets.token_urlsafe(18)
        self._held[key] = held
        self._of[held.client] += 1
        return key

    def get(self, key: object) -> Held:
        """Return an exercise by its name.

        Raises:
            InputError: it is not kept, or no longer.
        """
        held = self._held.get(key) if isinstance(key, str) else None
        if held is None:
            raise InputError("this exercise is not kept any more: ask for the next one")
        return held

    def _drop(self, key: str) -> None:
        held = self._held.pop(key)
        self._of[held.client] -= 1
        if not self._of[held.client]:
            del self._of[held.client]
