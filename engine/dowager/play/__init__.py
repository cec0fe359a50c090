"""The play of the cards: its laws, what it shows of hidden hands, and choosing a card.

`play` has the laws; `player_view` is what one player knows, and `player` chooses a card with it.
`layouts` deals the hidden hands, `layout_likelihood` weighs them by the cards played,
`double_dummy` solves them, `card_values` scores cards, `lookahead` judges declarer's leads and
`tie_breaks` decides between equals by `agreements`. `claims` proves and accepts claims.
`double_dummy_store` keeps tricks of whole deals in a `trick_file`, as `trick_bounds`.
"""

from dowager.play.agreements import Cardings, cardings_of
from dowager.play.card_values import Considered
from dowager.play.claims import accepts, wins_the_rest
from dowager.play.double_dummy import Par, card_tricks, contract_tricks, par
from dowager.play.double_dummy_store import PASSED_OUT, DoubleDummyStore
from dowager.play.play import Play
from dowager.play.player import LAYOUTS, Choice, Player
from dowager.play.player_view import Budget, PlayerView

__all__ = [
    "LAYOUTS",
    "PASSED_OUT",
    "Budget",
    "Cardings",
    "Choice",
    "Considered",
    "DoubleDummyStore",
    "Par",
    "Play",
    "Player",
    "PlayerView",
    "accepts",
    "card_tricks",
    "cardings_of",
    "contract_tricks",
    "par",
    "wins_the_rest",
]
