"""The paths of the page for practice. What changes something is asked by POST."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from dowager.errors import InputError
from dowager.services.registry import Fields
from dowager.services.requests import read_object, text_field, truth_field
from dowager.web.practise.desk import Desk, Held
from dowager.web.practise.messages import question, verdict
from dowager.web.practise.person import checked, person_of, remember
from dowager.web.practise.progress import NotKeptError, Progress, Try
from dowager.web.site import Site, client_of
from dowager.web.workers import BusyError, FailedError, SlowError

_REPEATED = 0.5  # how often a rule that is due is taken, if there is one
_WEAK = 0.3  # how often everything means the topic with the most mistakes
_ENOUGH = 3  # tries of a topic before its mistakes count
_SECONDS = 15.0
_CHANGE = 6.0  # seconds for the smallest change of cards
_JUDGING = 3.0  # seconds for trying a call that may be as good
_LONGEST = 200
_CHOICES = ("system", "opponents", "topic", "rule", "calls", "board", "quizzes")
_TEXTS = ("system", "opponents", "topic", "rule", "quizzes")


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths."""
    return _Practice(site).routes


class _Practice:
    """Answers the page's questions."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._desk = Desk()
        self._progress = Progress(site.options.data)

    @property
    def routes(self) -> list[BaseRoute]:
        posted = (self.topics, self.next, self.answer, self.why, self.person, self.reset)
        return [
            *(
                Route(f"/practise/{each.__name__}", _json(each), methods=["POST"])
                for each in posted
            ),
            Route("/practise/progress", _kept(self.progress), methods=["GET"]),
            Route("/practise/progress.json", _kept(self.export), methods=["GET"]),
        ]

    async def topics(self, request: Request, fields: Fields) -> Fields:
        """Answer what a system has to practise."""
        asked = {"system": text_field(fields, "system", self._site.options.system)}
        return await self._site.ask("practice_topics", asked, client_of(request), _SECONDS)

    # --- exercises

    async def next(self, request: Request, fields: Fields) -> Fields:
        """Answer an exercise, for what the person chose or for what he has to repeat of it."""
        chosen, person = _chosen(fields, self._site.options.system), person_of(request)
        asked = chosen | {"seed": secrets.randbits(60), "ahead": truth_field(fields, "ahead")}
        again = await self._repeated(person, chosen)
        exercise = await self._exercise(asked, again, client_of(request))
        opponents = chosen.get("opponents") or ""
        held = Held(exercise, client_of(request), chosen["system"], opponents)
        return question(self._desk.put(held), held)

    async def _exercise(self, asked: Fields, again: Fields, client: str) -> Fields:
        """Return an exercise for what is to be repeated; if there is none, for what was asked."""
        if again:
            rest = {key: value for key, value in asked.items() if key not in ("topic", "rule")}
            try:
                return await self._site.ask("practice_exercise", rest | again, client, _SECONDS)
            except InputError:  # the rule is not there any more, or too rare
                pass
        return await self._site.ask("practice_exercise", asked, client, _SECONDS)

    async def _repeated(self, person: str, chosen: Fields) -> Fields:
        """Return the rule or the topic that has to come again; nothing if there is none."""
        if not person or chosen.get("rule") or chosen.get("calls"):
            return {}
        topic = chosen.get("topic") or ""
        try:
            if random.random() < _REPEATED:
                due = self._progress.due
                rule = await asyncio.to_thread(due, person, chosen["system"], topic)
                return {"rule": rule} if rule else {}
            if not topic and random.random() < _WEAK:
                return await self._weakest(person, chosen["system"])
        except NotKeptError:  # said when an answer cannot be kept
            pass
        return {}

    async def _weakest(self, person: str, system: str) -> Fields:
        """Return the topic with the greatest share of mistakes; nothing if there are none."""
        rows = await asyncio.to_thread(self._progress.by_topic, person)
        shares = {
            str(row["topic"]): int(str(row["mistakes"])) / int(str(row["tries"]))
            for row in rows
            if row["system"] == system and int(str(row["tries"])) >= _ENOUGH
        }
        worst = max(shares, key=shares.__getitem__, default="")
        return {"topic": worst} if worst and shares[worst] else {}

    async def answer(self, request: Request, fields: Fields) -> Fields:
        """Take a call; answer whether it is right, what the system calls and why.

        Another call than the system's is right as well if judgement finds it about as good. Of
        hands from books the book says what is right.
        """
        held = self._desk.get(fields.get("id"))
        turn = held.answer(text_field(fields, "call", "")[:_LONGEST])
        told = verdict(held, turn)
        if not told["right"] and not held.from_book:
            told |= await self._judged(held, told["turn"], client_of(request))
        return told | await self._noted(person_of(request), held.system, turn, told["right"])

    async def _noted(self, person: str, system: str, turn: Fields, right: bool) -> Fields:
        """Keep a try; say so if that fails."""
        if not person or not turn["rule"]:
            return {}
        tried = Try(system, turn["rule"], turn["name"], turn["topic"], turn["title"], right)
        try:
            await asyncio.to_thread(self._progress.add, person, tried)
        except NotKeptError as error:
            return {"unkept": str(error)}
        return {}

    async def why(self, request: Request, fields: Fields) -> Fields:
        """Answer what a call that was made would have shown, and what the hand would need."""
        held, turn = self._desk.get(fields.get("id")), fields.get("turn")
        if not isinstance(turn, int) or isinstance(turn, bool):
            raise InputError('"turn" takes the number of a turn')
        asked = _about(held, turn) | {"seconds": _CHANGE}
        return await self._site.ask("practice_reasons", asked, client_of(request), _SECONDS)

    async def _judged(self, held: Held, turn: int, client: str) -> Fields:
        """Return what judgement says of a call; nothing where it has not tried it."""
        asked = _about(held, turn) | {"seconds": _JUDGING}
        try:
            found = await self._site.ask("practice_alternative", asked, client, _SECONDS)
        except (BusyError, SlowError, FailedError):  # then the system's call alone is right
            return {}
        accepted = found.pop("accepted")
        return {"right": accepted, "judged": found} if found else {}

    # --- people

    async def person(self, request: Request, fields: Fields) -> Response:
        """Take the name of the person who practises from now on."""
        name = checked(fields.get("name"))
        answer = JSONResponse({"person": name})
        remember(answer, name)
        return answer

    async def reset(self, request: Request, fields: Fields) -> Fields:
        """Forget all that is kept of the person."""
        person = _required(request)
        await asyncio.to_thread(self._progress.forget, person)
        return {"person": person}

    async def progress(self, request: Request) -> Response:
        """Answer tries and mistakes by topic."""
        person = person_of(request)
        rows = await asyncio.to_thread(self._progress.by_topic, person) if person else []
        return JSONResponse({"person": person, "kept": self._progress.kept, "topics": rows})

    async def export(self, request: Request) -> Response:
        """Answer all that is kept of the person, as a file."""
        person = _required(request)
        rules = await asyncio.to_thread(self._progress.rules, person)
        headers = {"Content-Disposition": 'attachment; filename="practice.json"'}
        return JSONResponse({"person": person, "rules": rules}, headers=headers)


def _json(
    answered: Callable[[Request, Fields], Awaitable[Fields | Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Return what reads a question as a JSON object, and writes its answer."""

    async def endpoint(request: Request) -> Response:
        fields = read_object(await request.body(), "the request")
        found = await answered(request, fields)
        return found if isinstance(found, Response) else JSONResponse(found)

    return _kept(endpoint)


