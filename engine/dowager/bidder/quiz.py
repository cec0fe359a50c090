"""Owns quizzes: reading them, asking them, and saying which rules and leads none of them uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar, assert_never

from dowager.auction import Auction, Call, Vulnerability, parse_call
from dowager.bidder.bidder import Bidder
from dowager.bidder.decision import Decision
from dowager.cards import RANKS, Hand, Seat, holding_name, parse_holding
from dowager.errors import Fault, InputError, Span, SystemFaults
from dowager.language.compile import Lead, Rule, System
from dowager.language.files import data_folder, shown_name
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

_Read = TypeVar("_Read")
_OF_LEADS = ("leads", "holdings")
_OF_CALLS = ("after", "vul", "hands", "reads")


@dataclass(frozen=True, slots=True)
class Position:
    """An auction that is asked about: where it is written, what it is about, what it follows."""

    span: Span
    name: str
    source: str
    auction: Auction

    def __str__(self) -> str:
        return f"after {self.auction}"


@dataclass(frozen=True, slots=True)
class Against:
    """The kind of contract that is led against: where it is written and what it is about."""

    span: Span
    name: str
    source: str
    notrump: bool

    def __str__(self) -> str:
        return f"against {'notrump' if self.notrump else 'a suit contract'}"


@dataclass(frozen=True, slots=True)
class Quiz:
    """One hand to bid in a position, and the accepted calls, best first."""

    span: Span
    position: Position
    hand: Hand
    expected: tuple[Call, ...]

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return str(self.hand)


@dataclass(frozen=True, slots=True)
class Reading:
    """A call to understand: whoever makes it in the position, the named rule explains it."""

    span: Span
    position: Position
    call: Call
    expected: str

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return str(self.call)


@dataclass(frozen=True, slots=True)
class LeadQuiz:
    """A holding of one suit to lead from, and the rank of the card, 0 (two) to 12 (ace)."""

    span: Span
    position: Against
    holding: int
    expected: int

    @property
    def asked(self) -> str:
        """What is asked about, in words."""
        return holding_name(self.holding)


Question: TypeAlias = Quiz | Reading | LeadQuiz


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What came of a quiz.

    Attributes:
        quiz: the quiz.
        answer: the call that the system bids, the name of the rule by which it reads one, or the
            rank letter of the card that it leads.
        place: the `file:line` of that rule or line of leads; empty without one.
        faults: what is wrong, in words; empty when all is right. Faults of the hand's earlier
            calls, and of earlier calls without a meaning, are among them.
        used: the rules that chose the hand's calls, earlier turns too, or that explain the call;
            or the line that chose the lead.
    """

    quiz: Question
    answer: str
    place: str
    faults: tuple[str, ...]
    used: tuple[Rule | Lead, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def quiz_files(system: str) -> list[Path]:
    """Return the quiz files shipped for a system, sorted."""
    return sorted((data_folder("quizzes") / system).glob("*.yaml"))


def read_quizzes(files: Sequence[Path]) -> list[Question]:
    """Read quiz files.

    Raises:
        SystemFaults: everything that is wrong in them, at once.
    """
    faults: list[Fault] = []
    found: list[Question] = []
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

    def read(self, value: Value) -> Iterator[Question]:
        quizzes = value.get("quizzes") if isinstance(value, Entries) else None
        if not isinstance(value, Entries) or not isinstance(quizzes, Items):
            self._fault(
                value.span, "a quiz file holds `quizzes:`, a list of positions with `hands`"
            )
            return
        check_keys(value, QUIZ_FILE_KEYS, self._faults)
        for item in quizzes.items:
            if isinstance(item, Entries):
                yield from self._item(item)
            else:
                self._fault(item.span, "a quiz is a mapping with `after` and `hands`")

    def _item(self, item: Entries) -> Iterator[Question]:
        check_keys(item, QUIZ_KEYS, self._faults)
        if not any(item.key(key) for key in _OF_LEADS):
            yield from self._position(item)
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
        about = _words(item, "name"), _words(item, "source")
        position = Against(item.span, *about, notrump=given == "notrump")
        for holding, card in self._pairs(held, "write a holding and the card led: `- KQJ2: K`"):
            cards = self._holding(holding)
            rank = self._rank(card, cards)
            if cards is not None and rank is not None:
                yield LeadQuiz(holding.span, position, cards, rank)

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

    def _position(self, item: Entries) -> Iterator[Quiz | Reading]:
        auction = self._auction(item)
        position = None
        if auction is not None:
            position = Position(item.span, _words(item, "name"), _words(item, "source"), auction)
        hands, reads = item.get("hands"), item.get("reads")
        if hands is None and reads is None:
            self._fault(item.span, "a quiz needs `hands:`, a list of `HAND: call`")
        for hand, calls in self._pairs(
            hands, "write a hand and its call: `- KJ63.A74.52.Q973: 2C`"
        ):
            quiz = self._hand(position, hand, calls)
            if quiz is not None:
                yield quiz
        for call, rule in self._pairs(
            reads, "write a call and the name of the rule that explains it: `- 2S: raise`"
        ):
            reading = self._reading(position, call, rule)
            if reading is not None:
                yield reading

    def _pairs(self, value: Value | None, form: str) -> Iterator[tuple[Text, Value]]:
        """Yield the pairs of a list of one-pair mappings."""
        if value is None:
            return
        for entry in value.items if isinstance(value, Items) else [value]:
            if isinstance(value, Items) and isinstance(entry, Entries) and len(entry.pairs) == 1:
                yield entry.pairs[0]
            else:
                self._fault(entry.span, form)

    def _hand(self, position: Position | None, hand: Text, calls: Value) -> Quiz | None:
        read = self._try(lambda: Hand.parse(hand.text), hand.span)
        expected = [self._call(text) for text in texts(calls, "the call", self._faults)]
        if read is None or position is None or None in expected or not expected:
            return None
        wanted = tuple(call for call in expected if call is not None)
        for call in wanted:
            self._check_legal(position.auction, call, calls.span)
        return Quiz(hand.span, position, read, wanted)

    def _reading(self, position: Position | None, call: Text, rule: Value) -> Reading | None:
        read = self._call(call)
        if not isinstance(rule, Text):
            self._fault(rule.span, "the name of a rule is words")
            return None
        if read is None or position is None:
            return None
        legal = self._check_legal(position.auction, read, call.span)
        return Reading(call.span, position, read, " ".join(rule.text.split())) if legal else None

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


def ask(bidder: Bidder, quiz: Question) -> Outcome:
    """Ask one quiz.

    Of a hand: the call itself, the hand's earlier calls, and that all calls have meanings. Of a
    reading: the rule that explains the call. Of a holding: the card that North-South's system leads
    from it.
    """
    match quiz:
        case Quiz():
            return _asked(bidder, quiz)
        case Reading():
            return _read(bidder, quiz)
        case LeadQuiz():
            return _led(bidder.systems[0], quiz)
        case _:
            assert_never(quiz)


def _asked(bidder: Bidder, quiz: Quiz) -> Outcome:
    whole = quiz.position.auction
    decision = bidder.choose(quiz.hand, whole)
    faults: list[str] = []
    if decision.call not in quiz.expected:
        wanted = " or ".join(str(call) for call in quiz.expected)
        faults.append(f"expected {wanted}, bid {_shown(decision)}")
    used = [decision]
    for index, call in enumerate(whole.calls):
        auction = whole.before(index)
        if auction.turn == whole.turn:
            earlier = bidder.choose(quiz.hand, auction)
            used.append(earlier)
            if earlier.call != call:
                faults.append(f"after {auction} it would have bid {_shown(earlier)}, not {call}")
    faults.extend(_without_meaning(bidder, whole))
    rules = tuple(found.rule.rule for found in used if found.rule)
    return Outcome(quiz, str(decision.call), decision.location, tuple(faults), rules)


def _read(bidder: Bidder, quiz: Reading) -> Outcome:
    record = bidder.view(quiz.position.auction.after(quiz.call)).records[-1]
    rule = record.rule.rule if record.rule is not None else None
    name, place = (rule.name, rule.location) if rule else ("", "")
    faults: tuple[str, ...] = ()
    if name != quiz.expected:
        read = f"{name or 'a rule without a name'}, {place}" if rule else "no rule explains it"
        faults = (f"expected {quiz.expected}, read as {read}",)
    return Outcome(quiz, name, place, faults, (rule,) if rule else ())


def _led(system: System, quiz: LeadQuiz) -> Outcome:
    notrump = quiz.position.notrump
    line = system.carding.line(quiz.holding, notrump) if system.carding else None
    wanted = RANKS[quiz.expected]
    if system.carding is None or line is None:
        fault = f"expected {wanted}, but the system {system.name} agrees on no leads"
        return Outcome(quiz, "", "", (fault,), ())
    card = RANKS[system.carding.lead(quiz.holding, notrump)]
    by = f"{line.name or line.written}, {line.location}"
    faults = () if card == wanted else (f"expected {wanted}, led {card} ({by})",)
    return Outcome(quiz, card, line.location, faults, (line,))


def _shown(decision: Decision) -> str:
    rule = (
        f"{decision.name or 'a rule without a name'}, {decision.location}" if decision.rule else ""
    )
    return f"{decision.call} ({rule or 'no rule fits'})"


def _without_meaning(bidder: Bidder, auction: Auction) -> Iterator[str]:
    for record in bidder.view(auction).records:
        if record.rule is None:
            yield f"call {record.index + 1}, {record.call}, has no rule"
        if record.relaxed:
            yield f"call {record.index + 1}, {record.call}, fits no hand by the rules"


def unused_rules(system: System, outcomes: Sequence[Outcome]) -> list[Rule]:
    """Return the rules that chose no quiz hand's call and explain none, in the order of loading.

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
