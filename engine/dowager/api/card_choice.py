"""The card to play, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dowager.cards import Hand, card_name
from dowager.errors import InputError
from dowager.knowledge.public import View
from dowager.knowledge.readings import EXACT, Reading
from dowager.play import Budget, Play, Player, PlayerView


@dataclass(frozen=True, slots=True)
class CardValue:
    """A card that could be played, and what it is worth.

    Attributes:
        card: its name, `SA`.
        tricks: the tricks that declarer's side wins if it is played, on average.
        imps: the IMPs that it loses to the best card of each layout, on average; at most 0.
        makes: in what share of the layouts the contract is then made, 0 to 1.
    """

    card: str
    tricks: float
    imps: float
    makes: float


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The card to play, and what it was chosen from.

    Attributes:
        card: its name, suit first: `SA`, `HT`.
        considered: the legal cards with their values, the best first; empty when the card was
            forced or there was no time.
        layouts: how many layouts of the hidden hands were solved.
    """

    card: str
    considered: tuple[CardValue, ...]
    layouts: int


def card_choice(
    view: View,
    hand: Hand,
    dummy: Hand | None,
    cards: Iterable[int],
    seconds: float,
    now: Callable[[], float],
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
) -> CardChoice:
    """Return the card that a player chooses.

    Args:
        view: the auction, with a contract.
        hand: the player's thirteen cards.
        dummy: dummy's thirteen cards; None before the opening lead.
        cards: the cards played so far.
        seconds: how long to think.
        now: a clock in seconds.
        readings: how far North-South's and East-West's calls are believed.

    Raises:
        InputError: a card cannot have been played, or the play is over.
    """
    contract = view.auction.contract
    assert contract is not None
    play = Play(contract)
    for card in cards:
        play = play.then(card)
    if play.ended:
        raise InputError("all cards have been played")
    seen = PlayerView(play.player, hand, dummy, view, play)
    choice = Player(readings=readings).choose(seen, Budget(seconds, now))
    considered = tuple(
        CardValue(card_name(each.card), each.tricks, each.value, each.makes)
        for each in choice.considered
    )
    return CardChoice(card_name(choice.card), considered, choice.layouts)
