"""Owns one board between four clients: who may act, and who is told what, when.

Each place has a cursor into the board's actions. An action goes to a client when that client has
said that it is ready for it; so a slow client holds up nobody but those who wait for its own cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.protocols.bluechip.clocks import Clocks
from dowager.protocols.bluechip.dialect import Dialect
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
    ToLead,
    Who,
)
from dowager.protocols.bluechip.outcomes import (
    ManagerEvent,
    OperatorWanted,
    PauseWanted,
    Reported,
)
from dowager.protocols.bluechip.pausing import AlertMode, pauses
from dowager.protocols.bluechip.places import At, Place
from dowager.table.live import LiveBoard


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is run.

    Attributes:
        teams: the names that North-South and East-West must have; empty for any.
        dialects: by seat, how to speak to it.
        trick_pause: seconds between tricks.
        alert_mode: when the operator is asked about alerts.
        claims: whether claims are taken (the text's proposal).
    """

    teams: tuple[str, str] = ("", "")
    dialects: Mapping[Seat, Dialect] = field(default_factory=dict)
    trick_pause: float = 1.0
    alert_mode: AlertMode = AlertMode.AUTO
    claims: bool = False


class Relay:
    """A board in progress, and what its four clients know of it.

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
        self.board = board
        self.spoilt = ""
        self._places = places
        self._options = options
        self._clocks = clocks
        self._tell = tell
        self._prompted = False
        self._pausing = False
        self._rested = 0  # tricks after which the pause is over
        self._held: int | None = None  # the call that the operator is asked about
        self._reviewed = options.alert_mode is not AlertMode.END
        self._claimer: Seat | None = None
        self._answers: set[Seat] = set()

    # -- what the owner asks and says --------------------------------------------------------------

    @property
    def settled(self) -> bool:
        """Whether the board is over and everybody who is there knows."""
        return self.board.over and self._all_know

    @property
    def _all_know(self) -> bool:
        """Whether every client with cards knows every action."""
        live = [place for place in self._places.values() if place.at is At.LIVE]
        return all(self._knows(place) for place in live)

    def _knows(self, place: Place) -> bool:
        return place.at is At.LIVE and place.cursor == len(self.board.makers)

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
        if self._pausing or self._held is not None or self.board.over:
            return {}
        if self._claimer is not None:
            return dict.fromkeys(self._judges - self._answers, "to answer the claim")
        actor = self.board.actor
        assert actor is not None
        if self._knows(self._places[actor]) and (self._prompted or not self.board.to_lead):
            what = "to lead" if self.board.to_lead else "to play" if self.board.play else "to call"
            return {actor: what}
        behind = {seat for seat, place in self._places.items() if not self._knows(place)}
        return {seat: f"to be ready for {self._next_of(seat)}" for seat in behind}

    def _next_of(self, seat: Seat) -> str:
        place = self._places[seat]
        if place.at is not At.LIVE:
            return "cards"
        whose = self.board.hands[place.cursor].word
        return f"{whose}'s {'bid' if place.cursor < self.board.calls else 'card'}"

    # -- going on ----------------------------------------------------------------------------------

    def advance(self, now: float) -> None:
        """Tell every client what it is ready for, and ask for the next lead when all is told."""
        for place in self._places.values():
            if place.at is At.LIVE:
                self._relay(place)
        self._review()
        if self._ready_for_lead():
            self._prompt()
        self._run_clock(now)

    def _relay(self, place: Place) -> None:
        makers = self.board.makers
        while place.cursor < len(makers) and place.cursor != self._held:
            self._show_dummy(place)
            own = makers[place.cursor] is place.seat
            if own and not self._repeated(place):
                return
            if not own and not self._take_want(place):
                return
            place.send(self._action(place.cursor, place.seat))
            place.cursor += 1
        place.returning = place.returning and place.cursor < len(makers)
        self._show_dummy(place)

    def _repeated(self, place: Place) -> bool:
        """Whether a client that has come back can be told its own next action.

        One that is not told is asked again where it had been asked, and does it again itself.
        """
        first, index = self.board.calls, place.cursor
        if place.dialect.told:
            waits_for_dummy = index == first + 1 and not place.shown
            return not waits_for_dummy
        if self.board.auction.ended and (index - first) % 4 == 0 and place.asked != index:
            place.asked = index
            place.send(self._lead_prompt(self.board.hands[index]))
        return False

    def _lead_prompt(self, hand: Seat) -> ToLead:
        assert self.board.play is not None
        return ToLead(DUMMY if hand is self.board.play.dummy else hand)

    def _take_want(self, place: Place) -> bool:
        """Whether a client has said that it is ready for its next action; it is said once."""
        hand = self.board.hands[place.cursor]
        keys: set[tuple[str, Seat, int | None]]
        if place.cursor < self.board.calls:
            keys = {("bid", hand, None)}
        else:
            trick = (place.cursor - self.board.calls) // 4 + 1
            keys = {("card", hand, trick), ("card", hand, None)}
        found = bool(place.wants & keys)
        place.wants -= keys
        return found

    def _action(self, index: int, to: Seat) -> Message:
        """Return action number `index` as a seat is told it: alerts go to opponents only."""
        board, hand = self.board, self.board.hands[index]
        if index >= board.calls:
            assert board.play is not None
            return Plays(hand, board.play.cards[index - board.calls])
        opponents = (hand - to) % 2 == 1
        alert = board.alerts.get(index) if opponents else None
        return Bids(hand, board.auction.calls[index], alert)

    def _show_dummy(self, place: Place) -> None:
        play = self.board.play
        if not place.wants_dummy or play is None or place.cursor <= self.board.calls:
            return
        place.wants_dummy, place.shown = False, True
        if place.seat is not play.dummy:
            place.send(Cards(DUMMY, self.board.deal[play.dummy]))

    def _review(self) -> None:
        """Ask the operator about the whole auction, once, in the third manual variation."""
        if self._reviewed or not self.board.auction.ended:
            return
        self._reviewed = True
        self._held = len(self.board.makers)
        self._tell(OperatorWanted(None, "", str(self.board.auction)))

    def _ready_for_lead(self) -> bool:
        waits = self._prompted or self._pausing or self._held is not None
        if waits or not self.board.to_lead or self._claimer is not None or not self._all_know:
            return False
        return self._knows(self._places[self._leader])

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
        place = self._places[self._leader]
        self._prompted = True
        place.send(self._lead_prompt(play.turn))
        if place.early is not None:
            message, place.early = place.early, None
            self._plays(place, message)

    def lost(self, place: Place) -> None:
        """Take note that a client has gone: if it was asked to lead it must be asked again."""
        if self.board.to_lead and self.board.actor is place.seat:
            self._prompted = False

    def _run_clock(self, now: float) -> None:
        actor = self.board.actor
        waits = self._pausing or self._held is not None or self._claimer is not None
        if actor is None or waits or not self._knows(self._places[actor]):
            self._clocks.run(None, now)
        elif self._prompted or not self.board.to_lead:
            self._clocks.run(actor % 2, now)

    # -- what clients say --------------------------------------------------------------------------

    def act(self, place: Place, message: Message) -> None:
        """Take a message of a client that has its cards."""
        match message:
            case Bids():
                self._bids(place, message)
            case Plays():
                self._plays(place, message)
            case ReadyForBid(_, of):
                place.wants.add(("bid", of, None))
            case ReadyForCard(_, of, trick):
                self._ready_for_card(place, of, trick)
            case ReadyForDummy():
                place.wants_dummy = True
            case Claims():
                self._claims(place)
            case AnswersClaim():
                self._answers_claim(place, message)

    def _ready_for_card(self, place: Place, of: Who, trick: int | None) -> None:
        contract = self.board.auction.contract
        if contract is None:
            return
        seat = contract.declarer.partner if of is DUMMY else of
        assert isinstance(seat, Seat)
        place.wants.add(("card", seat, trick))

    def _bids(self, place: Place, message: Bids) -> None:
        if place.returning:
            self._again(place, message)
            return
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
        if place.returning:
            self._again(place, message)
            return
        board, play = self.board, self.board.play
        if play is None or board.actor is not place.seat or not self._knows(place):
            self._illegal(place, "card", "it is not its turn to play")
        elif self._claimer is not None or (board.to_lead and not self._prompted):
            place.early = message  # it counts when the time has come
        elif message.who not in self._names(play.turn):
            self._illegal(place, "card", f"it is {play.turn.word}'s turn")
        else:
            self._take_card(place, message.card)

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
        place.garbage += 1
        self._tell(Reported(f"{place.seat.word}: illegal {what}: {why}"))
        place.send(Illegal(what))

    def _again(self, place: Place, message: Bids | Plays) -> None:
        """Take what a client that has come back says at a turn that is over.

        A client that may be told is told; what it says itself is out of date. Another one must do
        as it did before, or the board has to start again.
        """
        index = place.cursor
        if place.dialect.told or self.board.makers[index] is not place.seat:
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

    @property
    def _judges(self) -> set[Seat]:
        """The seats that must accept the claim: both defenders, or declarer."""
        play, claimer = self.board.play, self._claimer
        assert play is not None and claimer is not None
        declarer = play.declarer
        if claimer is declarer:
            return {declarer.plus(1), declarer.plus(3)}
        return {declarer}

    def _claims(self, place: Place) -> None:
        play = self.board.play
        allowed = self._options.claims and play is not None and not self.board.over
        if not allowed or self._claimer is not None or place.returning:
            self._tell(Reported(f"{place.seat.word}: a claim is ignored"))
            return
        assert play is not None
        if place.seat is play.dummy or not play.cards:
            self._tell(Reported(f"{place.seat.word}: may not claim now"))
            return
        self._claimer, self._answers = place.seat, set()
        for seat in self._judges | {play.dummy}:
            self._places[seat].send(Claims(place.seat))
            self._places[seat].send(Cards(place.seat, self.board.deal[place.seat]))

    def _answers_claim(self, place: Place, message: AnswersClaim) -> None:
        if self._claimer is None or message.claimer is not self._claimer:
            return
        if place.seat not in self._judges:
            return
        self._answers.add(place.seat)
        if not message.accepts:
            self._end_claim(False)
        elif self._answers >= self._judges:
            self._end_claim(True)

    def _end_claim(self, accepted: bool) -> None:
        claimer = self._claimer
        assert claimer is not None
        for place in self._places.values():
            if place.at is At.LIVE:
                place.send(ClaimEnds(claimer, accepted))
        self._claimer = None
        if accepted:
            self.board.claim(claimer)
        for place in self._places.values():
            if place.early is not None and not accepted and not self.board.to_lead:
                message, place.early = place.early, None
                self._plays(place, message)
