"""Seats, sides, cards and calls as the fields of messages have them, read tolerantly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dowager.auction import Call, Contract, Doubled, Strain
from dowager.cards import RANKS, Hand, Seat, Side, Suit, make_card, rank_of, suit_of
from dowager.errors import InputError
from dowager.protocols.epe321.lenient_json import LowerKeys

SIDE_NAMES = ("NS", "EW")
_SIDES = dict(zip(SIDE_NAMES, Side, strict=True))
_SIDES |= {side.word.upper().replace("-", ""): side for side in Side}
_SUITS = {word: suit for suit in Suit for word in (suit.letter, suit.word.upper(), suit.symbol)}
_SUITS |= {suit.word.upper()[:-1]: suit for suit in Suit}
_NOTRUMP = {"NT", "N", "NOTRUMP", "NO TRUMP", "NO_TRUMP", "NO TRUMPS", "NOTRUMPS"}
_RANKS = {letter: rank for rank, letter in enumerate(RANKS)} | {"10": 8}
_RANKS |= {"ACE": 12, "KING": 11, "QUEEN": 10, "JACK": 9, "TEN": 8}
_OTHER_CALLS = {
    **dict.fromkeys(("PASS", "P"), Call.PASS),
    **dict.fromkeys(("DOUBLE", "DBL", "X"), Call.DOUBLE),
    **dict.fromkeys(("REDOUBLE", "RDBL", "XX"), Call.REDOUBLE),
}
_MOST = 1e15
"""Numbers from here on are none that anybody means."""


def read_text(value: Any) -> str:
    """Return a string, or a number as one; anything else as an empty one."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _MOST:
        return ""
    return str(value) if isinstance(value, int) else f"{value:g}"


def _word(value: Any) -> str:
    """Return a string or a number in capitals, without blanks at its ends."""
    return read_text(value).strip().upper()


def read_seat(value: Any) -> Seat | None:
    """Return a seat, or None for what is none."""
    word = _word(value)
    return next((s for s in Seat if word in (s.letter, s.word.upper())), None)


def need_seat(value: Any) -> Seat:
    """Return a seat.

    Raises:
        InputError: it is none.
    """
    return Seat.parse(_word(value))


def read_side(value: Any) -> Side | None:
    """Return a side, `NS` or `EW`; None for what is none."""
    word = "".join(letter for letter in _word(value) if letter.isalpha())
    return _SIDES.get(word)


def read_truth(value: Any) -> bool:
    """Return a Boolean, also one that stands as a word or a number."""
    return value is True or _word(value) in ("TRUE", "1", "YES")


def read_count(value: Any, most: int) -> int:
    """Return a number from 0 to `most`, also one that stands as a string.

    Raises:
        InputError: it is none.
    """
    word = _word(value)
    if not word.isascii() or not word.isdigit() or len(word) > 9 or int(word) > most:
        raise InputError(f"no number 0 to {most}: {value!r:.40}")
    return int(word)


# -- cards -----------------------------------------------------------------------------------------


def read_card(value: Any) -> int:
    """Return the card of an object with a suit and a rank, or of a text such as `H10`.

    Raises:
        InputError: it is none.
    """
    cards = tuple(_cards_of([value]))
    if len(cards) != 1:
        raise InputError(f"{len(cards)} cards")
    return cards[0]


def read_cards(value: Any) -> tuple[int, ...]:
    """Return the cards of an array: an object for each card, or for each suit with many ranks.

    Raises:
        InputError: it is none, has what is no card, or a card twice.
    """
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        raise InputError("no array of cards")
    cards = tuple(_cards_of(value))
    if len(set(cards)) != len(cards):
        raise InputError("a card is there twice")
    return cards


def _cards_of(values: Iterable[Any]) -> Iterable[int]:
    for value in values:
        if isinstance(value, str):
            yield _card_of_text(value.strip())
            continue
        suit, ranks = _suit_and_rank(value)
        many = ranks if isinstance(ranks, list) else [ranks]
        for rank in many:
            yield _card(suit, rank)


