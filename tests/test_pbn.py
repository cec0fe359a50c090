"""PBN: round trips, odd but right files, messages for wrong ones, endplay as a second reader."""

import random
from dataclasses import replace

import pytest
from endplay.config import suppress_unicode
from endplay.parsers import pbn as endplay_pbn
from endplay.types import Bid as TheirBid
from endplay.types import Board as TheirBoard
from endplay.types import Card as TheirCard
from endplay.types import Contract as TheirContract
from endplay.types import Deal as TheirDeal
from endplay.types import Player, Vul
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.auction import Call, Vulnerability
from dowager.cards import Deal, Seat, card_name
from dowager.errors import DowagerError, InputError
from dowager.formats import Alert, Board, Tag, read_pbn, write_pbn
from support.random_boards import boards, spoilt

DEAL = "N:AKQ2.JT9.876.543 JT98.AKQ.543.J92 7654.876.AKQ.T87 3.5432.JT92.AKQ6"

# A file as programs write it: escapes, comments, notes, all passes, two games, tables, inheritance.
CLUB = f"""\
% PBN 2.1
% EXPORT
% Content-type: text/x-pbn; charset=ISO-8859-1
; a remark for all
[Event "##Spring Pairs"]
[Site "Gy\\"or \\\\ hall"]
[Date "2024.03.09"]
[Board "1"]
[West "W"] [North "N"] ; two on one line
[East "E"]
[South "S"]
[Dealer "N"]
[Vulnerable "Love"]
[Deal "{DEAL}"]
[Scoring "MP"]
[Declarer "N"]
[Contract "3NTX"]
[Result "8"]
{{ A comment
  [Board "99"] over lines }}
[Auction "N"]
1C =1=  Pass  1H!  $2  Pass
1NT=2= Pass 3NT X ; doubled
AP
[Note "1:could be short"]
[Note "2:12-14; balanced"]
[Play "E"]
HA H6 H2 H9
C2 C7 CA C3
- - DJ D6
*
[ScoreTable "Rank\\2R;Contestant\\6L;Names\\20L"]
 1  "A"   "North - S; South"
 2  "B"   "x"
[Mystery ""]

[Event "#"]
[Board "2"]
[Dealer "East"]
[Vulnerable "N/S"]
[Deal "E:- AKQ2.JT9.876.543 - -"]
[Contract "Pass"]
\t
[Board "3"]
[Auction "S"]
1C Pass 1H ^I =1= Pass AP
[Note "1:insufficient"]
[Contract "1H"]
[Declarer "^W"]
""".replace("\n", "\r\n")


@pytest.fixture(scope="module")
def club() -> list[Board]:
    return read_pbn("\ufeff" + CLUB)


def test_a_game_with_everything(club):
    board = club[0]
    assert (board.number, board.dealer, board.vulnerability) == (1, Seat.NORTH, Vulnerability.NONE)
    assert board.deal == Deal.parse(DEAL)
    assert str(board.auction) == "1C P 1H P 1NT P 3NT X P P P"
    assert board.alerts == (Alert(0, "could be short"), Alert(4, "12-14; balanced"))
    assert (board.alert_of(4), board.alert_of(5)) == ("12-14; balanced", None)
    assert (str(board.contract), board.tricks) == ("3NTX-N", 8)
    played = "HA H6 H2 H9 C2 C7 CA C3 DJ D6"
    assert [card_name(card) for card in board.play] == played.split()
    assert board.comments == (
        "a remark for all", "two on one line", 'A comment\n  [Board "99"] over lines', "doubled",
    )  # fmt: skip
    assert board.tag("Site") == 'Gy"or \\ hall'
    assert board.tag("Event") == "Spring Pairs"
    assert board.tag("Nothing") == ""
    assert Tag("Mystery", "") in board.tags
    assert board.tags[-2].lines == ('1  "A"   "North - S; South"', '2  "B"   "x"')


def test_file_round_trips(club):
    assert read_pbn(write_pbn(club)) == club
    assert write_pbn(read_pbn(write_pbn(club))) == write_pbn(club)


@given(st.lists(boards(), max_size=3))
@settings(max_examples=25, deadline=None)
def test_boards_round_trip(some):
    assert read_pbn(write_pbn(some)) == some


