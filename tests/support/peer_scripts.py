"""What clients and table managers say in the course of a board, as text for `scripted_peers`.

A script that begins with one of these is one of four clients of two teams at our table manager, or,
where the name says so, of our client, who is North.
"""

from __future__ import annotations

from collections.abc import Iterable

from dowager.auction import Vulnerability
from dowager.cards import Hand, Seat
from dowager.formats import Board

NORTH, EAST, SOUTH, WEST = Seat
TEAMS = ("Old", "Young")
_THIRTEEN = "A K Q J T 9 8 7 6 5 4 3 2"
SUITS = tuple(
    " ".join(f"{suit} {_THIRTEEN if suit == own else '-'}." for suit in "SHDC") for own in "SHDC"
)
"""The hands of `one_suit_each`, by seat, as the protocol writes them."""


def one_suit_each(number: int = 1, dealer: Seat = Seat.NORTH) -> Board:
    """Return a board on which North has the spades, East the hearts, South the diamonds."""
    hands = tuple(Hand.of_cards(range(13 * suit, 13 * suit + 13)) for suit in (3, 2, 1, 0))
    return Board(dealer=dealer, vulnerability=Vulnerability.NONE, number=number, hands=hands)


def each(template: str, seats: Iterable[Seat] = Seat) -> str:
    """Return a template's lines once for each seat: `{n}` is its letter, `{North}` its word."""
    return "\n".join(
        template.format(n=seat.letter, North=seat.word, team=TEAMS[seat.side], hand=SUITS[seat])
        for seat in seats
    )


SEATED = each("""
{n}> Connecting "{team}" as {North} using protocol version 18
<{n} {North} ("{team}") seated
{n}> {North} ready for teams""")
STARTED = SEATED + each("""
<{n} Teams : N/S : "Old" E/W : "Young"
{n}> {North} ready to start""")
BEGUN = STARTED + each("\n<{n} Start of board")
AGAIN = "".join(
    each(template)
    for template in (
        "\n{n}> {North} ready for deal",
        "\n<{n} Board number 1. Dealer North. Neither vulnerable.\n{n}> {North} ready for cards",
        "\n<{n} {North}'s cards : {hand}",
    )
)
DEALT = BEGUN + AGAIN
"""Four clients that have the cards of board 1 of `one_suit_each`."""


def calls(*said: str, dealer: Seat = Seat.NORTH) -> str:
    """Return some calls of an auction and how four clients are told of them, without alerts."""
    lines = []
    for index, call in enumerate(said):
        seat = dealer.plus(index)
        others = [other for other in Seat if other is not seat]
        lines += [f"{o.letter}> {o.word} ready for {seat.word}'s bid" for o in others]
        lines += [f"{seat.letter}> {seat.word} {call}"]
        lines += [f"<{o.letter} {seat.word} {call}" for o in others]
    return "\n" + "\n".join(lines) + "\n"


# -- the play --------------------------------------------------------------------------------------


LEAD = (
    DEALT
    + calls("bids 7S", "passes", "passes", "passes")
    + """
N> North ready for East's card to trick 1
S> South ready for East's card to trick 1
W> West ready for East's card to trick 1
<E East to lead
E> East plays AH
<N East plays AH
<S East plays AH
<W East plays AH
"""
)
DUMMY_SHOWN = LEAD + each(
    "\n{n}> {North} ready for dummy\n<{n} Dummy's cards : " + SUITS[SOUTH], (NORTH, EAST, WEST)
)
TRICK = (
    DUMMY_SHOWN
    + each("\n{n}> {North} ready for South's card to trick 1", (EAST, SOUTH, WEST))
    + "\nN> South plays 2D"
    + each("\n<{n} South plays 2D", (EAST, SOUTH, WEST))
    + each("\n{n}> {North} ready for West's card to trick 1", (NORTH, EAST, SOUTH))
    + "\nW> West plays 2C"
    + each("\n<{n} West plays 2C", (NORTH, EAST, SOUTH))
    + "\nN> North plays 2S"
)
"""The first trick of 7S by North, who wins it; nobody has asked for its last card yet."""


# -- our client ------------------------------------------------------------------------------------


CLIENT_SEATED = """
C: Connecting "Old" as North using protocol version 18
T: North ("Old") seated
C: North ready for teams
"""
CLIENT_STARTED = (
    CLIENT_SEATED
    + """
T: Teams : N/S : "Old". E/W : "Young"
C: North ready to start
"""
)
CLIENT_BEGUN = (
    CLIENT_STARTED
    + """
T: Start of board
C: North ready for deal
"""
)


