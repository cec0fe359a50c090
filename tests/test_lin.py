"""LIN: round trips, single boards and vugraph files, messages for wrong ones, endplay's reader."""

import random
from dataclasses import replace

import pytest
from endplay.config import suppress_unicode
from endplay.parsers import lin as endplay_lin
from endplay.types import Player, Vul
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.auction import Vulnerability
from dowager.cards import Deal, Seat, card_name
from dowager.errors import DowagerError, InputError
from dowager.formats import Alert, Board, Tag, read_lin, read_pbn, write_lin, write_pbn
from support.random_boards import boards, spoilt

DEAL = "N:AKQ2.JT9.876.543 JT98.AKQ.543.J92 7654.876.AKQ.T87 3.5432.JT92.AKQ6"
MD = "S7654H876DAKQCT87,S3H5432DJT92CAKQ6,SAKQ2HJT9D876C543"

# A hand record as the site serves it, with three hands, alerts, an explanation and a claim.
SINGLE = f"""\
pn|Sue,Will,Ned,Eva|st||md|3{MD},|rh||ah|Board 7|sv|b|mb|1C!|an|2+ clubs; 11-20|mb|P|mb|1S|\
mb|d!|mb|R|mb|p|mb|1N|an|  to
 play |mb|p|mb|p|mb|p|pg||pc|HA|pc|H6|pc|H2|pc|h9|pg||pc|HK|mc|7|nt|well
bid|pg||"""

# A vugraph file: heading, both rooms, names for all, no deal for the closed room of board 18.
VUGRAPH = f"""\
vg|Spring Cup,Round 1,I,17,18,North,0,South,0|
rs|3NSC=,PASS,,|
pn|oS,oW,oN,oE,cS,cW,cN,cE|pg||
qx|o17|st||md|3{MD}|sv|0|sa|0|mb|1N|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|hA|pg||
nt|^c good|pg||
qx|c17|st||md|3{MD},SJT98HAKQD543CJ92|sv|o|mb|p|mb|p|mb|p|mb|p|pg||
qx|o18,BOARD 18|md|4{MD.lower()}|sv|n|mb|1Cp1Sp2Sppp|pg||
qx|c18|mb|P,P|pg||
""".replace("\n", "\r\n")


def board_of(text: str) -> Board:
    (board,) = read_lin(text)
    return board


def test_a_single_board():
    board = board_of(SINGLE)
    assert (board.number, board.dealer, board.vulnerability) == (
        7, Seat.NORTH, Vulnerability.BOTH,
    )  # fmt: skip
    assert board.deal == Deal.parse(DEAL)
    assert str(board.auction) == "1C P 1S X XX P 1NT P P P"
    assert board.alerts == (Alert(0, "2+ clubs; 11-20"), Alert(3, ""), Alert(6, "to play"))
    assert (str(board.contract), board.tricks) == ("1NT-S", 7)
    assert [card_name(card) for card in board.play] == ["HA", "H6", "H2", "H9", "HK"]
    assert [board.tag(seat.word) for seat in Seat] == ["Ned", "Eva", "Sue", "Will"]
    assert board.comments == ("well\nbid",)


def test_a_vugraph_file():
    some = read_lin("\ufeff" + VUGRAPH)
    assert [(b.number, b.tag("Room"), b.tag("South")) for b in some] == [
        (17, "Open", "oS"), (17, "Closed", "cS"), (18, "Open", "oS"), (18, "Closed", "cS"),
    ]  # fmt: skip
    assert [str(board.contract) for board in some] == ["3NT-N", "None", "2S-W", "None"]
    assert all(board.deal == Deal.parse(DEAL) for board in some)
    assert [str(board.vulnerability) for board in some] == ["None", "None", "NS", "NS"]
    assert some[1].passed_out and len(some[3].calls) == 2
    assert some[0].tags[-1].lines == (
        "vg|Spring Cup,Round 1,I,17,18,North,0,South,0|", "rs|3NSC=,PASS,,|", "sa|0|",
    )  # fmt: skip
    assert some[0].comments == ("^c good",)
    assert read_lin(write_lin(some)) == some
    assert read_pbn(write_pbn(some)) == some


@pytest.mark.parametrize("text", [SINGLE, VUGRAPH, SINGLE + "\n" + SINGLE, VUGRAPH + SINGLE])
def test_files_round_trip(text):
    some = read_lin(text)
    assert read_lin(write_lin(some)) == some


def test_boards_split_without_labels():
    deal = "md|1,,,|mb|p|"
    assert len(read_lin(deal * 3)) == 3
    assert [b.tag("South") for b in read_lin(f"pn|a|{deal}pn|b|{deal}")] == ["a", "b"]
    assert [b.tag("South") for b in read_lin(f"{deal}pn|a|{deal}pn|b|")] == ["a", "b"]


@given(st.lists(boards(), max_size=3))
@settings(max_examples=25, deadline=None)
def test_boards_round_trip(some):
    assert read_lin(write_lin(some)) == some


@given(boards())
@settings(max_examples=60, deadline=None)
def test_lin_to_pbn_and_back(board):
    assert read_lin(write_lin(read_pbn(write_pbn([board])))) == [board]


