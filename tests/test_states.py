"""What is kept for each state of an auction: it decides what it is said to decide, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from dowager.auction import CALLS, Auction, Scoring, Strain, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Seat, random_deal
from dowager.knowledge.public import View
from dowager.language.compile import Candidate, Section, System
from dowager.language.tree import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS, UNBOUND, Env
from dowager.language.tree.ask_words import AskWord
from dowager.language.tree.expression import RelativeSeat
from dowager.language.tree.public_words import PublicWord
from support.systems import shipped

BOARDS = 60
ARGUMENTS: dict[str, tuple[object, ...]] = {
    "s": (0, 1, 2, 3),
    "n": tuple(map(int, Strain)),
    "k": CALLS,
    "a": tuple(word.value for word in AskWord),
}


@pytest.fixture(scope="module")
def views() -> list[View]:
    """The positions of random boards: all vulnerabilities, scorings, dealers, and part scores."""
    return [view for name in ("sayc", "natural") for view in _views(shipped(name))]


def _views(system: System) -> Iterator[View]:
    bidder, random = Bidder(system), Random(14)
    for board in range(BOARDS):
        scoring = Scoring(board // 16 % 2)
        below = (60, 0) if board % 5 == 0 else (0, 0)
        start = Auction(Seat(board % 4), Vulnerability(board // 4 % 4), (), scoring, below)
        auction = bidder.bid(random_deal(random), start)
        for length in range(len(auction.calls)):
            yield bidder.view(auction.before(length))


def _answers(word: PublicWord, view: View, *first: object) -> tuple[object, ...]:
    """Return what a word answers for all its arguments."""
    match word.args:
        case "":
            return (word.ask(view, *first),)
        case "ss":
            return tuple(word.ask(view, *first, a, b) for a in range(4) for b in range(4))
        case kind:
            return tuple(word.ask(view, *first, each) for each in ARGUMENTS[kind])


def _decided(view: View) -> tuple[object, ...]:
    """Return the answers of all words that the state is said to decide."""
    words = [word for word in (*NUMBER_WORDS.values(), *TRUTH_WORDS.values()) if word.by_state]
    answers: list[object] = [_answers(word, view) for word in words]
    for word in SEAT_WORDS.values():
        if word.by_state:
            answers += [_answers(word, view, seat) for seat in RelativeSeat]
    return tuple(answers)


def test_a_state_decides_the_words_that_it_is_said_to_decide(views: list[View]) -> None:
    known: dict[object, tuple[object, ...]] = {}
    again = 0
    for view in views:
        answers = _decided(view)
        again += view.state in known
        assert known.setdefault(view.state, answers) == answers, view.auction
    assert again > 100


def _directly(system: System, view: View) -> Iterator[tuple[int, int, Env]]:
    """Yield the rules of a position, all conditions tested there: without anything kept."""
    frontier = system.frontier
    for record in view.records:
        frontier = frontier.heard(record.call, record)
    bindings: list[tuple[Section, Env]] = [*frontier.matches()]
    bindings += [(section, UNBOUND) for section in system.general]
    closed = False
    last: tuple[object, ...] = ()
    for section, env in sorted(bindings, key=lambda pair: pair[0].rank):
        if closed and section.rank != last:
            return
        for bound in section.bind(view, env):
            closed, last = closed or section.closed, section.rank
            for rule in section.rules:
                new = section.rule_binder(rule, bound).bind(view, bound)
                for call, letters in section.instances(rule, view, bound, new):
                    yield rule.number, call, letters


def _key(candidate: Candidate) -> tuple[int, int, Env]:
    return candidate.rule.number, candidate.call, candidate.env


def test_rules_kept_by_state_are_those_of_the_position(views: list[View]) -> None:
    for view in views:
        system = view.systems[view.caller_seat.side]
        assert list(map(_key, view.position)) == list(_directly(system, view)), view.auction
