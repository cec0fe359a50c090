"""The pipe protocol without pipes: both sides, each command, wrong lines."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from dowager.auction import Call, parse_call
from dowager.cards import Hand, Seat, parse_card
from dowager.formats import Board, read_pbn
from dowager.protocols.pipe import BrainClient
from dowager.protocols.pipe.pipe_lines import BoardStart, read_start
from dowager.table import (
    Action,
    AlertHeard,
    BrainLimits,
    BrainTerms,
    CallMade,
    CallWanted,
    CardPlayed,
    CardWanted,
    Ended,
    Handled,
    LiveBoard,
    LocalError,
    SeatAsked,
    TableOptions,
)
from pipe_fuzz import fuzz
from support.commands import DATA
from support.records import check_record
from support.wired_brains import ABOUT, HAND, Brain, Manager, WiredBrains, session
from support.wired_tables import TOLD, boards, one_at_a_time, play_interrupted, whole

START = f"START 1,S,N,none,{HAND},any,any"
"""The first board, with North as dealer."""


def act_as(text: str) -> Callable[[BrainClient], None]:
    """Return what makes a brain call or play what a line says."""

    def act(client: BrainClient) -> None:
        word, comma, alert = text.partition(",")
        if client.wanted is Action.CALL:
            client.call(parse_call(word), alert if comma else None)
        else:
            client.play_card(parse_card(word))

    return act


# -- the specification -----------------------------------------------------------------------------


def test_our_brain_can_speak_the_session_of_the_specification() -> None:
    brain = Brain()
    brain.client._about = 'name="Cheapest winner", version="1"'
    said: list[str] = []
    for side, line in session():
        if side == "<":
            said += brain.hear(line)
            continue
        if brain.client.wanted is not None:
            act_as(line)(brain.client)
            said += brain.said()
        assert said == [line]
        said = []
    board = brain.client.board
    assert board is not None and board.play is not None and board.play.ended
    assert (str(board.play.contract), board.play.tricks) == ("1NT-S", 6)


def test_our_manager_can_speak_the_session_of_the_specification() -> None:
    """It sends the lines of the page, but for those that the page leaves out."""
    rows = session()
    (start,) = (read_start(line[6:]) for _, line in rows if line.startswith("START"))
    dummy = next(line for _, line in rows if line.startswith("TURN N,743"))
    live = LiveBoard(_dealt(start, Hand.parse(dummy[7:]), [line for _, line in rows]))
    manager = Manager(Seat.SOUTH, BrainLimits(), "sayc")
    manager.handler._terms = BrainTerms(
        Seat.SOUTH, "Mine", tournament=True, system="sayc", opponents="sayc"
    )
    manager.sent.clear()
    manager.handler._say_limits()
    manager.handler._send("ABOUT")
    for side, line in rows:
        if side == ">":
            for request in manager.said(line):
                _do(manager, live, request)
        elif line.startswith("TURN") and line.count(".") < 3:
            _others(manager, live, line[5:])
        _ask(manager, live)
    manager.handler.end_board(((0, 0), (0, 0)))
    manager.handler.end_session()
    wanted = [line for side, line in rows if side == "<"]
    info = ("INFO time_left", "INFO turn", "INFO legal")
    sent = [line for line in manager.sent if not line.startswith(info)]
    assert sent == [line for line in wanted if not line.startswith(info)]
    assert [line for line in manager.sent if line.startswith(info)][:9] == [
        line for line in wanted if line.startswith(info)
    ]


def _dealt(start: BoardStart, dummy: Hand, lines: list[str]) -> Board:
    """Return the board of the session: all 52 cards are played in it."""
    cards: dict[Seat, list[str]] = {Seat.EAST: [], Seat.WEST: []}
    for line in lines:
        if line.startswith(("TURN E,", "TURN W,")) and line[7] in "CDHS" and len(line) == 9:
            cards[Seat.parse(line[5])].append(line[7:])
    hands = [dummy, *(_hand(cards[Seat.EAST]),), start.hand, _hand(cards[Seat.WEST])]
    return Board(start.dealer, start.vulnerability, number=start.number, hands=tuple(hands))


def _hand(cards: list[str]) -> Hand:
    return Hand.parse(".".join("".join(c[1] for c in cards if c[0] == suit) for suit in "SHDC"))


def _do(manager: Manager, live: LiveBoard, request: object) -> None:
    match request:
        case SeatAsked():
            manager.handler.send_deal(live)
        case Handled():
            manager.handler.send_hand(live.deal[Seat.SOUTH])
        case CallMade(call, alert):
            live.call(call, alert)
        case CardPlayed(card):
            live.card(card)


def _others(manager: Manager, live: LiveBoard, row: str) -> None:
    seat, action = Seat.parse(row[0]), row[2:]
    if live.play is None:
        live.call(parse_call(action))
        manager.handler.send_call(seat, parse_call(action), None)
        return
    live.card(parse_card(action))
    manager.handler.send_card(seat, seat, parse_card(action))
    if len(live.play.cards) == 1:
        manager.handler.send_dummy(live.deal[live.play.dummy])


def _ask(manager: Manager, live: LiveBoard) -> None:
    """Ask the brain as soon as it is its turn, and it is not asked already."""
    asked = manager.keeper.heard.count("asked") > manager.keeper.heard.count("answered")
    if live.actor is Seat.SOUTH and not asked and not manager.handler.says_ready:
        turn = live.play.turn if live.play else Seat.SOUTH
        manager.handler.ask(turn, live.to_lead)


# -- whole boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [whole, one_at_a_time])
@pytest.mark.parametrize("glued", [False, True])
def test_four_brains_play_boards(cut: object, glued: bool) -> None:
    table = WiredBrains(boards(8), seed=3, cut=cut, glued=glued)
    check_session(table, 8)


@pytest.mark.parametrize("seats", ["N", "NS", "E", "NEW"])
def test_brains_play_beside_blue_chip_clients(seats: str) -> None:
    table = WiredBrains(boards(8, 2), seed=4)
    table.brains = frozenset(map(Seat.parse, seats))
    check_session(table, 8)


def test_brains_that_suggest_play_what_they_suggest() -> None:
    table = WiredBrains(boards(4, 5), seed=5)
    table.suggests = True
    check_session(table, 4)
    suggested = sum("SUGGEST" in line for line in table.log)
    assert sum("PLAY" in line for line in table.log) == suggested > 100


def check_session(table: WiredBrains, number: int) -> None:
    table.sit_all()
    table.run()
    assert table.over and set(table.ended.values()) == {""}
    assert [event.board.number for event in table.finished] == list(range(1, number + 1))
    assert not [text for text in table.reports if "ignored" in text or "illegal" in text]
    for event in table.finished:
        check_record(event.board)
    for keeper in table.keepers.values():
        assert (keeper.faults, keeper.gone) == ([], [""])
        assert keeper.heard.count("asked") == keeper.heard.count("answered")


@pytest.mark.parametrize("seed", range(4))
def test_brains_that_come_back_get_the_board_so_far(seed: int) -> None:
    table = WiredBrains(boards(6, seed), TableOptions(trick_pause=1), seed, dialects=TOLD)
    table.brains = frozenset((Seat.NORTH, Seat.EAST, Seat.SOUTH))
    assert play_interrupted(table, seed) > 2
    assert [event.board.number for event in table.finished] == list(range(1, 7))
    assert any("'BOARD" in line or '"BOARD' in line for line in table.log)
    for event in table.finished:
        check_record(event.board)
    assert not [fault for keeper in table.keepers.values() for fault in keeper.faults]


def test_a_board_that_starts_again_is_restarted_in_the_same_process() -> None:
    table = WiredBrains(boards(2), seed=1)
    table.sit_all()
    table.run(until=lambda: len(getattr(table.manager.session.board, "makers", ())) > 6)
    table._take(table.manager.restart(table.now))
    table.run()
    assert table.over and len(table.finished) == 2
    assert sum("RESTART" in line for line in table.log) == 4
    assert sum("START 1," in line for line in table.log) == 4


def test_a_process_that_cannot_restart_is_let_go_without_a_fault() -> None:
    manager = Manager()
    live = manager.begin()
    manager.handler.start_board()
    manager.handler.send_deal(live)
    assert manager.lines() == ["RESTART"]
    manager.said("UNKNOWN")
    assert manager.lines() == ["END"]
    assert (manager.keeper.gone, manager.keeper.faults) == ([""], [])
    assert manager.said("OK", "P") == []


# -- the manager -----------------------------------------------------------------------------------


def test_limits_come_first_and_any_line_gives_the_seat() -> None:
    manager = Manager(limits=BrainLimits(turn=2.5, match=60, memory=10**9))
    assert manager.lines() == [
        "INFO timeout_turn 2500", "INFO timeout_match 60000", "INFO max_memory 1000000000",
        "INFO game_type 1", "INFO rule 0", "ABOUT",
    ]  # fmt: skip
    assert manager.said("", "  ", "MESSAGE hello") == []
    assert manager.said("I am an old brain") == [SeatAsked("Old", Seat.SOUTH)]
    assert manager.keeper.heard == ["says: hello", "is I am an old brain"]


def test_systems_that_a_brain_does_not_play_are_left_to_it() -> None:
    manager = Manager(system="./mine/")
    live = LiveBoard(boards(1)[0])
    manager.said(ABOUT)
    manager.lines()
    manager.handler.send_deal(live)
    (line,) = manager.lines()
    assert line.endswith(",mine,any")
    assert manager.said("ERROR no such system") == []
    (line,) = manager.lines()
    assert line.startswith("START 1,S,N,none,") and line.endswith(",any,any")
    assert manager.handler.says_ready
    assert manager.said("OK") == [Handled()]
    assert not manager.handler.says_ready


def test_a_brain_that_refuses_any_start_is_let_go() -> None:
    manager = Manager()
    manager.said(ABOUT)
    manager.handler.send_deal(LiveBoard(boards(1)[0]))
    manager.said("error I am ill")
    assert manager.keeper.gone == ["it refuses START: I am ill"]


@pytest.mark.parametrize(
    "said",
    ["1NT", "1nt", "  1NT  ", "1N", "1NT\r", "MESSAGE hm\n1NT", "debug x\r\n\r\nmessage\r1NT\r\n"],
)
def test_ways_to_call(said: str) -> None:
    manager = Manager()
    manager.begin(None, Call.PASS, Call.PASS)
    assert manager.said(said) == [CallMade(Call.NT1)]


@pytest.mark.parametrize(
    ("said", "alert"), [("1NT,weak", "weak"), ("1NT,", ""), ("1NT , a, b", "a, b")]
)
def test_alerts_of_a_brain(said: str, alert: str) -> None:
    manager = Manager()
    manager.begin(None, Call.PASS, Call.PASS)
    assert manager.said(said) == [CallMade(Call.NT1, alert)]


@pytest.mark.parametrize(
    "said",
    ["8C", "X", "S?", "1C1", "SA", "maybe", "\x00\xff", "ERROR no", "UNKNOWN", "SUGGEST",
     "x" * 20_000, "SUGGEST X", "PLAY 1C", "1C 1D", "🂡"],
)  # fmt: skip
def test_a_wrong_call_is_a_fault_and_the_table_passes(said: str) -> None:
    manager = Manager()
    manager.begin(None, Call.PASS, Call.PASS)
    assert manager.said(said) == [CallMade(Call.PASS)]
    assert manager.lines() == ["TURN S,P"]
    (fault,) = manager.keeper.faults
    assert fault.startswith("it answers ") and fault.endswith("; the table passes for it")
    assert manager.said("1C") == []  # nothing is asked any more


def test_a_wrong_card_is_a_fault_and_the_lowest_is_played() -> None:
    (board, *_) = read_pbn((DATA / "demo.pbn").read_text(), "demo.pbn")
    manager = Manager(Seat.EAST)
    live = manager.begin(board, Call.NT1)
    manager.said("P")
    live.call(Call.PASS)
    for call in (Call.PASS, Call.PASS):
        manager.called(live, call)
    manager.handler.ask(Seat.EAST, leads=True)
    lowest = manager.lines()[-2].removeprefix("INFO legal ").split(",")[0]
    assert manager.said("SA") == [CardPlayed(parse_card(lowest), frozenset({Seat.EAST}))]
    assert manager.lines() == [f"TURN E,{lowest}"]
    assert "the hand does not hold it" in manager.keeper.faults[0]


def test_what_is_said_when_nothing_is_asked_is_ignored() -> None:
    manager = Manager()
    manager.begin()
    assert manager.said("1C", "OK", "SUGGEST 1C", "ERROR", "nonsense") == []
    assert manager.keeper.faults == []


def test_another_suggestion_after_play_is_a_fault() -> None:
    manager = Manager()
    manager.begin(None, Call.PASS, Call.PASS)
    assert manager.said("SUGGEST 1C,weak") == [] and manager.lines() == ["PLAY 1C"]
    assert manager.said("SUGGEST 1D") == [CallMade(Call.PASS)]
    manager.begin(boards(1, 7)[0], Call.PASS, Call.PASS)
    assert manager.said("SUGGEST 1C") == [] and manager.said("1D") == [CallMade(Call.D1)]


@pytest.mark.parametrize("line", [b"x", b"MESSAGE x\n", b"\n", b"\r", b"1C\n", b"\x00\xff\n"])
def test_a_flood_ends_the_process_and_costs_no_memory(line: bytes) -> None:
    manager = Manager()
    manager.begin()
    data = line * (65_536 // len(line))
    for _ in range(400):
        manager.said(data)
    assert manager.keeper.gone[0].startswith("it floods the table: ")
    assert len(manager.keeper.gone) == 1 and len(manager.handler._lines.pending) <= 16_384
    assert len(manager.keeper.heard) < 40


# -- the brain -------------------------------------------------------------------------------------


def test_commands_in_any_case_and_with_any_line_end() -> None:
    brain = Brain()
    brain.client.receive(b"about\r\r\n\nAbout\n  ABOUT  \rfoo bar\n\x00\n")
    assert brain.said() == [ABOUT] * 3 + ["UNKNOWN no command 'FOO'", "UNKNOWN no command ''"]


@pytest.mark.parametrize(
    "text",
    ["", "1", "0,S,N,none," + HAND, "1,Q,N,none," + HAND, "1,S,X,none," + HAND,
     "1,S,N,maybe," + HAND, "1,S,N,none,AQ5.KJ4.KT73.Q9", f"1,S,N,none,{HAND},../x",
     "99999999999,S,N,none," + HAND],
)  # fmt: skip
def test_a_start_that_cannot_be_is_an_error(text: str) -> None:
    brain = Brain()
    (said,) = brain.hear(f"START {text}")
    assert said.startswith("ERROR ")
    assert brain.hear("BEGIN") == ["ERROR no board has been started; send START first"]


def test_start_may_have_more_fields_or_no_systems() -> None:
    assert Brain().hear(f"START 1,s,n,NONE,{HAND}") == ["OK"]
    brain = Brain()
    assert brain.hear(f"START 1,S,N,both,{HAND},sayc,natural,more,fields") == ["OK"]
    assert (brain.client.system, brain.client.opponents) == ("sayc", "natural")


def test_a_start_that_our_program_refuses() -> None:
    client = BrainClient(ABOUT)
    client.receive(f"{START}\nBEGIN\n".encode())
    client.started("no system 'x'")
    assert client.take_lines() == [
        b"ERROR no system 'x'\r\n", b"ERROR no board has been started; send START first\r\n",
    ]  # fmt: skip


def test_lines_that_come_while_the_brain_gets_ready_wait() -> None:
    client = BrainClient(ABOUT)
    events = client.receive(f"{START}\r\nTURN N,P\r\nTURN E,1C\r\nBEGIN\r\nABOUT\r\n".encode())
    assert not client.take_lines() and len(events) == 2
    events = client.started()
    assert isinstance(events[-1], CallWanted)
    assert client.take_lines() == [b"OK\r\n"]
    client.call(Call.DOUBLE)
    assert client.take_lines() == [b"X\r\n", f"{ABOUT}\r\n".encode()]


def test_begin_out_of_turn_is_an_error() -> None:
    brain = Brain()
    assert brain.hear(START, "BEGIN") == ["OK", "ERROR it is not our turn"]


@pytest.mark.parametrize(
    ("rows", "why"),
    [(["E,P"], "it is North's turn"), (["N,X"], "not legal"), (["N,8C"], "no call '8C'"),
     (["N"], "no row"), (["N,P", "E,1C", "S,1C"], "not legal")],
)  # fmt: skip
def test_a_wrong_turn_is_refused_at_the_next_question(rows: list[str], why: str) -> None:
    brain = Brain()
    assert brain.hear(START, *(f"TURN {row}" for row in rows)) == ["OK"]
    (said,) = brain.hear("BEGIN")
    assert said.startswith("ERROR ") and why in said
    assert brain.hear("RESTART", "TURN N,P", "TURN E,P", "BEGIN") == ["OK"]
    assert brain.client.wanted is Action.CALL
    (said,) = Brain().hear(START, "BOARD", *rows, "DONE")[1:]
    assert said.startswith("ERROR ") and why in said


def test_what_the_table_did_in_its_place_counts() -> None:
    brain = Brain()
    said = brain.hear(START, "TURN N,P", "TURN E,P", "TURN S,P", "TURN W,1NT", "TURN N,P")
    assert said + brain.hear("TURN E,P", "BEGIN") == ["OK"]
    assert brain.client.wanted is Action.CALL


LEAD = ["TURN N,1NT", "TURN E,P", "TURN S,P", "TURN W,P", "TURN E,H2"]
"""South is dummy, so that North plays its cards: what South's brain hears."""


