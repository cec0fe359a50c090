"""The tables of transitions: nothing happens that they do not have, and all that they have happens.

Clients walk at random: what a table manager may send next, what it may not, and their own actions.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dowager.cards import Seat
from dowager.protocols.bluechip.client import Client, ClientState
from dowager.protocols.bluechip.client.client_moves import ANYWHERE, TABLE
from dowager.protocols.bluechip.client.client_session import OwnAnswer, OwnCall, OwnCard, OwnClaim
from dowager.protocols.bluechip.line_writer import write
from dowager.protocols.bluechip.messages import (
    DUMMY,
    EndOfSession,
    Illegal,
    Message,
    Refusal,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)
from dowager.table import TableOptions, diagram
from dowager.table.manager import Stage, session, stages
from dowager.table.manager.post import Post
from support.client_walk import Walk
from support.peer_scripts import (
    DEALT,
    DUMMY_SHOWN,
    SUITS,
    client_called,
    client_dealt,
    one_suit_each,
    restart_on_return,
    restart_while_dealt,
    return_too_late,
)
from support.scripted_peers import run_client, run_manager
from support.wired_tables import Wires, boards, play_interrupted

DOCS = Path(__file__).parent.parent / "docs"
OWN = (OwnCall, OwnCard, OwnClaim, OwnAnswer)
TABLES_OWN = (
    stages.Advance,
    stages.BoardOver,
    stages.BoardAgain,
    stages.Leaves,
)
NORTH, EAST, SOUTH, WEST = Seat
Seen = set[tuple[object, object, object]]


@contextmanager
def watched(kind: type, method: str, watch: Callable[..., object]) -> Iterator[None]:
    """Let `watch` take the method and its arguments whenever it is called meanwhile."""
    plain = getattr(kind, method)
    setattr(kind, method, lambda *given: watch(plain, *given))
    try:
        yield
    finally:
        setattr(kind, method, plain)


@contextmanager
def watched_clients() -> Iterator[Seen]:
    """Give the transitions (from, input, to) that clients make meanwhile."""
    seen: Seen = set()

    def watch(take: Callable[..., None], client: Client, given: object) -> None:
        before = client.state
        take(client, given)
        seen.add((before, type(given), client.state))

    with watched(Client, "_take", watch):
        yield seen


@contextmanager
def watched_posts() -> Iterator[Seen]:
    """Give the transitions (from, input, to) that posts make meanwhile."""
    seen: Seen = set()

    def watch(
        move: Callable[..., bool], table: session.TableSession, post: Post, cause: object
    ) -> bool:
        before, key = post.stage, session.key_of(cause)
        row = session.TABLE[before] | session.ANYWHERE
        done = move(table, post, cause)
        if done:
            seen.add((before, key, *row[key].to))
        return done

    with watched(session.TableSession, "move", watch):
        yield seen


ANYTIME: tuple[Message, ...] = (
    StartOfBoard(),
    Teams("Old", "Young"),
    ToLead(DUMMY),
    Timing((1, 2), (3, 4)),
    EndOfSession(),
    Refusal("no"),
    Illegal("bid"),
)

RARE = [
    # the last pass is ours, and the lead was asked for before it
    f"{early}\nC: North ready for East's bid\nT: East bids 2H\n"
    "C: North ready for South's bid\nT: South passes\nC: North ready for West's bid\n"
    f"T: West passes\nT: North to lead\n{last}\nE: CardWanted NORTH\n"
    for early in [
        client_called("1H", WEST).split("C: North ready for East's bid")[0],
    ]
    for last in ("U: calls P\nC: North passes", "T: North passes")
] + [
    client_called("1H", WEST) + "T: North to lead\nU: plays AS\nC: North plays AS\n"
    "C: North ready for dummy\nT: West's claim is accepted\nE: BoardEnded\n",
]
"""What the walks seldom come to."""


def told_again() -> list[str]:
    """Return scripts in which we are told another action than the one that we have just done."""
    last = client_called("1H", WEST).split("C: North ready for East's bid")[0]
    last += """
C: North ready for East's bid
T: East bids 2H
C: North ready for South's bid
T: South passes
C: North ready for West's bid
T: West passes
U: calls P
C: North passes
"""
    other = "T: North bids 2S\nE: CallHeard S2\nC: North ready for East's bid\n"
    out = client_dealt("East")
    for seat in (EAST, SOUTH, WEST):
        wait = "" if seat is EAST else f"C: North ready for {seat.word}'s bid\n"
        out += f"{wait}T: {seat.word} passes\n"
    out += "U: calls P\nC: North passes\nE: BoardEnded\n"
    dummy = (
        client_dealt("East")
        + """
