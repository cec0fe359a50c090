"""The laws of the auction: an independent statement of them, and the number of all auctions."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowager.auction import (
    Auction,
    Call,
    Contract,
    Doubled,
    Strain,
    Vulnerability,
    dealer_of_board,
    parse_call,
    parse_calls,
)
from dowager.cards import Seat, Suit
from dowager.errors import InputError

N, E, S, W = Seat


def auction_of(text: str, dealer: Seat = N) -> Auction:
    return Auction.of_calls(dealer, Vulnerability.NONE, parse_calls(text.split()))


@st.composite
def auctions(draw) -> Auction:
    auction = Auction(draw(st.sampled_from(Seat)), draw(st.sampled_from(Vulnerability)))
    for _ in range(draw(st.integers(0, 40))):
        if auction.ended:
            break
        legal = auction.legal_calls()
        # Small steps, so that auctions are long and reach doubles often.
        auction = auction.after(draw(st.sampled_from(legal[:6])))
    return auction


# What a call may do depends only on this; the count below needs one auction for each.
State = tuple[int, bool, Doubled, int]


def state_of(auction: Auction) -> State:
    index = auction.last_bid
    since = auction.calls if index is None else auction.calls[index + 1 :]
    passes = len(since) - max((i + 1 for i, call in enumerate(since) if call), default=0)
    if index is None:
        return -1, False, Doubled.UNDOUBLED, passes
    theirs = bool((len(auction.calls) - index) % 2)
    return auction.calls[index], theirs, auction.doubled, passes


def test_the_number_of_all_auctions():
    """The published number of possible auctions, reached through `Auction`'s own legal calls."""
    counts: dict[State, int] = {}

    def count(auction: Auction) -> int:
        if auction.ended:
            return 1
        state = state_of(auction)
        if state not in counts:
            counts[state] = sum(count(auction.after(call)) for call in auction.legal_calls())
        return counts[state]

    total = count(Auction(N))
    assert f"{total:,}" == "128,745,650,347,030,683,120,231,926,111,609,371,363,122,697,557"


@cache
def legal_by_the_laws(calls: tuple[Call, ...]) -> frozenset[Call]:
    """State Laws 18, 19 and 22 afresh, by a walk from the first call, without `Auction`."""
    side_of_bid = bid = None
    double = redouble = False
    passes = 0
    for place, call in enumerate(calls):
        passes = passes + 1 if call is Call.PASS else 0
        if call.is_bid:
            bid, side_of_bid, double, redouble = call, place % 2, False, False
        double |= call is Call.DOUBLE
        redouble |= call is Call.REDOUBLE
    if passes == 4 or (passes == 3 and len(calls) > 3):
        return frozenset()
    ours = side_of_bid == len(calls) % 2
    legal = {Call.PASS}
    for level in range(1, 8):
        for strain in Strain:
            higher = bid is None or (level, strain) > (bid.level, bid.strain)
            legal |= {Call.bid(level, strain)} if higher else set()
    if bid is not None and not ours and not double:
        legal.add(Call.DOUBLE)
    if bid is not None and ours and double and not redouble:
        legal.add(Call.REDOUBLE)
    return frozenset(legal)


@given(auctions())
def test_legality_is_that_of_the_laws(auction):
    for end in range(len(auction.calls) + 1):
        part = Auction.of_calls(auction.dealer, auction.vulnerability, auction.calls[:end])
        assert set(part.legal_calls()) == legal_by_the_laws(part.calls)
        assert part.ended == (not part.legal_calls())


@given(auctions())
def test_auction_round_trips(auction):
    text = "" if str(auction) == "(no calls)" else str(auction)
    calls = parse_calls(text.split())
    assert Auction.of_calls(auction.dealer, auction.vulnerability, calls) == auction
    assert auction.turn == auction.seat_of(len(auction.calls))


@given(auctions(), st.sampled_from(Call))
def test_illegal_calls_are_refused(auction, call):
    longer = (*auction.calls, call)
    if call in legal_by_the_laws(auction.calls):
        assert auction.after(call).calls == longer
        return
    with pytest.raises(InputError):
        auction.after(call)
    with pytest.raises(InputError):
        Auction.of_calls(auction.dealer, auction.vulnerability, longer)


@pytest.mark.parametrize("call", Call)
def test_every_call_round_trips(call):
    assert parse_call(str(call)) == parse_call(str(call).lower()) == call
    if call.is_bid:
        assert Call.bid(call.level, call.strain) is call
        assert str(call) == f"{call.level}{call.strain.letter}"
        assert call.suit is call.strain.suit


