"""The table manager's small rules: pauses for manual alerts, clocks, who gets which seat."""

from __future__ import annotations

import pytest

from dowager.auction import parse_calls
from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.protocols.bluechip.client_handler import log_on
from dowager.protocols.bluechip.dialect import parse_dialect
from dowager.protocols.bluechip.messages import Connecting
from dowager.table import AlertMode, Convention, TableOptions, Unwelcome
from dowager.table.manager import Clocks, seat_for
from dowager.table.manager.manual_alerts import exempt, pauses
from support.peer_scripts import (
    DEALT,
    SUITS,
    TRICK,
    calls,
    each,
    one_suit_each,
    restart_on_return,
    restart_while_dealt,
    return_too_late,
)
from support.scripted_peers import run_manager
from support.wired_tables import TOLD, Wires, boards

NORTH, EAST, SOUTH, WEST = Seat
NORTH_SOUTH, EAST_WEST = Side

EXEMPT = """
P                # any pass ...
1H P
1H X P           # pauses: Z (Z) pass
1H 2C X P        # pauses
1H P 2H X P      # pauses: Z (?) ? (Z) pass, the 2H being Z of Z (Z) pass as well
1H P P X P       # pauses: Z (?) ? (Z) pass
1H P P P
1H X P P
1NT P 2C P
P P P 1H X P     # pauses
1C               # 1X, of the draft
P P 1S
1NT              # 1N, of the draft
2C               # pauses
3S               # pauses
1C P 1S          # 1X - (NB) - 1Y
P 1H P 1S
1C P 1NT         # pauses
1S P 2H          # 1Y - (NB) - 2X
1H P 2S          # pauses: 2Y is a jump shift
1NT P 2C         # pauses
1S 2H            # (1Y) - 2X
P P 1S 2C
1H 2S            # pauses
1H 2H            # pauses
1H 1S            # pauses: an overcall of one is not on the list
1H 1NT           # pauses
1NT 2C           # pauses
1D X             # (1X) - Dbl
1NT X            # pauses
2H X             # pauses
1C 1D 1S         # 1X - (1Y) - 1B
1C 1S 1NT        # 1X - (1Y) - 1N
1C 1S 2D         # pauses
1C 1S X          # pauses: the list has it only as below
1C X 1S          # 1X - (Dbl) - 1Y
1C X 1NT         # 1X - (Dbl) - 1N
1C X XX          # pauses
1C X 2C          # pauses
1D P 2D          # 1X - (NB) - 2X
1C P 3C          # pauses
1D 1S 2D         # 1X - (1Y) - 2X
1D 1NT 2D        # 1X - (1N) - 2X
1D 1NT 2C        # pauses
1D 2C 2D         # pauses
1D 1S P 2S       # (1X) - 1Y - (NB) - 2Y
1D 1NT P 2NT     # pauses: (1X) - 1N - (NB) - 2Y
1D 1NT P 2S      # pauses
1D 1S 2C 2S      # pauses
1D P 1S X        # 1X - (NB) - (1Y) - Dbl
1D P 2C X        # pauses
1D P 1S 2C       # pauses
1C P 1H P 1S     # pauses: the second round is not on the list
"""
"""Auctions by the list of the protocol text; `pauses` where its last call is not exempt."""


@pytest.mark.parametrize("line", EXEMPT.strip().splitlines())
def test_calls_after_which_nobody_is_asked(line: str) -> None:
    auction, _, comment = line.partition("#")
    made = parse_calls(auction.split())
    wanted = not comment.strip().startswith("pauses")
    assert exempt(made) == wanted
    assert pauses(AlertMode.EVERY, made, None) != wanted
    assert pauses(AlertMode.EVERY, made, "") != wanted
    assert not pauses(AlertMode.EVERY, made, "5 cards in spades.")
    assert not pauses(AlertMode.AUTO, made, "")
    assert not pauses(AlertMode.END, made, "")
    assert pauses(AlertMode.MARKED, made, "")
    assert not pauses(AlertMode.MARKED, made, None)
    assert not pauses(AlertMode.MARKED, made, "5 cards in spades.")


