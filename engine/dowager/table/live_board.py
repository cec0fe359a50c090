"""A board being played: who is to act, what may be done, what has been done."""

from __future__ import annotations

from dataclasses import replace

from dowager.auction import Auction, Call
from dowager.cards import Deal, Seat, card_name
from dowager.errors import InputError
from dowager.formats import Alert, Board
from dowager.play import Play


class LiveBoard:
    """One board from its first call to its last card.

    Actions are counted from 0: the calls, then the cards. Nothing illegal is taken.

    Args:
        board: its number, dealer, vulnerability and deal.

    Attributes:
        deal: the four hands.
        auction: the calls so far.
        alerts: alerts' texts by index of the call.
        play: the cards so far; None before the auction has ended, and of a passed-out board.
        makers: by action, the seat that chose it (declarer for dummy).
        hands: by action, the seat that called, or whose card it was.

    Raises:
        InputError: the deal is not complete.
    """

    def __init__(self, board: Board) -> None:
        if board.deal is None:
            raise InputError(f"board {board.number} has no complete deal")
        self._board = board
        self.deal: Deal = board.deal
        self.auction = Auction(board.dealer, board.vulnerability, part_scores=board.part_scores)
        self.alerts: dict[int, str] = {}
        self.play: Play | None = None
        self.makers: list[Seat] = []
        self.hands: list[Seat] = []
        self._claimed: int | None = None

    @property
    def number(self) -> int:
        """The board's number; 1 when it has none."""
        return self._board.number or 1

    @property
    def over(self) -> bool:
        """Whether the board is passed out, played out or claimed."""
        if self._claimed is not None:
            return True
        return self.auction.ended if self.play is None else self.play.ended

    @property
    def calls(self) -> int:
        """How many calls there are, which is also the index of the opening lead."""
        return len(self.auction.calls)

    @property
    def actor(self) -> Seat | None:
        """The seat that is to act, declarer for dummy; None when the board is over."""
        if self.over:
            return None
        return self.play.player if self.play else self.auction.turn

    @property
    def to_lead(self) -> bool:
        """Whether the next action is a lead."""
        return self.play is not None and not self.over and not self.play.trick

    @property
    def tricks(self) -> int | None:
        """Declarer's tricks; None for a passed-out board, and before the end."""
        if not self.over or self.play is None:
            return None
        return self.play.tricks if self._claimed is None else self._claimed

    def call_at(self, index: int) -> Call | None:
        """Return action `index` if it is a call, else None."""
        return self.auction.calls[index] if index < self.calls else None

    def card_at(self, index: int) -> int | None:
        """Return action `index` if it is a card, else None."""
        return self.play.cards[index - self.calls] if self.play and index >= self.calls else None

    def again(self) -> LiveBoard:
        """Return the board as it was before its first call."""
        return LiveBoard(self._board)

    def before(self, index: int) -> LiveBoard:
        """Return the board as it was before action `index`, counted from 0."""
        board = self.again()
        for call_index, call in enumerate(self.auction.calls[:index]):
            board.call(call, self.alerts.get(call_index))
        for card in (self.play.cards if self.play else ())[: max(0, index - self.calls)]:
            board.card(card)
        return board

    def call(self, call: Call, alert: str | None = None) -> None:
        """Take the call of the seat whose turn it is.

        Raises:
            InputError: the auction has ended, or the call is not legal.
        """
        index, seat = self.calls, self.auction.turn
        self.auction = self.auction.after(call)
        self.makers.append(seat)
        self.hands.append(seat)
        if alert is not None:
            self.alerts[index] = alert
        if self.auction.ended and self.auction.contract is not None:
            self.play = Play(self.auction.contract)

    def card(self, card: int) -> None:
        """Take the card of the hand whose turn it is.

        Raises:
            InputError: there is no play, or the card may not be played.
        """
        if self.play is None or self.over:
            raise InputError(f"{card_name(card)} cannot be played: there is no play now")
        player, turn = self.play.player, self.play.turn
        self.play = self.play.after(card, self.deal[turn])
        self.makers.append(player)
        self.hands.append(turn)

    def claim(self, seat: Seat) -> None:
        """Give the remaining tricks to the side of a seat (Laws 68 and 69).

        Raises:
            InputError: there is no play.
        """
        if self.play is None or self.over:
            raise InputError("there is nothing to claim")
        ours = seat.side is self.play.declarer.side
        self._claimed = self.play.tricks + (self.play.incomplete if ours else 0)

    def record(self) -> Board:
        """Return what has been done so far, as a board of a file."""
        contract = self.auction.contract if self.auction.ended else None
        return replace(
            self._board,
            calls=self.auction.calls,
            alerts=tuple(Alert(call, text) for call, text in sorted(self.alerts.items())),
            contract=contract,
            tricks=self.tricks,
            play=self.play.cards if self.play else (),
        )