def _kept(
    answered: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Return what says that progress cannot be read or written, if it cannot."""

    async def endpoint(request: Request) -> Response:
        try:
            return await answered(request)
        except NotKeptError as error:
            return JSONResponse({"error": str(error)}, 503)

    return endpoint


def _chosen(fields: Fields, system: str) -> Fields:
    """Return what is to be practised; what it says in texts is short.

    Raises:
        InputError: a text is none, or long.
    """
    for key in _TEXTS:
        if len(text_field(fields, key, "")) > _LONGEST:
            raise InputError(f'"{key}" has at most {_LONGEST} letters')
    given = {key: fields[key] for key in _CHOICES if fields.get(key)}
    return {"system": system} | given


def _about(held: Held, turn: int) -> Fields:
    """Return the fields of a question about a call that was made.

    Raises:
        InputError: that turn is not answered.
    """
    auction = held.auction_at(turn)
    asked = {
        "system": held.system,
        "hand": held.exercise["hand"],
        "dealer": auction.dealer.letter,
        "vul": auction.vulnerability.word,
        "calls": [str(call) for call in auction.calls],
        "call": str(held.made[turn]),
    }
    return asked | ({"opponents": held.opponents} if held.opponents else {})


def _required(request: Request) -> str:
    person = person_of(request)
    if not person:
        raise InputError("choose a name first: what is practised is kept by name")
    return person
