"""Owns the play of the cards: its laws, what it shows of hidden hands, and choosing a card."""

from dowager.play.carding import Carding, Cardings, cardings_of
from dowager.play.choose import Choice, Player
from dowager.play.claims import accepts, wins_the_rest
from dowager.play.seen import Budget, Seen
from dowager.play.solver import card_tricks, contract_tricks
from dowager.play.state import Play
from dowager.play.value import Considered

__all__ = [
    "Budget",
    "Carding",
    "Cardings",
    "Choice",
    "Considered",
    "Play",
    "Player",
    "Seen",
    "accepts",
    "card_tricks",
    "cardings_of",
    "contract_tricks",
    "wins_the_rest",
]
