"""The tolerances that other programs need, by their numbers in docs/reference/bluechip.md.

What needs sockets, clocks or processes is promised here as far as bytes and events go.
"""

from __future__ import annotations

import pytest

from dowager.auction import Call, Vulnerability
from dowager.cards import Hand, Seat, parse_card
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.protocols.bluechip.client import Client, ClientState
from dowager.protocols.bluechip.dialect import parse_dialect
from dowager.protocols.bluechip.line_reader import read_line
from dowager.protocols.bluechip.line_writer import line_of, write
from dowager.protocols.bluechip.messages import (
    DUMMY,
    Bids,
    Cards,
    Connecting,
    DealInfo,
    Message,
    Plays,
    ReadyForCard,
    Seated,
    Teams,
    Timing,
    Unknown,
)
from dowager.table import AlertMode, Awaited, Duty, PauseWanted, TableManager, TableOptions
from support.peer_scripts import (
    AGAIN,
    BEGUN,
    CLIENT_BEGUN,
    CLIENT_SEATED,
    CLIENT_STARTED,
    DEALT,
    DUMMY_SHOWN,
    LEAD,
    SEATED,
    STARTED,
    SUITS,
    TEAMS,
    calls,
    client_called,
    client_dealt,
    each,
    one_suit_each,
)
from support.scripted_peers import run_client, run_manager
from support.wired_tables import Wires, boards

ONE = [one_suit_each()]
NORTH, EAST, SOUTH, WEST = Seat


def read(line: str) -> Message:
    """Return the one message of a line."""
    (message,) = read_line(line.encode())
    return message


# -- what is sent ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alert", "sent"),
    [
        ("5+♥, 11\u201315 points", "5+ hearts , 11-15 points"),
        ("d\u00e9fense, \u2265 4 cards", "defense, >= 4 cards"),
        ("partner\u2019s \u201csuit\u201d\n\x07 \u4e00", 'partner\'s "suit" ?'),
    ],
)
def test_alerts_are_sent_as_one_line_of_ascii(alert: str, sent: str) -> None:
    line = line_of(Bids(NORTH, Call.C2, alert), parse_dialect(""))
    assert line == f"North bids 2C Alert. {sent}\r\n".encode("ascii")


# -- logging on ------------------------------------------------------------------------------------


def test_t01_one_port_for_four_seats_or_a_port_for_each() -> None:
    run_manager(STARTED + "\n...", ONE)
    manager, new_conversation = TableManager([]), BLUE_CHIP.table({})
    manager.connect(1, new_conversation, 0.0, only=NORTH)
    manager.receive(1, b'Connecting "Old" as East using protocol version 18\r\n', 0.0)
    assert manager.take_lines() == [(1, b"Error: this port is for North\r\n")]
    manager.connect(2, new_conversation, 0.0, only=WEST)
    manager.receive(2, b'Connecting "Young" as ANYPL using protocol version 18\r\n', 0.0)
    assert manager.take_lines() == [(2, b'West ("Young") seated\r\n')]


def test_t02_any_case_any_player_and_text_after_the_version() -> None:
    script = """
N> CONNECTING "Old" AS NORTH USING PROTOCOL VERSION 18.
<N North ("Old") seated
S> Connecting "old" as ANYPL using protocol version 18, the newest
<S South ("Old") seated
E> Connecting "Young" as anypl using protocol version 18
<E East ("Young") seated
W> connecting "YOUNG" as west using protocol version 18
<W West Young seated
"""
    run_manager(script, ONE)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ('"Old" as East using protocol version 17', "protocol version 18 is spoken here, not 17"),
        ('"Old" as North using protocol version 18', "North is taken"),
        ('"Other" as South using protocol version 18', 'South plays for "Old", not for "Other"'),
        ('"Old" as East using protocol version 18', '"Old" are the opponents of East'),
        ('"" as East using protocol version 18', "no team name..."),
    ],
)
def test_t02_otherwise_an_error_and_the_end(asked: str, error: str) -> None:
    script = f"""
N> Connecting "Old" as North using protocol version 18
<N North ("Old") seated
X> Connecting {asked}
<X Error: {error}
<X closed
"""
    run_manager(script, ONE)


