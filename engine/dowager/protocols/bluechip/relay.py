"""Owns one board between four clients: who may act, when the table waits, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.protocols.bluechip.claiming import Claim, judges_of
from dowager.protocols.bluechip.clocks import Clocks
from dowager.protocols.bluechip.messages import (
    DUMMY,
    AnswersClaim,
    Bids,
    Cards,
    ClaimEnds,
    Claims,
    Illegal,
    Message,
    Plays,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
    Who,
)
from dowager.protocols.bluechip.options import Options
from dowager.protocols.bluechip.outcomes import (
    ManagerEvent,
    OperatorWanted,
    PauseWanted,
    Reported,
)
from dowager.protocols.bluechip.pausing import AlertMode, pauses
from dowager.protocols.bluechip.places import At, Place
from dowager.protocols.bluechip.telling import Telling
from dowager.table.live import LiveBoard

__all__ = ["Options", "Relay"]


class Relay(Telling):
    """A board in progress.

    Args:
        board: the board.
        places: the four places by seat.
        options: how the table is run.
        clocks: both sides' thinking time.
        tell: takes what the owner is to know.

    Attributes:
        spoilt: why the board must start again; empty while it need not.
    """

    def __init__(
        self,
        board: LiveBoard,
        places: Mapping[Seat, Place],
        options: Options,
        clocks: Clocks,
        tell: Callable[[ManagerEvent], None],
    ) -> None:
        super().__init__(board, places)
        self.spoilt = ""
        self._options = options
        self._clocks = clocks
        self._tell = tell
        self._prompted = False
        self._pausing = False
        self._rested = 0  # tricks after which the pause is over
        self._reviewed = options.alert_mode is not AlertMode.END
        self._claim: Claim | None = None

    # -- what the owner asks and says --------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the board is over, and nothing about it is left to say."""
        return self.board.over and self._held is None

    @property
    def settled(self) -> bool:
        """Whether the board is over and everybody who followed it knows."""
        following = [place for place in self._places.values() if place.at is At.LIVE]
        return self.complete and all(self._knows(place) or place.returning for place in following)

    def go_on(self) -> None:
        """Say that the pause is over."""
        self._pausing = False

    def operator(self, alert: str | None) -> None:
        """Take the operator's word on the call in question, or that the auction is in order."""
        if self._held is None:
            return
        if alert is not None and self._held < self.board.calls:
            self.board.alerts[self._held] = alert
        self._held = None

    def awaited(self) -> dict[Seat, str]:
        """Return the seats that the board waits for, and what for; none while it pauses."""
        if self._pausing or self._held is not None:
            return {}
        if self._claim is not None:
            return dict.fromkeys(self._claim.left, "to answer the claim")
        actor = self.board.actor
        if actor is not None and self._may_act(actor):
            what = "to lead" if self.board.to_lead else "to play" if self.board.play else "to call"
            return {actor: what}
        return {place.seat: self._next_of(place) for place in self._behind}

    def _may_act(self, actor: Seat) -> bool:
        """Whether the player whose turn it is knows all, and has been asked to lead."""
        return self._knows(self._places[actor]) and (self._prompted or not self.board.to_lead)

    @property
    def _behind(self) -> list[Place]:
        return [place for place in self._places.values() if not self._knows(place)]

    def _next_of(self, place: Place) -> str:
        hand, maker = self.board.hands[place.cursor], self.board.makers[place.cursor]
        calls = place.cursor < self.board.calls
        if maker is place.seat:
            return f"to {'call' if calls else 'play'} again as before"
        return f"to be ready for {hand.word}'s {'bid' if calls else 'card'}"

    # -- going on ----------------------------------------------------------------------------------

    def advance(self, now: float) -> None:
        """Tell every client what it is ready for, and ask for the next lead when all is told."""
        told = -1
        while told != len(self.board.makers):  # a lead that came early is played when it is asked
            told = len(self.board.makers)
            for place in self._places.values():
                if place.at is At.LIVE:
                    self._relay(place)
            self._review()
            if self._ready_for_lead():
                self._prompt()
        self._run_clock(now)

    def _review(self) -> None:
        """Ask the operator about the whole auction, once, in the third manual variation."""
        if self._reviewed or self.board.play is None:
            return
        self._reviewed = True
        self._held = len(self.board.makers)
        self._tell(OperatorWanted(None, "", str(self.board.auction)))

    def _ready_for_lead(self) -> bool:
        waits = self._prompted or self._waits
        if waits or not self.board.to_lead or not self._all_know:
            return False
        return self._knows(self._places[self._leader])

    @property
    def _waits(self) -> bool:
        """Whether the table waits for something that is no player's turn."""
        return self._pausing or self._held is not None or self._claim is not None

    @property
    def _leader(self) -> Seat:
        assert self.board.actor is not None
        return self.board.actor

    def _prompt(self) -> None:
        play = self.board.play
        assert play is not None
        tricks = len(play.cards) // 4
        if tricks > self._rested and self._options.trick_pause > 0:
            self._rested, self._pausing = tricks, True
            self._tell(PauseWanted(self._options.trick_pause))
            return
        self._prompted = True
        place = self._places[self._leader]
        self._ask_to_lead(place, play.turn)
        self._replay(place)

    def lost(self, place: Place) -> None:
        """Take note that a client has gone: a lead must be asked for again, a claim is void."""
        if self.board.to_lead and self.board.actor is place.seat:
            self._prompted = False
        if self._claim is not None and place.seat in self._claim.parties:
            self._end_claim(False)

    def _run_clock(self, now: float) -> None:
        actor = self.board.actor
        runs = actor is not None and not self._waits and self._may_act(actor)
        self._clocks.run(actor % 2 if runs and actor is not None else None, now)

    # -- what clients say --------------------------------------------------------------------------

    def act(self, place: Place, message: Message) -> None:
        """Take a message of a client that has its cards."""
        match message:
            case Bids() | Plays() if place.told:
                pass  # it was made before the client was told what it had done
            case Bids() | Plays() if place.returning:
                self._again(place, message)
            case Bids():
                self._bids(place, message)
            case Plays():
                self._plays(place, message)
            case ReadyForBid() | ReadyForCard() | ReadyForDummy():
                self._want(place, message)
            case Claims():
                self._claims(place)
            case AnswersClaim():
                self._answers_claim(place, message)

    def _bids(self, place: Place, message: Bids) -> None:
        board = self.board
        if board.play is not None or board.actor is not place.seat or not self._knows(place):
            self._illegal(place, "bid", f"{message.call}: it is not its turn to call")
            return
        try:
            board.call(message.call, message.alert)
        except InputError as error:
            self._illegal(place, "bid", str(error))
            return
        place.cursor += 1
        if pauses(self._options.alert_mode, board.auction.calls, message.alert):
            self._held = board.calls - 1
            before = " ".join(str(call) for call in board.auction.calls[:-1])
            self._tell(OperatorWanted(place.seat, str(message.call), before))

    def _plays(self, place: Place, message: Plays) -> None:
        board, play = self.board, self.board.play
        if message.who not in self._voices(place):
            self._useless(place, f"ignored {message.who.word}'s card")
        elif play is None or board.actor is not place.seat or not self._knows(place):
            self._illegal(place, "card", "it is not its turn to play")
        elif self._claim is not None or (board.to_lead and not self._prompted):
            place.early = message  # it counts when the time has come
        elif message.who not in self._names(play.turn):
            self._illegal(place, "card", f"it is {play.turn.word}'s turn")
        else:
            self._take_card(place, message.card)

    def _voices(self, place: Place) -> set[Who]:
        """Return the names that a client may speak for; what it says for others is ignored."""
        play = self.board.play
        voices: set[Who] = {place.seat, DUMMY}
        if play is not None and place.seat is play.declarer:
            voices.add(play.dummy)
        return voices

    def _names(self, turn: Seat) -> set[Who]:
        """Return the names under which declarer may play dummy's card; else the player's own."""
        play = self.board.play
        assert play is not None
        return {turn, DUMMY, play.declarer} if turn is play.dummy else {turn}

    def _take_card(self, place: Place, card: int) -> None:
        try:
            self.board.card(card)
        except InputError as error:
            self._illegal(place, "card", str(error))
            return
        self._prompted = False
        place.cursor += 1

    def _illegal(self, place: Place, what: str, why: str) -> None:
        self._useless(place, f"illegal {what}: {why}")
        place.send(Illegal(what))

    def _useless(self, place: Place, why: str) -> None:
        if place.useless():
            self._tell(Reported(f"{place.seat.word}: {why}"))

    def _replay(self, place: Place) -> None:
        """Take a card that came before its time, now that its time has come."""
        if place.early is not None:
            message, place.early = place.early, None
            self._plays(place, message)

    def _again(self, place: Place, message: Bids | Plays) -> None:
        """Take what a client that has come back says at a turn that is over.

        A client that may be told is told; what it says itself is out of date. Another one must do
        as it did before, or the board has to start again; but not a board that is over.
        """
        index = place.cursor
        over = place.dialect.told or self.board.over
        if over or self.board.makers[index] is not place.seat:
            return
        if self._same(message, index):
            place.cursor += 1
        else:
            said = message.call if isinstance(message, Bids) else "another card"
            self.spoilt = f"{place.seat.word} came back and says {said} where it said otherwise"

    def _same(self, message: Bids | Plays, index: int) -> bool:
        action = self._action(index, self.board.hands[index])
        if isinstance(message, Bids):
            return isinstance(action, Bids) and action.call is message.call
        return isinstance(action, Plays) and action.card == message.card

    # -- claims ------------------------------------------------------------------------------------

    def _claims(self, place: Place) -> None:
        play = self.board.play
        taken = self._options.claims and play is not None and not self.board.over
        if not taken or self._claim is not None or place.returning:
            self._useless(place, "a claim is ignored")
            return
        assert play is not None
        if place.seat is play.dummy or not play.cards:
            self._useless(place, "may not claim now")
            return
        self._claim = Claim(place.seat, judges_of(place.seat, play))
        for seat in self._claim.left | {play.dummy}:
            self._places[seat].send(Claims(place.seat))
            self._places[seat].send(Cards(place.seat, self.board.deal[place.seat]))

    def _answers_claim(self, place: Place, message: AnswersClaim) -> None:
        claim = self._claim
        if claim is None or message.claimer is not claim.claimer or place.seat not in claim.left:
            return
        claim.left.remove(place.seat)
        if not message.accepts:
            self._end_claim(False)
        elif not claim.left:
            self._end_claim(True)

    def _end_claim(self, accepted: bool) -> None:
        """Tell what came of the claim; an accepted one ends the board for everybody at once."""
        assert self._claim is not None
        claimer, self._claim = self._claim.claimer, None
        live = [place for place in self._places.values() if place.at is At.LIVE]
        for place in live:
            place.send(ClaimEnds(claimer, accepted))
        if accepted:
            self.board.claim(claimer)
            for place in live:
                place.cursor = len(self.board.makers)
        elif self._prompted or not self.board.to_lead:
            for place in live:
                self._replay(place)
