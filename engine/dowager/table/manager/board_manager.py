"""One board between four players: who may act, what each is sent, when the table waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.table.live_board import LiveBoard
from dowager.table.manager.clocks import Clocks
from dowager.table.manager.manual_alerts import AlertMode, pauses
from dowager.table.manager.post import Post
from dowager.table.manager.stages import Halt
from dowager.table.manager.table_options import TableOptions
from dowager.table.open_claims import Claim, judges_of
from dowager.table.requests import Action, CallMade, CardPlayed, ClaimAnswered, Unreadable
from dowager.table.table_events import (
    Awaited,
    Duty,
    OperatorWanted,
    PauseWanted,
    Reported,
    TableEvent,
)

_SHOWN = 60
"""How much is shown of what cannot be read."""


class BoardManager:
    """A board in progress.

    Each player is sent an action when it is ready for it, so that a slow player holds up only
    those who wait for its own actions.

    Args:
        board: the board.
        posts: the four posts by seat.
        options: how the table is run.
        clocks: both sides' thinking time.
        emit: takes events for the owner.

    Attributes:
        spoilt: why the board must start again; empty while it need not.
    """

    def __init__(
        self,
        board: LiveBoard,
        posts: Mapping[Seat, Post],
        options: TableOptions,
        clocks: Clocks,
        emit: Callable[[TableEvent], None],
    ) -> None:
        self.board = board
        self.spoilt = ""
        self._posts = posts
        self._options = options
        self._clocks = clocks
        self._emit = emit
        self._held: int | None = None  # the action that is kept from all
        self._prompted = False  # whether the leader has been asked to lead
        self._pausing = False
        self._rested = 0  # tricks after which the pause is over
        self._reviewed = options.alert_mode is not AlertMode.END
        self._claim: Claim | None = None

    # -- what the owner asks and says --------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the board is over, and nothing about it remains to be said."""
        return self.board.over and self._held is None

    @property
    def settled(self) -> bool:
        """Whether the board is over and everybody who followed it knows."""
        return self.complete and all(self._knows_all(p) or p.returning for p in self._following)

    @property
    def halt(self) -> Halt | None:
        """Why nobody is to act; None while somebody is, or may become ready to."""
        if self._held is not None:
            return Halt.OPERATOR
        return Halt.PAUSE if self._pausing else None

    def go_on(self) -> None:
        """Take note that the pause is over."""
        self._pausing = False

    def operator(self, alerts: Mapping[int, str]) -> None:
        """Take the operator's word: the alerts of the calls in question, by index of the call.

        The call that was held goes out with its alert, or without one. Opponents who know a call
        already are sent its alert now.
        """
        if self._held is None:
            return
        self.board.alerts.pop(self._held, None)
        self._held = None
        for index, alert in sorted(alerts.items()):
            self.board.alerts[index] = alert
            self._explain(index, alert)

    def _explain(self, index: int, alert: str) -> None:
        maker, call = self.board.makers[index], self.board.call_at(index)
        for post in self._following:
            if call is not None and post.known > index and post.seat.side is not maker.side:
                post.conversation.explain_call(maker, call, alert)

    def awaited(self) -> dict[Seat, Awaited]:
        """Return the seats that the board waits for, and what for; none while it pauses."""
        if self._pausing or self._held is not None:
            return {}
        if self._claim is not None:
            return dict.fromkeys(self._claim.unanswered, Awaited(Duty.SAY, "to answer the claim"))
        actor = self.board.actor
        if actor is not None and self._may_act(actor):
            words = "to lead" if self.board.to_lead else "to play" if self.board.play else "to call"
            return {actor: Awaited(Duty.ACT, words)}
        return {p.seat: self._next_of(p) for p in self._posts.values() if not self._knows_all(p)}

    def _next_of(self, post: Post) -> Awaited:
        hand, maker = self.board.hands[post.known], self.board.makers[post.known]
        calls = post.known < self.board.calls
        if maker is post.seat:
            return Awaited(Duty.ACT, f"to {'call' if calls else 'play'} again as before")
        return Awaited(Duty.SAY, f"to be ready for {hand.word}'s {'bid' if calls else 'card'}")

    @property
    def _following(self) -> list[Post]:
        return [post for post in self._posts.values() if post.live]

    def _knows_all(self, post: Post) -> bool:
        return post.live and post.known == len(self.board.makers)

    def _may_act(self, actor: Seat) -> bool:
        """Whether the player whose turn it is knows all, and has been asked to lead."""
        return self._knows_all(self._posts[actor]) and (self._prompted or not self.board.to_lead)

    @property
    def _waits(self) -> bool:
        """Whether the table waits for something that is no player's turn."""
        return self._pausing or self._held is not None or self._claim is not None

    # -- going on ----------------------------------------------------------------------------------

    def advance(self, now: float) -> None:
        """Send every player what it is ready for, and ask the player whose turn it is."""
        before = -1
        while before != len(self.board.makers):  # a lead that came early is played when it is asked
            before = len(self.board.makers)
            for post in self._following:
                self._bring_up_to_date(post)
            self._review()
            if self._ready_for_lead():
                self._prompt()
        self._ask_for_action()
        self._run_clock(now)

    def lost(self, post: Post) -> None:
        """Take note that a player has gone: a lead must be asked for again, a claim is void."""
        if self.board.to_lead and self.board.actor is post.seat:
            self._prompted = False
        if self._claim is not None and post.seat in self._claim.parties:
            self._end_claim(False)

    def _review(self) -> None:
        """Ask the operator about the whole auction, once, in the third manual variation."""
        if self._reviewed or self.board.play is None:
            return
        self._reviewed = True
        self._held = len(self.board.makers)
        self._emit(OperatorWanted(self.board.auction, None))

    def _ready_for_lead(self) -> bool:
        actor = self.board.actor
        if self._prompted or self._waits or not self.board.to_lead or actor is None:
            return False
        return self._posts[actor].live and all(map(self._knows_all, self._following))

    def _prompt(self) -> None:
        """Ask for a lead, between two tricks after the pause."""
        play, actor = self.board.play, self.board.actor
        assert play is not None and actor is not None
        tricks = len(play.cards) // 4
        if tricks > self._rested and self._options.trick_pause > 0:
            self._rested, self._pausing = tricks, True
            self._emit(PauseWanted(self._options.trick_pause))
            return
        self._prompted = True
        self._ask(self._posts[actor], play.turn, leads=True)
        self._replay(self._posts[actor])

    def _ask_for_action(self) -> None:
        """Ask the player whose turn it is, once."""
        board, actor = self.board, self.board.actor
        if actor is None or board.to_lead or self._waits or not self._may_act(actor):
            return
        if self._posts[actor].asked != len(board.makers):
            self._ask(self._posts[actor], board.play.turn if board.play else actor, leads=False)

    def _ask(self, post: Post, hand: Seat, leads: bool) -> None:
        post.asked = post.known
        post.conversation.ask(hand, leads)

    def _run_clock(self, now: float) -> None:
        actor = self.board.actor
        if actor is None or self._waits or not self._may_act(actor):
            self._clocks.run(None, now)
        else:
            self._clocks.run(actor.side, now)

    # -- what players are sent ---------------------------------------------------------------------

    def _bring_up_to_date(self, post: Post) -> None:
        """Send a player the actions that it is ready for."""
        makers = self.board.makers
        while post.known < len(makers) and post.known != self._held:
            if post.known > self.board.calls:
                self._send_dummy(post)
            own = makers[post.known] is post.seat
            if not (self._may_repeat(post) if own else self._is_ready(post)):
                self._send_dummy(post)
                return
            self._send_action(post)
            post.known += 1
        post.returning = post.returning and post.known < len(makers)
        self._send_dummy(post)

    def _is_ready(self, post: Post) -> bool:
        index, hand = post.known, self.board.hands[post.known]
        if index < self.board.calls:
            return post.conversation.ready_for_call(hand)
        return post.conversation.ready_for_card(hand, (index - self.board.calls) // 4 + 1)

    def _may_repeat(self, post: Post) -> bool:
        """Whether a player who has come back can be sent its own next action.

        Another player is asked again where it had been asked, and acts again itself.
        """
        first, index = self.board.calls, post.known
        if post.conversation.replays:
            waits_for_dummy = index == first + 1 and not post.dummy_sent
            return not waits_for_dummy
        led = self.board.play is not None and index >= first and (index - first) % 4 == 0
        if led and post.asked != index:
            self._ask(post, self.board.hands[index], leads=True)
        return False

    def _send_action(self, post: Post) -> None:
        """Send a player its next action; alerts go to opponents only."""
        board, index = self.board, post.known
        hand = board.hands[index]
        call, card = board.call_at(index), board.card_at(index)
        if call is not None:
            opponents = hand.side is not post.seat.side
            post.conversation.send_call(hand, call, board.alerts.get(index) if opponents else None)
        elif card is not None:
            post.conversation.send_card(board.makers[index], hand, card)

    def _send_dummy(self, post: Post) -> None:
        """Send dummy's cards to a player who wants them, once the lead is on the table.

        One program wants them before it asks for the lead, and waits.
        """
        play, knows_lead = self.board.play, post.known > self.board.calls
        if play is None or not play.cards or post.known < self.board.calls:
            return
        if not knows_lead and not post.conversation.says_ready:
            return
        if post.conversation.ready_for_dummy(post.dummy_sent):
            post.dummy_sent = True
            if post.seat is not play.dummy:
                post.conversation.send_dummy(self.board.deal[play.dummy])

    # -- what players do ---------------------------------------------------------------------------

    def call(self, post: Post, request: CallMade) -> None:
        """Take a player's call; from a player who has come back, the same call again."""
        board = self.board
        if post.returning:
            same = board.call_at(post.known) is request.call
            self._again(post, same, str(request.call))
        elif board.play is not None or board.actor is not post.seat or not self._knows_all(post):
            self._refuse(post, Action.CALL, f"{request.call}: it is not its turn to call")
        else:
            self._take_call(post, request)

    def _take_call(self, post: Post, request: CallMade) -> None:
        board = self.board
        try:
            board.call(request.call, request.alert)
        except InputError as error:
            self._refuse(post, Action.CALL, str(error))
            return
        self._note_own(post)
        options, calls = self._options, board.auction.calls
        if pauses(options.alert_mode, calls, request.alert, options.conventions):
            self._held = board.calls - 1
            self._emit(OperatorWanted(board.auction, self._held))

    def card(self, post: Post, request: CardPlayed) -> None:
        """Take a player's card; a card that comes too early counts later."""
        board, play = self.board, self.board.play
        if post.returning:
            self._again(post, board.card_at(post.known) == request.card, "another card")
        elif not request.hands:
            self._report_useless(post, "a card of another hand is ignored")
        elif play is None or board.actor is not post.seat or not self._knows_all(post):
            self._refuse(post, Action.CARD, "it is not its turn to play")
        elif self._claim is not None or (board.to_lead and not self._prompted):
            post.early = request
        elif play.turn not in request.hands:
            self._refuse(post, Action.CARD, f"it is {play.turn.word}'s turn")
        else:
            self._take_card(post, request.card)

    def _take_card(self, post: Post, card: int) -> None:
        try:
            self.board.card(card)
        except InputError as error:
            self._refuse(post, Action.CARD, str(error))
            return
        self._prompted = False
        self._note_own(post)

    def _note_own(self, post: Post) -> None:
        """Take note that a player knows what it has done, unless it wants to hear it."""
        if not post.conversation.echoes:
            post.known += 1

    def _replay(self, post: Post) -> None:
        """Take a card that came too early, now that it can be played."""
        if post.early is not None:
            request, post.early = post.early, None
            self.card(post, request)

    def unreadable(self, post: Post, said: Unreadable) -> None:
        """Refuse a call or a card that cannot be read, so that the player does not wait for us."""
        if post.returning:
            self._report_useless(post, f"cannot be read: {said.text[:_SHOWN]!r}")
        else:
            self._refuse(post, said.action, f"{said.text[:_SHOWN]!r} cannot be read")

    def _again(self, post: Post, same: bool, words: str) -> None:
        """Take what a player who has come back does at a turn that is over: the same, or not.

        If it can be sent what it did, what it says itself is out of date. Otherwise it must do as
        before, or the board has to start again; but not a board that is over.
        """
        over = post.conversation.replays or self.board.over
        if over or self.board.makers[post.known] is not post.seat:
            return
        if same:
            post.known += 1
        else:
            self.spoilt = f"{post.seat.word} came back and says {words} where it said otherwise"

    def _refuse(self, post: Post, action: Action, why: str) -> None:
        what = "bid" if action is Action.CALL else "card"
        self._report_useless(post, f"illegal {what}: {why}")
        post.conversation.refuse_action(action)

    def _report_useless(self, post: Post, why: str) -> None:
        if post.count_useless():
            self._emit(Reported(f"{post.seat.word}: {why}"))

    # -- claims ------------------------------------------------------------------------------------

    def claim(self, post: Post) -> None:
        """Send a player's claim to those who must answer it, and to dummy."""
        play = self.board.play
        if play is None or self.board.over or not self._takes_claim(post):
            self._report_useless(post, "a claim is ignored")
            return
        if post.seat is play.dummy or not play.cards:
            self._report_useless(post, "may not claim now")
            return
        self._claim = Claim(post.seat, judges_of(post.seat, play))
        for seat in sorted(self._claim.unanswered | {play.dummy}):
            self._posts[seat].conversation.send_claim(post.seat, self.board.deal[post.seat])

    @property
    def takes_claims(self) -> bool:
        """Whether there are claims at all: an accepted one must be understood by all four."""
        return self._options.claims and all(
            post.conversation.knows_claims for post in self._following
        )

    def _takes_claim(self, post: Post) -> bool:
        return self.takes_claims and self._claim is None and not post.returning

    def answer_claim(self, post: Post, answer: ClaimAnswered) -> None:
        """Take an answer to the claim; it ends when one rejects it, or all have accepted it."""
        claim = self._claim
        if claim is None or answer.claimer is not claim.claimer:
            return
        if post.seat not in claim.unanswered:
            return
        claim.unanswered.remove(post.seat)
        if not answer.accepts:
            self._end_claim(False)
        elif not claim.unanswered:
            self._end_claim(True)

    def _end_claim(self, accepted: bool) -> None:
        """Say what came of the claim; an accepted one ends the board for everybody at once."""
        assert self._claim is not None
        claimer, self._claim = self._claim.claimer, None
        following = self._following
        for post in following:
            post.conversation.end_claim(claimer, accepted)
        if accepted:
            self.board.claim(claimer)
            for post in following:
                post.known = len(self.board.makers)
        elif self._prompted or not self.board.to_lead:
            for post in following:
                self._replay(post)