MINORS, DOUBLES = Convention.INVERTED_MINORS, Convention.NEGATIVE_DOUBLES


@pytest.mark.parametrize(
    ("line", "convention", "other"),
    [
        ("1C P 2C", MINORS, DOUBLES),
        ("1D 1S 2D", MINORS, DOUBLES),
        ("P 1D 1NT 2D", MINORS, DOUBLES),
        ("1C 1D P 2D", MINORS, DOUBLES),
        ("1D P 1S X", DOUBLES, MINORS),
    ],
)
def test_conventions_make_fewer_calls_exempt(
    line: str, convention: Convention, other: Convention
) -> None:
    made = parse_calls(line.split())
    assert exempt(made) and exempt(made, {other})
    assert not exempt(made, {convention}) and not exempt(made, {convention, other})
    assert pauses(AlertMode.EVERY, made, None, {convention})


@pytest.mark.parametrize("line", ["1H P 2H", "1S 1NT 2S", "1C 1S P 2S", "1C P 1D", "1D X", "1C"])
def test_conventions_leave_other_calls_exempt(line: str) -> None:
    assert exempt(parse_calls(line.split()), set(Convention))


def test_a_board_is_not_over_before_the_operator_has_spoken() -> None:
    """The last pass of a passed-out board says Alert: its text belongs into the record."""
    last = calls("passes", "passes", "passes") + each(
        "\n{n}> {North} ready for West's bid", (NORTH, EAST, SOUTH)
    )
    asked = "\nW> West passes Alert.\nE: OperatorWanted index=3\n"
    told = "operator 0 to 11 total points.\nE: BoardFinished 0 to 11 total points."
    told += each("\n<{n} West passes Alert. 0 to 11 total points.", (NORTH, SOUTH))
    told += "\n<E West passes" + each("\n<{n} Timing...\n<{n} End of session")
    options = TableOptions(trick_pause=0, alert_mode=AlertMode.MARKED)
    run_manager(DEALT + last + asked + told, [one_suit_each()], options)


def test_what_an_operator_types_stays_in_its_line() -> None:
    script = (
        DEALT
        + each("\n{n}> {North} ready for North's bid", (EAST, SOUTH, WEST))
        + """
N> North bids 1S Alert.
E: OperatorWanted
"""
    )
    options = TableOptions(trick_pause=0, alert_mode=AlertMode.MARKED)
    manager = run_manager(script, [one_suit_each()], options)
    manager.operator({0: "5 cards\r\nEast passes\x00"}, 9.0)
    lines = [line for _, line in manager.take_lines()]
    assert lines[0] == b"North bids 1S Alert. 5 cards East passes\r\n"


# -- clocks ----------------------------------------------------------------------------------------


def test_clocks_count_one_side_at_a_time() -> None:
    clocks = Clocks()
    clocks.run(NORTH_SOUTH, 10.0)
    clocks.run(NORTH_SOUTH, 12.0)
    clocks.run(EAST_WEST, 15.0)
    clocks.run(None, 16.5)
    clocks.run(NORTH_SOUTH, 100.0)
    clocks.run(None, 99.0)  # a clock that is set back takes nothing away
    assert clocks.board == (5.0, 1.5)
    clocks.next_board()
    clocks.run(EAST_WEST, 200.0)
    clocks.run(None, 260.0)
    assert clocks.times() == ((0, 5), (60, 62))


def test_only_the_side_to_act_is_charged() -> None:
    """Until a player has been told of the call before its own, the time is nobody's."""
    manager = run_manager(DEALT, [one_suit_each()], ways=["whole"])
    start = 1000.0
    manager.session.clocks.run(None, start)
    manager.session.clocks.next_board()
    manager.session.clocks.run(NORTH_SOUTH, start)
    manager.receive(0, b"North passes\r\n", start + 100)
    manager.receive(1, b"East ready for North's bid\r\n", start + 150)
    manager.receive(1, b"East passes\r\n", start + 157)
    assert manager.session.clocks.board == (100.0, 7.0)
    manager = run_manager(TRICK, [one_suit_each()], ways=["whole"])
    before = manager.session.clocks.board
    manager.receive(1, b"East ready for North's card to trick 1\r\n", 5000.0)
    assert manager.session.clocks.board == before  # North leads, but must be asked, when all know