def test_dummy_is_never_asked() -> None:
    brain = Brain()
    assert brain.hear(START, *LEAD, "BEGIN") == ["OK", "ERROR it is not our turn"]


AS_DECLARER = ["TURN N,P", "TURN E,P", "TURN S,1NT", "TURN W,P", "TURN N,P", "TURN E,P",
               "TURN W,H2"]  # fmt: skip
DUMMY = "TURN N,432.AQ53.A2.J843"


def test_declarer_plays_dummy_once_it_has_been_shown() -> None:
    brain = Brain()
    assert brain.hear(START, *AS_DECLARER, "BEGIN") == [
        "OK", "ERROR dummy's cards have not been shown",
    ]  # fmt: skip
    (wanted,) = brain.client.receive(f"{DUMMY}\nBEGIN\n".encode())[1:]
    assert wanted == CardWanted(Seat.NORTH)
    with pytest.raises(LocalError):
        brain.client.play_card(parse_card("HK"))
    with pytest.raises(LocalError):
        brain.client.call(Call.PASS)
    brain.client.play_card(parse_card("HQ"))
    assert brain.said() == ["HQ"]
    brain.hear("TURN E,H9", "BEGIN")
    brain.client.play_card(parse_card("H4"))
    assert brain.said() == ["H4"]