def board_of(text: str) -> Board:
    (board,) = read_pbn(text)
    return board


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("AP", "P P P P"), ("1C AP", "1C P P P"), ("pass PASS p Pass", "P P P P"),
        ("1C dbl! rdbl? $12 1d *", "1C X XX 1D"),
        ("- - 1C 1NT =1= +", "1C 1NT"), ("1C {why} X ; rest\nXX 1N", "1C X XX 1NT"),
        ("\n% 7NT\n1C * 9Z", "1C"), ("+", "(no calls)"), ("$1", "(no calls)"),
    ],
)  # fmt: skip
def test_auction_section(text, calls):
    file = f'[Board "1"]\n[Auction "N"]\n{text.strip()}\n[Note "1:an alert"]'
    assert str(board_of(file).auction) == calls


@pytest.mark.parametrize("text", ["1C ^S - Pass", "1H ^I 1C AP", "1C - - Pass"])
def test_irregular_auction_is_kept_as_it_is(text):
    board = board_of(f'[Dealer "N"]\n[Auction "N"]\n{text}\n[Note "1:x"]\n[Contract "Pass"]')
    assert board.calls == ()
    assert Tag("Auction", "N", (text,)) in board.tags
    assert board_of(write_pbn([board])) == board


@pytest.mark.parametrize(
    "play",
    ['"E"]\nSA ^R S2 S3 S4', '"E"]\nSA =1= S2 S3 S4\n[Note "1:lead"]', '"S"]\nSA S2 S3 S4',
     '"E"]\n- SA S2 S3', '"E"]\nSA - - -\nS2 - - -', '"E"]\nSA $1 S2'],
)  # fmt: skip
def test_irregular_play_is_kept_as_it_is(play):
    board = board_of(f'[Dealer "N"]\n[Declarer "N"]\n[Contract "1NT"]\n[Play {play}')
    assert board.play == ()
    assert "Play" in [tag.name for tag in board.tags]
    assert board_of(write_pbn([board])) == board


@pytest.mark.parametrize(
    ("tags", "dealer", "vulnerability"),
    [
        ('[Board "7"]', "S", "All"), ('[Board "7"][Dealer "North"]', "N", "All"),
        ('[Board "7"][Auction "E"]', "E", "All"), ('[Deal "W:- - - -"]', "W", "None"),
        ('[Board "7"][Vulnerable "-"]', "S", "None"), ('[Board "A1"][Dealer "w"]', "W", "None"),
        ('[Board "2"][Vulnerable "?"][Dealer "?"]', "E", "NS"),
        ('[Dealer "N"][Vulnerable "Both"]', "N", "All"),
        ('[Dealer "N"][Vulnerable "EW"]', "N", "EW"),
    ],
)  # fmt: skip
def test_dealer_and_vulnerability(tags, dealer, vulnerability):
    board = board_of(tags)
    assert (board.dealer.letter, str(board.vulnerability)) == (dealer, vulnerability)
    assert board_of(write_pbn([board])) == board


@pytest.mark.parametrize(
    ("tags", "contract", "tricks"),
    [
        ('[Contract "4S"][Declarer "E"][Result "10"]', "4S-E", 10),
        ('[Contract "3nxx"][Declarer "West"][Result "^0"]', "3NTXX-W", 0),
        ('[Contract "5D**"][Declarer "^S"]', "5DXX-S", None), ('[Contract "?"]', "None", None),
        ('[Contract "4S"]', "None", None), ('[Result "NS 9"]', "None", None),
        ('[Contract "4S"][Declarer ""][Result "?"]', "None", None),
        ('[Auction "N"]\n1C AP\n[Contract "1C"]', "1C-N", None),
        ('[Auction "N"]\n1C AP\n[Contract "1C"][Declarer "^S"]', "1C-S", None),
        ('[Auction "N"]\n1C AP\n[Contract "?"][Declarer "?"]', "1C-N", None),
        ('[Auction "N"]\n1C *\n[Contract "2C"][Declarer "N"]', "2C-N", None),
    ],
)  # fmt: skip
def test_contract_and_result(tags, contract, tricks):
    board = board_of('[Dealer "N"]' + tags)
    assert (str(board.contract), board.tricks) == (contract, tricks)
    assert board_of(write_pbn([board])) == board