T: East passes
C: North ready for South's bid
T: South bids 1S
C: North ready for West's bid
T: West passes
U: calls 4S
C: North bids 4S
C: North ready for East's bid
T: East passes
C: North ready for South's bid
T: South passes
C: North ready for West's bid
T: West passes
C: North ready for West's card to trick 1
T: North bids 3S            # not the last call: too late
E: Noticed out of turn
"""
    )
    passed = (
        client_dealt("East")
        + """
T: East bids 1S
C: North ready for South's bid
T: South passes
C: North ready for West's bid
T: West passes
U: calls P
C: North passes
C: North ready for South's card to trick 1
T: North bids 2C
E: CallHeard C2
C: North ready for East's bid
"""
    )
    lead = (
        client_called("1H", WEST)
        + """
T: North to lead
U: plays AS
C: North plays AS
C: North ready for dummy
T: North plays KS
E: Noticed SK for our SA
C: North ready for dummy
"""
    )
    return [last + other, out + other.replace("2S", "1S").replace("S2", "S1"), dummy, passed, lead]


def test_every_transition_of_the_client_happens_and_no_other() -> None:
    with watched_clients() as seen:
        for script in RARE + told_again():
            run_client(script, ways=["whole"])
        met: dict[ClientState, Client] = {}
        for seed in range(160):
            Walk(seed).run(400, met)
        for client in met.values():
            for message in ANYTIME:
                copy.deepcopy(client).receive(write(message).encode() + b"\r\n")
            copy.deepcopy(client).receive(b"Feasability\r\n")
    table = {
        (state, kind, to)
        for state, moves in TABLE.items()
        for kind, move in moves.items()
        for to in move.to
    }
    missing = table - seen
    assert not missing, sorted(f"{at.name} {kind.__name__} {to.name}" for at, kind, to in missing)
    took = {(state, kind) for state, kind, _ in seen}
    alive = [state for state in ClientState if state is not ClientState.ENDED]
    anywhere = {(state, kind) for state in alive for kind in ANYWHERE} - took
    assert not anywhere, anywhere


def test_every_transition_of_a_post_happens() -> None:
    """In sessions in which clients go, come back and say otherwise, and in a few scripts."""
    with watched_posts() as seen:
        for seed in range(4):
            play_interrupted(Wires(boards(10, seed), seed=seed), seed)
        claims = TableOptions(trick_pause=0, claims=True)
        rejected = f"""
E> East claims
<N East claims
<N East's cards : {SUITS[EAST]}
N> North rejects East's claim
...
"""
        run_manager(DUMMY_SHOWN + rejected, [one_suit_each()], claims)
        run_manager(DEALT + "\nN> North bids 8C\n<N Illegal bid", [one_suit_each()])
        for steps in range(3):
            run_manager(*restart_on_return(steps))
            run_manager(*return_too_late(steps))
        for ready in ("deal", "cards"):
            run_manager(*restart_while_dealt(ready))
    took = {(stage, key) for stage, key, _ in seen}
    table = {(stage, key) for stage, moves in session.TABLE.items() for key in moves}
    table |= {(Stage.LIVE, stages.Leaves)}
    assert not table - took, table - took


def drawn() -> dict[Path, str]:
    """Return the diagrams of the tables, by the page that has them."""
    client = diagram(TABLE, ANYWHERE, ClientState.CONNECTING, OWN)
    post = diagram(session.TABLE, session.ANYWHERE, Stage.FREE, TABLES_OWN)
    return {
        DOCS / name: f"```mermaid\n{text}```\n"
        for name, text in (
            ("reference/bluechip.md", client),
            ("explanation/tables-and-protocols.md", post),
        )
    }


def test_the_documents_diagrams_are_the_tables() -> None:
    for page, text in drawn().items():
        fences = re.findall(
            r"^```mermaid\n.*?^```\n", page.read_text(encoding="utf-8"), re.M | re.S
        )
        assert fences == [text], "run: python tests/test_bluechip_tables.py"


def test_a_diagram_has_every_transition_and_marks_our_own() -> None:
    text = "".join(drawn().values())
    assert "    MY_CALL --> THEIR_CALL: OwnCall!, Bids\n" in text
    assert "    NAMED --> STARTED: Ready start\n" in text
    assert "    ANY --> BOARD: StartOfBoard\n" in text
    assert "    ANY --> FREE: Leaves!\n" in text
    assert text.count("[*] -->") == 2


def redraw() -> None:
    """Write the diagrams that the code generates into the pages."""
    for page, text in drawn().items():
        old = page.read_text(encoding="utf-8")
        new = re.sub(r"^```mermaid\n.*?^```\n", lambda _, text=text: text, old, flags=re.M | re.S)
        page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    redraw()
