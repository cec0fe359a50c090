"""What a shipped system bids with something chosen of its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import Bidder, Outcome, ask, read_quizzes, unused_rules
from dowager.cards import Hand, Seat
from dowager.language.files import data_folder, load_system
from support.sweeps import chosen
from support.systems import shipped_bidder

_Case = TypeVar("_Case")


@lru_cache(maxsize=2)  # a system with its views takes some ten megabytes
def chosen_bidder(system: str, choice: str) -> Bidder:
    """Return the bidder of a system with a choice, `notrump=weak`, on both sides."""
    return Bidder(load_system(f"{system}({choice})"))


def chosen_call(system: str, choice: str, calls: str, hand: str) -> str:
    """Return the call of a hand after calls from North on, nobody vulnerable."""
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    return str(chosen_bidder(system, choice).choose(Hand.parse(hand), auction).call)


def quizzes_of_choices(system: str) -> list[Path]:
    """Return the files of quizzes of a shipped system's choices; a stem is a choice."""
    return sorted((data_folder("quizzes") / system / "options").glob("*.yaml"))


def sampled_by_choice(
    cases: Iterable[_Case], choices_of: Callable[[_Case], Iterable[str]], every_run: Iterable[str]
) -> list[object]:
    """Return cases for `parametrize`: those all of whose choices are tried with every run.

    To compile a system with a choice takes seconds, and to bid a hand nothing: so the sample is of
    choices, and has all that is asked of one.
    """
    tried = frozenset(every_run)
    return chosen(cases, lambda case: tried.issuperset(choices_of(case)))


def different(choices: Iterable[str]) -> list[str]:
    """Return each of some choices once, in order."""
    return sorted(set(choices))


@cache
def outcomes(system: str, file: Path) -> tuple[Outcome, ...]:
    """Return what became of a choice's quizzes, which say themselves what is chosen."""
    return tuple(ask(shipped_bidder(system), quiz) for quiz in read_quizzes([file]))


def faults_of_a_choice(system: str, file: Path) -> list[str]:
    """Return what a choice's quizzes complain of, and those without a source or the choice."""
    found = outcomes(system, file)
    wrong = [
        f"{each.quiz.span}: {each.quiz.asked}: {fault}" for each in found for fault in each.faults
    ]
    choice = tuple(file.stem.split("="))
    return wrong + [
        f"{each.quiz.span}: no source, or not for {file.stem}"
        for each in found
        if not each.quiz.heading.source or choice not in each.quiz.heading.choices
    ]


def unused_of_a_module(system: str, module: str, choices: str) -> set[str]:
    """Return the rules of a module that no quiz of the choices, `a=b|c=d`, uses."""
    unused: list[set[str]] = []
    for file in (one for one in quizzes_of_choices(system) if one.stem in choices.split("|")):
        rules = unused_rules(chosen_bidder(system, file.stem).systems[0], outcomes(system, file))
        places = {str(rule.location) for rule in rules}
        unused.append({place for place in places if f"/{module}.yaml" in place})
    return set.intersection(*unused)
