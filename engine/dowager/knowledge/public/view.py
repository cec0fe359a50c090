"""The public view: what all four players know before a call, and how one call changes it."""

from __future__ import annotations

from dowager.auction import Auction, Call
from dowager.knowledge.public.call_disclosure import says_the_same
from dowager.knowledge.public.expectation import best_line
from dowager.knowledge.public.players import (
    CallRecord,
    PlayerState,
    SideState,
    is_natural,
    main_rule,
    promised_suits,
)
from dowager.knowledge.public.position import Position
from dowager.knowledge.public.shown import Shown, everything
from dowager.knowledge.public.shown_call import ShownCall
from dowager.language.compile import Force, Section, System, suit_of
from dowager.language.tree import Bool, Feature, Frontier, Int, game_level

_HCP = Feature("hcp")
_NARROW = 6
_PASSED = 11


class View:
    """What everybody knows before a call; it is the `PublicView` that rules ask.

    Views are made by `first_view` and `after`, never changed. Seats in the methods that rules use
    are counted from the caller: 0 the caller, 1 left-hand opponent, 2 partner, 3 right-hand one.

    Attributes:
        auction: the calls so far.
        caller_seat: the seat that is to call.
        caller: what is known of that seat.
        systems: the systems of North-South and East-West.
        players: what each seat has shown, North first.
        sides: what is known of each side, North-South first.
        records: each call as the table understands it.
    """

    __slots__ = (
        "_expected", "_frontiers", "_legal", "_position", "auction", "caller", "caller_seat",
        "doubled", "last_bid", "length", "level", "opener", "ours", "passes", "players", "records",
        "sides", "systems",
    )  # fmt: skip

    def __init__(
        self,
        systems: tuple[System, System],
        auction: Auction,
        players: tuple[PlayerState, PlayerState, PlayerState, PlayerState],
        sides: tuple[SideState, SideState],
        records: tuple[CallRecord, ...],
        frontiers: tuple[Frontier[Section], Frontier[Section]],
    ) -> None:
        self.systems = systems
        self.auction = auction
        self.players = players
        self.caller_seat = auction.turn
        self.caller = players[self.caller_seat]
        self.sides = sides
        self.records = records
        self._frontiers = frontiers
        self._position: Position | None = None
        self._expected: dict[tuple[int, Int], tuple[float, float]] = {}
        self._read_auction()

    def _read_auction(self) -> None:
        """Note what rules ask of the auction, often and of one view many times."""
        auction = self.auction
        number, first, last = len(auction.calls), auction.first_bid, auction.last_bid
        self.last_bid = Call.PASS if last is None else auction.calls[last]
        self.level = self.last_bid.level
        self.ours = last is not None and (number - last) % 2 == 0
        self.doubled = int(auction.doubled)
        self.passes = auction.passes
        self.length = number - first
        self.opener = -1 if last is None else (first - number) % 4
        self._legal = auction.legal_mask

    # -- questions that rules ask ----------------------------------------------------------------

    @property
    def relaxed(self) -> bool:
        """Whether the meaning of some call had to be relaxed."""
        return any(record.relaxed for record in self.records)

    def _player(self, who: int) -> PlayerState:
        return self.players[(self.caller_seat + who) & 3]

    @property
    def _side(self) -> SideState:
        return self.sides[self.caller_seat.side]

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether the caller's side and the other side are vulnerable."""
        side, vulnerability = self.caller_seat.side, self.auction.vulnerability
        return vulnerability.of_side(side), vulnerability.of_side(side.other)

    @property
    def seat_number(self) -> int:
        """The caller's seat counted from the dealer, 1 to 4."""
        return len(self.auction.calls) % 4 + 1

    @property
    def turn_number(self) -> int:
        """Which of the caller's calls this is, from 1."""
        return len(self.auction.calls) // 4 + 1

    @property
    def contested(self) -> bool:
        """Whether both sides have made a call other than a pass."""
        return self.sides[0].acted and self.sides[1].acted

    @property
    def game_forced(self) -> bool:
        """Whether the caller's side has made a game-forcing call."""
        return self._side.game_force

    @property
    def agreed(self) -> int:
        """The suit that the caller's side has agreed, or -1."""
        return self._side.agreed

    @property
    def forced(self) -> bool:
        """Whether the caller may not pass by agreement."""
        if not self.level:
            return False
        released = self.auction.calls[-1] is not Call.PASS
        if not released and self._must_answer(self._player(2).record):
            return True
        if not self.game_forced or not self._below_game():
            return False
        return (self.ours and not released) or (not self.ours and self.passes == 2)

    def _must_answer(self, record: CallRecord | None) -> bool:
        """Whether partner's last call obliges the caller, the next hand having passed."""
        if record is None or record.index != len(self.auction.calls) - 2:
            return False
        return record.force in (Force.ROUND, Force.GAME) and not self._game_reached(record)

    def _below_game(self) -> bool:
        if not self.doubled or self.ours:
            return self.level < game_level(self.last_bid.strain)
        return False

    def _game_reached(self, record: CallRecord) -> bool:
        """Whether a game force has been met by a natural bid of game."""
        natural = record.rule is not None and not record.rule.rule.artificial
        return record.force is Force.GAME and natural and not self._below_game()

    def stat(self, who: int, value: Int, stat: int) -> float:
        """Return the least (0), greatest (1) or mean (2) value that a seat has shown."""
        return self._player(who).shown.stat(value, stat)

    def expected(self, who: int, value: Int, total: int) -> tuple[float, float]:
        """Return `(base, slope)`: a seat's value is expected to be `base + slope * own value`.

        Of all ways to share out `total` that agree with what the four have shown, taken one hand
        at a time, the line that fits best. Measured on auctions of four hands: the error of
        partner's HCP falls from 2.25 to 1.75 points when both sides bid.
        """
        key = (who, value)
        line = self._expected.get(key)
        if line is None:
            asked = [self._player(seat).shown.spread(value, total) for seat in (0, who)]
            others = [self._player(seat).shown.spread(value, total) for seat in {1, 2, 3} - {who}]
            line = self._expected[key] = best_line(asked[0], asked[1], others[0], others[1])
        return line

    def has_bid(self, who: int, strain: int) -> bool:
        """Whether a seat has bid a strain naturally."""
        return strain in self._player(who).natural

    def has_shown(self, who: int, suit: int) -> bool:
        """Whether a seat has shown a suit, by a natural bid or otherwise."""
        player = self._player(who)
        return suit in player.natural or suit in player.suits

    def last_call(self, who: int) -> int:
        """Return a seat's last call, or -1 when it has not called."""
        calls = self._player(who).calls
        return calls[-1] if calls else -1

    def calls_of(self, who: int) -> tuple[int, ...]:
        """Return a seat's calls in order."""
        return self._player(who).calls

    def tags(self, who: int, ever: bool) -> frozenset[str]:
        """Return the tags of a seat's last call, or of all its calls."""
        player = self._player(who)
        if ever:
            return player.tags
        record = player.record
        return record.rule.rule.tags if record and record.rule else frozenset()

    def asks(self, who: int) -> str:
        """Return what a seat's last call asks, or an empty text."""
        record = self._player(who).record
        return record.rule.rule.asks if record and record.rule else ""

    def force(self, who: int) -> str:
        """Return what a seat's last call forces: `no`, `round`, `game` or `signoff`."""
        record = self._player(who).record
        return record.force.word if record else Force.NO.word

    def limited(self, who: int) -> bool:
        """Whether a seat has limited its hand: within 6 HCP, to at most 11, or by a sign-off."""
        player = self._player(who)
        if player.record is not None and player.record.force is Force.SIGNOFF:
            return True
        most = player.shown.stat(_HCP, 1)
        return most <= _PASSED or most - player.shown.stat(_HCP, 0) <= _NARROW

    def passed_hand(self, who: int) -> bool:
        """Whether a seat passed before anybody bid."""
        return self._player(who).passed

    def is_legal(self, call: int) -> bool:
        """Whether the caller may make a call (Laws 18, 19)."""
        return bool(self._legal >> call & 1)

    def chance(self, who: int, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability, for a seat."""
        return self._player(who).shown.chance(condition)

    # -- the position, and the next view ---------------------------------------------------------

    @property
    def position(self) -> Position:
        """The rules of the caller's system that apply here."""
        if self._position is None:
            side = self.caller_seat.side
            self._position = Position(self.systems[side].candidates(self, self._frontiers[side]))
        return self._position

    def _default_position(self) -> Position:
        """Return the position by the system that explains what the caller's own does not."""
        default = self.systems[self.caller_seat.side].default
        if default is None:
            return self.position
        return Position(default.candidates(self, default.frontier.after(*self.auction.calls)))

    def explaining(self, call: Call) -> Position:
        """Return the position whose rules explain a call: the caller's system, or its default."""
        return self.position if self.position.has(call) else self._default_position()

    def after(self, call: Call, disclosed: Bool | None = None) -> View:
        """Return the view after one more call, which must be legal.

        Args:
            call: the call.
            disclosed: what an alert said of the hand that makes it; None when it said nothing. It
                is the whole meaning of the call, unless the caller's side has only said so far what
                its system would disclose: then the system's own, finer meaning stays.
        """
        index, seat = len(self.auction.calls), self.caller_seat
        said = ShownCall(index, call, self.explaining(call))
        if disclosed is not None and not self._as_known(said, disclosed):
            said = ShownCall(index, call, said.position, disclosed=disclosed)
        shown, meaning, relaxed = self.caller.shown.after(said)
        rules = tuple(rule for rule, _ in meaning.rules)
        record = CallRecord(index, seat, call, main_rule(meaning), rules, relaxed, shown, disclosed)
        players = list(self.players)
        players[seat] = self._player_after(self.caller, record, shown)
        sides = list(self.sides)
        sides[seat.side] = self._side_after(record, shown, said.disclosed is not None)
        return View(
            self.systems,
            self.auction.after(call),
            (players[0], players[1], players[2], players[3]),
            (sides[0], sides[1]),
            (*self.records, record),
            (self._frontiers[0].after(call), self._frontiers[1].after(call)),
        )

    def _as_known(self, said: ShownCall, disclosed: Bool) -> bool:
        """Whether the caller's side, by all that it has disclosed, plays the system we know."""
        return not self._side.stranger and says_the_same(self.caller.shown, said, disclosed)

    def _player_after(self, player: PlayerState, record: CallRecord, shown: Shown) -> PlayerState:
        rule, call = record.rule, record.call
        natural = is_natural(record, shown)
        suits = {suit_of(suit)(rule.env) for suit in rule.rule.shows} if rule else set()
        if record.disclosed is not None and rule is None:
            suits = promised_suits(shown)
        return PlayerState(
            shown=shown,
            calls=(*player.calls, int(call)),
            natural=player.natural | {int(call.strain)} if natural else player.natural,
            suits=player.suits | suits,
            tags=player.tags | rule.rule.tags if rule else player.tags,
            record=record,
            passed=player.passed or (call is Call.PASS and not self.level),
        )

    def _side_after(self, record: CallRecord, shown: Shown, stranger: bool) -> SideState:
        side, rule, call = self._side, record.rule, record.call
        agreed = side.agreed
        if rule and rule.rule.agrees:
            agreed = suit_of(rule.rule.agrees)(rule.env)
        elif is_natural(record, shown):
            strain = int(call.strain)
            if strain < 4 and self.has_shown(2, strain):
                agreed = strain
        return SideState(
            agreed=agreed,
            game_force=side.game_force or record.force is Force.GAME,
            acted=side.acted or call is not Call.PASS,
            stranger=side.stranger or stranger,
        )


def first_view(systems: tuple[System, System], auction: Auction) -> View:
    """Return the view before the first call; systems are North-South's and East-West's.

    Args:
        systems: the systems of the two sides.
        auction: dealer and vulnerability; it has no calls.
    """
    assert not auction.calls
    player = PlayerState(Shown(everything()))
    return View(
        systems,
        auction,
        (player, player, player, player),
        (SideState(), SideState()),
        (),
        (systems[0].frontier, systems[1].frontier),
    )
