"""Taking back the last action of a board, as TAKEBACK asks."""

from __future__ import annotations

from dataclasses import replace

from dowager.cards import Hand
from dowager.errors import InputError
from dowager.protocols.pipe.pipe_lines import ActionRow, PipeAction, plain, read_row
from dowager.table import PlayerBoard


def taken_back(board: PlayerBoard, text: str) -> PlayerBoard:
    """Return a board without its last action, a call or a card.

    Args:
        board: the board.
        text: the row of that action; an alert need not be repeated.

    Raises:
        InputError: there is no action, or another one is the last.
    """
    before = _without_last(board)
    row = read_row(text, bool(board.play and board.play.cards))
    last = _last_row(board, before)
    if row.seat is not last.seat or _compared(row.shown) != _compared(last.shown):
        raise InputError(f"the last action is {last}, not {plain(text)[:40]}")
    return before


def _without_last(board: PlayerBoard) -> PlayerBoard:
    """Return a board without its last action; before the lead nobody has seen dummy."""
    if board.play and board.play.cards:
        before = board.before_last_card()
        first = len(board.play.cards) == 1 and board.play.dummy is not board.seat
        return replace(before, dummy_hand=None) if first else before
    if not board.auction.calls:
        raise InputError("there is nothing to take back")
    return board.before_last_call()


def _last_row(board: PlayerBoard, before: PlayerBoard) -> ActionRow:
    """Return a board's last action, which `before` has not."""
    if board.play and board.play.cards:
        return ActionRow(before.playing.turn, PipeAction(card=board.play.cards[-1]))
    return ActionRow(before.auction.turn, PipeAction(board.auction.calls[-1]))


def _compared(shown: PipeAction | Hand) -> object:
    """Return what of a row must be the same: an alert need not be repeated."""
    return replace(shown, alert=None) if isinstance(shown, PipeAction) else shown