def endplay_can(board: Board) -> bool:
    """Whether endplay's LIN reader has no fault that the board would meet."""
    return bool(board.deal and board.contract and not board.comments)


@given(boards())
@settings(max_examples=80, deadline=None)
def test_endplay_reads_what_we_write(board):
    if not endplay_can(board):
        return
    board = replace(board, tricks=board.tricks or 7)
    (theirs,) = endplay_lin.loads(write_lin([board]))
    assert theirs.dealer == Player(board.dealer)
    assert theirs.vul == Vul.find(str(board.vulnerability))
    assert [str(hand) for hand in (theirs.deal.north, theirs.deal.east, theirs.deal.south)] == [
        str(hand) for hand in board.deal.hands[:3]
    ]
    with suppress_unicode():
        assert [str(call).rstrip("*").rstrip("!") for call in theirs.auction] == [
            str(call) for call in board.calls
        ]
        assert [str(card) for card in theirs.play] == [card_name(card) for card in board.play]


@given(boards())
@settings(max_examples=60, deadline=None)
def test_we_read_what_endplay_writes(board):
    if not endplay_can(board):
        return
    board = replace(board, tricks=board.tricks or 7)
    theirs = endplay_lin.loads(write_lin([board]))
    ours = board_of(endplay_lin.dumps(theirs))
    known = ("dealer", "vulnerability", "hands", "calls", "contract", "play")
    assert [getattr(ours, name) for name in known] == [getattr(board, name) for name in known]


@pytest.mark.parametrize("text", ["", " \n", "pg||", "vg|a,b|\nqx|o1|st||", "\ufeff"])
def test_no_boards(text):
    assert read_lin(text) == []


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("mb|1NT|mb|pass|mb|dbl|", None),
        ("mb|1n|mb|Pass|mb|3NT|mb|DBL!|mb|RDBL|", "1NT P 3NT X XX"),
        ("mb|1s!p2s!pp|", "1S P 2S P P"), ("mb|-|mb||mb|2C|", "P 2C"), ("mb|p", "P"),
    ],
)  # fmt: skip
def test_calls(text, calls):
    if calls is None:
        with pytest.raises(InputError, match="X by North is not legal"):
            read_lin("md|1,,,|" + text)
    else:
        assert str(board_of("md|1,,,|" + text).auction) == calls


# A file, and what must be said about it.
FAULTS = [
    ("md|1,,,|mb|1C|mb|1Z|", "f:1:18: no call '1Z'; write p, d, r or"),
    ("md|1,,,|\nmb|1C|mb|1C|", "f:2:10: 1C by West is not legal after: 1C"),
    ("md|1,,,|pc|S1|", "f:1:12: no card 'S1'"),
    ("md|1,,,|pc|SA|pc|sa|", "f:1:18: card SA is played twice"),
    ("md|5,,,|", "f:1:4: the deal starts with '5'"), ("md|1,,,,|", "f:1:4: the deal has 5 hands"),
    ("md|1SAKQ|", "f:1:4: hand 'AKQ...' has 3 cards"),
    ("md|1SASK|", "f:1:4: hand 'SASK' has the suit S"),
    ("md|1SAX|", "f:1:4: no suit 'X'"), (f"md|1{MD},{MD[:17]}|", "f:1:4: "),
    ("md|1,,,|sv|x|", "f:1:12: no vulnerability 'x'"), ("md|1,,,|mc|14|", "f:1:12: no claim '14'"),
    ("pn|a,b,c,d,e,f,g,h,i|", "f:1:4: 9 names"), ("hello", "f:1:1: 'hello' has no value"),
    ("hello|x|", "f:1:6: no LIN command 'hello'"), ("md|1,,,||x|", "no LIN command ''"),
    ("qx|o1|mb|p|", "this board has no deal"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_say_where_and_what(text, message):
    with pytest.raises(InputError) as caught:
        read_lin(text, "f")
    assert message in str(caught.value)


def test_all_faulty_boards_are_told():
    with pytest.raises(InputError) as caught:
        read_lin("md|9|\nmd|1,,,|\nmd|1,,,|sv|q|", "f")
    assert [line[:6] for line in str(caught.value).splitlines()] == ["f:1:4:", "f:3:12"]


@pytest.mark.parametrize(
    "change",
    [
        {"tags": (Tag("North", "a,b"),)}, {"tags": (Tag("North", "a|b"),)},
        {"comments": ("a|b",)}, {"tags": (Tag("Lin", "", ("nonsense",)),)},
    ],
)  # fmt: skip
def test_what_lin_cannot_express_is_refused(change):
    with pytest.raises(InputError, match="LIN"):
        write_lin([Board(Seat.NORTH, Vulnerability.NONE, **change)])


@pytest.mark.parametrize("seed", range(400))
def test_a_spoilt_file_raises_only_our_error(seed):
    text = spoilt(random.Random(seed), SINGLE if seed % 2 else VUGRAPH)
    try:
        some = read_lin(text)
        assert read_lin(write_lin(some)) == some
    except DowagerError as error:
        assert str(error)
