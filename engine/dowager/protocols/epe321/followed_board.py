"""A board as a host announces it to a player, who may not know yet where he sits.

Hosts differ in what they announce: passes, a player's own actions, and dummy before the lead. What
is left out is filled in where there is no doubt about it.
"""

from __future__ import annotations

from dataclasses import replace

from dowager.auction import Auction, BySide, Call, Contract, Vulnerability
from dowager.cards import Hand, Seat, card_name
from dowager.play import Play
from dowager.protocols.epe321 import json_messages as msg
from dowager.table import (
    BoardBegun,
    BoardEnded,
    CallHeard,
    CardHeard,
    DummySeen,
    Noticed,
    PlayerBoard,
    PlayerEvent,
)


class FollowedBoard:
    """The board in progress, or the last one.

    Args:
        events: takes what happens.

    Attributes:
        board: the board as the player sees it; None while he does not know his seat.
        between: whether there is no board in progress.
    """

    def __init__(self, events: list[PlayerEvent]) -> None:
        self.board: PlayerBoard | None = None
        self.between = True
        self._events = events
        self._seat: Seat | None = None
        self._hand = Hand(0)
        self._auction = Auction(Seat.NORTH)
        self._number = 0
        self._dummy: Hand | None = None  # shown before the lead: nobody looks
        self._finished = False

    # -- what is asked -----------------------------------------------------------------------------

    @property
    def calling(self) -> bool:
        """Whether the auction is on."""
        return not self.between and not self._auction.ended

    @property
    def turn(self) -> Seat:
        """The seat that is to call, or whose card is next."""
        play = self.board.play if self.board else None
        return self._auction.turn if play is None else play.turn

    @property
    def actions(self) -> int:
        """How many calls and cards there have been."""
        play = self.board.play if self.board else None
        return len(self._auction.calls) + (len(play.cards) if play else 0)

    @property
    def waits_for(self) -> str:
        """What comes next, in words."""
        if self.between:
            return "the next board"
        if self.calling:
            return f"{self.turn.word}'s call"
        return f"{self.turn.word}'s card"

    def cannot_play(self) -> str:
        """Return why we cannot play now; empty if we can."""
        board = self.board
        if self.between or board is None or board.play is None or board.play.ended:
            return "there is no play"
        if not board.our_turn:
            return f"it is {board.play.turn.word}'s turn"
        if board.hand_of(board.play.turn) is None:
            return "we have not seen dummy"
        return ""

    def take_finished(self) -> PlayerBoard | None:
        """Return the board if it is over, once."""
        if self._finished or not self.between or self.board is None:
            return None
        self._finished = True
        return self.board

    # -- the board begins --------------------------------------------------------------------------

    def sit(self, seat: Seat) -> None:
        """Take note of our seat; what was heard before of the board is ours now."""
        self._seat = seat
        if not self.between:
            self._open()

    def begin(
        self, message: msg.BidStart, vulnerability: Vulnerability, part_scores: BySide
    ) -> None:
        """Begin a board."""
        self._hand = Hand.of_cards(message.cards)
        self._auction = Auction(message.dealer, vulnerability, part_scores=part_scores)
        self._number = self._number + 1 if message.number is None else message.number
        self._dummy, self.board = None, None
        self.between = self._finished = False
        if self._seat is not None:
            self._open()

    def _open(self) -> None:
        assert self._seat is not None
        self.board = PlayerBoard(self._seat, self._number, self._hand, self._auction)
        self._events.append(BoardBegun(self._number, self._hand))

    # -- the auction -------------------------------------------------------------------------------

    def settle_call(self, call: Call) -> None:
        """Count our own call, if it is our turn: the host goes on without announcing it."""
        if self.calling and self.turn is self._seat and self._auction.is_legal(call):
            self._add(call)

    def take_call(self, message: msg.BidUpdate) -> str:
        """Take a call that is announced; return why it cannot be, or nothing."""
        call, player = message.call, message.player
        if self._repeats(call, player) or not self.calling:
            self._events.append(Noticed(f"ignored: {call}, which is known"))
            return ""
        if player is not None and not self.pass_up_to(player):
            return f"{player.word}'s {call}: it is {self.turn.word}'s turn"
        if not self._auction.is_legal(call):
            return f"{call}, which is not legal after {self._auction}"
        self._add(call)
        return ""

    def _repeats(self, call: Call, player: Seat | None) -> bool:
        """Whether a call is announced twice."""
        calls = self._auction.calls
        last = self._auction.seat_of(len(calls) - 1)
        return bool(calls) and player is last and call is calls[-1]

    def pass_up_to(self, seat: Seat | None) -> bool:
        """Add the passes that some hosts do not announce; return whether it is a seat's turn."""
        if seat is None or not self.calling:
            return False
        passes = self._auction.turn.steps_to(seat)
        if passes + self._auction.passes >= (3 if self._auction.last_bid is not None else 4):
            return passes == 0
        for _ in range(passes):
            self._add(Call.PASS)
        return True

    def _add(self, call: Call) -> None:
        seat = self._auction.turn
        self._auction = self._auction.after(call)
        if self.board is not None:
            self.board = self.board.after_call(call)
        self._events.append(CallHeard(seat, call, None))
        if self._auction.ended and self._auction.contract is None:
            self._end()

    def _end(self) -> None:
        self.between = True
        self._events.append(BoardEnded())

    def end_auction(self, contract: Contract | None) -> str:
        """Take the contract as the host says it; return why it cannot be, or nothing."""
        while self.calling and (self._auction.last_bid is not None or contract is None):
            self._add(Call.PASS)
        if self.between or self.board is None:
            return "" if contract is None else f"the contract {contract}: there is no auction"
        if contract is None:
            return "a passed-out board: there were bids"
        if self.board.play is None or self.board.play.contract != contract:
            self._correct(contract)
        return ""

    def _correct(self, contract: Contract) -> None:
        """Play the contract that the host says: it decides whose turn it is."""
        assert self.board is not None
        self._events.append(Noticed(f"the host says {contract}, we {self._auction.contract}"))
        play = Play(contract)
        dummy = self.board.hand if play.dummy is self.board.seat else None
        self.board = replace(self.board, play=play, dummy_hand=dummy)

    # -- the play ----------------------------------------------------------------------------------

    def show_dummy(self, cards: tuple[int, ...]) -> str:
        """Take dummy's cards: at once, or after the lead; return why they cannot be, or nothing."""
        board = self.board
        if not cards or board is None or board.play is None or board.seat is board.play.dummy:
            return ""
        if len(cards) != 13 or not board.can_hold(board.play.dummy, Hand.of_cards(cards)):
            return "dummy's cards"
        self._dummy = Hand.of_cards(cards)
        self._look_at_dummy()
        return ""

    def _look_at_dummy(self) -> None:
        """Look at dummy once the lead is on the table (Law 41)."""
        board = self.board
        if self._dummy is None or board is None or board.play is None or not board.play.cards:
            return
        if board.dummy_hand is None:
            self.board = board.with_dummy(self._dummy)
            self._events.append(DummySeen(self._dummy))

    def settle_card(self, card: int) -> None:
        """Count our own card, as `settle_call`."""
        if not self.cannot_play() and self.board and self.board.can_play(self.turn, card):
            self._lay(card)

    def take_card(self, message: msg.MoveUpdate) -> str:
        """Take a card that is announced; return why it cannot be, or nothing."""
        board, card = self.board, message.card
        if board is None or board.play is None or self.between:
            return f"{card_name(card)}: there is no play"
        if board.play.played >> card & 1:
            self._events.append(Noticed(f"ignored: {card_name(card)}, which is known"))
            return ""
        play = board.playing
        if message.player not in (None, play.turn, play.player):
            return f"{card_name(card)}: it is {play.turn.word}'s turn"
        if not board.can_play(play.turn, card):
            return f"{card_name(card)}, which {play.turn.word} cannot play"
        self._lay(card)
        return ""

    def _lay(self, card: int) -> None:
        assert self.board is not None
        seat = self.board.playing.turn
        self.board = self.board.after_card(card)
        self._events.append(CardHeard(seat, card))
        self._look_at_dummy()
        if self.board.playing.ended:
            self._end()
