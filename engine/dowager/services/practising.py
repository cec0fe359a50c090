"""Bidding to practise, as JSON objects: topics, exercises, and what a wrong call would have needed.

An exercise has the hand that is practised and no other one; with it come the calls that are right,
so it is for a program that keeps them to itself until its user has called.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from dowager.auction import Auction, Call, parse_call, parse_calls
from dowager.authoring.practice import (
    Bidders,
    Exercise,
    Finder,
    Heard,
    Topic,
    rules_like,
    seated,
    topic_named,
    topics,
)
from dowager.authoring.why import CardChange, why_not, why_words
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Hand, Seat, Suit
from dowager.errors import InputError
from dowager.knowledge.answers import Ranges, ranges
from dowager.knowledge.public import View, call_alert, call_words
from dowager.language.compile import Rule
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_for, system_named
from dowager.services.quizzing import quizzed
from dowager.services.requests import (
    number_field,
    read_request,
    text_field,
    truth_field,
    whole_field,
)

_SECONDS = 5.0
_AHEAD = 0.5  # seconds of learning, for an exercise that nobody waits for yet
_MOST_CALLS = 60
_QUIZZES = 0.3  # how often an exercise is one of a book's
_MOST_SECONDS = 20.0
_MOST_BOARDS = 100
_NOT_FOUND = (
    "no deal was found for this: it is very rare, or comes about only against opponents who play"
    " another system"
)
_LONG, _SHORT = 4, 3  # lengths of suits that are worth a word


def practice_topics(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer what there is to practise in a system: its topics, and the names of its rules.

    Raises:
        InputError: a field is wrong.
    """
    name = text_field(fields, "system", DEFAULT_SYSTEM)
    system = system_named(name)
    found = _topics(name)
    named = {rule.name for topic in found for rule in topic.rules if rule.name}
    return {
        "title": system.title,
        "topics": [
            {"key": each.key, "title": each.title, "about": each.about, "group": each.group}
            for each in found
        ],
        "rules": sorted(named, key=str.lower),
    }


