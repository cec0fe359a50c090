"""How calls, auctions, hands and ranges are written in a book, whatever its format."""

from __future__ import annotations

from collections.abc import Iterator

from dowager.auction import Auction, Call
from dowager.authoring.book.contents import Entry, Line
from dowager.cards import Hand, Side, Suit, holding_name
from dowager.knowledge.public import CallAlternative
from dowager.knowledge.sampling import Share, counted, estimated
from dowager.language.text import Force

FORCES = {
    Force.NO: "",
    Force.ROUND: "forcing for one round",
    Force.REBID: "forcing for one round, promises a rebid",
    Force.GAME: "forcing to game",
    Force.SIGNOFF: "sign-off",
}
"""What a call asks of partner, in words."""

_MANY = 7  # more cards than that are not counted one by one
_SHORT = 4
_STRONG = 30
_HIGH, _WIDE = 24, 12


def call_text(call: Call) -> str:
    """Return a call as a book prints it: `1♠`, `2NT`, `Pass`, `X`."""
    if call is Call.PASS:
        return "Pass"
    if call < Call.C1:
        return str(call)
    suit = call.suit
    return f"{call.level}{suit.symbol if suit is not None else 'NT'}"


def short_call(call: Call) -> str:
    """Return a call as it stands in an auction: `P` for a pass."""
    return "P" if call is Call.PASS else call_text(call)


def ours(auction: Auction, index: int) -> bool:
    """Whether our side, North-South, makes a call of the auction."""
    return auction.seat_of(index).side is Side.NORTH_SOUTH


def begun(auction: Auction) -> bool:
    """Whether anybody has bid."""
    return auction.last_bid is not None


def contested(auction: Auction) -> bool:
    """Whether the other side has done anything but pass."""
    return any(
        call is not Call.PASS and not ours(auction, index)
        for index, call in enumerate(auction.calls)
    )


def spoken(auction: Auction) -> Iterator[tuple[Call, bool]]:
    """Yield the calls that are written, and whether they are ours; none before the first bid.

    The other side's passes are left out where that side never does anything else.
    """
    if not begun(auction):
        return
    both = contested(auction)
    for index, call in enumerate(auction.calls):
        mine = ours(auction, index)
        if mine or both:
            yield call, mine


def auction_text(auction: Auction) -> str:
    """Return an auction as a heading: `1♠ – 2♣`, `1♠ (2♣) X (P)`; empty before the first bid."""
    words = [
        short_call(call) if mine else f"({short_call(call)})" for call, mine in spoken(auction)
    ]
    return (" " if contested(auction) else " – ").join(words)


def path_text(auction: Auction) -> str:
    """Return an auction in ASCII for searching and addresses: `1S 2C`, `1S (2C) X (P)`."""
    return " ".join(str(call) if mine else f"({call})" for call, mine in spoken(auction))


def anchor(auction: Auction) -> str:
    """Return the name of a position within the book; different for different positions."""
    if not begun(auction):
        return f"open-{len(auction.calls) + 1}"
    words = [f"{call}" if mine else f"o{call}" for call, mine in spoken(auction)]
    return "-".join(words).lower()


def hand_text(hand: Hand) -> str:
    """Return a hand in one line, spades first, ten as 10, a dash for a void."""
    holdings = ((suit, holding_name(hand.holdings[suit]) or "–") for suit in reversed(Suit))
    return " ".join(f"{suit.symbol}{cards.replace('T', '10')}" for suit, cards in holdings)


def length_text(low: int, high: int) -> str:
    """Return a range of lengths: `5+`, `2–4`, `3`; nothing if it says less than at most four."""
    if not low and high > _SHORT:
        return ""
    return f"{low}+" if high >= _MANY and high > low else _span(low, high)


def hcp_text(low: int, high: int) -> str:
    """Return a range of HCP: `15–17`, `22+`, and nothing for any number.

    An end far above the other one, such as 25 above 9, says nothing: few hands come near it.
    """
    if high >= _STRONG or (high >= _HIGH and high - low >= _WIDE):
        return f"{low}+" if low else ""
    return _span(low, high)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def share_text(share: Share) -> str:
    """Return a share as a percentage with as many places as mean something."""
    percent = 100 * share.value
    if share.exact:
        return _exact(percent)
    error = 100 * share.error
    places = 0 if error >= 0.5 else 1 if error >= 0.05 else 2
    return f"{percent:.{places}f} ± {max(error, 10.0**-places):.{places}f} %"


def meanings(line: Line) -> list[tuple[str, str]]:
    """Return the names of a call's rules, each once, with what the rules of that name show."""
    words: dict[str, list[str]] = {}
    for use in line.uses:
        said = words.setdefault(use.name, [])
        if use.words and use.words not in said:
            said.append(use.words)
    return [(name, "; or ".join(said)) for name, said in words.items()]


def alternatives_text(line: Line) -> str:
    """Return the kinds of hand that a call shows, each with its share; empty if it is one kind."""
    shown = (min(each.text, each.brief, key=len) for each in line.alternatives)
    parts = zip(shown, map(_part_text, line.alternatives), strict=True)
    return "; or ".join(f"{words} ({share})" for words, share in parts)


def _part_text(alternative: CallAlternative) -> str:
    about = "" if alternative.exact else "about "
    return f"{about}{100 * alternative.share:.0f} %"


def notes(entry: Entry) -> Iterator[str]:
    """Yield sentences about a position, besides its calls."""
    if entry.unseen:
        yield f"No hand was found for {', '.join(map(call_text, entry.unseen))}."
    if entry.unruled:
        yield f"No rule fits {share_text(_unruled(entry))} of the hands."


def _unruled(entry: Entry) -> Share:
    """Return the share of the hands that no rule fits; exact where all calls are counted."""
    if all(line.share.exact for line in entry.lines):
        whole = max(line.share.of or 0 for line in entry.lines)
        return counted(whole - sum(line.share.hands or 0 for line in entry.lines), whole)
    return estimated(entry.unruled, entry.hands)


def _exact(percent: float) -> str:
    if percent >= 9.995:
        return f"{percent:.1f} %"
    return f"{percent:.2f} %" if percent >= 0.01 else f"{percent:.1g} %"
