"""Claims: proving that the rest of the tricks are won whatever is hidden, and accepting a claim.

The proof lets the other side put its cards where they hurt most at every trick: a suit that is led
draws one card from them, the lowest, and any trump that is still out may ruff. A side that wins the
rest against that wins it against every layout. The proof misses claims that need a count of the
other side's hands, or a squeeze (Laws 68 to 71).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dowager.cards import FULL_PACK, FULL_SUIT, Deal, Hand, Seat, Suit, cards_of
from dowager.play.double_dummy import card_tricks
from dowager.play.play import Play

_EFFORT = 4_000
"""Positions looked at before a proof is given up: some 50 milliseconds."""


def wins_the_rest(play: Play, hands: Mapping[Seat, Hand]) -> bool:
    """Whether it is proved that a side wins all remaining tricks, whatever is hidden.

    Sound: True is never wrong. It may be False for a good claim, and always is when the side is not
    on lead to a new trick.

    Args:
        play: the play so far.
        hands: the hands of the side that are known, as they were dealt: both of declarer's side,
            a defender's own.
    """
    if play.trick or play.turn not in hands:
        return play.ended
    mine = tuple(hands[seat].bits & ~play.played if seat in hands else 0 for seat in Seat)
    return _Proof(play.trump).wins(play.turn, mine, FULL_PACK & ~play.played & ~sum(mine))


def accepts(play: Play, deal: Deal, claimer: Seat, tricks: int) -> bool:
    """Whether a claim costs nothing: the claimer's side wins the tricks claimed if all play best.

    A defender who is shown declarer's hand sees all four, as declarer does in the other case.

    Args:
        play: the play so far, the claim being made before the next card.
        deal: all four hands as they were dealt.
        claimer: who claims.
        tricks: how many of the tricks not yet complete the claimer's side is to win.
    """
    if play.ended:
        return tricks == 0
    most = max(card_tricks(play, deal).values())
    theirs = most if claimer.side is play.turn.side else play.incomplete - most
    return theirs >= tricks


@dataclass(frozen=True, slots=True)
class _Trick:
    """One way for a side to play a trick: the leader's card, and partner's if it is known."""

    lead: int
    other: int | None


class _Proof:
    """A search over the ways to play the side's cards, with the other side's at their worst."""

    def __init__(self, trump: Suit | None) -> None:
        self._trump = trump
        self._wins: dict[tuple[Seat, tuple[int, ...], int], bool] = {}

    def wins(self, leader: Seat, mine: tuple[int, ...], out: int) -> bool:
        """Whether the side wins all tricks with `leader` to lead; `out` are the other cards."""
        if not mine[leader]:
            return not any(mine)
        key = (leader, mine, out)
        wins = self._wins.get(key)
        if wins is None:
            if len(self._wins) > _EFFORT:
                return False
            self._wins[key] = False
            wins = self._wins[key] = any(
                self._wins_by(trick, leader, mine, out) for trick in self._tricks(leader, mine, out)
            )
        return wins

    def _tricks(self, leader: Seat, mine: tuple[int, ...], out: int) -> Iterator[_Trick]:
        """Yield the ways to play a trick that are worth trying, high cards first."""
        for suit in Suit:
            held = mine[leader] >> 13 * suit & FULL_SUIT
            others = mine[leader.partner]
            for lead in _worth(held, out >> 13 * suit & FULL_SUIT, 13 * suit):
                for other in self._followed(suit, others, out):
                    yield _Trick(lead, other)

    def _followed(self, suit: Suit, others: int, out: int) -> Iterator[int | None]:
        """Yield what the leader's partner may play to a suit; None without a card."""
        if not others:
            yield None
            return
        suits = [suit] if others >> 13 * suit & FULL_SUIT else list(Suit)
        for each in suits:
            held = others >> 13 * each & FULL_SUIT
            yield from _worth(held, out >> 13 * each & FULL_SUIT, 13 * each)

    def _wins_by(self, trick: _Trick, leader: Seat, mine: tuple[int, ...], out: int) -> bool:
        winner = self._winner(trick, leader, out)
        if winner is None:
            return False
        rest = list(mine)
        rest[leader] &= ~(1 << trick.lead)
        if trick.other is not None:
            rest[leader.partner] &= ~(1 << trick.other)
        suit = out & FULL_SUIT << 13 * (trick.lead // 13)
        return self.wins(winner, tuple(rest), out & ~(suit & -suit))

    def _winner(self, trick: _Trick, leader: Seat, out: int) -> Seat | None:
        """Return who of the side wins a trick for certain; None when the other side may."""
        suit, trump = trick.lead // 13, self._trump
        best, seat, other = trick.lead, leader, trick.other
        if other is not None:
            ruffed = other // 13 == trump and suit != trump
            if ruffed or (other // 13 == suit and other > best):
                best, seat = other, leader.partner
        ruffs = trump is not None and best // 13 != trump and out >> 13 * trump & FULL_SUIT
        higher = out >> best & FULL_SUIT >> best % 13
        return None if ruffs or higher else seat


def _worth(held: int, out: int, base: int) -> Iterator[int]:
    """Yield the cards of a suit worth trying: the highest, the lowest winner, the lowest."""
    cards = cards_of(held)
    if not cards:
        return
    winners = [card for card in cards if not out >> card]
    yield from (base + card for card in dict.fromkeys((cards[-1], *winners[:1], cards[0])))
