"""Owns the public view: what all four players know before a call, and how one call changes it."""

from __future__ import annotations

from dowager.auction import Call
from dowager.cards import Seat
from dowager.knowledge.public.disclosure import says_the_same
from dowager.knowledge.public.expectation import best_line
from dowager.knowledge.public.players import CallRecord as CallRecord
from dowager.knowledge.public.players import Player, Side, is_natural, main_rule, promised_suits
from dowager.knowledge.public.position import Position
from dowager.knowledge.public.shown import Shown, Step, everything
from dowager.language.compile import Force, Section, System, suit_of
from dowager.language.tree import Bool, Feature, Frontier, Int, game_level

_HCP = Feature("hcp")
_NARROW = 6
_PASSED = 11


class View:
    """What everybody knows before a call; it is the `PublicView` that rules ask.

    Views are made by `first_view` and `after`, never changed. Seats in the methods that rules use
    are counted from the caller: 0 the caller, 1 left-hand opponent, 2 partner, 3 right-hand one.
    """

    __slots__ = (
        "_expected", "_frontiers", "_position", "calls", "dealer", "doubled", "last_bid",
        "last_index", "length", "level", "opener_seat", "passes", "players", "records", "sides",
        "systems", "turn_seat", "vulnerability",
    )  # fmt: skip

    def __init__(
        self,
        systems: tuple[System, System],
        dealer: Seat,
        vulnerability: int,
        calls: tuple[Call, ...],
        players: tuple[Player, Player, Player, Player],
        sides: tuple[Side, Side],
        records: tuple[CallRecord, ...],
        frontiers: tuple[Frontier[Section], Frontier[Section]],
    ) -> None:
        self.systems = systems
        self.dealer = dealer
        self.vulnerability = vulnerability
        self.calls = calls
        self.players = players
        self.sides = sides
        self.records = records
        self._frontiers = frontiers
        self.turn_seat = dealer.plus(len(calls))
        self._position: Position | None = None
        self._expected: dict[tuple[int, Int], tuple[float, float]] = {}
        self._read_calls()

    def _read_calls(self) -> None:
        calls = self.calls
        self.doubled = self.passes = 0
        self.last_index = -1
        self.last_bid = Call.PASS
        for index in range(len(calls) - 1, -1, -1):
            call = calls[index]
            if call >= Call.C1:
                self.last_index, self.last_bid = index, call
                break
            if call is Call.PASS:
                self.passes += self.doubled == 0 and self.passes == len(calls) - 1 - index
            else:
                self.doubled = max(self.doubled, 2 if call is Call.REDOUBLE else 1)
        self.level = self.last_bid.level
        first = next((index for index, call in enumerate(calls) if call >= Call.C1), len(calls))
        self.length = len(calls) - first
        self.opener_seat = self.dealer.plus(first) if self.length else None

    # -- questions that rules ask ----------------------------------------------------------------

    def _seat(self, who: int) -> Seat:
        return self.turn_seat.plus(who)

    def _player(self, who: int) -> Player:
        return self.players[(self.turn_seat + who) & 3]

    @property
    def _side(self) -> Side:
        return self.sides[self.turn_seat & 1]

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether the caller's side and the other side are vulnerable."""
        side = self.turn_seat & 1
        return bool(self.vulnerability >> side & 1), bool(self.vulnerability >> (side ^ 1) & 1)

    @property
    def ours(self) -> bool:
        """Whether the last bid is the caller's side's."""
        return (len(self.calls) - self.last_index) % 2 == 0

    @property
    def place(self) -> int:
        """The caller's place after the dealer, 1 to 4."""
        return (self.turn_seat - self.dealer) % 4 + 1

    @property
    def turn(self) -> int:
        """Which of the caller's own calls this is, from 1."""
        return len(self.calls) // 4 + 1

    @property
    def opener(self) -> int:
        """The seat of the first bid, counted from the caller; -1 when nobody has bid."""
        return -1 if self.opener_seat is None else (self.opener_seat - self.turn_seat) % 4

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
        calls = self.calls
        if not self.level:
            return False
        released = calls[-1] is not Call.PASS
        if not released and self._must_answer(self._player(2).record):
            return True
        if not self.game_forced or not self._below_game():
            return False
        return (self.ours and not released) or (not self.ours and self.passes == 2)

    def _must_answer(self, record: CallRecord | None) -> bool:
        """Whether partner's last call obliges the caller, the next hand having passed."""
        if record is None or record.index != len(self.calls) - 2:
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
        found = self._expected.get(key)
        if found is None:
            seats = [self._player(seat).shown.spread(value, total) for seat in (0, who)]
            others = [self._player(seat).shown.spread(value, total) for seat in {1, 2, 3} - {who}]
            found = self._expected[key] = best_line(seats[0], seats[1], others[0], others[1])
        return found

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
        if call >= Call.C1:
            return call > self.last_bid
        if call == Call.PASS:
            return True
        if not self.level:
            return False
        return (
            not self.ours and not self.doubled
            if call == Call.DOUBLE
            else self.ours and self.doubled == 1
        )

    def chance(self, who: int, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability, for a seat."""
        return self._player(who).shown.chance(condition)

    # -- the position, and the next view ---------------------------------------------------------

    @property
    def position(self) -> Position:
        """The rules of the caller's system that apply here."""
        if self._position is None:
            side = self.turn_seat & 1
            self._position = Position(self.systems[side].candidates(self, self._frontiers[side]))
        return self._position

    def _default_position(self) -> Position:
        """Return the position by the system that explains what the caller's own does not."""
        default = self.systems[self.turn_seat & 1].default
        if default is None:
            return self.position
        return Position(default.candidates(self, default.frontier.after(*self.calls)))

    def reading(self, call: Call) -> Position:
        """Return the position whose rules explain a call: the caller's system, or its default."""
        return self.position if self.position.has(call) else self._default_position()

    def after(self, call: Call, told: Bool | None = None) -> View:
        """Return the view after one more call, which must be legal.

        Args:
            call: the call.
            told: what an alert said of the hand that makes it; None when it said nothing. It is
                the whole meaning of the call, unless the caller's side has only said so far what
                its system would disclose: then the system's own, finer meaning stays.
        """
        index, seat = len(self.calls), self.turn_seat
        player = self.players[seat]
        step = Step(index, call, self.reading(call))
        if told is not None and not self._as_known(step, told):
            step = Step(index, call, step.position, told=told)
        shown, meaning, relaxed = player.shown.after(step)
        rule = main_rule(meaning)
        rules = tuple(found for found, _ in meaning.rules)
        record = CallRecord(index, seat, call, rule, rules, relaxed, told)
        players = list(self.players)
        players[seat] = self._player_after(player, record, shown)
        sides = list(self.sides)
        sides[seat & 1] = self._side_after(record, shown, step.told is not None)
        return View(
            self.systems,
            self.dealer,
            self.vulnerability,
            (*self.calls, call),
            (players[0], players[1], players[2], players[3]),
            (sides[0], sides[1]),
            (*self.records, record),
            (self._frontiers[0].after(call), self._frontiers[1].after(call)),
        )

    def _as_known(self, step: Step, told: Bool) -> bool:
        """Whether the caller's side, by all that it has told, plays the system we know it by."""
        shown = self._player(0).shown
        return not self._side.stranger and says_the_same(shown, step, told)

    def _player_after(self, player: Player, record: CallRecord, shown: Shown) -> Player:
        rule, call = record.rule, record.call
        natural = is_natural(record, shown)
        suits = {suit_of(suit)(rule.env) for suit in rule.rule.shows} if rule else set()
        if record.told is not None and rule is None:
            suits = promised_suits(shown)
        return Player(
            shown=shown,
            calls=(*player.calls, int(call)),
            natural=player.natural | {int(call.strain)} if natural else player.natural,
            suits=player.suits | suits,
            tags=player.tags | rule.rule.tags if rule else player.tags,
            record=record,
            passed=player.passed or (call is Call.PASS and not self.level),
        )

    def _side_after(self, record: CallRecord, shown: Shown, stranger: bool) -> Side:
        side, rule, call = self._side, record.rule, record.call
        agreed = side.agreed
        if rule and rule.rule.agrees:
            agreed = suit_of(rule.rule.agrees)(rule.env)
        elif is_natural(record, shown):
            strain = int(call.strain)
            if strain < 4 and self.has_shown(2, strain):
                agreed = strain
        return Side(
            agreed=agreed,
            game_force=side.game_force or record.force is Force.GAME,
            acted=side.acted or call is not Call.PASS,
            stranger=side.stranger or stranger,
        )


def first_view(systems: tuple[System, System], dealer: Seat, vulnerability: int) -> View:
    """Return the view before the first call; systems are North-South's and East-West's."""
    player = Player(Shown(everything()))
    return View(
        systems,
        dealer,
        vulnerability,
        (),
        (player, player, player, player),
        (Side(), Side()),
        (),
        (systems[0].frontier, systems[1].frontier),
    )
