"""Quiz files: finding those shipped for a system, and reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    Call,
    Scoring,
    Vulnerability,
    parse_call,
    parse_calls,
    parse_part_scores,
)
from dowager.bidder.quiz import Heading, LeadQuiz, Question, Quiz, ReadingQuiz
from dowager.cards import RANKS, Hand, Seat, holding_name, parse_holding
from dowager.errors import Fault, InputError, Span, SystemFaults
from dowager.language.files import SystemFile, data_folder, shown_name, system_file
from dowager.language.text import (
    CONTRACTS,
    QUIZ_FILE_KEYS,
    QUIZ_KEYS,
    Entries,
    Items,
    Text,
    Value,
    check_keys,
    read_yaml,
    texts,
)
from dowager.language.text.system_file import Choices, without_choices

_Read = TypeVar("_Read")
_OF_LEADS = ("leads", "holdings")
_OF_CALLS = ("after", "vul", "scoring", "part_score", "opponents", "hands", "reads")


def quiz_files(system: str) -> list[Path]:
    """Return the quiz files shipped for a system, sorted, those of its options last."""
    folder = data_folder("quizzes") / system
    return [*sorted(folder.glob("*.yaml")), *sorted((folder / "options").glob("*.yaml"))]


def read_quizzes(files: Sequence[Path]) -> list[Question]:
    """Read quiz files.

    Raises:
        SystemFaults: everything that is wrong in them, at once.
    """
    faults: list[Fault] = []
    quizzes: list[Question] = []
    for file in files:
        value = read_yaml(file, shown_name(file), faults, "`quizzes:`")
        if value is not None:
            quizzes.extend(_QuizReader(faults).read(value))
    if faults:
        raise SystemFaults(faults)
    return quizzes


class _QuizReader:
    """Reads one quiz file, noting every fault."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults
        self._choices: Choices = ()

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def read(self, value: Value) -> Iterator[Question]:
        quizzes = value.get("quizzes") if isinstance(value, Entries) else None
        if not isinstance(value, Entries) or not isinstance(quizzes, Items):
            self._fault(value.span, "a quiz file holds `quizzes:`, a list of auctions with `hands`")
            return
        check_keys(value, QUIZ_FILE_KEYS, self._faults)
        self._choices = self._chosen(value)
        for item in quizzes.items:
            if isinstance(item, Entries):
                yield from self._item(item)
            else:
                self._fault(item.span, "a quiz is a mapping with `after` and `hands`")

    def _item(self, item: Entries) -> Iterator[Question]:
        check_keys(item, QUIZ_KEYS, self._faults)
        if not any(item.key(key) for key in _OF_LEADS):
            yield from self._calls(item)
            return
        for name in _OF_CALLS:
            key = item.key(name)
            if key is not None:
                self._fault(
                    key.span, f"`{name}` asks for calls and not for leads; begin a new quiz"
                )
        yield from self._leads(item)

    def _leads(self, item: Entries) -> Iterator[LeadQuiz]:
        against, held = item.get("leads"), item.get("holdings")
        given = against.text if isinstance(against, Text) else ""
        if given not in CONTRACTS:
            span = item.span if against is None else against.span
            self._fault(span, "say what is led against: `leads: suit` or `leads: notrump`")
        if held is None:
            self._fault(item.span, "a quiz of leads needs `holdings:`, a list of `- KQJ2: K`")
        heading = self._heading(item)
        for holding, card in self._pairs(held, "write a holding and the card led: `- KQJ2: K`"):
            cards = self._holding(holding)
            rank = self._rank(card, cards)
            if cards is not None and rank is not None:
                yield LeadQuiz(holding.span, heading, given == "notrump", cards, rank)

    def _holding(self, holding: Text) -> int | None:
        return self._try(lambda: parse_holding(holding.text), holding.span)

    def _rank(self, card: Value, holding: int | None) -> int | None:
        """Return the rank that a quiz expects; None when the holding does not have it."""
        text = card.text if isinstance(card, Text) else ""
        rank = RANKS.find(text) if len(text) == 1 else -1
        if rank < 0:
            self._fault(card.span, f"the card led is a rank: one of {' '.join(RANKS[::-1])}")
            return None
        if holding is not None and not holding >> rank & 1:
            self._fault(card.span, f"{holding_name(holding) or 'a void'} has no {text} to lead")
            return None
        return rank

    def _calls(self, item: Entries) -> Iterator[Quiz | ReadingQuiz]:
        auction, heading = self._auction(item), self._heading(item)
        opponents = self._opponents(item)
        hands, reads = item.get("hands"), item.get("reads")
        if hands is None and reads is None:
            self._fault(item.span, "a quiz needs `hands:`, a list of `HAND: call`")
        for hand, calls in self._pairs(
            hands, "write a hand and its call: `- KJ63.A74.52.Q973: 2C`"
        ):
            quiz = self._hand(heading, auction, hand, calls)
            if quiz is not None:
                yield replace(quiz, opponents=opponents)
        for call, rule in self._pairs(
            reads, "write a call and the name of the rule that explains it: `- 2S: raise`"
        ):
            reading = self._reading(heading, auction, call, rule)
            if reading is not None:
                yield replace(reading, opponents=opponents)

    def _pairs(self, value: Value | None, form: str) -> Iterator[tuple[Text, Value]]:
        """Yield the pairs of a list of one-pair mappings."""
        if value is None:
            return
        for entry in value.items if isinstance(value, Items) else [value]:
            if isinstance(value, Items) and isinstance(entry, Entries) and len(entry.pairs) == 1:
                yield entry.pairs[0]
            else:
                self._fault(entry.span, form)

    def _hand(
        self, heading: Heading, auction: Auction | None, hand: Text, calls: Value
    ) -> Quiz | None:
        read = self._try(lambda: Hand.parse(hand.text), hand.span)
        expected = [self._call(text) for text in texts(calls, "the call", self._faults)]
        if read is None or auction is None or None in expected or not expected:
            return None
        wanted = tuple(call for call in expected if call is not None)
        for call in wanted:
            self._check_legal(auction, call, calls.span)
        return Quiz(hand.span, heading, auction, read, wanted)

    def _reading(
        self, heading: Heading, auction: Auction | None, call: Text, rule: Value
    ) -> ReadingQuiz | None:
        read = self._call(call)
        if not isinstance(rule, Text):
            self._fault(rule.span, "the name of a rule is words")
            return None
        if read is None or auction is None or not self._check_legal(auction, read, call.span):
            return None
        return ReadingQuiz(call.span, heading, auction, read, " ".join(rule.text.split()))

    def _check_legal(self, auction: Auction, call: Call, span: Span) -> bool:
        legal = auction.is_legal(call)
        if not legal:
            self._fault(span, f"{call} is not legal after: {auction}")
        return legal

    def _call(self, text: Text) -> Call | None:
        return self._try(lambda: parse_call(text.text), text.span)

    def _auction(self, item: Entries) -> Auction | None:
        after = item.get("after")
        words = after.text.split() if isinstance(after, Text) else []
        if words == ["start"]:
            words = []
        vulnerability = self._word(item, "vul", Vulnerability.parse, Vulnerability.NONE)
        scoring = self._word(item, "scoring", Scoring.parse, Scoring.IMPS)
        part_scores = self._word(item, "part_score", parse_part_scores, NO_PART_SCORES)
        if vulnerability is None or scoring is None or part_scores is None:
            return None
        return self._try(
            lambda: Auction.of_calls(
                Seat.NORTH, vulnerability, parse_calls(words), scoring, part_scores
            ),
            after.span if after is not None else item.span,
        )

    def _opponents(self, item: Entries) -> SystemFile | None:
        """Return the system of the other side; None, and perhaps a fault, if there is none."""
        value = item.get("opponents")
        if value is None:
            return None
        name = value.text if isinstance(value, Text) else ""
        return self._try(lambda: system_file(name), value.span)

    def _heading(self, item: Entries) -> Heading:
        choices = self._chosen(item) if item.key("options") else self._choices
        return Heading(_words(item, "name"), _words(item, "source"), choices)

    def _chosen(self, entries: Entries) -> Choices:
        """Return what a file or a list of quizzes chooses of the system's options."""
        chosen: list[Choices] = []
        for text in texts(entries.get("options"), "options", self._faults):
            try:
                chosen.append(without_choices(f"({text.text})")[1])
            except InputError:
                message = f"{text.text!r} is no choice; write such as `notrump=weak`"
                self._fault(text.span, message)
        return tuple(choice for choices in chosen for choice in choices)

    def _word(
        self, item: Entries, key: str, parse: Callable[[str], _Read], default: _Read
    ) -> _Read | None:
        """Return what the word of a key stands for; None, and a fault, if it is a wrong one."""
        value = item.get(key)
        if value is None:
            return default
        text = value.text if isinstance(value, Text) else ""
        return self._try(lambda: parse(text), value.span)

    def _try(self, read: Callable[[], _Read], span: Span) -> _Read | None:
        try:
            return read()
        except InputError as error:
            self._fault(span, str(error))
            return None


def _words(item: Entries, key: str) -> str:
    value = item.get(key)
    return " ".join(value.text.split()) if isinstance(value, Text) else ""
