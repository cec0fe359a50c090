"""The laws of play: whose turn it is, which cards may be played, who wins (Laws 41 to 44)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from dowager.auction import Contract
from dowager.cards import (
    FULL_SUIT,
    Deal,
    Hand,
    Seat,
    Suit,
    card_name,
    cards_of,
    suit_of,
    trick_winner,
)
from dowager.errors import InputError


@dataclass(frozen=True, slots=True)
class _Standing:
    """What follows from the cards played; it is kept, so that one more card costs only itself."""

    leader: Seat
    turn: Seat
    tricks: int
    played: tuple[int, int, int, int]
    voids: tuple[int, int, int, int]  # by seat, a bit for each suit in which it has shown out


@dataclass(frozen=True, slots=True)
class Play:
    """The play so far; `after` returns it with one more card, unless the laws forbid the card.

    `then` takes a card that is seen on the table, when the hand that it came from is hidden.

    Attributes:
        contract: the contract.
        cards: the cards in the order played, the opening lead first.

    Raises:
        InputError: a card is given twice, or there are more than 52.
    """

    contract: Contract
    cards: tuple[int, ...] = ()
    _now: _Standing = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards, leader = self.cards, self.contract.declarer.plus(1)
        _set(self, (), _Standing(leader, leader, 0, (0, 0, 0, 0), (0, 0, 0, 0)))
        for card in cards:
            _set(self, (*self.cards, card), self._standing_after(card))

    @property
    def declarer(self) -> Seat:
        """The seat that plays for both its hand and dummy."""
        return self.contract.declarer

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.contract.declarer.partner

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None in notrump."""
        return self.contract.strain.suit

    @property
    def leader(self) -> Seat:
        """The seat that led, or leads, to the current trick."""
        return self._now.leader

    @property
    def turn(self) -> Seat:
        """The seat whose card is next; when the play has ended, who won the last trick."""
        return self._now.turn

    @property
    def player(self) -> Seat:
        """The seat that chooses the next card: declarer for dummy (Law 45B)."""
        turn = self._now.turn
        return self.declarer if turn is self.dummy else turn

    @property
    def number(self) -> int:
        """The number of the current trick, 1 to 13; still 13 when the play has ended."""
        return min(14 - self.incomplete, 13)

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the current trick, none to three."""
        return self.cards[len(self.cards) & ~3 :]

    @property
    def tricks(self) -> int:
        """The complete tricks that declarer's side has won."""
        return self._now.tricks

    @property
    def incomplete(self) -> int:
        """How many tricks are not yet complete."""
        return 13 - len(self.cards) // 4

    @property
    def ended(self) -> bool:
        """Whether all 52 cards have been played."""
        return len(self.cards) == 52

    def played_by(self, seat: Seat) -> int:
        """Return the cards that a seat has played, as a set of bits like `Hand.bits`."""
        return self._now.played[seat]

    @property
    def played(self) -> int:
        """All cards played, as a set of bits."""
        north, east, south, west = self._now.played
        return north | east | south | west

    def voids(self, seat: Seat) -> tuple[Suit, ...]:
        """Return the suits in which a seat has shown out, clubs first.

        A seat that revoked, and later played the suit after all, has not shown out of it.
        """
        return tuple(suit for suit in Suit if self._now.voids[seat] >> suit & 1)

    def unplayed(self, hand: Hand) -> int:
        """Return the cards that `turn`, who was dealt `hand`, still holds, as a set of bits."""
        return hand.bits & ~self._now.played[self._now.turn]

    def legal(self, hand: Hand) -> tuple[int, ...]:
        """Return the cards that may be played now, lowest first; none after the end (Law 44C).

        Args:
            hand: the thirteen cards that `turn` was dealt.
        """
        return () if self.ended else cards_of(self._follow(self.unplayed(hand)))

    def _follow(self, held: int) -> int:
        """Return those of the cards held that follow suit; all when none does."""
        trick = self.trick
        return (trick and held & FULL_SUIT << 13 * (trick[0] // 13)) or held

    def after(self, card: int, hand: Hand) -> Play:
        """Return the play after one more card from a hand that is known.

        Args:
            card: the card.
            hand: the thirteen cards that `turn` was dealt.

        Raises:
            InputError: the card may not be played; the message says why.
        """
        held = self.unplayed(hand)
        if not self.ended and not self._follow(held) >> card & 1:
            name = f"{card_name(card)} by {self._now.turn.word}"
            if not hand.bits >> card & 1:
                raise InputError(f"{name}: the hand does not hold it")
            if not held >> card & 1:
                raise InputError(f"{name}: the card has been played already")
            raise InputError(f"{name}: the hand must follow suit in {suit_of(self.trick[0]).word}")
        return self.then(card)

    def then(self, card: int) -> Play:
        """Return the play after one more card, as it is seen on the table.

        Raises:
            InputError: the card has been played already, or the play has ended.
        """
        standing = self._standing_after(card)
        play = object.__new__(Play)
        object.__setattr__(play, "contract", self.contract)
        _set(play, (*self.cards, card), standing)
        return play

    def _standing_after(self, card: int) -> _Standing:
        now, trick = self._now, self.trick
        if self.ended:
            raise InputError(f"{card_name(card)} comes after all 52 cards")
        if self.played >> card & 1:
            raise InputError(f"{card_name(card)} has been played already")
        turn = now.turn
        played = _with(now.played, turn, now.played[turn] | 1 << card)
        voids = now.voids
        shown = voids[turn] & ~(1 << card // 13)
        if trick and trick[0] // 13 != card // 13:
            shown |= 1 << trick[0] // 13
        if shown != voids[turn]:
            voids = _with(voids, turn, shown)
        if len(trick) < 3:
            return _Standing(now.leader, turn.plus(1), now.tricks, played, voids)
        winner = trick_winner(now.leader, (*trick, card), self.trump)
        tricks = now.tricks + (winner.side is self.declarer.side)
        return _Standing(winner, winner, tricks, played, voids)

    @classmethod
    def of_cards(cls, contract: Contract, cards: Iterable[int], deal: Deal) -> Play:
        """Return the play of some cards of a deal, each checked.

        Raises:
            InputError: a card may not be played; the message says which and why.
        """
        play = cls(contract)
        for card in cards:
            play = play.after(card, deal[play.turn])
        return play


def _set(play: Play, cards: tuple[int, ...], standing: _Standing) -> None:
    object.__setattr__(play, "cards", cards)
    object.__setattr__(play, "_now", standing)


def _with(values: tuple[int, int, int, int], seat: Seat, value: int) -> tuple[int, int, int, int]:
    changed = list(values)
    changed[seat] = value
    return changed[0], changed[1], changed[2], changed[3]
