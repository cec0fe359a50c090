"""What the words of an alert claim in a position, as far as they are understood."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from dowager.alerts import read_alert
from dowager.auction import Call
from dowager.cards import Suit
from dowager.knowledge.public import View
from dowager.language.tree import Bool

_EACH = re.compile(
    r"(?P<lead>(?:at least |exactly )?\w+ (?:or more )?cards?) in each "
    r"(?P<which>[a-z ]+?)(?=$|[,.;])"
)
_SETS = {"major": (Suit.HEARTS, Suit.SPADES), "minor": (Suit.CLUBS, Suit.DIAMONDS)}


def alert_claim(text: str, call: Call, view: View) -> Bool:
    """Return the condition that the words of an alert state.

    Words that point at the auction are replaced first: `this suit` and `the suit bid` by the suit
    of the call, `each unbid suit` by the suits. What is not understood states nothing.

    Args:
        text: the words.
        call: the call that is alerted.
        view: the position before it.
    """
    return _read(_spelt_out(text, call, view))


def alert_unread(text: str, call: Call, view: View) -> int:
    """Return how many parts of an alert's words are not understood; see `alert_claim`."""
    return len(read_alert(_spelt_out(text, call, view)).ignored)


def _spelt_out(text: str, call: Call, view: View) -> str:
    unbid = tuple(
        suit for suit in Suit if not any(player.has_shown(suit) for player in view.players)
    )
    return _pointed(text.lower(), call.suit, unbid)


@lru_cache(maxsize=1024)
def _read(text: str) -> Bool:
    return read_alert(text).node()


def _pointed(text: str, suit: Suit | None, unbid: tuple[Suit, ...]) -> str:
    if suit is not None:
        text = re.sub(r"\b(?:this suit|the suit bid)\b", suit.word, text)
    return _EACH.sub(lambda match: _spelt(match["lead"], match["which"], unbid, match[0]), text)


def _spelt(lead: str, which: str, unbid: tuple[Suit, ...], whole: str) -> str:
    """Return the words with each suit named; the words as they are when no suit is known."""
    suits: Iterable[Suit] = _SETS.get(which, ())
    if which == "unbid suit":
        suits = unbid
    elif which == "of the two lowest unbid suits":
        suits = unbid[:2]
    return ", ".join(f"{lead} in {suit.word}" for suit in suits) or whole
