"""Random calls and cards that make boards worth playing: legal, and board 2 is passed out."""

from __future__ import annotations

from random import Random

from dowager.auction import Call
from dowager.table import PlayerBoard


def random_call(random: Random, board: PlayerBoard) -> Call:
    """Return a legal call: mostly a pass, but somebody opens, except on board 2."""
    auction = board.auction
    opens = auction.passes == 3 and auction.last_bid is None
    if board.number == 2 or (not opens and random.random() < 0.6):
        return Call.PASS
    legal = [call for call in auction.legal_calls() if call is not Call.PASS]
    return random.choice(legal[:8] or [Call.PASS])  # doubles come first


def random_card(random: Random, board: PlayerBoard) -> int:
    """Return a legal card of the hand whose turn it is."""
    return random.choice(board.playing.legal(board.hand_to_play))
