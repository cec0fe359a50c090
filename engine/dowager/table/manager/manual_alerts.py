"""Manual alerting: after which calls a table manager waits for its operator.

Source: "Pausing for manual alerting" in the Blue Chip protocol text; the openings 1X and 1N are
exempt only in its draft.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum

from dowager.auction import Call
from dowager.cards import Suit

_ONE_NOTRUMP, _TWO_CLUBS = Call.NT1, Call.C2


class AlertMode(Enum):
    """When a table manager waits for its operator to say what a call means."""

    AUTO = "auto"  # never: programs alert their own calls
    EVERY = "every"  # after every call that the protocol does not exempt
    MARKED = "marked"  # after a call that says Alert and nothing more
    END = "end"  # once, when the auction has ended


class Convention(Enum):
    """An agreement under which the protocol's list exempts fewer calls."""

    INVERTED_MINORS = "inverted-minors"
    NEGATIVE_DOUBLES = "negative-doubles"


def pauses(
    mode: AlertMode,
    calls: Sequence[Call],
    alert: str | None,
    conventions: Collection[Convention] = (),
) -> bool:
    """Whether the table manager waits after the last of some calls.

    Args:
        mode: the variation in use.
        calls: the auction from the dealer on, the call in question last.
        alert: the text of its alert; None without one.
        conventions: what is played at the table.
    """
    match mode:
        case AlertMode.AUTO | AlertMode.END:
            return False
        case AlertMode.MARKED:
            return alert == ""
        case AlertMode.EVERY:
            return not alert and not exempt(calls, conventions)


def exempt(calls: Sequence[Call], conventions: Collection[Convention] = ()) -> bool:
    """Whether the protocol exempts the last of some calls from a pause."""
    first = next((index for index, call in enumerate(calls) if call is not Call.PASS), None)
    if calls[-1] is Call.PASS:
        return not _forcing_pass(calls)
    assert first is not None
    bidding = calls[first:]
    return _exempt_bid(bidding) and not any(_IS[each](bidding) for each in conventions)


def _raises_a_minor(calls: Sequence[Call]) -> bool:
    """1X (any) 2X and (1X) 1Y (NB) 2Y, where the suit is a minor."""
    before, call = calls[-3:-2], calls[-1]
    return bool(before) and call.suit in (Suit.CLUBS, Suit.DIAMONDS) and before[0].suit is call.suit


_IS: Mapping[Convention, Callable[[Sequence[Call]], bool]] = {
    Convention.INVERTED_MINORS: _raises_a_minor,
    Convention.NEGATIVE_DOUBLES: lambda calls: len(calls) == 4 and calls[-1] is Call.DOUBLE,
}
"""The exempt calls of the list that its "unless ... are being used" is about."""


def _forcing_pass(calls: Sequence[Call]) -> bool:
    """Whether a pass may carry a meaning: `Z (Z) pass`, or `Z (?) ? (Z) pass`."""

    def acts(back: int) -> bool:
        return len(calls) > back and calls[-1 - back] is not Call.PASS

    return acts(1) and (acts(2) or acts(4))


def _exempt_bid(calls: Sequence[Call]) -> bool:
    """Whether a call of an auction that starts with a bid is natural by the protocol's list."""
    opening, call = calls[0], calls[-1]
    if len(calls) == 1:
        return call.level == 1
    if opening.level != 1 or call > Call.S2:
        return False
    if len(calls) == 2:
        return _exempt_overcall(opening, call)
    if len(calls) == 3 and opening < _ONE_NOTRUMP:
        return _exempt_response(opening, calls[1], call)
    if len(calls) == 4:
        return _exempt_advance(calls)
    return False


def _suit_at(call: Call, level: int) -> bool:
    return call.is_bid and call.level == level and call.suit is not None


def _exempt_overcall(opening: Call, call: Call) -> bool:
    """(1Y) 2X and (1X) double."""
    if opening >= _ONE_NOTRUMP:
        return False
    lower = call.is_bid and call.strain < opening.strain
    return call is Call.DOUBLE or (_suit_at(call, 2) and lower)


def _exempt_response(opening: Call, theirs: Call, call: Call) -> bool:
    if not call.is_bid:
        return False
    raise_ = _suit_at(call, 2) and call.strain == opening.strain
    if theirs is Call.PASS:
        lower = _suit_at(call, 2) and call.strain < opening.strain
        return _suit_at(call, 1) or lower or raise_
    if theirs is Call.DOUBLE:
        return call.level == 1
    if theirs is _ONE_NOTRUMP:
        return raise_
    if _suit_at(theirs, 1):
        return call.level == 1 or raise_
    return False


def _exempt_advance(calls: Sequence[Call]) -> bool:
    """(1X) 1Y (NB) 2Y and 1X (NB) (1Y) double."""
    second, third, call = calls[1:]
    if third is Call.PASS:
        return _suit_at(second, 1) and _suit_at(call, 2) and call.strain == second.strain
    return second is Call.PASS and _suit_at(third, 1) and call is Call.DOUBLE