def _suit_and_rank(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, dict):
        raise InputError(f"no suit and rank: {value!r:.40}")
    values = LowerKeys(value)
    return values.get("suit"), values.get("rank")


def _card_of_text(text: str) -> int:
    suit, rank = (text[:1], text[1:]) if text[:1].upper() in _SUITS else (text[-1:], text[:-1])
    return _card(suit, rank)


def _card(suit: Any, rank: Any) -> int:
    if _word(suit) not in _SUITS or _word(rank) not in _RANKS:
        raise InputError(f"no card: {suit!r:.20} {rank!r:.20}")
    return make_card(_SUITS[_word(suit)], _RANKS[_word(rank)])


def rank_word(card: int) -> str:
    """Return a rank as the text has it: `10` for the ten."""
    letter = RANKS[rank_of(card)]
    return "10" if letter == "T" else letter


def card_value(card: int) -> dict[str, str]:
    """Return a card as an object."""
    return {"Suit": suit_of(card).letter, "Rank": rank_word(card)}


def hand_value(hand: Hand) -> list[dict[str, Any]]:
    """Return a hand as an array: an object for each suit, spades first, high cards first."""
    cards = hand.cards()[::-1]
    return [
        {"Suit": suit.letter, "Rank": [rank_word(card) for card in cards if suit_of(card) is suit]}
        for suit in reversed(Suit)
    ]


# -- calls -----------------------------------------------------------------------------------------


def read_call_value(value: Any) -> Call:
    """Return the call of an object with a suit and a rank, or of a text such as `5H`.

    Raises:
        InputError: it is none.
    """
    suit: Any
    rank: Any
    if isinstance(value, str):
        word = value.strip()
        suit, rank = (word, None) if _word(word) in _OTHER_CALLS else (word[1:], word[:1])
    else:
        suit, rank = _suit_and_rank(value)
    other = _OTHER_CALLS.get(_word(suit))
    return Call.bid(_level(rank), _strain(suit)) if other is None else other


def _level(rank: Any) -> int:
    level = read_count(rank, 7)
    if level == 0:
        raise InputError("no level 0")
    return level


def _strain(suit: Any) -> Strain:
    word = _word(suit)
    if word in _NOTRUMP:
        return Strain.NOTRUMP
    if word not in _SUITS:
        raise InputError(f"no strain: {suit!r:.20}")
    return Strain(_SUITS[word])


def call_value(call: Call) -> dict[str, str | None]:
    """Return a call as an object; the rank of a call that is no bid is null."""
    if call.is_bid:
        return {"Suit": call.strain.letter, "Rank": str(call.level)}
    return {"Suit": ("PASS", "DOUBLE", "REDOUBLE")[call], "Rank": None}


def read_contract(value: Any, declarer: Seat | None) -> Contract | None:
    """Return a contract; None when everybody passed.

    Raises:
        InputError: it is none, or has no declarer.
    """
    if value is None or (isinstance(value, Mapping) and _passed_out(value)):
        return None
    suit, rank = _suit_and_rank(value)
    if declarer is None:
        raise InputError("no declarer")
    values = LowerKeys(value)
    redoubled = read_truth(values.get("isredouble"))
    doubled = Doubled.REDOUBLED if redoubled else Doubled(read_truth(values.get("isdouble")))
    return Contract(_level(rank), _strain(suit), doubled, declarer)


def _passed_out(value: Mapping[str, Any]) -> bool:
    values = LowerKeys(value)
    return _word(values.get("suit")) in ("PASS", "P", "")


def contract_value(contract: Contract | None) -> dict[str, Any]:
    """Return a contract as an object; of a passed-out board, a pass."""
    if contract is None:
        return {**call_value(Call.PASS), "IsDouble": False, "IsRedouble": False}
    bid = Call.bid(contract.level, contract.strain)
    doubled = contract.doubled
    return {
        **call_value(bid),
        "IsDouble": doubled is not Doubled.UNDOUBLED,
        "IsRedouble": doubled is Doubled.REDOUBLED,
    }
