"""What a table has recorded of a board."""

from __future__ import annotations

from dowager.auction import Auction
from dowager.formats import Board
from dowager.play import Play


def check_record(board: Board) -> None:
    """See that a board was bid and played to its end, every action of it legal."""
    assert board.deal is not None
    auction = Auction.of_calls(board.dealer, board.vulnerability, board.calls)
    assert auction.ended and board.contract == auction.contract
    if board.contract is None:
        assert board.passed_out
        return
    play = Play.of_cards(board.contract, board.play, board.deal)
    assert play.ended and play.tricks == board.tricks
