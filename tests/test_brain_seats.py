"""Brains as programs at real tables: those of the pages, and some that do everything wrong."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from dowager.auction import Vulnerability
from dowager.cards import Deal, Seat
from dowager.formats import Board, read_pbn, write_pbn
from dowager.net.work_folder import remove_left_folders
from support.brain_programs import NEEDS, UNRULY, engine, page_brain, unruly
from support.commands import DATA, Dowager, Result, run_program, started
from support.local_processes import await_end, children, first_children, freeze
from support.local_tables import board_file, free_port, start_robot
from support.records import check_record
from support.sweeps import sampled

QUICK = ("--no-pause", "--gap", "0", "--port", "0", "--plain")
ROBOT = "system natural"


def players(*texts: str) -> list[str]:
    """Return the options that start players: North's, East's, South's and West's."""
    pairs = zip(("--north", "--east", "--south", "--west"), texts, strict=False)
    return [word for pair in pairs for word in pair]


ONE_NOTRUMP = "N:AK32.KQ4.KQ2.432 JT9.J98.AT9.A987 Q54.765.J54.QT65 876.AT32.8763.KJ"
"""North opens 1NT, all pass, and South is dummy: a robot there thinks about no card."""
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""All cards of a player are equal: whoever plays has little to think about."""


def table(
    folder: Path, boards: int, seats: Sequence[str], *words: str, deal: str = ""
) -> tuple[Result, list[Board]]:
    """Play boards, or a deal, at a table, and return what it said and its results."""
    file, results = board_file(folder, boards), folder / "results.pbn"
    if deal:
        hands = Deal.parse(deal).hands
        file.write_text(write_pbn([Board(Seat.NORTH, Vulnerability.NONE, 1, hands)]))
    end = run_program(
        "table", "--pbn", file, *QUICK, *players(*seats), "--results", results, *words
    )
    return end, read_pbn(results.read_text()) if results.exists() else []


# -- brains in several languages -------------------------------------------------------------------


@pytest.mark.parametrize("language", NEEDS)
def test_four_brains_of_the_page_play_boards(language: str, tmp_path: Path) -> None:
    end, boards = table(tmp_path, 8, [page_brain(language, tmp_path)] * 4)
    assert end.code == 0, end.err
    assert [board.number for board in boards] == list(range(1, 9))
    assert not [board for board in boards if board.tag("Faults")]
    for board in boards:
        check_record(board)


def test_brains_of_three_languages_play_beside_a_robot_and_a_blue_chip_client(
    tmp_path: Path,
) -> None:
    """Four doors at one table: shell and C by pipes, a robot and a client by Blue Chip."""
    port, file, results = free_port(), board_file(tmp_path, 2), tmp_path / "results.pbn"
    seats = players(page_brain("shell", tmp_path), ROBOT, page_brain("c", tmp_path))
    words = ("--no-pause", "--ew-team", "Young", "--dialect", "W=told:yes", "--port", str(port))
    with (
        started("table", "--pbn", file, *words, *seats, "--results", results) as manager,
        start_robot(Seat.WEST, port, "Young"),
    ):
        end = manager.rest()
    assert end.code == 0, end.err
    assert "waiting for one program on port" in end.out and 'West is "Young"' in end.out
    boards = read_pbn(results.read_text())
    assert [board.number for board in boards] == [1, 2]
    for board in boards:
        check_record(board)
        assert (board.tag("North"), board.tag("West")) == ("North-South", "Young")


@pytest.mark.parametrize("deal", sampled([SUITS, ""], 2), ids=["suits", "a random deal"])
def test_our_brain_plays_with_a_brain_in_javascript(tmp_path: Path, deal: str) -> None:
    javascript, log = page_brain("javascript", tmp_path), tmp_path / "wire.log"
    seats = [engine("--suggest", "--debug"), javascript, ROBOT, javascript]
    limits = ("--brain-memory", "600", "--brain-time", "600", "--log", str(log))
    end, boards = table(tmp_path, 1, seats, *limits, deal=deal)
    assert (end.code, len(boards)) == (0, 1), end.err
    for board in boards:
        check_record(board)
        assert board.tag("Faults") == ""
    said = log.read_text()
    assert "START 1,N,N,none," in said and ",natural,any" in said  # its partner's system
    for line in ("INFO max_memory 600000000", "INFO timeout_match 600000", "SUGGEST", "PLAY"):
        assert line in said


