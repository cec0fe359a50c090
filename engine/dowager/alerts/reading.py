"""Reads alert information, by the grammar or in free text, as far as it can be understood.

Phrases (`phrases`) are looked for from left to right; text that none matches is ignored, and
reported as ignored. A word that may change the meaning, such as `not` or `usually`, spoils its
whole segment: to misunderstand is worse than to ignore.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dowager.alerts.phrases import Said, bare_range, phrase_at
from dowager.cards import Suit
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import MOST_ALTERNATIVES, Description, Disclosure, hull_of
from dowager.language.tree import TRUE, Bool, all_of, any_of


@dataclass(frozen=True, slots=True)
class ReadAlert:
    """What was understood of an alert.

    Attributes:
        disclosure: what a disclosure can hold of it.
        ignored: segments of the text that were not understood, or only in part.
        beyond: what else was understood of the hand, such as that it is balanced.
    """

    disclosure: Disclosure
    ignored: tuple[str, ...] = ()
    beyond: Bool = TRUE

    def node(self) -> Bool:
        """Return the condition on the hand of the player who called; true when it says nothing."""
        return all_of([self.disclosure.node(), self.beyond])


@lru_cache(maxsize=256)
def read_alert(text: str) -> ReadAlert:
    """Read alert information, by the grammar or in free text, as far as it can be understood.

    Never fails. A sentence that contradicts itself loses its later segments; numbers that no hand
    has are ignored; an alternative that is not understood at all allows any hand.
    """
    ignored: list[str] = []
    wholes = [_sentence(part, ignored) for part in _ALTERNATIVE.split(_plain(text))]
    asks = frozenset(ask for said in wholes for ask in said.asks)
    force = frozenset(force for said in wholes for force in said.force)
    descriptions = list(dict.fromkeys(said.description for said in wholes))
    beyond: Bool = TRUE
    if len(descriptions) > MOST_ALTERNATIVES or any(said.beyond != TRUE for said in wholes):
        beyond = any_of(all_of([said.description.node(), said.beyond]) for said in wholes)
    return ReadAlert(Disclosure(_at_most(descriptions), asks, force), tuple(ignored), beyond)


_ALTERNATIVE = re.compile(r"\balternatively\b|[,;.] ?or (?=[a-z0-9])")
_SEGMENT = re.compile(r"[,;|]|(?<!\.)\.(?!\.)(?!(?<=[0-9]\.)[0-9])")
_NUMBER_WORDS = ("zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DIGITS = {word: str(n + (n > 0)) for n, word in enumerate(_NUMBER_WORDS)}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b")
_SHORTENED = re.compile(r"\b(min|max)\.")
_SIGNS = {
    **{ord(sign): f" {suit.word} " for suit in Suit for sign in (suit.symbol, "♧♢♡♤"[suit])},
    **{ord(dash): "-" for dash in "‐‑‒–—−"},
    **{ord(sign): " " for sign in '()[]{}"*!\ufe0e\ufe0f'},
    ord("≥"): ">=",
    ord("≤"): "<=",
    ord("’"): "'",
}
_TOKEN = re.compile(r"[a-z0-9']+(?:\.[0-9]+)?|.", re.DOTALL)
_FILLING = frozenset((
    "a", "alert", "also", "an", "and", "hand", "has", "holds", "holding", "infos", "of", "plus",
    "showing", "shows", "the", "with", "&", "+", "-", ":",
))  # fmt: skip
"""Words between phrases that change nothing."""
_SPOILING = frozenset((
    "/", "<", "=", ">", "?", "although", "ask", "asking", "asks", "bid", "but", "can", "can't",
    "combined", "could", "cuebid", "denies", "deny", "denying", "doesn't", "don't", "either",
    "elsewhere", "enquiry", "except", "fewer", "frequently", "hcp", "if", "inquiry", "less",
    "may", "maybe", "might", "mostly", "neither", "never", "no", "non", "none", "normally", "nor",
    "not", "occasionally", "often", "opener", "opposite", "opponents", "other", "others",
    "otherwise", "outside", "over", "partner", "partner's", "perhaps", "points", "possible",
    "possibly", "probably", "pts", "rarely", "relay", "requests", "responder", "sometimes",
    "than", "transfer", "typically", "unknown", "unless", "usually", "when", "without",
))  # fmt: skip
"""Words that may change the meaning of their neighbours."""


def _plain(text: str) -> str:
    """Return a text in lower case with single blanks, suits and small numbers in one spelling."""
    text = unicodedata.normalize("NFKC", text.translate(_SIGNS)).lower()
    text = " ".join(_SHORTENED.sub(r"\1 ", text.replace("\n", ";")).split())
    return _NUMBER_WORD.sub(lambda match: _DIGITS[match[0]], text)


def _sentence(text: str, ignored: list[str]) -> Said:
    """Return what a sentence's segments say together; add those not understood to `ignored`."""
    whole = Said()
    for segment in _SEGMENT.split(text):
        segment = segment.strip(" :")
        if not segment:
            continue
        said, complete = _segment(segment)
        met = None if said is None else _met(whole, said)
        if met is None or not complete:
            ignored.append(segment)
        whole = met or whole
    return whole