def test_three_known_hands_make_four():
    assert board_of(f'[Deal "{DEAL.rpartition(" ")[0]} -"]').deal == Deal.parse(DEAL)


def test_games_without_empty_lines():
    some = read_pbn('[Board "1"]\n[Event "a"]\n[Board "2"]\n[Board "2"]\n[Event "b"]\n[Event "c"]'
                    '[Dealer "N"]')  # fmt: skip
    assert [board.number for board in some] == [1, 2, 2, None]
    assert [board.tag("Event") for board in some] == ["a", "", "b", "c"]


@pytest.mark.parametrize("text", ["", "\n \n", "% PBN 2.1", "; only a remark", "{x}\n\n"])
def test_no_boards(text):
    assert read_pbn(text) == []


# A file, and what must be said about it.
FAULTS = [
    ('[Board "1"\n', "f:1:1: this is not a tag pair"),
    ('[Board "1"]\n\n  1C Pass', "f:3:3: '1C Pass' comes before the first tag pair"),
    ('[Board "1"]\n{ never closed', "f:2:1: the comment that starts here is never closed"),
    ('[Board "1"]\n[Event "#"]', "f:2:1: Event '#' inherits, but no earlier game has Event"),
    ('[Event "x"]', "f:1:1: the dealer is not known; write"),
    ('[Dealer "Q"]', "f:1:1: no seat 'Q'; write N, E, S or W"),
    ('[Board "1"]\n [Dealer "N"]\n [Auction "E"]', "f:3:2: the auction starts with East"),
    ('[Board "1"]\n[Vulnerable "some"]', "f:2:1: no vulnerability 'some'"),
    ('[Board "1"]\n[Auction "N"]\n1C Pass 1B', "f:3:9: no call '1B'"),
    (
        '[Board "1"]\n[Auction "N"]\n1C {x} Pass\n  1C',
        "f:4:3: 1C by South is not legal after: 1C P",
    ),
    ('[Board "1"]\n[Auction "N"]\n1C AP Pass', "f:3:7: P by North is not legal"),
    ('[Board "1"]\n[Auction "N"]\n1C =3=', "f:3:4: the auction has no note 3"),
    ('[Board "1"]\n[Auction "N"]\n=3= 1C', "f:3:1: the note =3= comes before"),
    ('[Board "1"]\n[Deal "AKQ"]', "f:2:1: deal 'AKQ' has no first seat"),
    ('[Deal "N:- -"]', "f:1:1: deal 'N:- -' has 2 hands"),
    ('[Deal "N:AK.. - - -"]', "f:1:1: hand 'AK..' has 3 suits"),
    ('[Deal "N:AKQ2.JT9.876.543 AKQ2.JT9.876.543 - -"]', "f:1:1: card SA is in two hands"),
    ('[Board "1"]\n[Contract "8S"][Declarer "N"]', "f:2:1: no contract '8S'"),
    ('[Board "1"]\n[Contract "4S"][Declarer "Q"]', "f:2:1: no seat 'Q'"),
    ('[Board "1"]\n[Result "14"]', "f:2:1: no result '14'"),
    (
        '[Board "1"]\n[Auction "N"]\n1C AP\n[Contract "2C"]',
        "contract is 2C-N, but the auction ends",
    ),
    ('[Board "1"]\n[Auction "N"]\n1C AP\n[Contract "Pass"]', "f:4:1: passed out, but the auction"),
    (
        '[Dealer "N"][Contract "1C"][Declarer "N"]\n[Play "E"]\nSA SA',
        "f:2:1: card SA is played twice",
    ),
    ('[Dealer "N"][Contract "1C"][Declarer "N"]\n[Play "E"]\nSA ZZ', "f:2:1: no card 'ZZ'"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_say_where_and_what(text, message):
    with pytest.raises(InputError) as caught:
        read_pbn(text, "f")
    assert message in str(caught.value)


def test_all_faulty_boards_are_told():
    with pytest.raises(InputError) as caught:
        read_pbn('[Dealer "Q"]\n\n[Dealer "N"]\n\n[Dealer "N"]\n[Result "x"]', "f")
    assert [line[:6] for line in str(caught.value).splitlines()] == ["f:1:1:", "f:6:1:"]


@pytest.mark.parametrize(
    "change",
    [
        {"tags": (Tag("Event", "a\nb"),)}, {"tags": (Tag("Event", "#"),)},
        {"tags": (Tag("Event", "##x"),)}, {"tags": (Tag("No name", "x"),)},
        {"tags": (Tag("Table", "", ("[x",)),)}, {"tags": (Tag("Table", "", ("",)),)},
        {"comments": ("} \n",)}, {"play": (1, 2)},
        {"calls": (Call.C1,), "alerts": (Alert(0, "a\nb"),)},
    ],
)  # fmt: skip
def test_what_pbn_cannot_express_is_refused(change):
    with pytest.raises(InputError, match=r"PBN|tag name"):
        write_pbn([Board(Seat.NORTH, Vulnerability.NONE, **change)])


@pytest.mark.parametrize(
    "value", ['"', "\\", '\\"', "\\\\", 'a\\"b\\', "Rank\\2R;X", "", "?", "a#"]
)
def test_every_tag_value_round_trips(value):
    board = Board(Seat.NORTH, Vulnerability.NONE, tags=(Tag("Other", value),))
    assert read_pbn(write_pbn([board])) == [board]


def hands_of(deal: TheirDeal) -> list[str]:
    return [str(hand) for hand in (deal.north, deal.east, deal.south, deal.west)]


def calls_of(auction: list[TheirBid]) -> list[str]:
    with suppress_unicode():
        return [str(call).rstrip("*").rstrip("!") for call in auction]


@given(boards())
@settings(max_examples=80, deadline=None)
def test_endplay_reads_what_we_write(board):
    if board.deal is None or not board.auction.ended or board.comments:
        return
    (theirs,) = endplay_pbn.loads(write_pbn([replace(board, number=board.number or 9)]))
    assert theirs.dealer == Player(board.dealer)
    assert theirs.vul == Vul.find(str(board.vulnerability))
    assert theirs.board_num == (board.number or 9)
    assert hands_of(theirs.deal) == [str(hand) for hand in board.deal.hands]
    assert calls_of(theirs.auction) == [str(call) for call in board.calls]
    assert [call.alertable for call in theirs.auction] == [
        board.alert_of(index) is not None for index in range(len(board.calls))
    ]
    with suppress_unicode():
        assert [str(card) for card in theirs.play] == [card_name(card) for card in board.play]
    if board.contract and board.tricks is not None:
        assert theirs.contract.result == board.tricks - board.contract.level - 6
        assert theirs.contract.declarer == Player(board.contract.declarer)


@given(boards())
@settings(max_examples=80, deadline=None)
def test_we_read_what_endplay_writes(board):
    if board.deal is None or not board.auction.ended:
        return
    theirs = TheirBoard(
        deal=TheirDeal(str(board.deal)),
        auction=[TheirBid(str(call)) for call in board.calls],
        play=[TheirCard(card_name(card)) for card in board.play],
        board_num=board.number or 9,
        vul=Vul.find(str(board.vulnerability)),
        dealer=Player(board.dealer),
        contract=their_contract(board),
        claimed=len(board.play) < 52,
    )
    # endplay writes a quotation mark and a backslash as they are, which no reader can undo
    told = tuple(alert for alert in board.alerts if alert.text and not set(alert.text) & set('"\\'))
    for alert in told:
        theirs.auction[alert.call].alertable = True
        theirs.auction[alert.call].announcement = alert.text
    ours = board_of(endplay_pbn.dumps([theirs]))
    known = ("dealer", "vulnerability", "hands", "calls", "contract", "play")
    assert [getattr(ours, name) for name in known] == [getattr(board, name) for name in known]
    assert ours.alerts == told
    if board.contract and board.tricks is not None:
        assert ours.tricks == board.tricks


def their_contract(board: Board) -> TheirContract:
    if board.contract is None:
        return TheirContract()
    contract = TheirContract.from_auction(
        Player(board.dealer), [TheirBid(str(call)) for call in board.calls]
    )
    contract.result = (board.tricks or 0) - contract.level - 6
    return contract


@pytest.mark.parametrize("seed", range(400))
def test_a_spoilt_file_raises_only_our_error(seed, club):
    rng = random.Random(seed)
    text = spoilt(rng, CLUB if seed % 2 else write_pbn(club))
    try:
        some = read_pbn(text)
        assert read_pbn(write_pbn(some)) == some
    except DowagerError as error:
        assert str(error)
