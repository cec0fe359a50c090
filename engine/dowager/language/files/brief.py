"""Brief forms of sections and rules, written out: what `then`, `each`, `steps` ... stand for.

Each has exactly the meaning of the long form that is put in its place, so that nothing after the
gathering knows of them:

- a rule's `then` is a section after its call, and after what `over` says that they may call next;
- a section's `each` says what its rules have in common;
- a section's `steps` are rules for the bids above the last one, or `from` a bid on, in order, and
  a step's `zoom` goes on to the next steps;
- a rule's call may be a list, and may be the first key of its mapping, before the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dowager.auction import CALLS, Call, parse_call
from dowager.errors import Fault, InputError, Span
from dowager.language.text.auction_patterns import last_bid, read_pattern
from dowager.language.text.entries import texts
from dowager.language.text.yaml_values import Entries, Items, Text, TextPiece, Value
from dowager.language.tree.suit_letters import LETTERS

_CALL = re.compile(rf"([1-7]([CDHS{LETTERS}]|NT)|P|X|XX)$")
"""A call that a pattern can name as a rule does."""
_KEY_CALL = re.compile(rf"([1-7]([CDHS{LETTERS}]|NT)|P|X|XX|[a-z_]+\(.*\))$")
_STEP = re.compile(r"step\(\s*(\d+)\s*\)$", re.ASCII)
_THEIRS = re.compile(r"\s*\([^()]+\)\s*$")
"""A call of the opponents in a pattern."""

_INHERITED = ("layer", "judge", "source", "over")
"""What a section after a rule's call has from the rule's section."""

_BRIEF_KEYS = ("each", "steps", "from", "over")
"""Keys of a section that are gone when it is written out."""

_Pairs = list[tuple[Text, Value]]


def written_out(document: Entries, faults: list[Fault]) -> Entries:
    """Return a file's document with its brief forms written out."""
    return Entries(
        tuple(
            (key, _sections(value, faults) if key.text == "sections" else value)
            for key, value in document
        ),
        document.span,
    )


def _sections(value: Value, faults: list[Fault]) -> Value:
    if not isinstance(value, Items):
        return value
    sections: list[Value] = []
    for item in value.items:
        if isinstance(item, Entries):
            sections.extend(_Section(item, faults).written())
            _check_idle_keys(item, faults)
        else:
            sections.append(item)
    return Items(tuple(sections), value.span)


def _check_idle_keys(section: Entries, faults: list[Fault]) -> None:
    """Note a fault if a section has `over` without answers, or `from` without steps."""
    over, first = section.get("over"), section.get("from")
    if first is not None and section.get("steps") is None:
        message = "`from` is the bid of the first of `steps`, and there are none here"
        faults.append(Fault(first.span, message))
    listed = (section.get(key) for key in ("rules", "steps"))
    items = [item for rules in listed if isinstance(rules, Items) for item in rules.items]
    if over is not None and not any(
        isinstance(item, Entries) and item.get("then") for item in items
    ):
        message = "`over` is what they call before the `then` of a rule, and no rule here has one"
        faults.append(Fault(over.span, message))


def answers_to(section: Value) -> set[Span]:
    """Return where the calls stand which a section follows, if it was a rule's `then`.

    The patterns of another section stand nowhere else.
    """
    if not isinstance(section, Entries):
        return set()
    return {pattern.span for pattern in texts(section.get("after"), "after", [])}


def without_answers(sections: Sequence[Value], gone: set[Span]) -> list[Value]:
    """Return written-out sections but for the answers to calls that are gone, and theirs.

    Args:
        sections: the sections.
        gone: where those calls stand.
    """
    left, gone = list(sections), set(gone)
    while dropped := [each for each in left if (calls := answers_to(each)) and calls <= gone]:
        left = [each for each in left if each not in dropped]
        for section in dropped:
            rules = section.get("rules") if isinstance(section, Entries) else None
            for rule in rules.items if isinstance(rules, Items) else ():
                if isinstance(rule, Entries):
                    gone |= {call.span for call in texts(rule.get("call"), "call", [])}
    return left


