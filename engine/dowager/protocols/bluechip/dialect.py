"""Dialects: in which of the forms in use we speak to a peer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dowager.errors import InputError

_SEATED = {
    "brackets": '{seat} ("{team}") seated',
    "plain": "{seat} {team} seated",
    "quotes": '{seat} "{team}" seated',
}
_TEAMS = {
    "plain": 'Teams : N/S : "{north_south}" E/W : "{east_west}"',
    "text": 'Teams : N/S : "{north_south}". E/W : "{east_west}"',
    "stops": 'Teams : N/S : "{north_south}". E/W : "{east_west}".',
}
_TRUTHS = {"yes": True, "no": False}
_ASKS = {"seat": False, "any": True}
_NAMES = {"plain": str, "capitals": str.upper}
_CARD_CASES = {"capitals": str, "small": str.lower}
_LINE_ENDS = {"crlf": b"\r\n", "lf": b"\n"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to speak to a peer.

    Attributes:
        seated: the form of the seated line.
        teams: the form of Teams. The protocol's text has a stop between the names, at which three
            of four real clients stumble.
        deal_stop: whether the deal line does.
        timing: whether Timing is sent.
        alerts: whether alerts are sent: others' alerts to a client, our own to a table manager.
        single_blanks: whether Timing has single blanks; the text prints double ones.
        line_end: the end of a line.
        gap: milliseconds between two lines; None for the usual gap of whoever sends.
        replays: whether a player who comes back may be told its own calls and cards; else it has
            to make them again.
        claims: whether a client can read claims, and answer them.
        any_seat: whether a client asks for any seat; some table managers give each connection one.
        names: how seats, passes, doubles and redoubles are written.
        cards: how the card that is played is written, such as `QS`.
    """

    seated: str = _SEATED["brackets"]
    teams: str = _TEAMS["plain"]
    deal_stop: bool = True
    timing: bool = True
    alerts: bool = True
    single_blanks: bool = False
    line_end: bytes = b"\r\n"
    gap: int | None = None
    replays: bool = False
    claims: bool = True
    any_seat: bool = False
    names: Callable[[str], str] = str
    cards: Callable[[str], str] = str


PLAIN = Dialect()


def _one_of(table: dict[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text not in table:
            raise InputError(f"{text!r}; write {' or '.join(table)}")
        return table[text]

    return read


def _milliseconds(text: str) -> Any:
    if not text.isdecimal() or int(text) > 10_000:
        raise InputError(f"{text!r}; write milliseconds, 0 to 10000")
    return int(text)


_FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "seated": ("seated", _one_of(_SEATED)),
    "teams": ("teams", _one_of(_TEAMS)),
    "deal-stop": ("deal_stop", _one_of(_TRUTHS)),
    "timing": ("timing", _one_of(_TRUTHS)),
    "alerts": ("alerts", _one_of(_TRUTHS)),
    "single-blanks": ("single_blanks", _one_of(_TRUTHS)),
    "eol": ("line_end", _one_of(_LINE_ENDS)),
    "gap": ("gap", _milliseconds),
    "told": ("replays", _one_of(_TRUTHS)),
    "claims": ("claims", _one_of(_TRUTHS)),
    "asks": ("any_seat", _one_of(_ASKS)),
    "names": ("names", _one_of(_NAMES)),
    "cards": ("cards", _one_of(_CARD_CASES)),
}


PRESETS = {
    "ben": "claims:no",
    "npm": "seated:plain,claims:no,gap:50",
    "bridge-env": "timing:no,alerts:no,claims:no,gap:50",
    "openspiel": "asks:any,names:capitals,cards:small",
    "wbridge5": "",
    "blue-chip": "teams:text",
}
"""Dialects by the program that understands them; empty where the default one does.

Those with a gap lose the second of two lines that they read at once.
"""


def parse_dialect(text: str, base: Dialect = PLAIN) -> Dialect:
    """Read presets and `name:value`, such as `bridge-env` or `seated:plain,gap:200`.

    A later part overrides an earlier one, so that a preset can be varied: `npm,gap:20`.

    Raises:
        InputError: an unknown preset, name or value.
    """
    dialect = base
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, colon, value = part.partition(":")
        if part in PRESETS:
            dialect = parse_dialect(PRESETS[part], dialect)
            continue
        if name not in _FIELDS or not colon:
            raise InputError(
                f"no dialect {part!r}; write name:value with one of {', '.join(_FIELDS)}, "
                f"or a program: {', '.join(PRESETS)}"
            )
        field, read = _FIELDS[name]
        try:
            dialect = replace(dialect, **{field: read(value)})
        except InputError as error:
            raise InputError(f"dialect {name}: {error}") from error
    return dialect
