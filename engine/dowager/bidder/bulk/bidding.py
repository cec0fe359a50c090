"""Bidding many boards at once: the same calls, by the same rules, as `Bidder.bid`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from dowager.auction import NO_PART_SCORES, Auction, BySide, Scoring, Vulnerability
from dowager.bidder.bulk.auctions import NO_RULE, Auctions, Sheet
from dowager.bidder.bulk.boards import BoardNumbers, Boards
from dowager.bidder.bulk.walk import Start, WalkedPosition, ends_of, walk
from dowager.cards import Seat
from dowager.knowledge.public import View, first_view
from dowager.language.compile import System

Systems = tuple[System, System]
"""The systems of North-South and East-West."""


def bid_boards(
    systems: Systems,
    boards: Boards,
    dealers: ArrayLike,
    vulnerabilities: ArrayLike,
    progress: Callable[[int], None] = lambda ended: None,
    scoring: Scoring = Scoring.IMPS,
    part_scores: BySide = NO_PART_SCORES,
) -> Auctions:
    """Bid boards at all four seats.

    Boards share positions: the more of them are given at once, the less one costs. Memory is a few
    hundred bytes a board.

    Args:
        systems: the systems of North-South and East-West.
        boards: the deals.
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.
        progress: called with how many more auctions have ended.
        scoring: what the boards are scored by.
        part_scores: in a rubber, what North-South and East-West have below the line.

    Returns:
        The auctions, in the order of the boards.
    """
    sheet = Sheet(len(boards))
    for position in walk_boards(systems, boards, dealers, vulnerabilities, scoring, part_scores):
        calls = position.view.auction.calls
        for share in position.by_rule:
            rule = share.rule.rule.number if share.rule else NO_RULE
            sheet.note(share.boards, len(calls), rule)
            if position.ends_by(share.call):
                sheet.end(share.boards, (*calls, share.call))
                progress(len(share.boards))
    return sheet.auctions(
        np.asarray(dealers, dtype=np.uint8),
        np.asarray(vulnerabilities, dtype=np.uint8),
        scoring,
        part_scores,
    )


def bid_match(
    systems: Systems,
    boards: Boards,
    dealers: ArrayLike,
    vulnerabilities: ArrayLike,
    progress: Callable[[int], None] = lambda ended: None,
    scoring: Scoring = Scoring.IMPS,
) -> tuple[Auctions, Auctions]:
    """Bid boards at both tables of a match.

    The tables share positions: a deal at the second one is the deal turned by a seat at the first.

    Args:
        systems: those of North-South and East-West at the first table; at the second they change
            sides.
        boards: the deals.
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.
        progress: called with how many more auctions have ended, of two for each board.
        scoring: what the boards are scored by.

    Returns:
        The auctions of the first and of the second table, in the order of the boards.
    """
    dealt = np.asarray(dealers, dtype=np.uint8)
    vulnerable = np.asarray(vulnerabilities, dtype=np.uint8)
    turned = boards.turned(boards.numbers, np.full_like(dealt, Seat.WEST))
    auctions = bid_boards(
        systems,
        boards.joined(turned),
        np.concatenate([dealt, (dealt + 1) % 4]),
        np.concatenate([vulnerable, _SEEN[1, vulnerable]]),
        progress,
        scoring,
    )
    first, second = auctions.halves()
    return first, replace(second, dealers=dealt, vulnerabilities=vulnerable)


def walk_ends(
    systems: Systems,
    boards: Boards,
    dealers: ArrayLike,
    vulnerabilities: ArrayLike,
    scoring: Scoring = Scoring.IMPS,
    part_scores: BySide = NO_PART_SCORES,
) -> Iterator[tuple[BoardNumbers, View]]:
    """Yield every whole auction: the boards whose auction it is, and what everybody knows after it.

    Args:
        systems: the systems of North-South and East-West.
        boards: the deals.
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.
        scoring: what the boards are scored by.
        part_scores: in a rubber, what North-South and East-West have below the line.

    Yields:
        The boards, and the view, with seats and systems turned so that the dealer sits North.
    """
    positions = walk_boards(systems, boards, dealers, vulnerabilities, scoring, part_scores)
    for group, position, call in ends_of(positions):
        yield group, position.view.after(call)


def walk_boards(
    systems: Systems,
    boards: Boards,
    dealers: ArrayLike,
    vulnerabilities: ArrayLike,
    scoring: Scoring = Scoring.IMPS,
    part_scores: BySide = NO_PART_SCORES,
) -> Iterator[WalkedPosition]:
    """Return the walk through every position that boards reach, for any dealers.

    Boards are turned so that the dealer sits North: what the four seats know is the same, and all
    dealers share positions. The position's view has the turned seats and systems.

    Args:
        systems: the systems of North-South and East-West.
        boards: the deals.
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.
        scoring: what the boards are scored by.
        part_scores: in a rubber, what North-South and East-West have below the line.
    """
    dealt = np.asarray(dealers, dtype=np.uint8)
    vulnerable = np.asarray(vulnerabilities, dtype=np.uint8)
    turned = dealt & 1
    exchanged = turned if systems[0] is not systems[1] else np.zeros_like(turned)
    below = (part_scores, part_scores[::-1])
    swapped = turned if below[0] != below[1] else np.zeros_like(turned)
    keys = _SEEN[turned, vulnerable] + len(Vulnerability) * (exchanged + 2 * swapped)
    starts = [
        Start(_first(systems, key, scoring, below), np.flatnonzero(keys == key).astype(np.int32))
        for key in np.unique(keys).tolist()
    ]
    return walk(starts, boards.turned(boards.numbers, dealt))


def _first(
    systems: Systems, key: int, scoring: Scoring, part_scores: tuple[BySide, BySide]
) -> View:
    """Return the view of dealer North, by the vulnerability and by what the sides exchange.

    Args:
        systems: the systems of North-South and East-West.
        key: the vulnerability, and whether systems and part scores are exchanged.
        scoring: what the boards are scored by.
        part_scores: those of North-South and East-West, and exchanged.
    """
    sides, vulnerability = divmod(key, len(Vulnerability))
    swapped, exchanged = divmod(sides, 2)
    both = (systems[1], systems[0]) if exchanged else systems
    start = Auction(Seat.NORTH, Vulnerability(vulnerability), (), scoring, part_scores[swapped])
    return first_view(both, start)


_SEEN = np.array(
    [[vulnerability.turned(turn) for vulnerability in Vulnerability] for turn in (0, 1)]
)
"""The vulnerability as the dealer's side sees it, were it North-South: by dealer's side."""