@pytest.mark.parametrize(
    ("dialect", "message", "line"),
    [
        ("", Seated(NORTH, "T"), b'North ("T") seated\r\n'),
        ("seated:plain", Seated(NORTH, "T"), b"North T seated\r\n"),
        ("seated:quotes", Seated(NORTH, "T"), b'North "T" seated\r\n'),
        ("", Teams("A", "B"), b'Teams : N/S : "A" E/W : "B"\r\n'),
        ("teams:text", Teams("A", "B"), b'Teams : N/S : "A". E/W : "B"\r\n'),
        ("teams:stops", Teams("A", "B"), b'Teams : N/S : "A". E/W : "B".\r\n'),
        ("blue-chip", Teams("A", "B"), b'Teams : N/S : "A". E/W : "B"\r\n'),
        ("npm", Seated(NORTH, "T"), b"North T seated\r\n"),
        ("npm,seated:quotes", Seated(NORTH, "T"), b'North "T" seated\r\n'),
        ("", Bids(NORTH, Call.NT1, "strong"), b"North bids 1NT Alert. strong\r\n"),
        ("alerts:no", Bids(NORTH, Call.NT1, "strong"), b"North bids 1NT\r\n"),
        ("bridge-env", Bids(NORTH, Call.NT1, "strong"), b"North bids 1NT\r\n"),
        ("openspiel", Bids(NORTH, Call.NT1, "strong"), b"NORTH bids 1NT Alert. strong\r\n"),
        ("openspiel", Bids(EAST, Call.DOUBLE), b"EAST DOUBLES\r\n"),
        ("openspiel", Plays(WEST, parse_card("S10")), b"WEST plays ts\r\n"),
        ("openspiel", ReadyForCard(EAST, DUMMY, 3), b"EAST ready for dummy's card to trick 3\r\n"),
        ("openspiel", ReadyForCard(EAST, WEST, 3), b"EAST ready for WEST's card to trick 3\r\n"),
        (
            "openspiel",
            Connecting("West Indies", WEST, 18),
            b'Connecting "West Indies" as ANYPL using protocol version 18\r\n',
        ),
        (
            "",
            DealInfo(7, EAST, Vulnerability.NS),
            b"Board number 7. Dealer East. N/S vulnerable.\r\n",
        ),
        (
            "deal-stop:no,eol:lf",
            DealInfo(7, EAST, Vulnerability.NONE),
            b"Board number 7. Dealer East. Neither vulnerable\n",
        ),
    ],
)
def test_t03_each_seat_has_its_dialect(dialect: str, message: Message, line: bytes) -> None:
    assert line_of(message, parse_dialect(dialect)) == line


@pytest.mark.parametrize(
    ("dialects", "seated", "reported"),
    [
        ({}, "North Old seated", True),
        ({NORTH: "seated:quotes"}, 'North "Old" seated', False),
        ({EAST: "seated:quotes"}, "North Old seated", True),
    ],
)
def test_t03_a_program_known_by_its_first_line_is_spoken_to_in_its_dialect(
    dialects: dict[Seat, str], seated: str, reported: bool
) -> None:
    script = f"""
    N> connecting "Old" as north using protocol version 18
    <N {seated}
    """
    run_manager(
        script + ("E: Reported spoken to as npm" if reported else ""), ONE, dialects=dialects
    )


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ('connecting "Old" as south using protocol version 18', "npm"),
        ('Connecting "WBridge5" as ANYPL using protocol version 18', "wbridge5"),
        (
            'Connecting "BEN" as South using protocol version 18 NN 0.8.8.6 config/default.conf ',
            "ben",
        ),
        ('Connecting "BEN" as South using protocol version 18', ""),  # bridge_env: the same line
        ('Connecting "Old" as ANYPL using protocol version 18', ""),  # ours: any seat, another name
        ('Connecting "WBridge5" as South using protocol version 18', ""),
        ('Connecting "Old" as South using protocol version 18.', ""),
        ('Connecting "Old" as South using protocol version 18, the newest', ""),
    ],
)
def test_t03_programs_that_are_known_by_their_first_line(line: str, program: str) -> None:
    conversation = BLUE_CHIP.table({})([].append)
    list(conversation.receive(line.encode() + b"\r\n"))
    conversation.give_seat(SOUTH, "Old")
    assert conversation.peer == program


def test_t03_two_seats_two_dialects_and_timing_only_for_one() -> None:
    dialects = {NORTH: "seated:plain,eol:lf,teams:stops,timing:no,gap:300"}
    script = (
        DEALT.replace('<N North ("Old") seated', "<N North Old seated").replace(
            '<N Teams : N/S : "Old" E/W : "Young"', '<N Teams : N/S : "Old". E/W : "Young".'
        )
        + calls("passes", "passes", "passes", "passes")
        + each("\n<{n} Timing - ...", (EAST, SOUTH, WEST))
        + each("\n<{n} End of session")
    )
    manager = run_manager(script, ONE, dialects=dialects)
    assert manager.gap(0) == 300
    assert manager.gap(1) is None


@pytest.mark.parametrize(
    "seated",
    [
        'North ("Old") seated',
        "North Old seated",
        'North "Old" seated',
        'NORTH ("OLD") SEATED.',
        'North ("Old") seated Playing IMPs',
    ],
)
@pytest.mark.parametrize(
    "teams",
    [
        'Teams : N/S : "Old". E/W : "Young"',
        'Teams : N/S : "Old". E/W : "Young".',
        'teams: n/s: "Old" e/w: "Young"',
        "Teams : N/S : Old. E/W : Young",
        'Teams : N/S : "Old". E/W : "Young". Playing IMPs',
    ],
)
def test_t04_all_seated_and_teams_forms(seated: str, teams: str) -> None:
    script = f"""
C: Connecting "Old" as North using protocol version 18
T: {seated}
E: SeatGiven
C: North ready for teams
T: {teams}
E: TeamsNamed
C: North ready to start
"""
    run_client(script)
    assert "Young" in str(read(teams)) and "Old" in str(read(teams))


def test_t04_teams_again_are_answered_again() -> None:
    teams = 'T: Teams : N/S : "Old". E/W : "Young"\nC: North ready to start\n'
    run_client(CLIENT_STARTED + teams + "T: Start of board\nC: North ready for deal\n" + teams)