@pytest.mark.parametrize("row", ["TURN E,432.AQ53.A2.J843", "TURN N,432.AQ53.A2.Q843", "TURN N,H2"])
def test_dummy_that_cannot_be_is_refused(row: str) -> None:
    brain = Brain()
    brain.hear(START, *AS_DECLARER, row)
    assert brain.hear("BEGIN")[0].startswith("ERROR ")


def test_board_asks_at_once_and_comes_after_start_only() -> None:
    brain = Brain()
    rows = [line.removeprefix("TURN ") for line in (*AS_DECLARER, DUMMY)]
    assert brain.hear(START, "BOARD", *rows[:3], "INFO timeout_turn 0", *rows[3:], "DONE") == ["OK"]
    assert brain.client.wanted is Action.CARD
    brain.client.play_card(parse_card("HQ"))
    assert brain.hear("BOARD", *rows, "DONE") == [
        "HQ", "ERROR BOARD comes after START or RESTART only",
    ]  # fmt: skip
    assert brain.hear("RESTART", "BOARD", "N,P", START, "TURN N,P", "TURN E,P") == ["OK", "OK"]


def test_takeback_undoes_calls_and_cards() -> None:
    """Taking back all that has happened leads through the same boards as it came."""
    brain = Brain()
    rows = [*(line.removeprefix("TURN ") for line in AS_DECLARER), "N,HQ", "E,H9", "S,H4"]
    brain.hear(START)
    seen = [brain.client.board]
    for row in rows:
        if row == "N,HQ":
            brain.hear(DUMMY)
        brain.hear(f"TURN {row}")
        seen.append(brain.client.board)
    for row in reversed(rows):
        assert brain.client.board == seen.pop() or row == "W,H2"
        assert brain.hear("TAKEBACK W,XX")[0].startswith("ERROR ")
        assert brain.hear(f"TAKEBACK {row}") == ["OK"]
    assert [brain.client.board] == seen
    assert brain.hear("TAKEBACK E,P") == ["ERROR there is nothing to take back"]