def client_dealt(dealer: str = "North") -> str:
    """Return a client that has its cards; it is to call when it is the dealer."""
    wait = "" if dealer == "North" else f"C: North ready for {dealer}'s bid\n"
    return f"""{CLIENT_BEGUN}
T: Board number 1. Dealer {dealer}. Neither vulnerable.
C: North ready for cards
T: North's cards : {SUITS[NORTH]}
E: BoardBegun
{wait}"""


def client_called(first: str, dealer: Seat) -> str:
    """Return a client after a bid by the dealer and three passes."""
    text = client_dealt(dealer.word)
    for index in range(4):
        seat = dealer.plus(index)
        call = first if index == 0 else "P"
        said = "passes" if call == "P" else f"bids {call}"
        if seat is NORTH:
            text += f"U: calls {call}\nC: North {said}\n"
        else:
            wait = f"C: North ready for {seat.word}'s bid\n" if index else ""
            text += f"{wait}T: {seat.word} {said}\n"
    return text


# -- a client that comes back ----------------------------------------------------------------------


WEST_COMES_BACK = """
W closes
V> Connecting "Young" as West using protocol version 18
<V West ("Young") seated
V> West ready for teams
<V Teams : N/S : "Old" E/W : "Young"
V> West ready to start
<V Start of board
"""
FURTHER = (
    "V> West ready for deal\n<V Board number 1. Dealer West. Neither vulnerable.\n",
    f"V> West ready for cards\n<V West's cards : {SUITS[WEST]}\n",
)


def without_west() -> str:
    """Return how the other three pass a board out that West has opened with a pass."""
    text, there = "", (NORTH, EAST, SOUTH)
    for seat in there:
        others = [other for other in there if other is not seat]
        text += each(f"\n{{n}}> {{North}} ready for {seat.word}'s bid", others)
        text += f"\n{seat.letter}> {seat.word} passes"
        text += each(f"\n<{{n}} {seat.word} passes", others)
    return text


Scene = tuple[str, list[Board]]
"""A script, and the boards of its table."""


def return_too_late(steps: int) -> Scene:
    """West has made the first pass and goes; the others pass the board out while it comes back.

    Args:
        steps: how far it has come back by then, up to 2.
    """
    played = [one_suit_each(1, WEST), one_suit_each(2)]
    start = DEALT.replace("1. Dealer North", "1. Dealer West") + calls("passes", dealer=WEST)
    back = WEST_COMES_BACK + "".join(FURTHER[:steps])
    ends = "\nE: BoardFinished" + each("\n<{n} Timing...", (NORTH, EAST, SOUTH))
    ends += "\n<V Timing..." if steps == 2 else ""
    ends += each("\n<{n} Start of board", (NORTH, EAST, SOUTH))
    again = """
<V Start of board
V> West ready for deal
N> North ready for deal
E> East ready for deal
S> South ready for deal
<V Board number 2. Dealer North. Neither vulnerable.
...
"""
    return start + back + without_west() + ends + again, played


def restart_on_return(steps: int) -> Scene:
    """The operator has the board started again while West comes back; see `return_too_late`."""
    start = DEALT.replace("1. Dealer North", "1. Dealer West") + calls("passes", dealer=WEST)
    back = WEST_COMES_BACK + "".join(FURTHER[:steps])
    again = "restart" + each("\n<{n} Start of board", (NORTH, EAST, SOUTH)) + "\n<V Start of board"
    ready = AGAIN.replace("1. Dealer North", "1. Dealer West").replace("W>", "V>")
    script = start + back + again + ready.replace("<W", "<V") + "\nawaited W to call"
    return script, [one_suit_each(1, WEST)]


def restart_while_dealt(ready: str) -> Scene:
    """North is ahead of the others when the operator wants the board again.

    Args:
        ready: what the others have not said that they are ready for: "deal" or "cards".
    """
    dealt = DEALT[: DEALT.index("\n<N North's cards")]
    begun = DEALT[: DEALT.index("\nE> East ready for deal")]
    so_far = begun if ready == "deal" else dealt.replace("W> West ready for cards", "")
    again = "\nrestart" + each("\n<{n} Start of board") + AGAIN
    return so_far + again, [one_suit_each()]