# -- lines and segments ----------------------------------------------------------------------------


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r", b"  \r\n", b".\r\n"])
def test_t05_line_ends_blanks_stops_and_case(end: bytes) -> None:
    def shouted(line: str) -> str:
        return line.upper().replace(" ", "  ") if line.startswith("T:") else line

    script = "\n".join(map(shouted, client_dealt("East").splitlines()))
    assert run_client(script, end=end).state is ClientState.THEIR_CALL
    run_manager(
        DEALT.replace("> North", ">  NORTH").replace("ready for", "READY  for"), ONE, end=end
    )


def test_t06_start_of_board_twice_and_without_a_line_end() -> None:
    run_client(CLIENT_STARTED + "T: Start of BoardStart of Board\nC: North ready for deal\n")
    script = CLIENT_STARTED + "T| Start of board\nquiet\nC: North ready for deal\n"
    run_client(script)
    glued = "T| Start of board\nT: Board number 1. Dealer East. Both vulnerable\n"
    run_client(
        CLIENT_STARTED + glued + "C: North ready for deal\nC: North ready for cards\n",
        ways=["whole", "glued"],
    )
    client = run_client(CLIENT_STARTED + "T| North plays\nquiet\n")
    assert client.state is ClientState.BETWEEN


def test_t06_a_lead_prompt_without_a_line_end() -> None:
    script = client_called("1H", WEST) + "T| North to lead\nquiet\nE: CardWanted\n"
    run_client(script)
    cut_short = client_called("1H", WEST) + "T| North to le\nquiet\nT: ad\nE: CardWanted\n"
    run_client(cut_short)


def test_t07_lines_come_out_one_by_one() -> None:
    table = Wires(boards(2))
    table.sit_all()
    table.run(until=lambda: len(table.finished) == 1)
    lines = [line for _, line in table.manager.take_lines()]
    for client in table.clients.values():
        lines += client.take_lines()
    client = Client("Old", NORTH)
    client.receive(b'North ("Old") seated\r\nTeams : N/S : "Old". E/W : "Young"\r\n')
    lines += client.take_lines()
    assert len(lines) >= 3
    assert all(line.endswith(b"\r\n") and line.count(b"\n") == 1 for line in lines)


def test_t08_many_lines_in_a_segment_and_lines_cut_anywhere() -> None:
    script = CLIENT_SEATED.replace("T:", "T+").replace("C: North ready for teams", "")
    script += """
T+ Teams : N/S : "Old". E/W : "Young"
T: Start of board
C: North ready for teams
C: North ready to start
C: North ready for deal
"""
    run_client(script)
    run_manager(
        """
N+ Connecting "Old" as North using protocol version 18
N> North ready for teams
<N North ("Old") seated
awaited E to connect, S to connect, W to connect
""",
        ONE,
    )


# -- the deal --------------------------------------------------------------------------------------

HAND = Hand.parse("AKQ.T98.5432.J72")


@pytest.mark.parametrize(
    "text",
    [
        "North's cards : S A K Q. H T 9 8. D 5 4 3 2. C J 7 2.",
        "North’s cards : S A K Q. H T 9 8. D 5 4 3 2. C J 7 2.",
        "North's cards: C J72 D 5432 H T98 S AKQ",
        "NORTH'S CARDS : s a k q. h 10 9 8. d 5 4 3 2. c j 7 2",
        "North's cards : S A K Q . H T 9 8 . D 5 4 3 2 . C J 7 2 .",
        "North`s cards : SAKQ.HT98.D5432.CJ72.",
    ],
)
def test_t09_cards_in_any_writing(text: str) -> None:
    assert read(text) == Cards(NORTH, HAND)
    assert read_line(text.replace("’", "'").replace("'", "\x92").encode("latin-1")) == [
        Cards(NORTH, HAND)
    ]


@pytest.mark.parametrize("void", ["H -. D -.", "H - D -", "H D", "H. D.", ""])
def test_t09_voids(void: str) -> None:
    hand = Hand.parse("AKQJT98...765432")
    assert read(f"North's cards : S A K Q J T 9 8. {void} C 7 6 5 4 3 2.") == Cards(NORTH, hand)


@pytest.mark.parametrize("cards", ["S A K Q", "S A A K Q J T 9 8 7 6 5 4 3", "S A K Q. H 1 Z"])
def test_t09_not_thirteen_cards(cards: str) -> None:
    assert isinstance(read(f"North's cards : {cards}"), Unknown)
    script = client_dealt("East").replace(SUITS[NORTH], f"S A K\nE: Noticed 13\nT: {SUITS[NORTH]}")
    script = script.replace("T: S A", "T: North's cards : S A")
    run_client(script)


def test_t09_a_card_that_is_there_twice_is_named() -> None:
    line = read("North's cards : S A A K Q J T 9 8 7 6 5 4. H 2")
    assert isinstance(line, Unknown) and "SA twice" in line.why


def test_t10_what_the_table_manager_writes() -> None:
    assert write(Cards(SOUTH, HAND)) == "South's cards : S A K Q. H T 9 8. D 5 4 3 2. C J 7 2."
    void = Hand.parse("AKQJT98...765432")
    assert write(Cards(DUMMY, void)) == (
        "Dummy's cards : S A K Q J T 9 8. H -. D -. C 7 6 5 4 3 2."
    )
    words = [write(DealInfo(1, EAST, which)).split(". ")[2] for which in Vulnerability]
    assert [word.split()[0] for word in words] == ["Neither", "N/S", "E/W", "Both"]