def test_time_between_two_starts_of_a_board_is_not_counted() -> None:
    table = Wires(boards(1, 2))
    table.sit_all()
    session = table.manager.session
    table.run(until=lambda: session.board is not None and len(session.board.makers) > 2)
    table.now += 1000
    table._take(table.manager.restart(table.now))
    table.now += 5000
    table.run()
    (event,) = table.finished
    assert sum(event.seconds) < 1000


# -- logging on ------------------------------------------------------------------------------------

ALL = tuple(Seat)


@pytest.mark.parametrize(
    ("asked", "free", "teams", "only", "wanted"),
    [
        (Connecting("A", NORTH, 18), ALL, ("", ""), None, NORTH),
        (Connecting("A", None, 18), ALL, ("", ""), None, NORTH),
        (Connecting("A", None, 18), ALL, ("B", ""), None, EAST),
        (Connecting("a ", None, 18), (SOUTH, WEST), ("A", "B"), None, SOUTH),
        (Connecting("A", None, 18), ALL, ("", ""), WEST, WEST),
        (Connecting("A", WEST, 18), ALL, ("", ""), WEST, WEST),
        (Connecting("A", NORTH, 17), ALL, ("", ""), None, "version 18 is spoken here, not 17"),
        (Connecting("", NORTH, 18), ALL, ("", ""), None, "no team name"),
        (Connecting('A"B', NORTH, 18), ALL, ("", ""), None, "no team name"),
        (Connecting("Blé", NORTH, 18), ALL, ("", ""), None, "xe9. cannot be sent"),
        (Connecting("A/B:C", NORTH, 18), ALL, ("", ""), None, "'/' ':' cannot be sent"),
        (Connecting("Q+ 15.1 (two)", NORTH, 18), ALL, ("", ""), None, NORTH),
        (Connecting("A" * 101, NORTH, 18), ALL, ("", ""), None, "at most 100 letters"),
        (Connecting("A", EAST, 18), ALL, ("", ""), NORTH, "this port is for North"),
        (Connecting("A", EAST, 18), ALL, ("", ""), SOUTH, "this port is for South"),
        (Connecting("A", EAST, 18), (NORTH,), ("", ""), None, "East is taken"),
        (Connecting("A", None, 18), (EAST,), ("", ""), NORTH, "North is taken"),
        (Connecting("C", EAST, 18), ALL, ("A", "B"), None, 'East plays for "B", not for "C"'),
        (Connecting("A", EAST, 18), ALL, ("A", ""), None, '"A" are the opponents of East'),
        (Connecting("A", None, 18), ALL, ("A", ""), EAST, '"A" are the opponents of East'),
        (Connecting("C", None, 18), ALL, ("A", "B"), None, 'no free seat for "C"'),
        (Connecting("A", None, 18), (EAST,), ("A", ""), None, 'no free seat for "A"'),
    ],
)
def test_who_gets_which_seat(
    asked: Connecting,
    free: tuple[Seat, ...],
    teams: tuple[str, str],
    only: Seat | None,
    wanted: Seat | str,
) -> None:
    request = log_on(asked)
    if isinstance(wanted, Seat):
        assert seat_for(request, free, teams, only) is wanted
    elif isinstance(request, Unwelcome):
        assert wanted in request.why
    else:
        with pytest.raises(InputError, match=wanted):
            seat_for(request, free, teams, only)


def test_a_name_is_free_again_when_the_whole_side_has_gone_before_the_teams_are_told() -> None:
    script = """
N> Connecting "Old" as North using protocol version 18
<N North ("Old") seated
N closes
X> Connecting "New" as South using protocol version 18
<X South ("New") seated
"""
    run_manager(script, [one_suit_each()])