def test_play_comes_after_suggest() -> None:
    brain = Brain(suggests=True)
    brain.hear(START, "TURN N,P", "TURN E,P")
    assert brain.hear("PLAY 1C") == ["ERROR PLAY comes after SUGGEST only"]
    brain.hear("BEGIN")
    brain.client.call(Call.NT1, "strong")
    assert brain.said() == ["SUGGEST 1NT,strong"]
    assert brain.hear("PLAY 8C")[0].startswith("ERROR ")
    assert brain.hear("PLAY 2NT") == ["2NT"]  # it obeys
    assert brain.client.board is not None and brain.client.board.auction.calls[-1] is Call.NT2


@pytest.mark.parametrize("line", ["RESTART", START, "TAKEBACK E,P", "BOARD"])
def test_a_thought_can_be_interrupted(line: str) -> None:
    brain = Brain()
    brain.hear(START, "TURN N,P", "TURN E,P", "BEGIN")
    epoch = brain.client.epoch
    brain.hear("ABOUT")  # it waits, and is forgotten with the question
    assert ABOUT not in brain.hear(line)
    assert brain.client.wanted is None and brain.client.epoch > epoch
    with pytest.raises(LocalError):
        brain.client.call(Call.PASS)


def test_end_is_heard_while_the_brain_thinks() -> None:
    brain = Brain()
    brain.hear(START, "TURN N,P", "TURN E,P", "BEGIN")
    assert brain.client.receive(b"END\r\nABOUT\r\n") == [Ended()]
    assert brain.said() == [] and brain.client.closed() == []