@pytest.mark.parametrize(
    "line",
    [
        "Board number 12. Dealer West. N/S vulnerable.",
        "Board number 12. Dealer West. N/S vulnerable",
        "BOARD NUMBER 12. DEALER WEST. n/s VULNERABLE.",
        "board number 12, dealer west, N/S vul.",
    ],
)
def test_t11_the_deal_line(line: str) -> None:
    assert read(line) == DealInfo(12, WEST, Vulnerability.NS)


# -- the auction -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "call", "alert"),
    [
        ("North PASSES", Call.PASS, None),
        ("North passes.", Call.PASS, None),
        ("NORTH DOUBLES", Call.DOUBLE, None),
        ("North redoubles", Call.REDOUBLE, None),
        ("North bids 1NT.", Call.NT1, None),
        ("North bids 1n", Call.NT1, None),
        ("North bids 2D Alert.", Call.D2, ""),
        ("North bids 2D Alert. 5 cards in hearts.", Call.D2, "5 cards in hearts."),
        ("North bids 2D.Alert.5 cards", Call.D2, "5 cards"),
        ("North doubles Infos. 7+ (any) * ! <17 >5", Call.DOUBLE, "7+ (any) * ! <17 >5"),
    ],
)
def test_t12_calls_and_alerts(line: str, call: Call, alert: str | None) -> None:
    assert read(line) == Bids(NORTH, call, alert)


def test_t12_an_alert_of_any_length_goes_through() -> None:
    alert = " ".join(["5 cards in spades (or *more*!)"] * 100)
    assert len(alert) > 2000
    opening = "bids 1S Alert. " + alert
    script = DEALT + calls(opening).replace(f"<S North {opening}", "<S North bids 1S")
    run_manager(script, ONE)
    client = run_client(
        client_dealt("East")
        + f"T: East {opening}\nE: CallHeard (or *more*!)\nC: North ready for South's bid\n"
    )
    assert client.board is not None and client.board.alerts == {0: alert}


def test_t13_alerts_go_to_the_opponents_only() -> None:
    script = """
E> East ready for North's bid
S> South ready for North's bid
W> West ready for North's bid
N> North bids 1NT Alert. 15 to 17 total points.
<E North bids 1NT Alert. 15 to 17 total points.
<S North bids 1NT
<W North bids 1NT Alert. 15 to 17 total points.
"""
    run_manager(DEALT + script, ONE)


def test_t14_no_waiting_for_a_missing_text_unless_it_is_asked_for() -> None:
    bare = calls("bids 1S Alert.").replace("<S North bids 1S Alert.", "<S North bids 1S")
    run_manager(DEALT + bare + "awaited E to call\n", ONE)
    marked = TableOptions(trick_pause=0, alert_mode=AlertMode.MARKED)
    told = "bids 1S Alert. 5 cards in spades."
    script = """
E> East ready for North's bid
S> South ready for North's bid
W> West ready for North's bid
N> North bids 1S Alert.
E: OperatorWanted
awaited
operator 5 cards in spades.
"""
    script += f"<E North {told}\n<S North bids 1S\n<W North {told}\nawaited E to call\n"
    run_manager(DEALT + script, ONE, marked)
    every = TableOptions(trick_pause=0, alert_mode=AlertMode.EVERY)
    script = calls("bids 2H").replace("bids 2H\n<E", "bids 2H\nE: OperatorWanted\noperator\n<E")
    run_manager(DEALT + script, ONE, every)


def test_t14_the_third_variation_asks_at_the_end_of_the_auction() -> None:
    end = TableOptions(trick_pause=0, alert_mode=AlertMode.END)
    script = calls("bids 1S", "passes", "passes", "passes")
    script += "E: OperatorWanted\nawaited\noperator\n"
    script += each("{n}> {North} ready for East's card to trick 1\n", (NORTH, SOUTH, WEST))
    run_manager(DEALT + script + "<E East to lead\n", ONE, end)
    out = calls("passes", "passes", "passes", "passes")
    run_manager(DEALT + out + each("\n<{n} Timing...\n<{n} End of session"), ONE, end)


def test_t14_what_the_operator_says_at_the_end_is_sent_to_opponents() -> None:
    """The call is said again with its alert, but not to partner, nor to who cannot read alerts."""
    end = TableOptions(trick_pause=0, alert_mode=AlertMode.END)
    script = calls("bids 1S", "passes", "passes", "passes")
    told = "North bids 1S Alert. 5 cards in spades."
    script += f"E: OperatorWanted index=None\noperator 1: 5 cards in spades.\n<E {told}\n"
    script += each("{n}> {North} ready for East's card to trick 1\n", (NORTH, SOUTH, WEST))
    script += "<E East to lead\n"
    run_manager(DEALT + script, ONE, end, dialects={WEST: "alerts:no"})


def test_t14_no_leaves_no_bare_alert() -> None:
    marked = TableOptions(trick_pause=0, alert_mode=AlertMode.MARKED)
    script = each("\n{n}> {North} ready for North's bid", (EAST, SOUTH, WEST))
    script += "\nN> North bids 1S Alert.\nE: OperatorWanted index=0\noperator\n"
    script += each("<{n} North bids 1S\n", (EAST, SOUTH, WEST))
    run_manager(DEALT + script, ONE, marked)


