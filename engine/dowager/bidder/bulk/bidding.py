"""Bidding many boards at once: the same calls, by the same rules, as `Bidder.bid`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dowager.auction import Auction, Vulnerability
from dowager.bidder.bulk.auctions import NO_RULE, Auctions, Sheet
from dowager.bidder.bulk.boards import BoardNumbers, Boards
from dowager.bidder.bulk.walk import WalkedPosition, walk
from dowager.cards import Seat
from dowager.knowledge.public import first_view
from dowager.language.compile import System

Systems = tuple[System, System]
"""The systems of North-South and East-West."""


def bid_boards(
    systems: Systems, boards: Boards, dealers: ArrayLike, vulnerabilities: ArrayLike
) -> Auctions:
    """Bid boards at all four seats.

    Boards share positions: the more of them are given at once, the less one costs. Memory is a few
    hundred bytes a board.

    Args:
        systems: the systems of North-South and East-West.
        boards: the deals.
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.

    Returns:
        The auctions, in the order of the boards.
    """
    dealt = np.asarray(dealers, dtype=np.uint8)
    vulnerable = np.asarray(vulnerabilities, dtype=np.uint8)
    sheet = Sheet(len(boards))
    for numbers, position in walk_boards(systems, boards, dealt, vulnerable):
        index = len(position.view.auction.calls)
        for share in position.by_rule:
            rule = NO_RULE if share.rule is None else share.rule.rule.number
            sheet.note(numbers[share.boards], index, share.call, rule)
    return sheet.auctions(dealt, vulnerable)


def walk_boards(
    systems: Systems,
    boards: Boards,
    dealers: NDArray[np.uint8],
    vulnerabilities: NDArray[np.uint8],
) -> Iterator[tuple[BoardNumbers, WalkedPosition]]:
    """Yield every position that boards reach, as `walk` does, for any dealers.

    Boards are turned so that the dealer sits North: what the four seats know is the same, and all
    dealers share positions. The position's view has the turned seats and systems.

    Args:
        systems: the systems of North-South and East-West.
        boards: the deals.
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.

    Yields:
        An array by which the boards of the position become those given, and the position.
    """
    turned = dealers & 1
    keys = _SEEN[turned, vulnerabilities] + 4 * (turned if systems[0] is not systems[1] else 0)
    for key in np.unique(keys).tolist():
        numbers = np.flatnonzero(keys == key).astype(np.int32)
        seated = boards.turned(numbers, dealers[numbers])
        both = systems if key < 4 else (systems[1], systems[0])
        start = first_view(both, Auction(Seat.NORTH, Vulnerability(key % 4)))
        for position in walk(start, seated, seated.numbers):
            yield numbers, position


_SEEN = np.array(
    [[vulnerability.turned(turn) for vulnerability in Vulnerability] for turn in (0, 1)]
)
"""The vulnerability as the dealer's side sees it, were it North-South: by dealer's side."""