def test_limits_count_at_once_and_latest_ones_count() -> None:
    client = Brain().client
    assert client.seconds(60) == 60 and client.latest is None
    client.receive(b"INFO timeout_turn 10000\nINFO Time_Left 100000\nINFO whatever 3\nINFO\n")
    assert client.seconds(60) == pytest.approx(4.0) and client.latest == pytest.approx(9.0)
    client.receive(b"INFO time_left 2147483647\n")
    assert client.seconds(60) == pytest.approx(7.0)
    client.receive(b"INFO time_left -5\n")
    assert client.seconds(60) == 0
    client.receive(b"INFO time_left 2147483647\nINFO timeout_turn 0\n")
    assert client.seconds(60) == 0 and client.latest is None


@pytest.mark.parametrize(
    ("info", "mended"),
    [("max_memory 1000", "max_memory 0"), ("timeout_turn soon", "timeout_turn 100"),
     ("rule 4", "rule 1"), ("game_type 9", "game_type 2"), ("time_left 1e9", "time_left 7")],
)  # fmt: skip
def test_what_cannot_be_accepted_is_refused_at_the_next_question(info: str, mended: str) -> None:
    brain = Brain(memory=10**6)
    assert brain.hear(f"INFO {info}", START, "TURN N,P", f"INFO {info}", "TURN E,P") == ["OK"]
    (said,) = brain.hear("BEGIN")
    assert said.startswith(f"ERROR {info.split()[0]}")
    assert brain.hear(f"INFO {mended}", "BEGIN") == []
    assert brain.client.wanted is Action.CALL