def test_a_match_between_a_brain_and_a_mixed_pair(tmp_path: Path) -> None:
    shell, javascript = page_brain("shell", tmp_path), page_brain("javascript", tmp_path)
    file, results = board_file(tmp_path, 2), tmp_path / "results.pbn"
    teams = ("--home", f"Mine={shell}", "--away", f"Mixed=natural+{javascript}")
    words = ("--seconds-per-board", "0", "--results", results)
    end = run_program("match", "--pbn", file, *teams, *words)
    assert end.code == 0, end.err
    boards = read_pbn(results.read_text())
    assert len(boards) == 4 and {board.tag("North") for board in boards} == {"Mine", "Mixed"}
    for board in boards:
        check_record(board)


def test_a_match_of_two_different_brains_and_a_robot_behind_a_brain(tmp_path: Path) -> None:
    shell, c = page_brain("shell", tmp_path), page_brain("c", tmp_path)
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    teams = ("--home", f"Two={shell}+{c}", "--away", f"Mixed={shell}+{ROBOT}")
    words = ("--seconds-per-board", "0", "--results", results)
    end = run_program("match", "--pbn", file, *teams, *words)
    assert end.code == 0, end.err
    for seat, name in (("North", "First"), ("South", "Fifteen"), ("East", "First")):
        assert f"Open room: {seat}'s brain is name=\"{name}" in end.err
    for seat, name in (("East", "First"), ("West", "Fifteen"), ("North", "First")):
        assert f"Closed room: {seat}'s brain is name=\"{name}" in end.err
    assert "West's brain" not in end.err.replace("Closed room: West's brain", "")  # a robot
    for board in read_pbn(results.read_text()):
        check_record(board)


def test_an_event_of_brains_and_robots(tmp_path: Path) -> None:
    """A pair of two brains, a mixed pair, and robots, in two rounds: nobody else is waited for."""
    shell, c = page_brain("shell", tmp_path), page_brain("c", tmp_path)
    file = board_file(tmp_path, 2)
    (tmp_path / "club.yaml").write_text(
        f"""
event: Brains
boards: {file.name}
port: 0
seconds_per_board: 0
pairs:
  - {{name: Shell, players: {shell}}}
  - {{name: Mixed, players: [{ROBOT}, {c}]}}
  - {{name: Robots, system: natural}}
rounds:
  - {{boards: 1, tables: [[Shell, Robots]]}}
  - {{boards: 2, tables: [[Mixed, Shell]]}}
"""
    )
    results = tmp_path / "results.pbn"
    end = run_program("event", tmp_path / "club.yaml", "--results", results, "--plain")
    assert end.code == 0, end.err
    boards = read_pbn(results.read_text())
    assert [(board.number, board.tag("North"), board.tag("East")) for board in boards] == [
        (1, "Shell", "Robots"),
        (2, "Mixed", "Shell"),
    ]
    for board in boards:
        check_record(board)
        assert board.tag("Faults") == ""


def test_several_tables_start_the_same_players(tmp_path: Path) -> None:
    shell, c = page_brain("shell", tmp_path), page_brain("c", tmp_path)
    seats = [c, shell, ROBOT, shell]
    end, boards = table(tmp_path, 1, seats, "--tables", "2", "--json", deal=ONE_NOTRUMP)
    assert end.code == 0, end.err
    assert sorted((board.tag("Table"), board.number) for board in boards) == [("1", 1), ("2", 1)]
    for board in boards:
        check_record(board)
        assert str(board.contract) == "1NT-N"


# -- faults ----------------------------------------------------------------------------------------

FAULTS = {
    "is silent": "was to call within 1 s",
    "ends": "it has ended (exit code 0)",
    "fails": "it has ended (exit code 3: I am lost)",
    "crashes": "it has ended (SIGSEGV)",
    "floods": "it floods the table: ",
    "talks": "it floods the table: 100",
    "fills the memory": " MB of memory, and may use 80",
    "takes too much at once": "MemoryError",
    "fills the disk": " bytes, and may take 20000000",
    "starts others": "was to call within 1 s",
    "closes its output": "it has closed its output",
    "says half a line": "was to call within 1 s",
    "says a long line": "it answers 'xxx",
    "is rude": "it answers '",
    "is illegal": "it answers 'XX': XX is not legal",
    "refuses": "it answers 'ERROR I will not'; the table passes for it",
    "does not start": "was to be ready for cards within 2 s",
}
"""What the results say of a brain that does something wrong."""
LIMITS = ("--call-timeout", "1", "--ready-timeout", "2", "--brain-memory", "80")