@pytest.mark.parametrize(
    ("lead", "state"), [("North", ClientState.THEIR_CARD), ("West", ClientState.LEAD)]
)
def test_t14_an_alert_that_comes_after_the_auction_is_taken(lead: str, state: ClientState) -> None:
    dealer = Seat.parse(lead)
    script = client_called("2C", dealer).removesuffix("\n")
    opponent = "West" if dealer is WEST else "East"
    said = f"{opponent} {'bids 2C' if dealer is WEST else 'passes'} Alert. 5 cards in hearts."
    ready = "" if state is ClientState.LEAD else "\nC: North ready for East's card to trick 1"
    client = run_client(f"{script}{ready}\nT: {said}\nE: AlertHeard\n")
    assert client.state is state and client.board is not None
    index = 0 if dealer is WEST else 1
    assert client.board.alerts == {index: "5 cards in hearts."}
    again = run_client(
        f"{script}{ready}\nT: {opponent} bids 7NT Alert. x\nE: Noticed out of turn\n"
    )
    assert again.board is not None and not again.board.alerts


def test_t15_explain_is_survived() -> None:
    client = run_client(client_dealt("East") + "T: Explain North's 2D\nE: Noticed Explain\n")
    assert client.state is ClientState.THEIR_CALL


# -- the play --------------------------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["dummy's", "South's", "DUMMY's", "  South's"])
def test_t16_dummys_card_by_both_names_from_everybody(whose: str) -> None:
    script = each(f"\n{{n}}> {{North}} ready for {whose} card to trick 1", (EAST, SOUTH, WEST))
    script += "\nN> North plays AD\n<E South plays AD\n<S South plays AD\n<W South plays AD\n"
    run_manager(DUMMY_SHOWN + script, ONE)


def test_t16_dummy_may_say_dummys_card_for_every_card() -> None:
    start = DUMMY_SHOWN.replace("South ready for East's card", "South ready for dummy's card")
    script = """
E> East ready for South's card to trick 1
S> South ready for dummy's card to trick 1
N> South plays AD
<E South plays AD
<S South plays AD
S> South ready for dummy's card to trick 1
N> North ready for West's card to trick 1
W> West ready for dummy's card to trick 1
<W South plays AD
W> West plays AC
<N West plays AC
<S West plays AC
"""
    run_manager(start + script, ONE)


def test_t17_t18_the_client_says_dummys_card_and_reads_dummy_plays() -> None:
    script = client_called("7H", EAST) + "C: North ready for South's card to trick 1\n"
    script += f"""
T: South plays AD
C: North ready for dummy
T: Dummy's cards : {SUITS[WEST]}
C: North ready for dummy's card to trick 1
T: Dummy plays AC
E: CardHeard
"""
    run_client(script + "U: plays AS\nC: North plays AS\nC: North ready for East's card to trick 1")


@pytest.mark.parametrize("name", ["South", "Dummy", "North", "dummy"])
def test_t19_dummys_card_under_three_names(name: str) -> None:
    script = each("\n{n}> {North} ready for dummy's card to trick 1", (EAST, SOUTH, WEST))
    script += f"\nN> {name} plays AD\n<E South plays AD\n<S South plays AD\n<W South plays AD"
    run_manager(DUMMY_SHOWN + script, ONE)


def test_t19_the_client_sends_the_seats_name() -> None:
    dealt = client_called("7S", NORTH) + "C: North ready for East's card to trick 1\n"
    script = f"""
T: East plays AH
C: North ready for dummy
T: Dummy's cards : {SUITS[SOUTH]}
U: plays AD
C: South plays AD
C: North ready for West's card to trick 1
"""
    run_client(dealt + script)


@pytest.mark.parametrize("card", ["QS", "qs", "SQ", "QS. the best", "Qs."])
def test_t20_cards_in_either_case_and_order(card: str) -> None:
    assert read(f"North plays {card}") == Plays(NORTH, parse("SQ"))


def parse(card: str) -> int:
    """Return a card by its name."""
    message = read(f"North plays {card}")
    assert isinstance(message, Plays)
    return message.card


def test_t21_ready_for_dummy_at_any_time_after_the_lead() -> None:
    early = LEAD.replace("<E East to lead", "N> North ready for dummy\n<E East to lead")
    early += f"<N Dummy's cards : {SUITS[SOUTH]}\nW> West received dummy\nN> North received dummy\n"
    late = """
E> East ready for South's card to trick 1
S> South ready for dummy's card to trick 1
W> West ready for South's card to trick 1
N> South plays 2D
<E South plays 2D
<S South plays 2D
<W South plays 2D
W> West ready for dummy
"""
    run_manager(early + late + f"<W Dummy's cards : {SUITS[SOUTH]}", ONE)


def test_t21_dummy_for_a_client_that_has_not_asked_for_the_lead() -> None:
    """As the npm players do: they want dummy first, and ask for the lead when they have it."""
    asks = each("\n{n}> {North} ready for dummy", (NORTH, SOUTH, WEST))
    shown = "Dummy's cards : " + SUITS[SOUTH]
    script = (
        DEALT
        + calls("bids 7S", "passes", "passes", "passes")
        + asks
        + f"""
        <E East to lead
        E> East plays AH
        <N {shown}
        <W {shown}
        N> North ready for East's card to trick 1
        <N East plays AH
        S> South ready for East's card to trick 1
        <S East plays AH
        W> West ready for East's card to trick 1
        <W East plays AH
        E> East ready for dummy
        <E {shown}
        W> West ready for dummy's card to trick 1
        N> South plays 2D
        <W South plays 2D
        """
    )
    run_manager(script, ONE)