def test_a_later_alert_is_taken() -> None:
    brain = Brain()
    brain.hear(START, "TURN N,P", "TURN E,2D")
    assert brain.client.receive(b"INFO alert E,2D,5 hearts\n") == [
        AlertHeard(Seat.EAST, parse_call("2D"), "5 hearts")
    ]
    assert brain.client.receive(b"INFO alert W,2D,x\nINFO alert\nINFO alert E,SA\n") == []


@pytest.mark.parametrize("line", ["SWAP2BOARD", "RECTSTART 30,20", "DONE", "N,P"])
def test_what_is_unknown(line: str) -> None:
    assert Brain().hear(line)[0].startswith("UNKNOWN ")


def test_a_hundred_megabytes_on_a_line_are_cut() -> None:
    brain = Brain()
    chunk = b"x" * 1_000_000
    for _ in range(100):
        brain.client.receive(chunk)
    (said,) = brain.said()
    assert said == f"UNKNOWN no command '{'X' * 40}'"
    assert len(brain.client._lines.pending) <= 16_384
    assert brain.hear("", "ABOUT") == [ABOUT]


# -- spoilt lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["brain", "manager"])
def test_spoilt_lines_do_no_harm(side: str) -> None:
    """The whole run, with memory, is `tools/pipe_fuzz.py --lines 100000`."""
    report = fuzz(side, 3_000, Random(1))
    assert report.lines == 3_000 and report.actions > 20
