"""Owns turning a board: the same cards one place further round, so that sides change cards."""

from __future__ import annotations

from dataclasses import replace

from dowager.auction import Contract, Vulnerability
from dowager.cards import Seat
from dowager.formats import Board
from dowager.formats.board import KnownHands

_TURNED = (Vulnerability.NONE, Vulnerability.EW, Vulnerability.NS, Vulnerability.BOTH)


def turned(board: Board, steps: int = 1) -> Board:
    """Return the board with everything `steps` places further clockwise.

    What North held East holds now: cards, dealer, vulnerability, declarer. Calls and cards stay in
    their order, so that a board that was played turned can be turned back.
    """
    hands: KnownHands = (
        board.hands[Seat.NORTH.plus(-steps)],
        board.hands[Seat.EAST.plus(-steps)],
        board.hands[Seat.SOUTH.plus(-steps)],
        board.hands[Seat.WEST.plus(-steps)],
    )
    vulnerability = _TURNED[board.vulnerability] if steps % 2 else board.vulnerability
    return replace(
        board,
        hands=hands,
        dealer=board.dealer.plus(steps),
        vulnerability=vulnerability,
        contract=_contract(board.contract, steps),
    )


def _contract(contract: Contract | None, steps: int) -> Contract | None:
    return contract and replace(contract, declarer=contract.declarer.plus(steps))
