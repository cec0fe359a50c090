"""The manners of real programs, and the scripts of whole sessions in those manners.

The npm players speak as they do in a recorded session. The others are written from the facts that
docs/reference/bluechip.md lists; what is marked `assumed` is a form that some program is known to
use. What BEN, bridge_env and OpenSpiel really say, and all that they can read, is in
`strict_players` and `strict_servers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from dowager.auction import Call
from dowager.cards import Hand, Seat, card_name
from dowager.formats import Board
from dowager.play import Play
from dowager.table import LiveBoard
from support.peer_scripts import TEAMS

_CLIENT = {
    "connecting": 'Connecting "{team}" as {North} using protocol version 18',
    "teams": "{North} ready for teams",
    "start": "{North} ready to start",
    "deal": "{North} ready for deal",
    "cards": "{North} ready for cards",
    "bid": "{North} ready for {East}'s bid",
    "call": "{North} {call}",
    "alert": " Alert. {text}",
    "card": "{North} ready for {East}'s card to trick {trick}",
    "dummy card": "{North} ready for dummy's card to trick {trick}",
    "dummy": "{North} ready for dummy",
    "received dummy": "{North} received dummy",
    "plays": "{North} plays {card}",
    "dummy plays": "{South} plays {card}",
}
"""What a client says, by the protocol text."""

_SERVER = {
    "seated": '{North} ("{team}") seated',
    "teams": 'Teams : N/S : "Old". E/W : "Young"',
    "start": "Start of board",
    "deal": "Board number {number}. Dealer {dealer}. {which} vulnerable.",
    "cards": "{North}'s cards : {hand}",
    "call": "{East} {call}",
    "alert": " Alert. {text}",
    "plays": "{East} plays {card}",
    "lead": "{North} to lead",
    "dummy leads": "Dummy to lead",
    "dummy": "Dummy's cards : {hand}",
    "timing": "Timing - N/S : this board  00:12,  total  0:00:12.  "
    "E/W : this board  00:09,  total  0:00:09.",
    "end": "End of session",
}
"""What a table manager says, by the protocol text."""


@dataclass(frozen=True)
class Program:
    """How a program speaks where it differs from the text.

    Attributes:
        client: its lines as a client; `server`: as a table manager, None if it is none.
        name: how it writes the name of a seat.
        pass_word: how it passes.
        bare: whether its alerts have no text.
        dummy_first: whether it asks for dummy first, waits for it, and then asks for the lead.
        own_dummy: whether dummy asks for every card as dummy's.
        seated: how our table says that it has its seat.
        void: how it writes a void suit; `suits`: the order of its suits.
        open_lines: its lines as a table manager that have no line end.
    """

    client: Mapping[str, str] = field(default_factory=dict)
    server: Mapping[str, str] | None = None
    name: Callable[[str], str] = str
    pass_word: str = "passes"
    bare: bool = False
    dummy_first: bool = False
    own_dummy: bool = False
    seated: str = '{seat} ("{team}") seated'
    void: str = "-."
    suits: str = "SHDC"
    open_lines: tuple[str, ...] = ()


PROGRAMS = {
    "WBridge5": Program(
        client={
            "connecting": 'Connecting "{team}" as ANYPL using protocol version 18',
            "card": "{North} ready for  {East}'s card to trick {trick}",
        },
        name=str.upper,
        pass_word="PASSES",
        bare=True,
    ),
    "short lines": Program(
        client={"dummy plays": "Dummy plays {card}"},  # assumed
        server={"seated": "{North} {team} seated", "dummy leads": "{South} to lead"},  # assumed
        pass_word="PASSES",  # assumed
        void="-",  # assumed
    ),
    "npm": Program(  # as recorded
        client={"connecting": 'connecting "{team}" as {North} using protocol version 18'},
        name=str.lower,
        dummy_first=True,
        own_dummy=True,
        seated="{seat} {team} seated",
    ),
    "open lines": Program(
        client={"dummy plays": "{North} plays {card}"},  # assumed
        server={
            "teams": 'Teams : N/S : "Old". E/W : "Young".',  # assumed
            "start": "Start of BoardStart of Board",  # assumed
            "deal": "Board number {number}. Dealer {dealer}. {which} vulnerable",  # assumed
            "cards": "{North}\u2019s cards : {hand}",  # assumed
        },
        open_lines=("lead", "dummy leads"),  # assumed
    ),
    "RoboBridge": Program(
        client={"card": "{North} ready for  {East}'s card to trick {trick}"},
        server={
            "seated": '{North} "{team}" seated Playing IMPs',  # assumed
            "alert": " Infos. {text}",  # assumed
            "dummy": "Dummy\u2019s cards : {hand}",  # assumed
            "plays": "{East} plays {card}.",  # assumed
        },
        suits="CDHS",  # assumed
        void="",  # assumed
    ),
}
"""Programs that are known by descriptions, and forms that some program is known to use."""


def _call_words(call: Call, pass_word: str) -> str:
    words = {Call.PASS: pass_word, Call.DOUBLE: "doubles", Call.REDOUBLE: "redoubles"}
    return words.get(call) or f"bids {call}"


def _hand_words(hand: Hand, program: Program) -> str:
    suits = dict(zip("SHDC", str(hand).split("."), strict=True))
    written = [
        f"{suit} {' '.join(suits[suit])}." if suits[suit] else f"{suit} {program.void}".strip()
        for suit in program.suits
    ]
    return " ".join(written)


@dataclass(frozen=True)
class Deed:
    """One action of a board as it was done: where the board stood, by whom, what."""

    board: LiveBoard
    maker: Seat
    hand: Seat
    call: Call | None
    card: int
    alert: str | None

    @property
    def others(self) -> list[Seat]:
        """The three seats that are told."""
        return [seat for seat in Seat if seat is not self.maker]


def deeds(board: Board, random: Random) -> Iterator[Deed]:
    """Give the actions of a board bid and played at random; board 2 is passed out."""
    live = LiveBoard(board)
    while not live.over:
        maker = live.actor
        assert maker is not None
        if live.play is None:
            legal = live.auction.legal_calls()
            call = Call.PASS if board.number == 2 or random.random() < 0.6 else random.choice(legal)
            text = "5 cards in spades (or more)." if call.is_bid and random.random() < 0.5 else None
            yield Deed(live, maker, maker, call, -1, text)
            live.call(call, text)
        else:
            card = random.choice(live.play.legal(live.deal[live.play.turn]))
            yield Deed(live, maker, live.play.turn, None, card, None)
            live.card(card)


class ClientsScript:
    """A session of four programs at our table manager, as a script for `scripts.run_manager`.

    Args:
        programs: by seat.
        boards: the boards.
        seed: of the calls and cards.
    """

    def __init__(self, programs: Sequence[Program], boards: Sequence[Board], seed: int) -> None:
        self._programs = programs
        self._boards = boards
        self._random = Random(seed)
        self._lines: list[str] = []

    def text(self) -> str:
        """Return the script."""
        order = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)  # as ANYPL gets the seats
        for seat in order:
            self._says(seat, "connecting", team=TEAMS[seat.side])
            self._told(
                seat, self._programs[seat].seated.format(seat=seat.word, team=TEAMS[seat.side])
            )
        self._all_say("teams")
        self._all_told('Teams : N/S : "Old" E/W : "Young"')
        self._all_say("start")
        for board in self._boards:
            self._board(board)
        self._all_told("End of session")
        return "\n".join(self._lines)

    def _says(self, seat: Seat, kind: str, **words: object) -> None:
        program = self._programs[seat]
        form = {**_CLIENT, **program.client}[kind]
        seats = {"North": program.name(seat.word), "South": program.name(seat.partner.word)}
        if isinstance(words.get("of"), Seat):
            of = words["of"]
            assert isinstance(of, Seat)
            words["East"] = program.name(of.word)
        line = form.format(**seats, **words)
        self._lines.append(f"{seat.letter}> {line}")

    def _all_say(self, kind: str) -> None:
        for seat in Seat:
            self._says(seat, kind)

    def _told(self, seat: Seat, line: str) -> None:
        self._lines.append(f"<{seat.letter} {line}")

    def _all_told(self, line: str) -> None:
        for seat in Seat:
            self._told(seat, line)

    def _board(self, board: Board) -> None:
        assert board.deal is not None
        which = ("Neither", "N/S", "E/W", "Both")[board.vulnerability]
        self._all_told("Start of board")
        self._all_say("deal")
        self._all_told(
            f"Board number {board.number}. Dealer {board.dealer.word}. {which} vulnerable."
        )
        self._all_say("cards")
        for seat in Seat:
            hand = _hand_words(board.deal[seat], Program())
            self._told(seat, f"{seat.word}'s cards : {hand}")
        for deed in deeds(board, self._random):
            if deed.call is not None:
                self._call(deed, deed.call)
            else:
                self._card(deed)
        self._all_told("Timing - N/S : this board ...")
        self._lines.append("E: BoardFinished")

    def _call(self, deed: Deed, call: Call) -> None:
        for other in deed.others:
            self._says(other, "bid", of=deed.maker)
        program = self._programs[deed.maker]
        words = _call_words(call, program.pass_word)
        shown = text = ""
        if deed.alert is not None:
            form = {**_CLIENT, **program.client}["alert"]
            words += form.format(text="" if program.bare else deed.alert).rstrip()
            text = " Alert. " + ("" if program.bare else deed.alert)
        self._says(deed.maker, "call", call=words)
        for other in deed.others:
            shown = text if other is not deed.maker.partner else ""
            self._told(other, f"{deed.maker.word} {_call_words(call, 'passes')}{shown}".rstrip())

    def _card(self, deed: Deed) -> None:
        play = deed.board.play
        assert play is not None
        dummys, first = deed.hand is play.dummy, []
        for other in deed.others:
            if not play.cards and self._programs[other].dummy_first and other is not play.dummy:
                first.append(other)
                self._says(other, "dummy")
            else:
                self._asks_for_card(other, deed, play)
        if not play.trick:
            self._told(deed.maker, f"{'Dummy' if dummys else deed.hand.word} to lead")
        self._says(
            deed.maker, "dummy plays" if dummys else "plays", card=card_name(deed.card)[::-1]
        )
        for seat in first:
            self._sees_dummy(seat, deed, play.dummy)
            self._says(seat, "received dummy")
            self._asks_for_card(seat, deed, play)
        for other in deed.others:
            self._told(other, f"{deed.hand.word} plays {card_name(deed.card)[::-1]}")
        for seat in Seat:
            if not play.cards and seat not in (*first, play.dummy):
                self._says(seat, "dummy")
                self._sees_dummy(seat, deed, play.dummy)

    def _asks_for_card(self, seat: Seat, deed: Deed, play: Play) -> None:
        own = self._programs[seat].own_dummy and seat is play.dummy
        kind = "dummy card" if own or deed.hand is play.dummy else "card"
        self._says(seat, kind, of=deed.hand, trick=play.number)

    def _sees_dummy(self, seat: Seat, deed: Deed, dummy: Seat) -> None:
        self._told(seat, f"Dummy's cards : {_hand_words(deed.board.deal[dummy], Program())}")


class ServerScript:
    """A session of a program's table manager with our client, as a script for `run_client`.

    Args:
        program: the table manager.
        seat: our seat.
        boards: the boards.
        seed: of the calls and cards.
    """

    def __init__(self, program: Program, seat: Seat, boards: Sequence[Board], seed: int) -> None:
        self._program, self._seat = program, seat
        self._boards = boards
        self._random = Random(seed)
        self._lines: list[str] = []

    def text(self) -> str:
        """Return the script."""
        north, team = self._seat.word, TEAMS[self._seat.side]
        self._wants(f'Connecting "{team}" as {north} using protocol version 18')
        self._says("seated", team=team)
        self._wants(f"{north} ready for teams")
        self._says("teams")
        self._wants(f"{north} ready to start")
        for board in self._boards:
            self._board(board)
        self._says("end")
        self._lines.append("E: Ended fault=''")
        return "\n".join(self._lines)

    def _wants(self, line: str) -> None:
        self._lines.append(f"C: {line}")

    def _says(self, kind: str, **words: object) -> None:
        seats = {"North": self._seat.word, "South": self._seat.partner.word}
        line = {**_SERVER, **(self._program.server or {})}[kind].format(**seats, **words)
        if kind in self._program.open_lines:
            self._lines += [f"T| {line}", "quiet"]
        else:
            self._lines.append(f"T: {line}")

    def _board(self, board: Board) -> None:
        assert board.deal is not None
        north = self._seat.word
        which = ("Neither", "N/S", "E/W", "Both")[board.vulnerability]
        self._says("start")
        self._wants(f"{north} ready for deal")
        self._says("deal", number=board.number, dealer=board.dealer.word, which=which)
        self._wants(f"{north} ready for cards")
        self._says("cards", hand=_hand_words(board.deal[self._seat], self._program))
        for deed in deeds(board, self._random):
            if deed.call is not None:
                self._call(deed, deed.call)
            else:
                self._card(deed)
        self._lines.append("E: BoardEnded")
        self._says("timing")

    def _call(self, deed: Deed, call: Call) -> None:
        maker = deed.maker
        if maker is self._seat:
            alert = "" if deed.alert is None else f", {deed.alert}"
            self._lines.append(f"U: calls {call}{alert}")
            said = "" if deed.alert is None else f" Alert. {deed.alert}"
            self._wants(f"{maker.word} {_call_words(call, 'passes')}{said}")
            return
        self._wants(f"{self._seat.word} ready for {maker.word}'s bid")
        words = _call_words(call, self._program.pass_word)
        if deed.alert is not None and maker is not self._seat.partner:
            form = {**_SERVER, **(self._program.server or {})}["alert"]
            words += form.format(text=deed.alert)
        self._says("call", East=maker.word, call=words)

    def _card(self, deed: Deed) -> None:
        play = deed.board.play
        assert play is not None
        name, dummys = card_name(deed.card)[::-1], deed.hand is play.dummy
        if deed.maker is self._seat:
            if not play.trick:
                self._says("dummy leads" if dummys else "lead")
            self._lines.append(f"U: plays {name}")
            self._wants(f"{deed.hand.word} plays {name}")
        else:
            whose = "dummy" if dummys else deed.hand.word
            self._wants(f"{self._seat.word} ready for {whose}'s card to trick {play.number}")
            self._says("plays", East=deed.hand.word, card=name)
        if not play.cards and self._seat is not play.dummy:
            self._wants(f"{self._seat.word} ready for dummy")
            self._says("dummy", hand=_hand_words(deed.board.deal[play.dummy], self._program))