def test_t21_the_lead_comes_before_dummy_where_both_are_wanted() -> None:
    shown = "Dummy's cards : " + SUITS[SOUTH]
    script = (
        DEALT
        + calls("bids 7S", "passes", "passes", "passes")
        + each("\n{n}> {North} ready for dummy", (NORTH, WEST))
        + each("\n{n}> {North} ready for East's card to trick 1", (NORTH, SOUTH, WEST))
        + f"""
        <E East to lead
        E> East plays AH
        <N East plays AH
        <N {shown}
        <S East plays AH
        <W East plays AH
        <W {shown}
        """
    )
    run_manager(script, ONE)


@pytest.mark.parametrize("said", ["bids 8C", "bids", "bids 1Z", "bids 0NT", "bid one club"])
def test_a_call_that_cannot_be_read_is_refused_at_once(said: str) -> None:
    script = (
        DEALT
        + f"""
    N> North {said}
    <N Illegal bid
    N> North bids 1C
    E> East ready for North's bid
    <E North bids 1C
    """
    )
    run_manager(script, ONE)


@pytest.mark.parametrize(
    "said", ["East plays 1S", "East plays", "East plays the ace", "east play ZZ"]
)
def test_a_card_that_cannot_be_read_is_refused_at_once(said: str) -> None:
    script = LEAD.replace("E> East plays AH", f"E> {said}\n<E Illegal card\nE> East plays AH")
    run_manager(script, ONE)


def test_an_unreadable_call_for_another_seat_is_only_noted() -> None:
    script = (
        DEALT
        + """
    E> North bids 8C
    N> North bids 1C
    E> East ready for North's bid
    <E North bids 1C
    """
    )
    run_manager(script, ONE)


@pytest.mark.parametrize(
    ("line", "call", "alert"),
    [
        ("North bids 2Cat least 17 total points.", Call.C2, "at least 17 total points."),
        ("North passesat most 11 total points.", Call.PASS, "at most 11 total points."),
        ("North bids 1 Spade", Call.S1, None),
        ("North bids 3 no trumps.", Call.NT3, None),
        ("North bids 2 diamonds Alert. weak", Call.D2, "weak"),
        ("North doubles10 to 12 total points.", Call.DOUBLE, "10 to 12 total points."),
    ],
)
def test_a_call_is_read_by_its_beginning(line: str, call: Call, alert: str | None) -> None:
    """One server deletes the word `Alert.` with its blanks; others write suits out."""
    assert read(line) == Bids(NORTH, call, alert)


def test_t21_ready_for_dummy_after_a_pass_out_is_ignored() -> None:
    script = calls("passes", "passes", "passes", "passes") + each("\n<{n} Timing...")
    script += each("\n<{n} Start of board\n{n}> {North} ready for dummy")
    script += each("\n{n}> {North} ready for deal")
    script += each("\n<{n} Board number 2. Dealer North. Neither vulnerable.")
    run_manager(DEALT + script, [one_suit_each(), one_suit_each(2)])


@pytest.mark.parametrize("prompt", ["Dummy to lead", "South to lead", "dummy TO LEAD."])
def test_t22_dummys_lead_by_either_name_and_early(prompt: str) -> None:
    """North declares 7D; dummy has all the trumps, and leads to tricks 2 and 3."""
    start = client_called("7D", NORTH) + "C: North ready for East's card to trick 1\n"
    first = f"""
T: East plays AH
C: North ready for dummy
T: Dummy's cards : {SUITS[SOUTH]}
U: plays AD
C: South plays AD
C: North ready for West's card to trick 1
T: West plays AC
U: plays AS
C: North plays AS
E: CardWanted NORTH
T: {prompt}
E: CardWanted SOUTH
U: plays KD
C: South plays KD
C: North ready for West's card to trick 2
T: West plays KC
U: plays KS
C: North plays KS
C: North ready for East's card to trick 2
E: CardHeard
T: {prompt}
T: East plays KH
E: CardWanted SOUTH
"""
    run_client(start + first)


def test_t23_a_second_between_tricks_by_default() -> None:
    pauses = []

    class Timed(Wires):
        def _take(self, events):  # type: ignore[no-untyped-def]
            pauses.extend(event for event in events if isinstance(event, PauseWanted))
            super()._take(events)

    table = Timed(boards(4, 5), TableOptions())
    table.sit_all()
    table.run()
    played = sum(event.board.contract is not None for event in table.finished)
    assert played
    assert pauses == [PauseWanted(1.0)] * 12 * played
    pauses.clear()
    table = Timed(boards(4, 5), TableOptions(trick_pause=0))
    table.sit_all()
    table.run()
    assert table.over and not pauses


