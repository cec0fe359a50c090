"""Whole sessions in the manner of real programs, against our table manager and our client."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.cards import Seat
from support.peer_programs import PROGRAMS, ClientsScript, Program, ServerScript
from support.peer_scripts import TEAMS, one_suit_each
from support.scripted_peers import WAYS, run_client, run_manager
from support.wired_tables import boards

TRANSCRIPTS = Path(__file__).parent / "data" / "transcripts"
SERVERS = {name: one for name, one in PROGRAMS.items() if one.server is not None}
PLAYED = boards(3, 21)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_four_of_a_program_at_our_table(name: str, way: str) -> None:
    script = ClientsScript([PROGRAMS[name]] * 4, PLAYED, 5).text()
    run_manager(script, PLAYED, ways=[way])


@pytest.mark.parametrize("turn", range(len(PROGRAMS)))
def test_one_of_each_program_at_our_table(turn: int) -> None:
    programs = [PROGRAMS[name] for name in sorted(PROGRAMS)]
    four = (programs * 2)[turn : turn + 4]
    run_manager(ClientsScript(four, PLAYED, turn).text(), PLAYED, ways=["whole"])


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("name", SERVERS)
def test_our_client_at_a_programs_table(name: str, seat: Seat) -> None:
    script = ServerScript(SERVERS[name], seat, PLAYED, 5 + seat).text()
    run_client(script, TEAMS[seat % 2], seat)


def test_the_scripts_have_what_they_promise() -> None:
    script = ClientsScript([Program()] * 4, PLAYED, 5).text()
    assert script.count("E: BoardFinished") == 3
    assert "to trick 13" in script and "Alert." in script
    second = script.split("E: BoardFinished")[1]
    assert "plays" not in second and second.count("passes") == 16  # each call and three echoes


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_transcripts(path: Path) -> None:
    """Conversations written by hand: the first word of a file's name says who is tested."""
    script = path.read_text(encoding="utf-8")
    if path.stem.startswith("client"):
        run_client(script)
    else:
        run_manager(script, [one_suit_each(), one_suit_each(2, Seat.EAST)])