class _Section:
    """A section whose brief forms are written out."""

    def __init__(self, section: Entries, faults: list[Fault]) -> None:
        self._section = section
        self._faults = faults

    def written(self) -> Iterator[Entries]:
        """Yield the section itself and then those after its rules' calls."""
        section = self._section
        rules = section.get("rules")
        brief = [key for key in _BRIEF_KEYS if section.key(key)]
        if not brief and not (isinstance(rules, Items) and any(map(_is_brief, rules.items))):
            yield section
            return
        items = list(rules.items) if isinstance(rules, Items) else []
        items += self._steps(section.get("steps"))
        common = self._mapping("each")
        further: list[Entries] = []
        written: list[Value] = []
        for item in items:
            if not isinstance(item, Entries):
                written.append(item)
                continue
            _check_name(item, self._faults)
            rule = _with_common(with_call(item), common)
            further.extend(self._after(rule))
            written.extend(_apart(rule))
        gone = (*_BRIEF_KEYS, "rules")
        pairs = [(key, value) for key, value in section if key.text not in gone]
        whole = rules if rules is not None else section.get("steps")
        if whole is not None and (rules is None or isinstance(rules, Items)):
            name = section.key("rules") or Text("rules", whole.span)
            pairs.append((name, Items(tuple(written), whole.span)))
        yield Entries(tuple(pairs), section.span)
        for each in further:
            yield from _Section(each, self._faults).written()

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def _mapping(self, key: str) -> Entries:
        value = self._section.get(key)
        if value is None or isinstance(value, Entries):
            return value or Entries((), self._section.span)
        self._fault(value.span, f"`{key}` takes what rules have in common: {{artificial: true}}")
        return Entries((), self._section.span)

    # -- steps -----------------------------------------------------------------------------------

    def _steps(self, value: Value | None) -> list[Value]:
        """Return the rules of the steps, each with the call of its step."""
        if value is None:
            return []
        items = value.items if isinstance(value, Items) else ()
        if not items or not all(isinstance(item, Entries) for item in items):
            message = "`steps` takes a list of rules without `call`, one for each step"
            self._fault(value.span, message)
            return []
        first = self._first_step()
        rules: list[Value] = []
        zoomed = False
        for item in items:
            assert isinstance(item, Entries)
            if item.key("call"):
                message = "a step has no `call`: it is the next bid above the last step"
                self._fault(item.span, message)
            if zoomed:
                self._fault(item.span, "no step follows one with `zoom`")
            zoom = item.get("zoom")
            zoomed = zoom is not None
            for answer in self._zoomed(item, zoom):
                call = Text(_step_call(first, len(rules)), answer.span)
                if not call.text:
                    self._fault(answer.span, "no bid is left for this step")
                    return rules
                rules.append(Entries(((Text("call", answer.span), call), *answer), answer.span))
        return rules

    def _first_step(self) -> Call | None:
        """Return the bid that `from` says; None without it."""
        first = self._section.get("from")
        if first is None:
            return None
        try:
            bid = parse_call(first.text) if isinstance(first, Text) else Call.PASS
        except InputError:
            bid = Call.PASS
        if bid >= Call.C1:
            return bid
        self._fault(first.span, "`from` takes the bid of the first step, such as 2C")
        return None

    def _zoomed(self, step: Entries, zoom: Value | None) -> list[Entries]:
        """Return a step alone, or the steps that it goes on to."""
        if zoom is None:
            return [step]
        own = Entries(tuple(pair for pair in step if pair[0].text != "zoom"), step.span)
        if not isinstance(zoom, Items) or not all(isinstance(each, Entries) for each in zoom.items):
            self._fault(zoom.span, "`zoom` takes a list of steps, as `steps` does")
            return [own]
        return [_both(own, each) for each in zoom.items if isinstance(each, Entries)]

    # -- what follows a call ---------------------------------------------------------------------

    def _after(self, rule: Entries) -> Iterator[Entries]:
        """Yield the section after a rule's call, if it has a `then`."""
        then = rule.get("then")
        if then is None:
            return
        calls = texts(rule.get("call"), "call", [])
        before = texts(self._section.get("after"), "after", [])
        if not before:
            self._fault(then.span, "`then` needs a section with `after`, whose patterns go on")
            return
        before = [pattern for pattern in before if _is_sound(pattern)]
        for call in calls:
            wrong = self._unnamed(call, before)
            if wrong:
                self._fault(then.span, wrong)
                return
        inherited = [(key, value) for key, value in self._section if key.text in _INHERITED]
        own: _Pairs = [(Text("rules", then.span), then)]
        if isinstance(then, Entries):
            own = list(then)
            if then.key("after"):
                self._fault(then.span, "`then` needs no `after`: it follows its rule's call")
                return
        said = {key.text for key, _ in own}
        pairs = [*(pair for pair in inherited if pair[0].text not in said), *own]
        theirs = self._theirs(Entries(tuple(pairs), then.span).get("over"))
        patterns = [
            _overcalled(Text(_followed(pattern.text, _named(call, pattern)), call.span), over)
            for pattern in before
            for call in calls
            for over in theirs
        ]
        after = (Text("after", then.span), Items(tuple(patterns), then.span))
        if patterns:
            yield Entries((after, *pairs), then.span)

    @staticmethod
    def _unnamed(call: Text, before: Sequence[Text]) -> str:
        """Return why no pattern can name a rule's call; empty when one can."""
        if _CALL.match(call.text.strip()):
            return ""
        right = "write the answers as a section of their own"
        if not _STEP.match(call.text.strip()):
            return f"no pattern can name the call {call.text!r}; {right}"
        for pattern in before:
            if not _named(call, pattern):
                what = f"which bid {call.text} is depends on the last one of {pattern.text!r}"
                return f"{what}; say the first step's bid, `from: 2C`, or {right}"
        return ""

    def _theirs(self, over: Value | None) -> Sequence[Text | None]:
        """Return what they may call before answers; None for the pass that a pattern leaves out."""
        given = texts(over, "over", self._faults)
        for text in given:
            if not _THEIRS.match(text.text):
                right = "one of their calls in brackets, such as (P|X), or a list of such calls"
                self._fault(text.span, f"`over` takes {right}")
        return [text for text in given if _THEIRS.match(text.text)] or [None]