def _met(first: Said, second: Said) -> Said | None:
    """Return what both say; None when no hand fits both."""
    description = first.description.meet(second.description)
    if description is None:
        return None
    beyond = all_of([first.beyond, second.beyond])
    if not plain_space().masks(all_of([description.node(), beyond])).may:
        return None
    return Said(description, beyond, first.asks | second.asks, first.force | second.force)


@dataclass(slots=True)
class _Scan:
    """What has been read of a segment: its branches between `or`, and what went wrong."""

    branches: list[Said]
    complete: bool = True
    spoilt: bool = False

    def add(self, said: Said | None) -> None:
        """Add a phrase to the current branch; None for one that no hand fits."""
        met = None if said is None else _met(self.branches[-1], said)
        if met is None:
            self.complete = False
        else:
            self.branches[-1] = met

    def pass_over(self, token: str) -> None:
        """Take a token that begins no phrase."""
        if token == "or":
            self.branches.append(Said())
        elif token in _SPOILING:
            self.spoilt = True
        elif not token.isspace() and token not in _FILLING:
            self.complete = False


def _segment(text: str) -> tuple[Said | None, bool]:
    """Return what a segment says, None for nothing, and whether all of it was understood."""
    bare = bare_range(text)
    if bare is not None:
        return bare, True
    scan = _scanned(text)
    if scan.spoilt:
        return None, False
    if len(scan.branches) == 1:
        return scan.branches[0], scan.complete
    if scan.complete and all(said != Said() for said in scan.branches):
        return _either(scan.branches), True
    return None, False


def _scanned(text: str) -> _Scan:
    scan, at = _Scan([Said()]), 0
    while at < len(text):
        phrase = phrase_at(text, at)
        if phrase is not None:
            said, at = phrase
            scan.add(said)
            continue
        token = _TOKEN.match(text, at)
        assert token is not None
        scan.pass_over(token[0])
        at = token.end()
    return scan


def _either(branches: Sequence[Said]) -> Said:
    nodes = [all_of([said.description.node(), said.beyond]) for said in branches]
    return Said(
        hull_of(said.description for said in branches),
        any_of(nodes),
        frozenset(ask for said in branches for ask in said.asks),
        frozenset(force for said in branches for force in said.force),
    )


def _at_most(descriptions: list[Description]) -> tuple[Description, ...]:
    """Return no more descriptions than a disclosure holds; a hull replaces the last."""
    if len(descriptions) <= MOST_ALTERNATIVES:
        return tuple(descriptions)
    fewer = [*descriptions[: MOST_ALTERNATIVES - 1], hull_of(descriptions[MOST_ALTERNATIVES - 1 :])]
    return tuple(dict.fromkeys(fewer))