def practice_exercise(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer an exercise: a hand, an auction, and the calls that are right.

    `topic`, `rule` or `calls` say what is practised; without them, everything. `board` asks for all
    turns of a board. `quizzes` says whether hands of books are taken: `some`, `none` or `only`.
    `ahead` says that nobody waits.

    Raises:
        InputError: a field is wrong, or nothing was found.
    """
    asked = _read(fields)
    quiz = _quiz(asked) if asked.takes_quizzes else None
    if quiz is not None:
        return quiz
    heard = _heard(asked.system, asked.opponents)
    finder = Finder(asked.bidders, heard, asked.seed, _SECONDS)
    answer = _exercise_object(asked, _found(asked, finder))
    if truth_field(fields, "ahead"):
        finder.learn(_AHEAD)
    return answer


def practice_boards(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer boards to play on which a seat is to call by a rule, as the system would.

    `rule` or `topic` say by which; `seat` who calls, and `n` how many boards there are at most;
    `seconds` are given to finding them.

    Raises:
        InputError: a field is wrong, or nothing was found.
    """
    asked = _read(fields)
    if asked.rules is None:
        raise InputError('"rule" is missing: write the name of a rule, or file:line')
    seat = Seat.parse(text_field(fields, "seat", "S"))
    count = whole_field(fields, "n", 8, 1, _MOST_BOARDS) or 1
    seconds = number_field(fields, "seconds", _SECONDS, 0.1, _MOST_SECONDS)
    finder = Finder(asked.bidders, _heard(asked.system, asked.opponents), asked.seed, seconds)
    places = {rule.location for rule in asked.rules}
    boards: dict[str, dict[str, Any]] = {}
    while len(boards) < count and (found := finder.of_rules(asked.rules)) is not None:
        decision = found.decision
        if decision is not None and decision.location in places:
            here = seated(found, seat.plus(-found.turn))
            boards[str(here.deal)] = {
                "deal": str(here.deal),
                "dealer": here.auction.dealer.letter,
                "vul": here.auction.vulnerability.word,
            }
    if not boards:
        raise InputError(_NOT_FOUND)
    return {"boards": list(boards.values())}


def practice_reasons(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer what a call would have shown, and what the hand would need to make it.

    `call` is the call; `seconds` may be given to the search for the smallest change of cards.

    Raises:
        InputError: a field is wrong, or the call is not legal.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.hand is None:
        raise InputError('"hand" is missing; write S.H.D.C, spades first')
    call = parse_call(text_field(fields, "call", ""))
    bidder = _bidders(request.system, request.opponents)[request.auction.turn.side]
    after = bidder.view(request.auction.after(call))
    seconds = number_field(fields, "seconds", 5.0, 0.1, _MOST_SECONDS)
    answer = why_not(bidder, request.auction, request.hand, call, limit=seconds)
    nearest = answer.reasons[0] if answer.reasons else None
    return {
        **_meaning(after),
        "why": why_words(nearest, request.hand) if nearest else "",
        "ruled": answer.change is not None,
        **_change(answer.change),
    }


def _change(change: CardChange | None) -> dict[str, Any]:
    """Return the smallest change of cards that was found."""
    if change is None or change.hand is None:
        impossible = change is not None and change.reason is not None
        return {"change": None, "hand": None, "smallest": False, "impossible": impossible}
    return {
        "change": change.words,
        "hand": str(change.hand),
        "smallest": change.proved,
        "impossible": False,
    }


# --- what is asked for


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be practised: rules, or calls after which somebody calls, or anything."""

    system: str
    opponents: str | None
    bidders: Bidders
    rules: tuple[Rule, ...] | None
    calls: tuple[Call, ...] | None
    board: bool
    quizzes: str
    seed: int

    @property
    def takes_quizzes(self) -> bool:
        """Whether this exercise is a quiz, if one is found."""
        some = random.Random(self.seed).random() < _QUIZZES
        possible = self.calls is None and not self.board
        return possible and (self.quizzes == "only" or (self.quizzes == "some" and some))


def _read(fields: dict[str, Any]) -> _Asked:
    system = text_field(fields, "system", DEFAULT_SYSTEM)
    opponents = text_field(fields, "opponents", "") or None
    quizzes = text_field(fields, "quizzes", "some")
    if quizzes not in ("some", "none", "only"):
        raise InputError(f'"quizzes" takes some, none or only, not {quizzes[:40]!r}')
    seed = whole_field(fields, "seed", None, 0, None)
    return _Asked(
        system,
        None if opponents == system else opponents,
        _bidders(system, opponents),
        _rules(fields, system),
        _calls(fields),
        truth_field(fields, "board"),
        quizzes,
        random.getrandbits(60) if seed is None else seed,
    )


def _rules(fields: dict[str, Any], system: str) -> tuple[Rule, ...] | None:
    topic, rule = text_field(fields, "topic", ""), text_field(fields, "rule", "")
    given = [key for key in ("topic", "rule", "calls") if fields.get(key)]
    if len(given) > 1:
        raise InputError(f"practise one thing at a time, not {' and '.join(given)}")
    if topic:
        return topic_named(_topics(system), topic).rules
    return rules_like(system_named(system), rule) if rule else None


def _calls(fields: dict[str, Any]) -> tuple[Call, ...] | None:
    calls = fields.get("calls")
    if calls is None or calls == []:
        return None
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise InputError('"calls" takes a list of calls, such as ["1NT", "P"]')
    if len(calls) > _MOST_CALLS:
        raise InputError(f'"calls" takes at most {_MOST_CALLS} calls')
    return parse_calls(calls)


def _bidders(system: str, opponents: str | None) -> Bidders:
    ours = bidder_for(system, opponents if opponents != system else None)
    if opponents in (None, system):
        return ours, ours
    return ours, bidder_for(opponents, system)


@lru_cache(maxsize=16)
def _topics(system: str) -> tuple[Topic, ...]:
    return topics(system, system_named(system))


@lru_cache(maxsize=64)
def _titles(system: str) -> dict[str, Topic]:
    """Return the topic of each rule by its `file:line`."""
    return {place: topic for topic in _topics(system) for place in topic.locations}


@lru_cache(maxsize=16)
def _heard(system: str, opponents: str | None) -> Heard:
    """Return what has been heard at a table; it grows with each search."""
    return Heard()


# --- what is answered


def _found(asked: _Asked, finder: Finder) -> Exercise:
    if asked.calls is not None:
        return finder.after(asked.calls)
    if asked.rules is None:
        return finder.anything()
    found = finder.of_rules(asked.rules)
    if found is None:
        raise InputError(_NOT_FOUND)
    return found


def _exercise_object(asked: _Asked, found: Exercise) -> dict[str, Any]:
    """Return an exercise, turned so that South practises."""
    side = found.before.turn.side
    here = seated(found, Seat.SOUTH.plus(-found.turn))
    auction = here.auction if asked.board else here.before
    turns = range(found.turn % 4, len(here.decisions), 4) if asked.board else [found.turn]
    decisions = [(turn, here.decisions[turn], (here.decisions[turn].call,)) for turn in turns]
    meanings = _meanings(asked.bidders[side], found.auction.before(len(auction.calls)))
    return {
        **_board(here.deal[Seat.SOUTH], auction, meanings),
        "turns": [_turn(asked, *decision) for decision in decisions],
        "ended": auction.ended,
        "name": "",
        "source": "",
    }


def _quiz(asked: _Asked) -> dict[str, Any] | None:
    locations = None if asked.rules is None else frozenset(rule.location for rule in asked.rules)
    found = quizzed(asked.system, asked.bidders, locations, asked.seed)
    if found is None:
        if asked.quizzes == "only":
            raise InputError("no quiz was found for this")
        return None
    quiz, decision = found
    turn, side = len(quiz.auction.calls), quiz.auction.turn.side
    dealer = Seat.SOUTH.plus(-turn)
    vulnerability = quiz.auction.vulnerability.turned(dealer)
    auction = Auction(dealer, vulnerability, quiz.auction.calls)
    return {
        **_board(quiz.hand, auction, _meanings(asked.bidders[side], quiz.auction)),
        "turns": [_turn(asked, turn, decision, quiz.expected)],
        "ended": False,
        "name": quiz.heading.name,
        "source": quiz.heading.source,
    }


def _board(hand: Hand, auction: Auction, meanings: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "seat": "S",
        "hand": str(hand),
        "dealer": auction.dealer.letter,
        "vul": auction.vulnerability.word,
        "calls": [str(call) for call in auction.calls],
        "meanings": meanings,
    }


def _meanings(bidder: Bidder, auction: Auction) -> list[dict[str, Any]]:
    """Return what each call of an auction shows."""
    return [_meaning(bidder.view(before)) for before in islice(auction.prefixes(), 1, None)]


def _meaning(view: View) -> dict[str, Any]:
    """Return what the last call shows: its name, briefly what its seat has, and all in words."""
    record = view.records[-1]
    rule = record.rule.rule if record.rule else None
    return {
        "name": rule.name if rule else "",
        "shows": _briefly(ranges(view)[record.seat]),
        "text": call_words(record),
        "alert": call_alert(record),
    }


def _briefly(box: Ranges) -> str:
    """Return the ranges of a hand in a few words: HCP, long suits, short suits."""
    low, high = box.hcp
    words = [f"{low}–{high} HCP" if low else f"at most {high} HCP"]
    for suit in reversed(Suit):
        least, most = box.lengths[suit]
        if least >= _LONG:
            words.append(f"{least}{'+' if most > least else ''} {suit.word}")
        elif most <= _SHORT:
            words.append(f"at most {most} {suit.word}")
    return ", ".join(words)


def _turn(
    asked: _Asked, index: int, decision: ChosenCall, accepted: Sequence[Call]
) -> dict[str, Any]:
    topic = _titles(asked.system).get(decision.location)
    return {
        "index": index,
        "call": str(decision.call),
        "accepted": [str(call) for call in accepted],
        "name": decision.name,
        "rule": decision.location,
        "text": decision.text,
        "alert": decision.alert,
        "forcing": decision.force.word,
        "topic": topic.key if topic else "",
        "title": topic.title if topic else "",
    }
