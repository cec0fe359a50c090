"""How existing clients write hands, auctions, vulnerability and cards in an address.

An auction is `1C--1S`, two letters for a call (`--` or `Pa` a pass, `Db`, `Rd`), or calls parted
by dashes or blanks, `P-1S-X`. A hand has dots or underscores. Vulnerability is empty, `NS`, `EW`,
`Both`, or by sides, `@v@V`: first ours, then theirs, a capital for a side that is vulnerable.
An `x` in a hand is a small card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dowager.auction import Auction, Vulnerability, parse_call
from dowager.cards import Seat, card_name, parse_card, trick_winner
from dowager.errors import InputError
from dowager.web.api.small_cards import with_small_cards

_CALL = re.compile(
    r"--|PASS|PA|DBL|DB|RDBL|RD|XX|[1-7](?:NT|[NCDHS])|X|P", re.IGNORECASE | re.ASCII
)
_SHORT = {"--": "P", "PA": "P", "DB": "X", "RD": "XX"}
_SIDES = re.compile(r"@([vV])(?:@([vV]))?$")
_LONGEST = 1000
_TRUE = ("true", "1", "t", "y", "yes")

Words = Mapping[str, str]
"""The fields of an address."""


def word(words: Words, key: str, default: str | None = None) -> str:
    """Return a field of an address.

    Raises:
        InputError: it is missing and has no default, or is too long.
    """
    text = words.get(key, default)
    if text is None:
        raise InputError(f'"{key}" is missing')
    if len(text) > _LONGEST:
        raise InputError(f'"{key}" is too long')
    return text


def is_true(words: Words, key: str) -> bool:
    """Whether a field of an address says yes."""
    return words.get(key, "").strip().lower() in _TRUE


def hand_of(words: Words, key: str = "hand") -> str:
    """Return a hand as `S.H.D.C`, with a card in place of each `x`.

    Raises:
        InputError: it is missing, or there are not so many small cards.
    """
    return with_small_cards(written_hand(words, key))


def written_hand(words: Words, key: str = "hand") -> str:
    """Return a hand as `S.H.D.C`, in which an `x` stands for a small card.

    Raises:
        InputError: it is missing.
    """
    return word(words, key).replace("_", ".").strip()


def seat_of(words: Words, key: str, default: str | None = None) -> Seat:
    """Return a seat.

    Raises:
        InputError: it is missing or no seat.
    """
    return Seat.parse(word(words, key, default))


def calls_of(words: Words, key: str = "ctx") -> list[str]:
    """Return the calls of an auction.

    Raises:
        InputError: a call cannot be read.
    """
    text = word(words, key, "").replace("*", "").strip()
    if "--" not in text and "-" in text:
        return [call_of(part) for part in text.split("-") if part.strip()]
    calls, place = [], 0
    text = "".join(text.split())
    while place < len(text):
        match = _CALL.match(text, place)
        if match is None:
            raise InputError(f"no call {text[place : place + 10]!r} in {key}={text[:60]!r}")
        calls.append(call_of(match[0]))
        place = match.end()
    return calls


def call_of(text: str) -> str:
    """Return a call, however it is written.

    Raises:
        InputError: it is none.
    """
    word = text.strip().upper()
    return str(parse_call(_SHORT.get(word, word)))


def vulnerability_of(words: Words, seat: Seat, default: str = "") -> str:
    """Return who is vulnerable, `none`, `ns`, `ew` or `both`.

    Raises:
        InputError: it cannot be read.
    """
    text = word(words, "vul", default).strip()
    sides = _SIDES.match(text)
    if sides is None:
        return Vulnerability.parse(text.replace("N-S", "NS").replace("E-W", "EW") or "none").word
    ours, theirs = sides[1] == "V", sides[2] == "V"
    north_south, east_west = (ours, theirs) if seat.side == Seat.NORTH.side else (theirs, ours)
    return Vulnerability(north_south + 2 * east_west).word


def cards_of(words: Words, key: str = "played") -> list[str]:
    """Return cards, two letters each, suit first: `SJSQ`.

    Raises:
        InputError: one cannot be read.
    """
    text = re.sub(r"[\s,.-]", "", word(words, key, ""))
    if len(text) % 2:
        raise InputError(f"{key}={text[:60]!r} has an odd number of letters: write SJSQ")
    return [card_name(parse_card(text[at : at + 2])) for at in range(0, len(text), 2)]


def as_played(cards: list[str], auction: Auction) -> list[str]:
    """Return cards in the order played, given tricks whose first column is the opening leader's."""
    contract = auction.contract
    trump = contract.strain.suit if contract else None
    ordered: list[str] = []
    leader = 0
    for start in range(0, len(cards), 4):
        row = cards[start : start + 4]
        trick = [row[(leader + at) % 4] for at in range(4)] if len(row) == 4 else row
        ordered += trick
        if len(row) == 4:
            won = trick_winner(Seat.NORTH, [parse_card(card) for card in trick], trump)
            leader = (leader + won) % 4
    return ordered


def short_call(call: str) -> str:
    """Return a call as these clients read it: `PASS`, `X`, `XX`, `1C` ... `7N`."""
    return "PASS" if call == "P" else call.replace("NT", "N")


def common_fields(words: Words, seat: Seat) -> dict[str, Any]:
    """Return the fields of a question that all of these requests share.

    Raises:
        InputError: one cannot be read.
    """
    matchpoints = word(words, "tournament", "imps").strip().lower() == "mp"
    return {
        "dealer": seat_of(words, "dealer", "N").letter,
        "vul": vulnerability_of(words, seat),
        "calls": calls_of(words),
        "scoring": "mp" if matchpoints else "imps",
    }
