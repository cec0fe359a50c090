"""What a question about a card tells: the contract, and the two hands that a player sees."""

from __future__ import annotations

from dowager.auction import Auction, Contract, Vulnerability, parse_calls
from dowager.cards import Seat, parse_card
from dowager.errors import InputError
from dowager.play import Play
from dowager.web.api.reading import Fields
from dowager.web.api.small_cards import two_with_small_cards


def auction_of(fields: Fields) -> Auction:
    """Return the auction of a question.

    Raises:
        InputError: a call is not legal.
    """
    dealer, vulnerability = Seat.parse(fields["dealer"]), Vulnerability.parse(fields["vul"])
    return Auction.of_calls(dealer, vulnerability, parse_calls(fields["calls"]))


def contract_of(fields: Fields) -> Contract:
    """Return the contract of a question.

    Raises:
        InputError: the auction has not ended, or all have passed.
    """
    auction = auction_of(fields)
    if not auction.ended or auction.contract is None:
        raise InputError("no contract: ctx is not a whole auction, or all have passed")
    return auction.contract


def seen_hands(
    contract: Contract, seat: Seat, hand: str, dummy: str, cards: list[str]
) -> tuple[str, str]:
    """Return a player's hand and dummy's, with a card in place of each `x`.

    Args:
        contract: the contract.
        seat: whose hand it is.
        hand: the hand, as it was dealt.
        dummy: dummy's.
        cards: the cards played so far, each two letters.

    Raises:
        InputError: a card was played twice, or there are not so many small cards.
    """
    if "x" not in (hand + dummy).lower():
        return hand, dummy
    play = Play(contract, tuple(map(parse_card, cards)))
    own, of_dummy = play.played_by(seat), play.played_by(play.dummy)
    return two_with_small_cards(hand, dummy, own, of_dummy, play.played & ~own & ~of_dummy)
