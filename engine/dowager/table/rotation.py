"""Rotating a board: the same cards at the next seats, so that the sides change cards."""

from __future__ import annotations

from dataclasses import replace

from dowager.auction import Contract
from dowager.cards import Seat
from dowager.formats import Board, KnownHands


def rotated(board: Board, steps: int = 1) -> Board:
    """Return the board with everything `steps` seats further clockwise.

    After one step East holds what North held: cards, dealer, vulnerability, declarer. Calls and
    cards stay in their order, so that a board can be rotated back after it has been played.
    """
    hands: KnownHands = (
        board.hands[Seat.NORTH.plus(-steps)],
        board.hands[Seat.EAST.plus(-steps)],
        board.hands[Seat.SOUTH.plus(-steps)],
        board.hands[Seat.WEST.plus(-steps)],
    )
    return replace(
        board,
        hands=hands,
        dealer=board.dealer.plus(steps),
        vulnerability=board.vulnerability.turned(steps),
        contract=_contract(board.contract, steps),
    )


def _contract(contract: Contract | None, steps: int) -> Contract | None:
    return contract and replace(contract, declarer=contract.declarer.plus(steps))