@pytest.mark.parametrize("way", sampled(FAULTS, 3))
def test_what_a_brain_does_wrong_stands_in_the_results(way: str, tmp_path: Path) -> None:
    """All boards are played, whatever it does, and nothing of it is left."""
    shell = page_brain("shell", tmp_path)
    log = tmp_path / "wire.log"
    end, boards = table(tmp_path, 2, [unruly(way), shell, shell, shell], *LIMITS, "--log", str(log))
    assert end.code == 0, end.err
    assert len(boards) == 2
    for board in boards:
        check_record(board)
    assert FAULTS[way] in " ".join(board.tag("Faults") for board in boards), end.out
    assert "North's brain is at fault: " in end.out
    assert not children(1, str(UNRULY))


def test_a_brain_that_fails_in_play_comes_back_by_a_board(tmp_path: Path) -> None:
    """East declares, so that North has a card in each trick; it fails at each fifth action."""
    (board,) = read_pbn((DATA / "demo.pbn").read_text(), "demo.pbn")[3:4]
    file, log, results = tmp_path / "b.pbn", tmp_path / "wire.log", tmp_path / "results.pbn"
    file.write_text(write_pbn([board]))
    c, shell = page_brain("c", tmp_path), page_brain("shell", tmp_path)
    seats = players(unruly("fails", 5), c, shell, shell)
    words = ("--results", results, "--log", log)
    end = run_program("table", "--pbn", file, *QUICK, *seats, *words)
    assert end.code == 0, end.err
    (played,) = read_pbn(results.read_text())
    check_record(played)
    assert str(played.contract) == "1NT-E"
    assert end.out.count("North's brain is at fault: it has ended (exit code 3: I am lost)") == 3
    assert log.read_text().count("NORTH < b'BOARD\\r\\n'") == 2
    assert "North's brain is relieved" in end.out


def test_a_brain_that_does_not_end_is_killed(tmp_path: Path) -> None:
    end, boards = table(tmp_path, 1, [unruly("does not end")] * 4)
    assert (end.code, len(boards)) == (0, 1), end.err
    assert boards[0].tag("Faults") == ""


def test_a_brain_whose_time_is_over_is_relieved_for_the_match(tmp_path: Path) -> None:
    shell = page_brain("shell", tmp_path)
    end, boards = table(
        tmp_path, 3, [unruly("is silent"), shell, shell, shell], "--brain-time", "1"
    )
    assert (end.code, len(boards)) == (0, 3), end.err
    assert boards[0].tag("Faults") == "North: its 1 s for the match are over"
    assert end.out.count("North's brain is relieved") == 1


def test_a_brain_that_never_answers_stops_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "fails.sh"
    script.write_text("#!/bin/sh\necho cannot find my data >&2\nexit 7\n")
    script.chmod(0o755)
    end, boards = table(tmp_path, 1, [f"command {script}", ROBOT, ROBOT, ROBOT])
    assert (end.code, boards) == (1, [])
    why = "North's brain cannot go on: it has ended (exit code 7: cannot find my data)"
    assert end.err.startswith(why)


def test_a_table_that_is_killed_leaves_no_brains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even one that is frozen, or has started others; the next table removes its folder."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    seats = players(unruly("starts others"), unruly("is silent"), unruly("is silent"), ROBOT)
    words = ("--no-pause", "--port", "0", "--results", results)
    with started("table", "--pbn", file, *words, *seats, err_to_out=True) as manager:
        brains = first_children(manager.pid, 3, str(UNRULY))
        freeze(brains[1])
        (folder,) = tmp_path.glob("dowager-brains-*")
        remove_left_folders(tmp_path)
        assert folder.exists()  # its table lives
        manager.kill()
        await_end(brains)
    assert folder.exists()
    table(tmp_path, 1, [page_brain("shell", tmp_path)] * 4, "--resume")
    assert not list(tmp_path.glob("dowager-brains-*"))


def test_a_table_that_is_ended_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    words = ("--no-pause", "--port", "0", "--results", results)
    with started("table", "--pbn", file, *words, *players(unruly("is silent"))) as manager:
        brains = first_children(manager.pid, 1, str(UNRULY))
        os.kill(manager.pid, signal.SIGTERM)
        assert manager.rest().code == 1
        await_end(brains)
    assert not list(tmp_path.glob("dowager-brains-*"))