def test_t23_nothing_is_led_before_the_pause_is_over() -> None:
    script = (
        each("\n{n}> {North} ready for South's card to trick 1", (EAST, SOUTH, WEST))
        + """
N> South plays AD
<E South plays AD
<S South plays AD
<W South plays AD
N> North ready for West's card to trick 1
E> East ready for West's card to trick 1
S> South ready for West's card to trick 1
W> West plays AC
<N West plays AC
<E West plays AC
<S West plays AC
E> East ready for North's card to trick 1
S> South ready for North's card to trick 1
W> West ready for North's card to trick 1
N> North plays AS
<E North plays AS
<S North plays AS
<W North plays AS
E> East ready for North's card to trick 2
S> South ready for North's card to trick 2
W> West ready for North's card to trick 2
E: PauseWanted 1.0
awaited
N> North plays KS           # too early: it counts when it has been asked for
go on
<N North to lead
<E North plays KS
<S North plays KS
<W North plays KS
"""
    )
    run_manager(DUMMY_SHOWN + script, ONE, TableOptions())


def test_t24_timing_after_every_board() -> None:
    table = Wires(boards(6, 11))
    table.sit_all()
    table.run()
    assert any(event.board.contract is None for event in table.finished)
    for seat in Seat:
        told = [line for line in table.log if line.startswith(f"<{seat} ")]
        kinds = [word for line in told for word in ("Timing", "Start") if word in line]
        assert kinds == ["Start", "Timing"] * 6


@pytest.mark.parametrize(
    ("line", "times"),
    [
        (
            "Timing - N/S : this board  01:15,  total  0:10:02.  E/W : this board  00:05,  "
            "total  1:00:00.",
            ((75, 602), (5, 3600)),
        ),
        (
            "Timing - N/S : this board [1:15], total [0:10:02]. E/W : this board [0:05], "
            "total [1:00:00]",
            ((75, 602), (5, 3600)),
        ),
        (
            "Timing - N/S : this board 1:15, total -593451:0:-12. E/W : this board 0:05, total 9",
            ((75, None), (5, None)),
        ),
        ("Timing", ((None, None), (None, None))),
    ],
)
def test_t24_the_client_reads_what_is_there(line: str, times: object) -> None:
    message = read(line)
    assert isinstance(message, Timing)
    assert (message.north_south, message.east_west) == times


def test_t24_the_client_needs_no_timing() -> None:
    script = client_dealt("East")
    for seat in (EAST, SOUTH, WEST):
        wait = "" if seat is EAST else f"C: North ready for {seat.word}'s bid\n"
        script += f"{wait}T: {seat.word} passes\n"
    script += "U: calls P\nC: North passes\nE: BoardEnded\n"
    run_client(script + "T: Start of board\nC: North ready for deal\n")


# -- out of step -----------------------------------------------------------------------------------


def test_t25_early_and_double_readies() -> None:
    script = SEATED.replace(
        "N> North ready for teams",
        "N> North ready for teams\nN> North ready for teams\nN> North ready for deal",
    )
    script += BEGUN[len(SEATED) :].replace(
        "E> East ready to start",
        "E> East ready to start\nE> East ready to start\nE> East ready for deal",
    )
    script += AGAIN.replace(
        "S> South ready for deal", "S> South ready for deal\nS> South ready for deal"
    ).replace("W> West ready for cards", "W> West ready to start\nW> West ready for cards")
    manager = run_manager(script + calls("passes"), ONE)
    assert not any(post.useless for post in manager.session.posts.values()), (
        "nobody is blamed for it"
    )


def test_t26_after_a_restart_what_is_stale_is_dropped() -> None:
    """South comes back and calls otherwise: the board starts again for all."""
    back = """
S closes
awaited S to connect
T> Connecting "Old" as South using protocol version 18
<T South ("Old") seated
T> South ready for teams
<T Teams : N/S : "Old" E/W : "Young"
T> South ready to start
<T Start of board
T> South ready for deal
<T Board number 1. Dealer North. Neither vulnerable.
T> South ready for cards
<T South's cards : S -. H -. D A K Q J T 9 8 7 6 5 4 3 2. C -.
T> South ready for North's bid
<T North passes
T> South ready for East's bid
<T East passes
T> South bids 7D
E: Reported starts again
"""
    stale = (
        each("\n<{n} Start of board", (NORTH, EAST, WEST))
        + """
<T Start of board
W> West passes                       # said before it knew
N> North ready for West's bid
"""
    )
    script = DEALT + calls("passes", "passes", "passes") + back + stale
    again = (AGAIN + calls("passes")).replace("S>", "T>").replace("<S", "<T")
    run_manager(script + again + "awaited E to call", ONE)


@pytest.mark.parametrize("so_far", [CLIENT_STARTED, CLIENT_BEGUN, client_dealt("East")])
def test_t27_start_of_board_in_any_state(so_far: str) -> None:
    script = so_far + "T: Start of board\nC: North ready for deal\n"
    client = run_client(script)
    assert (client.state, client.board) == (ClientState.BOARD, None)
    played = client_called("7H", EAST) + "C: North ready for South's card to trick 1\n"
    run_client(played + "T: Start of board\nC: North ready for deal\n")


@pytest.mark.parametrize("line", ["Feasability : 3", "Client 2", "Book", "CC : SAYC", "", "?"])
def test_t28_unknown_lines_between_boards(line: str) -> None:
    run_client(f"{CLIENT_STARTED}T: {line}\nT: Start of board\nC: North ready for deal\n")


