"""Random boards for the measuring programs."""

from __future__ import annotations

from random import Random

from dowager.auction import Vulnerability, dealer_of_board
from dowager.cards import random_deal
from dowager.formats import Board


def random_boards(count: int, random: Random) -> list[Board]:
    """Return boards numbered from 1, with the dealer and vulnerability of their numbers."""
    return [
        Board(
            dealer_of_board(number),
            Vulnerability.of_board(number),
            number,
            random_deal(random).hands,
        )
        for number in range(1, count + 1)
    ]