def _is_brief(rule: Value) -> bool:
    if not isinstance(rule, Entries):
        return False
    call = rule.get("call")
    return call is None or isinstance(call, Items) or rule.key("then") is not None


def with_call(rule: Entries) -> Entries:
    """Return a rule whose first key may be its call with `call` and `name`."""
    if rule.key("call") or not rule.pairs or not _KEY_CALL.match(rule.pairs[0][0].text):
        return rule
    (call, name), *others = rule.pairs
    pairs: _Pairs = [(Text("call", call.span), call), *others]
    if not (isinstance(name, Text) and name.null):
        pairs.insert(1, (Text("name", name.span), name))
    return Entries(tuple(pairs), rule.span)


def _check_name(rule: Entries, faults: list[Fault]) -> None:
    """Note a fault if a rule has a name after its call and another one as `name`."""
    again = rule.key("name")
    if again is None or rule.key("call") or not _KEY_CALL.match(rule.pairs[0][0].text):
        return
    call, name = rule.pairs[0]
    if isinstance(name, Text) and not name.null:
        written = f"`{call.text}: {name.text}`"
        faults.append(Fault(again.span, f"the rule has its name already: {written}"))


def _with_common(rule: Entries, common: Entries) -> Entries:
    said = {key.text for key, _ in rule}
    return Entries((*rule, *(pair for pair in common if pair[0].text not in said)), rule.span)


def _apart(rule: Entries) -> Iterator[Entries]:
    """Yield a rule without `then`, once for each of its calls."""
    pairs = [(key, value) for key, value in rule if key.text != "then"]
    calls = rule.get("call")
    if not isinstance(calls, Items):
        yield Entries(tuple(pairs), rule.span)
        return
    for call in calls.items:
        one = ((key, call if key.text == "call" else value) for key, value in pairs)
        yield Entries(tuple(one), rule.span)


def _is_sound(pattern: Text) -> bool:
    """Whether a pattern is without a fault; one that has any is reported where it stands."""
    faults: list[Fault] = []
    read_pattern(pattern, faults)
    return not faults


def _step_call(first: Call | None, steps: int) -> str:
    """Return the call of a rule so many steps above the first one; empty when no bid is left."""
    if first is None:
        return f"step({steps + 1})"
    return str(CALLS[first + steps]) if first + steps <= Call.NT7 else ""


def _named(call: Text, pattern: Text) -> str:
    """Return a rule's call as a pattern names it after another one; empty when none can."""
    step = _STEP.match(call.text.strip())
    if not step:
        return call.text
    last = last_bid(read_pattern(pattern, []))
    bid = (last or Call.NT7) + int(step[1])
    return str(CALLS[bid]) if bid <= Call.NT7 else ""


def _followed(pattern: str, call: str) -> str:
    """Return a pattern and then a rule's call, however that is meant: `1NT 2x:any`."""
    step = f"{call}:any" if call[-1] in LETTERS else call
    return step if pattern.strip() == "start" else f"{pattern} {step}"


def _overcalled(pattern: Text, over: Text | None) -> Text:
    """Return a pattern and then a call of theirs, each still standing where it stands."""
    if over is None:
        return pattern
    pieces = (
        TextPiece(0, pattern.span.line, pattern.span.column),
        TextPiece(len(pattern.text) + 1, over.span.line, over.span.column),
    )
    return Text(f"{pattern.text} {over.text}", pattern.span, pieces)


def _both(step: Entries, further: Entries) -> Entries:
    """Return the step for hands of one step that fit a further one, which has the last word."""
    pairs = {key.text: (key, value) for key, value in (*step, *further)}
    hands = [each.get("hand") for each in (step, further)]
    if all(isinstance(hand, Text) for hand in hands):
        key = pairs["hand"][0]
        pairs["hand"] = (key, _conjunction([hand for hand in hands if isinstance(hand, Text)]))
    return Entries(tuple(pairs.values()), further.span)


def _conjunction(conditions: Sequence[Text]) -> Text:
    """Return one condition of several, each still standing where it stands."""
    words = ""
    pieces: list[TextPiece] = []
    for condition in conditions:
        words += " and (" if words else "("
        start, span = len(words), condition.span
        pieces.append(TextPiece(start, span.line, span.column))
        pieces += [
            TextPiece(start + piece.start, piece.line, piece.column, piece.moves)
            for piece in condition.pieces
        ]
        words += condition.text
        pieces.append(TextPiece(len(words), span.line, span.column, moves=False))
        words += ")"
    return Text(words, conditions[0].span, tuple(pieces))
