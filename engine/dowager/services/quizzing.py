"""Quizzes of a system as exercises: hands of books and booklets, with all calls they accept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePath
from random import Random

from dowager.auction import NO_PART_SCORES, Scoring
from dowager.authoring.practice import Bidders
from dowager.authoring.shared.own_quizzes import own_quizzes
from dowager.bidder import ChosenCall, Quiz, read_quizzes
from dowager.errors import SystemFaults
from dowager.language.files import system_file

_LIKELY = 12
_TRIED = 12


def quizzed(
    system: str, bidders: Bidders, locations: frozenset[str] | None, seed: int
) -> tuple[Quiz, ChosenCall] | None:
    """Return a quiz that one of some rules answers as the book does; None if none was found soon.

    Args:
        system: the system's name or path.
        bidders: the bidders in which North-South and East-West play it.
        locations: the `file:line` of the rules; None for any rule.
        seed: the same seed gives the same quiz.
    """
    random = Random(seed)
    for quiz in _in_order(_quizzes(system), locations, random):
        decision = bidders[quiz.auction.turn.side].choose(quiz.hand, quiz.auction)
        if decision.call in quiz.expected and (locations is None or decision.location in locations):
            return quiz, decision
    return None


def _in_order(
    quizzes: tuple[Quiz, ...], locations: frozenset[str] | None, random: Random
) -> Iterable[Quiz]:
    """Yield a few quizzes to try: first of files that are named like those of the rules."""
    files = {PurePath(place.partition(":")[0]).stem for place in locations or ()}
    likely = [quiz for quiz in quizzes if PurePath(quiz.span.file).stem in files]
    yield from random.sample(likely, min(_LIKELY, len(likely)))
    yield from random.sample(quizzes, min(_TRIED, len(quizzes)))


@lru_cache(maxsize=8)
def _quizzes(system: str) -> tuple[Quiz, ...]:
    """Return a system's quizzes of hands, in duplicate, against its own like; none of a variant.

    What options change is not what the quizzes are about.
    """
    file = system_file(system)
    if file.choices:
        return ()
    try:
        questions = read_quizzes(own_quizzes(file.path))
    except SystemFaults:  # the owner's own quizzes, half written: not what is asked about here
        return ()
    return tuple(quiz for quiz in questions if isinstance(quiz, Quiz) and _usual(quiz))


def _usual(quiz: Quiz) -> bool:
    auction = quiz.auction
    plain = auction.scoring is Scoring.IMPS and auction.part_scores == NO_PART_SCORES
    return plain and quiz.opponents is None and not quiz.heading.choices
