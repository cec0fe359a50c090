"""Owns quizzes: reading them, asking them, and saying which rules none of them uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from dowager.auction import Auction, Call, Vulnerability, parse_call
from dowager.bidder.choose import Bidder, Decision
from dowager.cards import Hand, Seat
from dowager.errors import Fault, InputError, Span, SystemFaults
from dowager.language.keys import QUIZ_FILE_KEYS, QUIZ_KEYS
from dowager.language.library import data_folder, shown_name
from dowager.language.modules import check_keys, texts
from dowager.language.source import Entries, Items, Text, Value, read_yaml
from dowager.language.system import Rule, System

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Quiz:
    """One hand to bid: the auction, the hand, and the accepted calls, best first."""

    span: Span
    name: str
    source: str
    auction: Auction
    hand: Hand
    expected: tuple[Call, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What came of a quiz.

    Attributes:
        quiz: the quiz.
        decision: what the system bids.
        faults: what is wrong, in words; empty when all is right. Faults of the hand's earlier
            calls, and of earlier calls without a meaning, are among them.
        used: the rules that chose the hand's calls, earlier turns too.
    """

    quiz: Quiz
    decision: Decision
    faults: tuple[str, ...]
    used: tuple[Rule, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def quiz_files(system: str) -> list[Path]:
    """Return the quiz files shipped for a system, sorted."""
    return sorted((data_folder("quizzes") / system).glob("*.yaml"))


def read_quizzes(files: Sequence[Path]) -> list[Quiz]:
    """Read quiz files.

    Raises:
        SystemFaults: everything that is wrong in them, at once.
    """
    faults: list[Fault] = []
    found: list[Quiz] = []
    for file in files:
        value = read_yaml(file, shown_name(file), faults)
        if value is not None:
            found.extend(_Reader(faults).read(value))
    if faults:
        raise SystemFaults(faults)
    return found


class _Reader:
    """Reads one quiz file, noting every fault."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def read(self, value: Value) -> Iterator[Quiz]:
        quizzes = value.get("quizzes") if isinstance(value, Entries) else None
        if not isinstance(value, Entries) or not isinstance(quizzes, Items):
            self._fault(
                value.span, "a quiz file holds `quizzes:`, a list of positions with `hands`"
            )
            return
        check_keys(value, QUIZ_FILE_KEYS, self._faults)
        for item in quizzes.items:
            if isinstance(item, Entries):
                yield from self._position(item)
            else:
                self._fault(item.span, "a quiz is a mapping with `after` and `hands`")

    def _position(self, item: Entries) -> Iterator[Quiz]:
        check_keys(item, QUIZ_KEYS, self._faults)
        auction = self._auction(item)
        hands = item.get("hands")
        if not isinstance(hands, Items):
            self._fault(item.span, "a quiz needs `hands:`, a list of `HAND: call`")
            return
        for entry in hands.items:
            if not isinstance(entry, Entries) or len(entry.pairs) != 1:
                self._fault(entry.span, "write a hand and its call: `- KJ63.A74.52.Q973: 2C`")
                continue
            quiz = self._one(item, auction, *entry.pairs[0])
            if quiz is not None:
                yield quiz

    def _one(self, item: Entries, auction: Auction | None, hand: Text, calls: Value) -> Quiz | None:
        read = self._try(lambda: Hand.parse(hand.text), hand.span)
        expected = [self._call(text) for text in texts(calls, "the call", self._faults)]
        if read is None or auction is None or None in expected or not expected:
            return None
        wanted = tuple(call for call in expected if call is not None)
        for call in wanted:
            if not auction.is_legal(call):
                self._fault(calls.span, f"{call} is not legal after: {auction}")
        return Quiz(hand.span, _words(item, "name"), _words(item, "source"), auction, read, wanted)

    def _call(self, text: Text) -> Call | None:
        return self._try(lambda: parse_call(text.text), text.span)

    def _auction(self, item: Entries) -> Auction | None:
        after = item.get("after")
        words = after.text.split() if isinstance(after, Text) else []
        if words == ["start"]:
            words = []
        span = after.span if after is not None else item.span
        vul = item.get("vul")
        vulnerability: Vulnerability | None = Vulnerability.NONE
        if isinstance(vul, Text):
            vulnerability = self._try(lambda: Vulnerability.parse(vul.text), vul.span)
        if vulnerability is None:
            return None
        kind = vulnerability
        return self._try(
            lambda: Auction.of_calls(Seat.NORTH, kind, [parse_call(word) for word in words]), span
        )

    def _try(self, read: Callable[[], _Read], span: Span) -> _Read | None:
        try:
            return read()
        except InputError as error:
            self._fault(span, str(error))
            return None


def _words(item: Entries, key: str) -> str:
    value = item.get(key)
    return " ".join(value.text.split()) if isinstance(value, Text) else ""


def ask(bidder: Bidder, quiz: Quiz) -> Outcome:
    """Ask one quiz: the call itself, the hand's earlier calls, and that all calls have meanings."""
    decision = bidder.choose(quiz.hand, quiz.auction)
    faults: list[str] = []
    if decision.call not in quiz.expected:
        wanted = " or ".join(str(call) for call in quiz.expected)
        faults.append(f"expected {wanted}, bid {_shown(decision)}")
    used = [decision]
    for index in range(len(quiz.auction.calls)):
        auction = Auction(
            quiz.auction.dealer, quiz.auction.vulnerability, quiz.auction.calls[:index]
        )
        call = quiz.auction.calls[index]
        if auction.turn == quiz.auction.turn:
            earlier = bidder.choose(quiz.hand, auction)
            used.append(earlier)
            if earlier.call != call:
                faults.append(f"after {auction} it would have bid {_shown(earlier)}, not {call}")
    faults.extend(_without_meaning(bidder, quiz))
    rules = tuple(found.rule.rule for found in used if found.rule)
    return Outcome(quiz, decision, tuple(faults), rules)


def _shown(decision: Decision) -> str:
    rule = f"{decision.name or 'a rule without a name'}, {decision.place}" if decision.rule else ""
    return f"{decision.call} ({rule or 'no rule fits'})"


def _without_meaning(bidder: Bidder, quiz: Quiz) -> Iterator[str]:
    for record in bidder.table.view(quiz.auction).records:
        if record.rule is None:
            yield f"call {record.index + 1}, {record.call}, has no rule"
        if record.relaxed:
            yield f"call {record.index + 1}, {record.call}, fits no hand by the rules"


def unused_rules(system: System, outcomes: Sequence[Outcome]) -> list[Rule]:
    """Return the rules that no quiz hand's call was chosen by, in the order of loading.

    A rule of a module that is used several times counts once, as it is written once.
    """
    used = {rule.place for outcome in outcomes for rule in outcome.used}
    written = {rule.place: rule for rule in reversed(system.rules) if rule.place not in used}
    return sorted(written.values(), key=lambda rule: rule.number)