@pytest.mark.parametrize(
    ("ending", "fault"),
    [
        ("T: End of session", ""),
        ("T: NS:12 EW:14", ""),
        ("T: Disconnect", ""),
        ("closed", ""),
        ("T: Error: no such board", "the table manager says: no such board"),
        ("T: Expected East ready", "the table manager says: Expected East ready"),
        ("T: Unexpected line", "the table manager says: Unexpected line"),
        ("T: Illegal bid", "the table manager says that our bid is illegal"),
        ("T: Illegal card", "the table manager says that our card is illegal"),
    ],
)
def test_t29_how_a_session_ends(ending: str, fault: str) -> None:
    wanted = f"fault={fault!r}"
    client = run_client(f"{CLIENT_STARTED}{ending}\nE: Ended {wanted}\nT: Start of board\n")
    assert client.state is ClientState.ENDED


def test_t29_the_end_of_the_connection_in_the_middle_is_a_fault() -> None:
    run_client(client_dealt("East") + "closed\nE: Ended the table manager closed the connection")


STAGES = {
    "seated": (SEATED.replace("\nN> North ready for teams", ""), False),
    "teams": (SEATED, False),
    "started": (BEGUN, True),
    "dealt": (DEALT, True),
    "auction": (DEALT + calls("bids 7S", "passes"), True),
    "lead": (LEAD, True),
    "play": (DUMMY_SHOWN, True),
}


@pytest.mark.parametrize("name", STAGES)
def test_t30_whoever_goes_is_named_and_may_come_back(name: str) -> None:
    so_far, begun = STAGES[name]
    for seat in Seat:
        told = so_far
        if name == "teams":  # all four are there: the teams have been told
            told += each('\n<{n} Teams : N/S : "Old" E/W : "Young"')
        letter, word, team = seat.letter, seat.word, TEAMS[seat.side]
        script = f"""{told}
{letter} closes
E: Reported {word} has gone; its seat is kept
Z> Connecting "{team}" as {word} using protocol version 18
<Z {word} ("{team}") seated
Z> {word} ready for teams
"""
        if begun or name == "teams":
            script += '<Z Teams : N/S : "Old" E/W : "Young"\n'
        if begun:
            script += f"Z> {word} ready to start\n<Z Start of board\n"
        manager = run_manager(script + "...", ONE, ways=["whole"])
        assert manager.seat_at(4) is seat


@pytest.mark.parametrize(
    ("so_far", "awaited"),
    [
        ("", "N to connect, E to connect, S to connect, W to connect"),
        (SEATED.replace("\nW> West ready for teams", ""), "W to be ready for teams"),
        (STARTED.replace("\nS> South ready to start", ""), "S to be ready to start"),
        (BEGUN + "\nN> North ready for deal", "E to be ready for the deal, S..., W..."),
        (
            DEALT[: DEALT.index("\n<N North's cards")].replace("W> West ready for cards", ""),
            "W to be ready for cards",
        ),
        (DEALT, "N to call"),
        (DEALT + "\nN> North passes", "E to be ready for North's bid, S..., W..."),
        (DEALT + calls("passes"), "E to call"),
        (LEAD[: LEAD.index("E> East plays")], "E to lead"),
        (DUMMY_SHOWN, "N to play"),
    ],
)
def test_t31_who_is_waited_for_and_what_for(so_far: str, awaited: str) -> None:
    what = awaited.split(",")[0][2:]
    run_manager(f"{so_far}\nawaited {awaited.replace('...', ' ' + what)}\n...", ONE)


def test_t30_a_newer_connection_of_the_team_takes_a_seat_over() -> None:
    """The older one may be frozen: its socket stays open, and it says nothing any more."""
    script = (
        DEALT
        + """
        N> North bids 1C
        V> Connecting "old" as North using protocol version 18
        <N Error: a newer connection of the team has taken North
        <N closed
        <V North ("Old") seated
        V> North ready for teams
        <V Teams : N/S : "Old" E/W : "Young"
        V> North ready to start
        <V Start of board
        V> North ready for deal
        <V Board number 1. Dealer North. Neither vulnerable.
        V> North ready for cards
        """
        + f"<V North's cards : {SUITS[NORTH]}\n"
        + """
        V> North bids 1C
        E> East ready for North's bid
        <E North bids 1C
        """
    )
    run_manager(script, ONE)


@pytest.mark.parametrize(
    ("team", "why"),
    [
        ("Young", "North plays for"),
        ("Others", "North plays for"),
    ],
)
def test_t30_no_other_team_takes_a_seat_over(team: str, why: str) -> None:
    script = (
        DEALT
        + f"""
    V> Connecting "{team}" as North using protocol version 18
    <V Error: {why}...
    <V closed
    N> North bids 1C
    """
    )
    run_manager(script, ONE)


def test_t31_the_owner_may_send_a_silent_client_away() -> None:
    manager = run_manager(DEALT, ONE)
    manager.drop(NORTH, "one minute is over", 99.0)
    assert (0, b"Error: one minute is over\r\n") in manager.take_lines()
    assert manager.session.awaited() == {NORTH: Awaited(Duty.CONNECT, "to connect")}


def test_t32_a_match_goes_on_at_board_n() -> None:
    played = boards(6, 4)
    table = Wires(played)
    table.sit_all()
    table.run(until=lambda: len(table.finished) == 2)
    rest = Wires(played[len(table.finished) :])
    rest.sit_all()
    rest.run()
    assert [event.board.number for event in table.finished + rest.finished] == [1, 2, 3, 4, 5, 6]