def test_calls_that_are_no_bids():
    assert [str(call) for call in (Call.PASS, Call.DOUBLE, Call.REDOUBLE)] == ["P", "X", "XX"]
    assert [call.level for call in (Call.PASS, Call.DOUBLE, Call.C1, Call.NT7)] == [0, 0, 1, 7]
    assert Call.PASS.suit is None
    with pytest.raises(ValueError, match="no strain"):
        _ = Call.PASS.strain


@pytest.mark.parametrize(
    ("text", "call"),
    [("pass", Call.PASS), ("1n", Call.NT1), ("dbl", Call.DOUBLE), ("Rdbl", Call.REDOUBLE)],
)
def test_call_synonyms(text, call):
    assert parse_call(text) is call


@pytest.mark.parametrize("text", ["", "8C", "0NT", "1", "NT1", "XXX", "1♠", "1C!"])
def test_no_call(text):
    with pytest.raises(InputError, match="no call"):
        parse_call(text)


# Text, dealer, contract (Law 22 and the definition of declarer).
CONTRACTS = [
    ("1NT P 3NT P P P", N, "3NT-N"), ("1H P 2NT P 3NT P P P", N, "3NT-S"),
    ("P P 1S X 2S P 4S X XX P P P", W, "4SXX-E"), ("1S 2S 4S P P P", E, "4S-E"),
    ("1C 1H 1S 2H P P P", S, "2H-W"), ("1C X XX P P P", N, "1CXX-N"),
    ("1D 1H X 2D P 2H P P P", N, "2H-E"), ("1C P P X 1H P P P", N, "1H-N"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "dealer", "contract"), CONTRACTS)
def test_contract(text, dealer, contract):
    auction = auction_of(text, dealer)
    assert auction.ended
    assert str(auction.contract) == contract


def test_passed_out():
    assert auction_of("P P P P").ended and auction_of("P P P P").contract is None
    assert not auction_of("P P P").ended
    assert auction_of("P P P 1C").contract == Contract(1, Strain.CLUBS, Doubled.UNDOUBLED, W)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P P P P P", "call 5, P, comes after the auction has ended"),
        ("1NT 1H", "call 2, 1H by East, is not legal"),
        ("1NT P X", "call 3, X by South, is not legal"),
        ("1NT XX", "call 2, XX by East"), ("X", "call 1, X by North"), ("1C X P XX", "call 4"),
    ],
)  # fmt: skip
def test_the_message_says_which_call(text, message):
    with pytest.raises(InputError, match=message):
        auction_of(text)


# The sixteen-board cycle as printed on boards (Law 2): dealer and vulnerability.
CYCLE = [
    *("N-", "EN", "SE", "WB", "NN", "EE", "SB", "W-"),
    *("NE", "EB", "S-", "WN", "NB", "E-", "SN", "WE"),
]
LETTERS = {"-": "None", "N": "NS", "E": "EW", "B": "All"}


@pytest.mark.parametrize("number", range(1, 49))
def test_board_cycle(number):
    dealer, letter = CYCLE[(number - 1) % 16]
    assert dealer_of_board(number).letter == dealer
    assert str(Vulnerability.of_board(number)) == LETTERS[letter]


@pytest.mark.parametrize("number", [0, -1])
def test_no_board(number):
    with pytest.raises(InputError, match="less than 1"):
        dealer_of_board(number)
    with pytest.raises(InputError, match="less than 1"):
        Vulnerability.of_board(number)


@pytest.mark.parametrize("vulnerability", Vulnerability)
def test_vulnerability_round_trips(vulnerability):
    assert Vulnerability.parse(str(vulnerability)) is vulnerability
    assert Vulnerability.parse(vulnerability.word.upper()) is vulnerability
    assert vulnerability.of(N) == vulnerability.of(S) == (vulnerability in (1, 3))
    assert vulnerability.of(E) == vulnerability.of(W) == (vulnerability in (2, 3))


@pytest.mark.parametrize(("text", "word"), [("Love", "none"), ("-", "none"), ("All", "both")])
def test_vulnerability_synonyms(text, word):
    assert Vulnerability.parse(text).word == word


def test_no_vulnerability():
    with pytest.raises(InputError, match="no vulnerability"):
        Vulnerability.parse("north")


def test_strain_and_suit_share_numbers():
    assert [strain.suit for strain in Strain] == [*Suit, None]
