"""Asking quizzes, and saying which rules and lines of leads none of them uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import assert_never

from dowager.auction import Auction
from dowager.bidder.bidder import Bidder
from dowager.bidder.chosen_call import ChosenCall
from dowager.bidder.quiz import LeadQuiz, Outcome, Question, Quiz, ReadingQuiz
from dowager.cards import RANKS, Side
from dowager.errors import InputError
from dowager.language.compile import Lead, Rule, System
from dowager.language.files import SystemFile, describe_system, load_file
from dowager.language.files.options import unknown_choices
from dowager.language.text import closest
from dowager.language.text.system_file import Choices


def ask(bidder: Bidder, quiz: Question) -> Outcome:
    """Ask one quiz.

    A hand is asked for its call and its earlier calls, and every call must have a meaning; a call
    for the rule that explains it; a holding for the card that North-South's system leads from it.
    A quiz that chooses options is asked of North-South's system with these.

    Args:
        bidder: the two sides. If the quiz names its opponents' system, that of North-South is asked
            against it.
        quiz: the quiz.

    Raises:
        SystemFaults: that system has faults.
    """
    if quiz.heading.choices:
        try:
            bidder = _choosing(bidder, quiz.heading.choices)
        except InputError as error:
            return Outcome(quiz, "", "", (str(error),), ())
    match quiz:
        case Quiz():
            return _asked(_at_table(bidder, quiz), quiz)
        case ReadingQuiz():
            return _read(_at_table(bidder, quiz), quiz)
        case LeadQuiz():
            return _led(bidder.systems[0], quiz)
        case _:
            assert_never(quiz)


def _choosing(bidder: Bidder, choices: Choices) -> Bidder:
    """Return the same sides where North-South's system, and the other if it is the same, chooses.

    Raises:
        InputError: the system has no such option, or no such value of it.
    """
    systems = bidder.systems
    variant = _variant(systems[0].file, choices, _edited(systems[0].file))
    return Bidder(variant, variant if systems[1] is systems[0] else systems[1])


@lru_cache(maxsize=8)
def _variant(file: SystemFile, choices: Choices, edited: int) -> System:
    """Return a system, last edited then, with something else chosen of its options."""
    wrong = unknown_choices(choices, describe_system(file.path).options)
    if wrong:
        raise InputError(wrong[0])
    return load_file(SystemFile(file.path, tuple((dict(file.choices) | dict(choices)).items())))


def _edited(file: SystemFile) -> int:
    """Return when a file beside a system's own was last edited, in nanoseconds."""
    return max(path.stat().st_mtime_ns for path in file.path.parent.glob("*.yaml"))


def _at_table(bidder: Bidder, quiz: Quiz | ReadingQuiz) -> Bidder:
    if quiz.opponents is None:
        return bidder
    opponents = quiz.opponents.resolve()
    edited = _edited(opponents)
    return _against(bidder.systems[0], opponents, edited, quiz.auction.turn.side)


@lru_cache(maxsize=8)
def _against(system: System, opponents: SystemFile, edited: int, side: Side) -> Bidder:
    """Return the bidder of a system that a side plays against another one, last edited then."""
    other = load_file(opponents)
    return Bidder(system, other) if side is Side.NORTH_SOUTH else Bidder(other, system)


def _asked(bidder: Bidder, quiz: Quiz) -> Outcome:
    chosen = bidder.choose(quiz.hand, quiz.auction)
    faults: list[str] = []
    if chosen.call not in quiz.expected:
        wanted = " or ".join(str(call) for call in quiz.expected)
        faults.append(f"expected {wanted}, bid {_shown(chosen)}")
    all_chosen = [chosen]
    for index, call in enumerate(quiz.auction.calls):
        auction = quiz.auction.before(index)
        if auction.turn == quiz.auction.turn:
            earlier = bidder.choose(quiz.hand, auction)
            all_chosen.append(earlier)
            if earlier.call != call:
                faults.append(f"after {auction} it would have bid {_shown(earlier)}, not {call}")
    faults.extend(_without_meaning(bidder, quiz.auction))
    rules = tuple(each.rule.rule for each in all_chosen if each.rule)
    return Outcome(quiz, str(chosen.call), chosen.location, tuple(faults), rules)


def _read(bidder: Bidder, quiz: ReadingQuiz) -> Outcome:
    record = bidder.view(quiz.auction.after(quiz.call)).records[-1]
    rule = record.rule.rule if record.rule is not None else None
    name, location = (rule.name, rule.location) if rule else ("", "")
    faults: tuple[str, ...] = ()
    if name != quiz.expected:
        read = f"read as {name or 'a rule without a name'}, {location}"
        read = read if rule else "but no rule explains the call"
        faults = (f"expected {quiz.expected}{_misnamed(bidder, quiz)}, {read}",)
    return Outcome(quiz, name, location, faults, (rule,) if rule else ())


def _misnamed(bidder: Bidder, quiz: ReadingQuiz) -> str:
    """Return that the caller's system has no rule of the name that is expected; "" if it has."""
    system = bidder.systems[quiz.auction.turn.side]
    names = sorted({rule.name for rule in system.rules})
    if quiz.expected in names:
        return ""
    return f" (no rule of {system.name} has that name{closest(quiz.expected, names)})"


def _led(system: System, quiz: LeadQuiz) -> Outcome:
    line = system.carding.line(quiz.holding, quiz.notrump) if system.carding else None
    wanted = RANKS[quiz.expected]
    if system.carding is None or line is None:
        fault = f"expected {wanted}, but the system {system.name} agrees on no leads"
        return Outcome(quiz, "", "", (fault,), ())
    card = RANKS[system.carding.lead(quiz.holding, quiz.notrump)]
    by = f"{line.name or line.written}, {line.location}"
    faults = () if card == wanted else (f"expected {wanted}, led {card} ({by})",)
    return Outcome(quiz, card, line.location, faults, (line,))


def _shown(chosen: ChosenCall) -> str:
    if chosen.rule is None:
        return f"{chosen.call} (no rule fits)"
    return f"{chosen.call} ({chosen.name or 'a rule without a name'}, {chosen.location})"


def _without_meaning(bidder: Bidder, auction: Auction) -> Iterator[str]:
    for record in bidder.view(auction).records:
        if record.rule is None:
            yield f"call {record.index + 1}, {record.call}, has no rule"
        if record.contradicts:
            yield f"call {record.index + 1}, {record.call}, fits no hand by the rules"


def unused_rules(system: System, outcomes: Sequence[Outcome]) -> list[Rule]:
    """Return the rules that choose no quiz hand's call and explain none, in the order of loading.

    A rule of a module that is used several times counts once, as it is written once.
    """
    used = {rule.location for outcome in outcomes for rule in outcome.used}
    written = {rule.location: rule for rule in reversed(system.rules) if rule.location not in used}
    return sorted(written.values(), key=lambda rule: rule.number)


def unused_leads(system: System, outcomes: Sequence[Outcome]) -> list[Lead]:
    """Return the lines of leads that decide no quiz holding's lead, in the order written."""
    if system.carding is None:
        return []
    used = {line.location for outcome in outcomes for line in outcome.used}
    lines = (*system.carding.suit_leads, *system.carding.notrump_leads)
    return [line for line in lines if line.location not in used]
