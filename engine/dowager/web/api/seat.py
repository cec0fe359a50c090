"""The Seat API: what table managers of daily events ask of a bot, by GET, without any state.

Nothing but the names of its fields is written down; `docs/reference/http.md` says what is our
reading of them.
"""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from dowager import __version__
from dowager.errors import InputError
from dowager.web.api.asking import Dialect, asking_route, north_south
from dowager.web.api.at_play import contract_of, seen_hands
from dowager.web.api.dialect_words import (
    Words,
    cards_of,
    common_fields,
    hand_of,
    is_true,
    seat_of,
    short_call,
    word,
    written_hand,
)
from dowager.web.api.reading import Fields
from dowager.web.site import Site

PREFIX = "/seat"
_MATCHPOINTS = ("mp", "mps", "matchpoints", "matchpoint", "pairs", "bam")
_IMPS = ("", "imp", "imps", "teams", "team", "crossimps", "ximps")


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths of the interface."""
    bot = SeatBot(site)
    return [
        Route(PREFIX, bot.base, methods=["GET"]),
        Route(f"{PREFIX}/", bot.base, methods=["GET"]),
        asking_route(f"{PREFIX}/bid", bot.bid),
        asking_route(f"{PREFIX}/lead", bot.lead),
        asking_route(f"{PREFIX}/play", bot.play),
    ]


class SeatBot(Dialect):
    """Answers of a bot."""

    async def base(self, request: Request) -> Response:
        """Say that the bot is there, and which systems it plays."""
        names = list(self._site.systems.names)
        return JSONResponse({"name": "Dowager", "version": __version__, "systems": names})

    async def bid(self, words: Words, client: str) -> Fields:
        """Answer which call to make."""
        seat, (ours, theirs) = seat_of(words, "seat"), self._systems(words)
        fields = _fields(words) | {"system": ours, "opponents": theirs}
        asked = fields | {"hand": hand_of(words), "seat": seat.letter}
        found = await self._site.ask("bid", asked, client)
        meaning = "; ".join(part for part in (found["name"], found["text"]) if part)
        answer = {
            "bid": short_call(found["call"]),
            "alert": found["alert"] or "",
            "meaning": meaning,
            "ourSystem": ours,
            "theirSystem": theirs,
        }
        return answer | await self._meanings(words, client)

    async def lead(self, words: Words, client: str) -> Fields:
        """Answer which card to lead."""
        seat = seat_of(words, "seat")
        fields = _fields(words) | north_south(self._systems(words), seat)
        fields |= {"hand": hand_of(words), "seat": seat.letter, "seconds": self._seconds}
        found = await self._site.ask("lead", fields, client)
        return {"card": found["card"]} | await self._meanings(words, client)

    async def play(self, words: Words, client: str) -> Fields:
        """Answer which card to play; at dummy's turn, ask with declarer's hand and seat."""
        seat = seat_of(words, "seat")
        fields = _fields(words) | north_south(self._systems(words), seat)
        cards = cards_of(words)
        hand, dummy = seen_hands(
            contract_of(fields), seat, written_hand(words), written_hand(words, "dummy"), cards
        )
        fields |= {"hand": hand, "dummy": dummy, "cards": cards, "seconds": self._seconds}
        found = await self._site.ask("play", fields, client)
        return {"card": found["card"]} | await self._meanings(words, client)

    async def _meanings(self, words: Words, client: str) -> Fields:
        """Return what the calls so far show, if that is asked for."""
        if not is_true(words, "meanings"):
            return {}
        seat = seat_of(words, "seat")
        fields = _fields(words) | north_south(self._systems(words), seat)
        found = await self._site.ask("infer", fields, client)
        return {"meanings": [_meaning(each) for each in found["calls"]]}

    def _systems(self, words: Words) -> tuple[str, str]:
        """Return our system and theirs; theirs is ours when it is none that is served."""
        given = word(words, "ourSystem", "")
        ours = self._site.systems.named_like(given) if given.strip() else self._site.options.system
        if not ours:
            there = ", ".join(self._site.systems.names)
            raise InputError(f"no system ourSystem={given[:60]!r}; there are {there}")
        return ours, self._site.systems.named_like(word(words, "theirSystem", "")) or ours


def _fields(words: Words) -> Fields:
    """Return the fields of a question: the auction, and what is scored."""
    kind = re.sub(r"[\W_]", "", word(words, "matchtype", "")).lower()
    if kind not in (*_MATCHPOINTS, *_IMPS):
        raise InputError(f'"matchtype" takes mp or imps, not {kind[:40]!r}')
    scoring = "mp" if kind in _MATCHPOINTS else "imps"
    return common_fields(words, seat_of(words, "seat")) | {"scoring": scoring}


def _meaning(call: dict[str, Any]) -> dict[str, Any]:
    told = "; ".join(part for part in (call["name"], call["text"]) if part)
    return {"bid": short_call(call["call"]), "seat": call["seat"], "meaning": told}