def test_only_folders_of_dead_tables_are_removed(tmp_path: Path) -> None:
    """Not one that may be in the making, is a link, is open to others, or has another name."""
    names = ("dead", "made-now", "open", "old", "link")
    dead, made_now, opened, old, link = (tmp_path / f"dowager-brains-{name}" for name in names)
    other = tmp_path / "dowager-tests-x"
    for folder in (dead, made_now, opened, old, other):
        folder.mkdir(mode=0o700)
    for folder in (dead, opened, other):
        (folder / ".owner").touch()
    opened.chmod(0o777)
    os.utime(old, (1, 1))
    link.symlink_to(other)
    remove_left_folders(tmp_path)
    assert [each.exists() for each in (dead, made_now, opened, old, link, other)] == [
        False, True, True, False, True, True,
    ]  # fmt: skip


def test_ctrl_c_ends_a_table_and_its_brains(tmp_path: Path) -> None:
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    seats = players(*[unruly("is silent")] * 4)
    words = ("--no-pause", "--port", "0", "--results", results)
    with started("table", "--pbn", file, *words, *seats) as manager:
        manager.line_with(lambda line: "brain is" in line)
        brains = first_children(manager.pid, 4, str(UNRULY))
        manager.interrupt()
        end = manager.rest()
        await_end(brains)
    assert (end.code, end.err.splitlines()[0]) == (
        1, "stopped by SIGINT; finished boards are kept, and --resume continues",
    )  # fmt: skip


# -- folders ---------------------------------------------------------------------------------------

NOTES = """#!/bin/sh
while read -r word rest; do
  rest=${rest%"$(printf '\\r')"}
  case $word in
    ABOUT*) mkdir -p notes; echo $$ >> notes/starts; echo 'name="notes"' ;;
    START* | RESTART*) echo OK ;;
    INFO) case $rest in
      legal*) legal=${rest#legal } ;;
      folder*) mkdir -p "${rest#folder }/notes"; pwd > "${rest#folder }/notes/where" ;;
    esac ;;
    BEGIN* | DONE*) echo "${legal%%,*}" ;;
    END*) exit ;;
  esac
done
"""


def test_brains_work_in_folders_of_their_own(tmp_path: Path) -> None:
    """The working folder goes with the table; what stands in `INFO folder` stays."""
    (tmp_path / "notes.sh").write_text(NOTES)
    (tmp_path / "notes.sh").chmod(0o755)
    folder = tmp_path / "for ever"
    seats = [f"command {tmp_path / 'notes.sh'}", *[page_brain("shell", tmp_path)] * 3]
    end, boards = table(tmp_path, 2, seats, "--brain-folder", str(folder))
    assert (end.code, len(boards)) == (0, 2), end.err
    where = Path((folder / "notes" / "where").read_text().strip())
    assert where.name == "north" and not where.exists() and not where.parent.exists()


# -- the command line ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("brain.sh", 'no player \'brain.sh\'; write "command ./brain.sh" or "system mine"'),
        ("command ", "no player 'command'"),
        ("command ./nobody", "no program './nobody'; give its path"),
        ("command 'x", 'no command "\'x": No closing quotation'),
        ("system nobody", "no system 'nobody'"),
    ],
)
def test_players_that_cannot_be(player: str, why: str, tmp_path: Path, run: Dowager) -> None:
    end = run("table", "--pbn", str(board_file(tmp_path, 1)), "--north", player)
    assert end.code == 2 and end.err.startswith(why)


def test_a_program_that_cannot_be_executed(tmp_path: Path, run: Dowager) -> None:
    script = tmp_path / "brain.sh"
    script.write_text("#!/bin/sh\n")
    for words in (("table", "--north", f"command {script}"),
                  ("match", "--away", "sayc", "--home", f"X=command {script}")):  # fmt: skip
        end = run(*words, "--pbn", str(board_file(tmp_path, 1)))
        assert (end.code, end.err) == (2, f"no program '{script}'; make it executable: chmod +x\n")


@pytest.mark.parametrize("team", ["command", "X=command ", "command x+sayc", "a+b+command x"])
def test_teams_that_cannot_be(team: str, tmp_path: Path, run: Dowager) -> None:
    end = run("match", "--pbn", str(board_file(tmp_path, 1)), "--home", team, "--away", "sayc")
    assert end.code == 2 and re.match(r"no (team|player|system|program|command) ?", end.err)