def test_nobody_gets_a_seat_after_the_session() -> None:
    out = calls("passes", "passes", "passes", "passes")
    ends = each("\n<{n} Timing...\n<{n} End of session")
    late = """
N closes
X> Connecting "Old" as North using protocol version 18
<X Error: the session is over
<X closed
"""
    run_manager(DEALT + out + ends + late, [one_suit_each()])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("seated:round", "seated: 'round'; write brackets or plain or quotes"),
        ("gap:-1", "gap: '-1'; write milliseconds"),
        ("told", "no dialect 'told'"),
        ("shout:yes", "no dialect 'shout:yes'"),
    ],
)
def test_faults_of_a_dialect(text: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        parse_dialect(text)


# -- tables that once never came to rest -----------------------------------------------------------


@pytest.mark.parametrize("steps", range(3))
def test_a_client_that_comes_back_too_late_for_the_board_gets_the_next_one(steps: int) -> None:
    run_manager(*return_too_late(steps))


@pytest.mark.parametrize("steps", range(3))
def test_a_board_that_starts_again_does_so_for_those_who_are_coming_back(steps: int) -> None:
    run_manager(*restart_on_return(steps))


@pytest.mark.parametrize("ready", ["deal", "cards"])
def test_a_board_that_starts_again_while_it_is_dealt(ready: str) -> None:
    run_manager(*restart_while_dealt(ready))


def test_who_holds_up_a_board_that_is_over_is_named() -> None:
    script = calls("passes", "passes", "passes") + "W> West passes\nE: BoardFinished\n"
    wanted = ", ".join(f"{n} to be ready for West's bid" for n in "NES")
    run_manager(DEALT + script + f"awaited {wanted}", [one_suit_each()])


def test_a_board_is_recorded_once_even_if_somebody_comes_back_and_says_otherwise() -> None:
    back = """
W closes
V> Connecting "Young" as West using protocol version 18
<V West ("Young") seated
V> West ready for teams
<V Teams : N/S : "Old" E/W : "Young"
V> West ready to start
<V Start of board
V> West ready for deal
<V Board number 1...
V> West ready for cards
<V West's cards...
V> West ready for North's bid
<V North passes
V> West ready for East's bid
<V East passes
V> West ready for South's bid
<V South passes
V> West bids 7C
"""
    start = DEALT + calls("passes", "passes", "passes")
    out = "W> West passes\nE: BoardFinished" + back
    names = (NORTH, EAST, SOUTH)
    rest = each("\n{n}> {North} ready for West's bid\n<{n} West passes", names)
    ends = each("\n<{n} Timing...\n<{n} End of session", names) + "\n..."
    manager = run_manager(start + out + rest + ends, [one_suit_each()])
    assert manager.session.board is None


@pytest.mark.parametrize("said", ["passes", "bids 1S"])
def test_a_call_that_crosses_what_a_client_is_told_is_no_fault(said: str) -> None:
    """North comes back, and calls before it hears what it had called."""
    script = f"""
N> North passes
N closes
Z> Connecting "Old" as North using protocol version 18
<Z North ("Old") seated
Z> North ready for teams
<Z Teams : N/S : "Old" E/W : "Young"
Z> North ready to start
<Z Start of board
Z> North ready for deal
<Z Board number 1. Dealer North. Neither vulnerable.
Z> North ready for cards
<Z North's cards : {SUITS[NORTH]}
<Z North passes
Z> North {said}
Z> North ready for East's bid
E> East ready for North's bid
<E North passes
awaited E to call
"""
    run_manager(DEALT + script, [one_suit_each()], dialects=TOLD)


def test_a_client_that_floods_the_table_with_good_lines_is_sent_away() -> None:
    """What is no fault one by one is one by thousands; the others play on with a new client."""
    table = Wires(boards(2), seed=3)
    table.sit_all()
    table.run(until=lambda: table.manager.session.board is not None)
    flood = b"East ready for teams\r\n" * 4000
    table._take(table.manager.receive(int(Seat.EAST), flood, table.now))
    assert int(Seat.EAST) in table.clients  # many, but not yet too many
    table._take(table.manager.receive(int(Seat.EAST), flood, table.now))
    assert int(Seat.EAST) not in table.clients
    assert set(table.clients) == {int(Seat.NORTH), int(Seat.SOUTH), int(Seat.WEST)}
    table.sit(50, "Young", Seat.EAST)
    table.run()
    assert table.over and [event.board.number for event in table.finished] == [1, 2]
