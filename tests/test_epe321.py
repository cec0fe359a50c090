"""EPE 321 without sockets: what is read, what is said, rubbers, players who go and come back."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowager.auction import Call, Contract, Doubled, Rubber, Strain, Vulnerability
from dowager.cards import Hand, Seat, Side, card_name, parse_card
from dowager.protocols import EPE_321, without_passwords
from dowager.protocols.epe321 import json_messages as m
from dowager.protocols.epe321.json_messages import JsonMessage, NotRead
from dowager.protocols.epe321.message_reader import READERS, read_message
from dowager.protocols.epe321.message_writer import FIELD_OF, MessageWriter
from dowager.protocols.epe321.player_side import HEARD, Epe321Player
from dowager.table import (
    Action,
    BoardBegun,
    BoardEnded,
    CallMade,
    CallWanted,
    CardPlayed,
    CardWanted,
    DummySeen,
    Ended,
    Handled,
    LocalError,
    Noticed,
    PlayerEvent,
    SeatAsked,
    SeatGiven,
    Unreadable,
    Unwelcome,
    Useless,
)
from support.epe321_wires import Desk, RubberWires, without_added
from support.wired_tables import Wires, after_turns, boards, one_at_a_time, whole

N, E, S, W = Seat

# -- what is written is read -----------------------------------------------------------------------

SEATS, CALLS, CARDS = st.sampled_from(Seat), st.sampled_from(Call), st.integers(0, 51)
SIDES, MAYBE = st.sampled_from(Side), st.none()
THIRTEEN = st.permutations(range(52)).map(lambda cards: tuple(sorted(cards[:13])))
NAMES = st.text(min_size=1, max_size=40).map(str.strip).filter(bool)
PAIRS = st.tuples(st.integers(0, 2), st.integers(0, 2))
STANDINGS = st.builds(m.Standing, PAIRS, PAIRS, st.one_of(MAYBE, PAIRS), st.booleans())
CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubled), SEATS
)
FIELDS = st.fixed_dictionaries(
    {name: st.integers(0, 9999) for name in FIELD_OF.values()}
).map(lambda fields: {name.lower(): points for name, points in fields.items()})  # fmt: skip
KINDS: dict[type, st.SearchStrategy[Any]] = {
    m.ConnectRequest: st.builds(m.ConnectRequest, NAMES, st.text(), st.one_of(MAYBE, SEATS)),
    m.ConnectUnsuccessful: st.builds(m.ConnectUnsuccessful, st.booleans(), st.just("a reason")),
    m.ConnectSuccessful: st.builds(m.ConnectSuccessful, st.one_of(MAYBE, SEATS)),
    m.LobbyUpdate: st.builds(
        m.LobbyUpdate, st.lists(st.tuples(SEATS, NAMES), max_size=4).map(tuple)
    ),
    m.BidStart: st.builds(
        m.BidStart,
        THIRTEEN,
        SEATS,
        st.one_of(MAYBE, st.integers(0, 999)),
        st.one_of(MAYBE, st.sampled_from(Vulnerability)),
        st.one_of(MAYBE, PAIRS),
    ),
    m.BidRequest: st.builds(m.BidRequest),
    m.BidSend: st.builds(m.BidSend, CALLS),
    m.BidUpdate: st.builds(m.BidUpdate, CALLS, st.one_of(MAYBE, SEATS)),
    m.BidEnd: st.builds(m.BidEnd, st.one_of(MAYBE, CONTRACTS)),
    m.PlayStart: st.builds(m.PlayStart, st.one_of(st.just(()), THIRTEEN)),
    m.MoveRequest: st.builds(m.MoveRequest, st.booleans()),
    m.MoveSend: st.builds(m.MoveSend, CARDS),
    m.MoveUpdate: st.builds(m.MoveUpdate, CARDS, st.one_of(MAYBE, SEATS)),
    m.TrickEnd: st.builds(m.TrickEnd, SIDES, st.one_of(MAYBE, SEATS)),
    m.PlayEnd: st.builds(m.PlayEnd, SIDES, st.one_of(MAYBE, st.integers(0, 13))),
    m.Score: st.builds(m.Score, FIELDS, FIELDS, st.one_of(MAYBE, STANDINGS)),
    m.GameEnd: st.builds(m.GameEnd, st.one_of(MAYBE, SIDES)),
    m.Ping: st.builds(m.Ping),
    m.Pong: st.builds(m.Pong),
    m.DisconnectPlayer: st.builds(m.DisconnectPlayer, st.one_of(MAYBE, SEATS), st.booleans()),
}


def test_there_are_twenty_messages_and_each_is_known_everywhere() -> None:
    assert len(READERS) == 20
    assert set(KINDS) == set(HEARD) == set(get_args(JsonMessage))


@given(st.one_of(*KINDS.values()))
def test_what_is_written_is_read(message: JsonMessage) -> None:
    line = MessageWriter().line_of(message)
    if isinstance(message, m.Score):  # the text spells the fields its own way
        message = m.Score(*_spelt(message), message.standing)
    assert _same(read_message(line), message), line
    values = json.loads(line)
    assert values["Type"] in READERS and values["Id"] == 1 and line.isascii()


def _spelt(message: m.Score) -> tuple[m.Fields, m.Fields]:
    names = {name.lower(): name for name in FIELD_OF.values()}
    written = ({names[k]: v for k, v in side.items()} for side in
               (message.north_south, message.east_west))  # fmt: skip
    north_south, east_west = written
    return north_south, east_west


def _same(read: JsonMessage | NotRead, message: JsonMessage) -> bool:
    if isinstance(read, m.Score) and isinstance(message, m.Score):
        return read.standing == message.standing
    if isinstance(read, m.BidStart) and isinstance(message, m.BidStart):
        return sorted(read.cards) == list(message.cards) and read.dealer is message.dealer
    if isinstance(read, m.PlayStart) and isinstance(message, m.PlayStart):
        return sorted(read.dummy) == list(message.dummy)
    return read == message


@given(FIELDS, FIELDS)
def test_the_nine_fields_of_a_score(north_south: m.Fields, east_west: m.Fields) -> None:
    names = {name.lower(): name for name in FIELD_OF.values()}
    sides = [{names[k]: v for k, v in side.items()} for side in (north_south, east_west)]
    values = json.loads(MessageWriter().line_of(m.Score(*sides)))
    assert [values["NSscores"], values["EWscores"]] == sides
    read = read_message(json.dumps(values).encode())
    assert isinstance(read, m.Score)
    assert [dict(read.north_south), dict(read.east_west)] == [north_south, east_west]


def test_each_message_has_a_number_of_its_own() -> None:
    writer = MessageWriter()
    assert [json.loads(writer.line_of(m.Ping()))["Id"] for _ in range(3)] == [1, 2, 3]


# The samples of the text as they stand there, with their faults.
SAMPLES: list[tuple[str, JsonMessage]] = [
    (
        '{ "Type": "CONNECT_REQUEST", "Id": 2, "Password": "password123", "Alias": "Player123", }',
        m.ConnectRequest("Player123", "password123"),
    ),
    (
        '{ "Type": "CONNECT_UNSUCCESSFUL", "Id": 3, "Description": "LOBBY_FULL" }',
        m.ConnectUnsuccessful(full=True),
    ),
    (
        '{"Type": "LOBBY_UPDATE", "Id": 6, "PlayerPositions": [ { "Position": "N", "Alias": "P1" },'
        ' { "Position": "E", "Alias": "P2" }, { "Position": "W", "Alias": "P3" } ] }',
        m.LobbyUpdate(((N, "P1"), (E, "P2"), (W, "P3"))),
    ),
    (
        '{ "Type": "BID_SEND", "Id": 22, "Bid": {"Suit" : "H", "Rank" : "5" } }',
        m.BidSend(Call.H5),
    ),
    (
        '{ "Type": "BID_END", "Id": 31, "Contract": { "Suit" : "H", "Rank" : "3", '
        '"IsDouble" : True, "IsRedouble" : False }, "Trump": "H", "Declarer": "N", "Dummy": "S" }',
        m.BidEnd(Contract(3, Strain.HEARTS, Doubled.DOUBLED, N)),
    ),
    ('{ "Type": "MOVE_REQUEST", "Id": 37, "MoveDummy": False }', m.MoveRequest(dummy=False)),
    (
        '{ "Type": "MOVE_UPDATE", "Id": 43, "Move": {"Suit" : "H", "Rank" : "5" }, "Player": "N" }',
        m.MoveUpdate(parse_card("H5"), N),
    ),
    ('{ "Type": "PLAY_END", "Id": 49, "WinningPartnership": "NS" }', m.PlayEnd(Side(0))),
    ('{ "Type": "DISCONNECT_PLAYER", "Id": 109, "PlayerPos": "N" }', m.DisconnectPlayer(N)),
]


@pytest.mark.parametrize(("text", "message"), SAMPLES)
def test_the_samples_of_the_text(text: str, message: JsonMessage) -> None:
    assert read_message(text.encode()) == message
    assert read_message(text.replace('"Type"', '"Typ"').encode()) == message


def test_the_samples_with_twelve_cards_are_read_and_are_no_hand() -> None:
    text = (
        '{ "Type": "BID_START", "Id": 15, "Cards": [ { "Suit" : "H", "Rank" : ["2", "7"] },'
        ' { "Suit" : "S", "Rank" : ["5", "A"] }, { "Suit" : "C", "Rank" : ["6", "J", "Q", "K"] },'
        ' { "Suit" : "D", "Rank" : ["2", "9", "10", "A"] } ], "Dealer": "N" }'
    )
    message = read_message(text.encode())
    assert isinstance(message, m.BidStart) and len(message.cards) == 12
    names = "H2 H7 S5 SA C6 CJ CQ CK D2 D9 DT DA"
    assert [card_name(card) for card in message.cards] == names.split()
    player = Epe321Player("Ann", None)
    events = player.receive(text.encode() + b"\n")
    assert "12 cards" in player.doubt and isinstance(events[0], Noticed)


@pytest.mark.parametrize(
    ("bid", "call"),
    [
        ({"Suit": "PASS"}, Call.PASS),
        ({"Suit": "PASS", "Rank": None}, Call.PASS),
        ({"Suit": "pass", "Rank": "null"}, Call.PASS),
        ({"Suit": "DOUBLE", "Rank": ""}, Call.DOUBLE),
        ({"Suit": "REDOUBLE", "Rank": 0}, Call.REDOUBLE),
        ({"suit": "NT", "rank": 3}, Call.NT3),
        ({"Suit": "NT", "Rank": "3"}, Call.NT3),
        ({"Suit": "Spades", "Rank": 7.0}, Call.S7),
        ({"Suit": "♦", "Rank": "1"}, Call.D1),
        ("5H", Call.H5),
        ("1nt", Call.NT1),
        ("PASS", Call.PASS),
    ],
)
def test_the_forms_of_a_call(bid: Any, call: Call) -> None:
    message = {"Type": "BID_SEND", "Id": 1, "Bid": bid}
    assert read_message(json.dumps(message).encode()) == m.BidSend(call)


@pytest.mark.parametrize(
    "bid",
    [None, {}, [], 5, "", {"Suit": "D", "Rank": None}, {"Suit": "H", "Rank": 8}, {"Rank": "5"},
     {"Suit": "H", "Rank": "-1"}, {"Suit": "H", "Rank": True}, {"Suit": [], "Rank": {}}],
)  # fmt: skip
def test_what_is_no_call(bid: Any) -> None:
    message = read_message(json.dumps({"Type": "BID_SEND", "Bid": bid}).encode())
    assert isinstance(message, NotRead) and message.type == "BID_SEND"


@pytest.mark.parametrize(
    ("move", "card"),
    [
        ({"Suit": "H", "Rank": "10"}, "HT"),
        ({"Suit": "H", "Rank": 10}, "HT"),
        ({"Suit": "h", "Rank": "t"}, "HT"),
        ({"Suit": "S", "Rank": "A"}, "SA"),
        ({"Suit": "S", "Rank": ["A"]}, "SA"),
        ({"Suit": "C", "Rank": 2}, "C2"),
        ("H10", "HT"),
        ("10H", "HT"),
    ],
)
def test_the_forms_of_a_card(move: Any, card: str) -> None:
    message = read_message(json.dumps({"Type": "MOVE_SEND", "Move": move}).encode())
    assert message == m.MoveSend(parse_card(card))


def test_a_hand_of_thirteen_objects_and_one_for_each_suit_are_the_same() -> None:
    hand = Hand.parse("AKT2.Q3.J54.9876")
    line = json.loads(MessageWriter().line_of(m.BidStart(hand.cards(), N)))
    assert [each["Suit"] for each in line["Cards"]] == ["S", "H", "D", "C"]
    assert line["Cards"][0]["Rank"] == ["A", "K", "10", "2"]
    single = [
        {"Suit": each["Suit"], "Rank": int(rank) if rank.isdigit() else rank}
        for each in line["Cards"]
        for rank in each["Rank"]
    ]
    message = read_message(json.dumps({**line, "Cards": single}).encode())
    assert isinstance(message, m.BidStart) and Hand.of_cards(message.cards) == hand


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"null", b"7", b'"PING"', b"{", b"\xff\xfe", b"[" * 9000, b'{"Type": 3}',
     b'{"Type": "BOW"}', b'{"Type": null, "Typ": []}', b'[{"Type": "PING"}, {"Type": "PING"}]',
     b'"' + b'\\"' * 8000, b'{"a":' * 3000, b"9" * 9000, b'{"Type": "MOVE_SEND", "Move": "H"}',
     b'{"Type": "CONNECT_REQUEST", "Alias": ""}', b'{"Type":"CONNECT_REQUEST","Alias":["x"]}'],
)  # fmt: skip
def test_what_cannot_be_read_ends_nothing(data: bytes) -> None:
    assert isinstance(read_message(data), NotRead)
    (request,) = list(Desk().conversation.receive(data + b"\n")) or [Useless("")]
    assert isinstance(request, Useless | Unwelcome)
    player = Epe321Player("Ann", None)
    assert all(isinstance(event, Noticed) for event in player.receive(data + b"\n"))


def test_an_object_alone_in_an_array_is_taken() -> None:
    assert read_message(b'[{"Type": "PING", "Id": 1}]') == m.Ping()
    assert read_message(b'\xef\xbb\xbf{"type": "ping"}') == m.Ping()


# -- a host's conversation with one client ---------------------------------------------------------


def test_who_gets_a_place() -> None:
    request = {"Type": "CONNECT_REQUEST", "Id": 1, "Alias": "Ann", "Password": "x"}
    assert Desk().hear(request) == [SeatAsked("", None, "Ann")]
    assert Desk("x").hear(request) == [SeatAsked("", None, "Ann")]
    assert Desk("y").hear(request) == [Unwelcome("the password is wrong")]
    named = {**request, "Position": "W"}
    assert Desk("x", "z").hear(named) == [SeatAsked("", None, "Ann")]
    assert Desk("y", "x").hear(named) == [SeatAsked("", W, "Ann", stands_in=True)]
    del request["Password"]
    assert Desk("y").hear(request) == [Unwelcome("the password is wrong")]
    (refused,) = Desk().hear({**request, "Alias": "A" * 101})
    assert isinstance(refused, Unwelcome) and "alias" in refused.why


def test_a_client_that_never_asks_for_a_place_is_sent_away() -> None:
    desk = Desk()
    requests = [request for _ in range(30) for request in desk.hear("{}")]
    assert isinstance(requests[0], Useless) and isinstance(requests[-1], Unwelcome)


def test_a_ping_is_answered_at_any_time() -> None:
    desk = Desk()
    desk.hear({"Type": "PING", "Id": 104})
    desk.conversation.give_seat(N, "")
    assert desk.hear({"Type": "PING", "Id": 105}) == [Handled()]
    assert [each["Type"] for each in desk.said] == ["PONG", "CONNECT_SUCCESSFUL", "PONG"]
    assert [each["Id"] for each in desk.said] == [1, 2, 3]


def test_what_a_player_asks() -> None:
    desk = Desk()
    desk.conversation.give_seat(N, "")
    assert desk.hear({"Type": "BID_SEND", "Bid": {"Suit": "PASS"}}) == [CallMade(Call.PASS)]
    (card,) = desk.hear({"Type": "MOVE_SEND", "Move": {"Suit": "H", "Rank": "3"}})
    assert card == CardPlayed(parse_card("H3"), frozenset({N}))
    (request,) = desk.hear({"Type": "MOVE_SEND", "Move": {"Suit": "H"}})
    assert isinstance(request, Unreadable) and request.action is Action.CARD
    for useless in ("CONNECT_REQUEST", "DISCONNECT_PLAYER", "GAME_END"):
        (request,) = desk.hear({"Type": useless, "Alias": "Ann"})
        assert isinstance(request, Useless)


def test_refusals_in_the_words_of_the_text() -> None:
    desk = Desk()
    desk.conversation.refuse("the password is wrong")
    desk.conversation.refuse_seat("there is no free seat")
    assert [each["Description"] for each in desk.said] == ["OTHER", "LOBBY_FULL"]
    desk.conversation.give_seat(W, "")
    desk.conversation.refuse("West was to call within 1 s")
    assert desk.said[-1] == {"Type": "DISCONNECT_PLAYER", "Id": 4, "PlayerPos": "W"}


# -- rubbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_players", [whole, without_added], ids=["ours", "the text only"])
def test_rubbers_are_played_and_scored_by_every_message(to_players: Any) -> None:
    table = RubberWires(2, 4, to_players=to_players)
    table.sit_all()
    table.run()
    assert all(rubber.over for rubber in table.rubbers) and len(table.rubbers) == 2
    assert not [text for text in table.reports if "ignored" in text or "illegal" in text]
    for connection in range(4):
        messages = table.messages_to(connection)
        assert len({each["Id"] for each in messages}) == len(messages)
        _check_order(messages)
        _check_scores(messages, table.rubbers)


def _check_order(messages: list[dict[str, Any]]) -> None:
    """See that each board has its messages in the order of the text."""
    *messages, last = messages
    assert last["Type"] == "DISCONNECT_PLAYER"
    words = " ".join(each["Type"] for each in messages)
    for board in words.split("BID_START ")[1:]:
        kinds = board.split()
        if "PLAY_END" not in kinds:
            assert kinds[-2:] == ["BID_END", "SCORE"]
            continue
        assert kinds[-3:] == ["PLAY_END", "SCORE", "GAME_END"]
        assert kinds.count("MOVE_UPDATE") == 52 and kinds.count("TRICK_END") == 13
        assert kinds.index("BID_END") < kinds.index("PLAY_START") < kinds.index("MOVE_UPDATE")
        if "MOVE_REQUEST" in kinds:
            assert kinds.index("PLAY_START") < kinds.index("MOVE_REQUEST")


def _check_scores(messages: list[dict[str, Any]], rubbers: list[Rubber]) -> None:
    """See that the sum of all fields of all scores is what the rubbers are worth."""
    for name, side in zip(("NSscores", "EWscores"), Side, strict=True):
        scores = [each[name] for each in messages if each["Type"] == "SCORE"]
        assert all(set(score) == set(FIELD_OF.values()) for score in scores)
        total = sum(sum(score.values()) for score in scores)
        assert total == sum(rubber.total(side) for rubber in rubbers)


def test_bytes_one_at_a_time() -> None:
    table = RubberWires(1, 5, cut=one_at_a_time, deals=3)
    table.sit_all()
    table.run()
    assert len(table.finished) == 3
    assert not [text for text in table.reports if "ignored" in text or "illegal" in text]


def test_dummy_is_hidden_until_the_lead_is_on_the_table() -> None:
    table = RubberWires(1, 1)
    table.sit_all()
    table.run()
    starts = 0
    for connection in range(4):
        board: list[dict[str, Any]] = []
        for message in table.messages_to(connection):
            board = [] if message["Type"] == "BID_START" else [*board, message]
            if message["Type"] == "PLAY_START" and message["DummyCards"]:
                assert not [each for each in board if each["Type"] == "MOVE_UPDATE"]
                asked = [each for each in board if each["Type"] == "MOVE_REQUEST"]
                empty = [e for e in board if e["Type"] == "PLAY_START" and not e["DummyCards"]]
                assert len(asked) == len(empty) <= 1  # the leader has been asked, and nobody else
                starts += 1
    played = [board for board in table.finished if board.board.contract]
    assert starts == 4 * len(played) > 0


def test_a_client_that_knows_the_text_only_knows_who_is_vulnerable() -> None:
    """It scores the rubber itself: vulnerability and part scores stand in no message."""
    table = RubberWires(1, 8, to_players=without_added)
    table.sit_all()
    seen: list[tuple[Vulnerability, tuple[int, int]]] = []
    while not table.boards.rubber.over:
        before = len(table.finished)
        table.run(until=lambda before=before: len(table.finished) > before)
        auctions = [client.board.auction for client in table.clients.values() if client.board]
        real = table.finished[-1].board
        for auction in auctions:
            if auction.dealer is real.dealer:
                assert auction.vulnerability is real.vulnerability
                assert auction.part_scores == real.part_scores
        seen.append((real.vulnerability, real.part_scores))
    assert len(set(seen)) > 2


def test_four_players_of_one_alias_find_their_seats_by_their_turns() -> None:
    table = RubberWires(1, 3, to_players=without_added)
    for seat in Seat:
        table.sit_alias(seat, "Ann")
    table.run()
    assert table.boards.rubber.over
    assert {client.seat for client in table.clients.values()} == set(Seat)
    assert not [text for text in table.reports if "illegal" in text]


def test_the_fifth_player_finds_the_lobby_full() -> None:
    table = RubberWires()
    table.sit_all()
    table.sit_alias(4, "late")
    table.run(until=lambda: 4 in table.ended)
    assert "there is no free seat" in table.ended[4]
    assert table.messages_to(4)[-1]["Description"] == "LOBBY_FULL"


def test_a_rubber_that_is_broken_off_is_scored_as_unfinished() -> None:
    """The sum of the messages is still the score: nothing is said twice."""
    bonuses = set()
    for seed in range(8):
        table = RubberWires(1, seed, deals=4)
        table.sit_all()
        table.run()
        rubber = table.boards.rubber
        if not rubber.over:
            _check_scores(table.messages_to(0), [rubber.broken_off()])
            bonuses |= {rubber.broken_off().total(side) - rubber.total(side) for side in Side}
    assert bonuses >= {0, 100} or bonuses >= {0, 300}


def test_boards_of_no_rubber_are_scored_too() -> None:
    """At a table that plays duplicate, SCORE is what the board itself is worth."""
    table = Wires(boards(3, 3), protocol=EPE_321, seed=3)
    for seat in Seat:
        table.sit(seat, f"P{seat}", None)
    table.run()
    said = [json.loads(eval(line[3:])) for line in table.log if line.startswith("<0 ")]
    assert [each["Type"] for each in said].count("SCORE") == 3 == len(table.finished)
    assert not [each for each in said if "Rubber" in each]


# -- players who go and come back ------------------------------------------------------------------


@pytest.mark.parametrize("to_players", [whole, without_added], ids=["ours", "the text only"])
@pytest.mark.parametrize("seed", range(2))
def test_a_robot_stands_in_and_the_player_gets_his_seat_back(to_players: Any, seed: int) -> None:
    random = Random(seed)
    table = RubberWires(1, seed, to_players=to_players)
    table.sit_all()
    connection, returns = 4, 0
    while connection < 30 and not table.boards.rubber.over:
        table.run(until=after_turns(random.randrange(5, 60)))
        if table.boards.rubber.over:
            break
        gone = random.choice([c for c in table.clients if c not in table.ended])
        seat, alias = table.clients[gone].seat, table.clients[gone]._alias  # type: ignore[attr-defined]
        if seat is None:
            continue
        table.drop(gone)
        if random.random() < 0.7:
            table.stand_in(connection, seat, "hidden")
            table.run(until=after_turns(random.randrange(60)))
            connection += 1
        back = table.sit_alias(connection, alias)
        table.run(until=after_turns(4))
        connection, returns = connection + 1, returns + 1
        assert table.manager.session.posts[seat].connection == connection - 1
        assert back.seat in (seat, None)
    table.run()
    assert table.boards.rubber.over and returns > 2
    assert not [text for text in table.reports if "starts again" in text or "illegal" in text]


def test_others_hear_who_has_gone_and_who_has_come() -> None:
    table = RubberWires()
    table.sit_all()
    table.run(until=after_turns(6))
    gone = table.clients[2].seat
    assert gone is S or gone is E
    table.drop(2)
    table.run(until=after_turns(1))
    letter = gone.letter
    heard = table.messages_to(0)
    (index,) = [n for n, each in enumerate(heard) if each["Type"] == "DISCONNECT_PLAYER"]
    left, lobby = heard[index : index + 2]
    assert (left["Type"], left["PlayerPos"]) == ("DISCONNECT_PLAYER", letter)
    assert letter not in [each["Position"] for each in lobby["PlayerPositions"]]
    table.stand_in(9, gone, "hidden")
    table.run(until=after_turns(2))
    listed = [m for m in table.messages_to(0) if m["Type"] == "LOBBY_UPDATE"][-1]
    named = {each["Position"]: each["Alias"] for each in listed["PlayerPositions"]}
    assert named[letter] == f"robot {gone}"


def test_nobody_takes_the_seat_of_a_player_who_is_there() -> None:
    table = RubberWires()
    table.sit_all()
    table.run(until=after_turns(6))
    table.sit_alias(4, "P1")  # the alias of one who is there
    table.stand_in(5, N, "hidden")
    table.run(until=lambda: {4, 5} <= set(table.ended))
    assert all("no free seat" in table.ended[each] for each in (4, 5))
    assert set(table.clients) == {0, 1, 2, 3}


def test_a_stranger_does_not_get_a_seat_that_is_kept() -> None:
    table = RubberWires()
    table.sit_all()
    table.run(until=after_turns(6))
    table.drop(1)
    table.sit_alias(4, "stranger")
    table.run(until=lambda: 4 in table.ended)
    table.sit_alias(5, "P1")
    table.run()
    assert table.boards.rubber.over and "no free seat" in table.ended[4]


def test_a_seat_of_the_lobby_is_for_anybody() -> None:
    table = RubberWires()
    for seat in (N, E, S):
        table.sit_alias(seat, f"P{seat}")
    table.run(until=after_turns(4))
    table.drop(1)
    table.sit_alias(4, "new")
    table.sit_alias(5, "newer")
    table.run()
    assert table.boards.rubber.over


# -- our own player at somebody's host -------------------------------------------------------------


class Script:
    """Our player, and what a host says to it."""

    def __init__(self, alias: str = "Ann") -> None:
        self.player = Epe321Player(alias, None, "secret")
        self.events: list[PlayerEvent] = []

    def hear(self, *messages: dict[str, Any]) -> list[PlayerEvent]:
        """Let the host say something; return what happened then."""
        data = b"".join(json.dumps(each).encode() + b"\n" for each in messages)
        new = self.player.receive(data)
        self.events += new
        return new

    def sent(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.player.take_lines()]


HAND = "AKQJ.T98.765.432"
BID_START = json.loads(MessageWriter().line_of(m.BidStart(Hand.parse(HAND).cards(), N)))
LOBBY = {
    "Type": "LOBBY_UPDATE",
    "PlayerPosition": [
        {"Position": seat.letter, "Alias": alias}
        for seat, alias in zip(Seat, ("X", "Y", "Z", "Ann"), strict=True)
    ],
}
PASS = {"Suit": "PASS", "Rank": None}


def update(seat: str, bid: dict[str, Any]) -> dict[str, Any]:
    return {"Type": "BID_UPDATE", "Bid": bid, "Player": seat}


def seated() -> Script:
    script = Script()
    assert script.sent() == [
        {"Type": "CONNECT_REQUEST", "Id": 1, "Password": "secret", "Alias": "Ann"}
    ]
    script.hear({"Type": "CONNECT_SUCCESSFUL", "Id": 4}, LOBBY)
    assert SeatGiven(W) in script.events and script.player.seat is W
    return script


def test_a_player_finds_his_seat_by_his_alias_and_bids() -> None:
    script = seated()
    (begun,) = script.hear(BID_START)
    assert begun == BoardBegun(1, Hand.parse(HAND))
    script.hear(*(update(seat, PASS) for seat in "NES"))
    assert script.hear({"Type": "BID_REQUEST"}) == [CallWanted()]
    script.player.call(Call.S1)
    (bid,) = script.sent()
    assert (bid["Type"], bid["Bid"]) == ("BID_SEND", {"Suit": "S", "Rank": "1"})
    assert script.player.wanted is None and script.player.waits_for == "West's call"
    with pytest.raises(LocalError):
        script.player.call(Call.S2)


def test_a_request_that_comes_again_is_answered_again_but_not_for_ever() -> None:
    script = seated()
    script.hear(BID_START, *(update(seat, PASS) for seat in "NES"), {"Type": "BID_REQUEST"})
    script.player.call(Call.S1)
    script.sent()
    for _ in range(3):
        assert script.hear({"Type": "BID_REQUEST"}) == []
        assert [each["Type"] for each in script.sent()] == ["BID_SEND"]
    (ended,) = script.hear({"Type": "BID_REQUEST"})
    assert isinstance(ended, Ended) and "refuses" in ended.fault and not ended.cut_off


def test_dummy_that_is_shown_too_early_is_not_looked_at() -> None:
    script = seated()
    dummy = Hand.parse("T987.AKQJ.AKQ.AK")
    shown = json.loads(MessageWriter().line_of(m.PlayStart(dummy.cards())))
    script.hear(BID_START, update("N", {"Suit": "NT", "Rank": 3}), update("E", PASS))
    script.hear(update("S", PASS), {"Type": "BID_REQUEST"})
    script.player.call(Call.PASS)
    script.hear(update("W", PASS))
    end = {"Type": "BID_END", "Contract": {"Suit": "NT", "Rank": "3"}, "Declarer": "N"}
    assert DummySeen(dummy) not in script.hear(end, shown)
    board = script.player.board
    assert board is not None and board.dummy_hand is None
    new = script.hear({"Type": "MOVE_UPDATE", "Move": {"Suit": "H", "Rank": 2}, "Player": "E"})
    assert DummySeen(dummy) in new
    move = {"Type": "MOVE_UPDATE", "Move": {"Suit": "H", "Rank": "A"}, "Player": "N"}
    script.hear(move)  # declarer's name for dummy's card
    assert script.hear({"Type": "MOVE_REQUEST", "MoveDummy": False}) == [CardWanted(W)]


def test_a_passed_out_board_and_the_next_one() -> None:
    script = seated()
    script.hear(BID_START, *(update(seat, PASS) for seat in "NES"), {"Type": "BID_REQUEST"})
    script.player.call(Call.PASS)
    assert BoardEnded() in script.hear({"Type": "BID_END", "Contract": None})
    assert script.hear({**BID_START, "Dealer": "E"}) == [BoardBegun(2, Hand.parse(HAND))]


def test_a_host_that_goes_in_a_rubber_is_missed_and_after_one_is_not() -> None:
    script = seated()
    script.hear(BID_START)
    (ended,) = script.player.closed()
    assert isinstance(ended, Ended) and ended.cut_off
    script = seated()
    over = {"Games": {"NS": 2, "EW": 0}, "PartScores": {"NS": 0, "EW": 0}, "Over": True}
    script.hear({"Type": "SCORE", "Rubber": over})
    assert script.player.closed() == [Ended("")]
    script = seated()
    script.hear(BID_START, {"Type": "DISCONNECT_PLAYER", "PlayerPos": "W", "SessionOver": True})
    assert script.player.closed() == [Ended("")]
    assert script.player.closed() == []


def test_refused_by_a_host() -> None:
    for description, words in (("LOBBY_FULL", "taken"), ("OTHER", "password")):
        script = Script()
        (ended,) = script.hear({"Type": "CONNECT_UNSUCCESSFUL", "Description": description})
        assert isinstance(ended, Ended) and words in ended.fault


def test_a_host_is_pinged_when_it_is_quiet() -> None:
    script = seated()
    for _ in range(41):
        script.player.quiet()
    assert [each["Type"] for each in script.sent()] == ["PING"]
    script.hear({"Type": "PING", "Id": 3})
    assert [each["Type"] for each in script.sent()] == ["PONG"]


def test_a_contract_that_the_host_sees_otherwise_is_played_as_it_says() -> None:
    script = seated()
    script.hear(BID_START, update("N", {"Suit": "H", "Rank": 4}))
    end = {"Type": "BID_END", "Contract": {"Suit": "H", "Rank": 4}, "Declarer": "S"}
    events = script.hear(end)
    assert any("the host says 4H-S" in e.text for e in events if isinstance(e, Noticed))
    assert script.hear({"Type": "MOVE_REQUEST"}) == [CardWanted(W)]


# -- logs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        (
            '{"Type": "CONNECT_REQUEST", "Alias": "Ann", "Password": "secret"}',
            '{"Type": "CONNECT_REQUEST", "Alias": "Ann", "Password": "***"}',
        ),
        ('{"PASSWORD" : "secret", "Id": 1,}', '{"PASSWORD": "***", "Id": 1}'),
        ('{"\\u0050assword": "secret"}', '{"Password": "***"}'),
        ('[{"password": 123}]', '[{"password": "***"}]'),
        ('{"a": {"password": ["secret"]}}', '{"a": {"password": "***"}}'),
        ('{"Password": "secret', '{"Password": ***'),
        ("password=secret", "password= ***"),
        ('{"Password": ""}', '{"Password": ""}'),
        ('{"Type": "PING"}', '{"Type": "PING"}'),
        ("North passes", "North passes"),
    ],
)
def test_logs_have_no_passwords(said: str, logged: str) -> None:
    shown = without_passwords(said.encode() + b"\n" + b"next line\r\n").decode()
    assert "secret" not in shown and shown.endswith("next line\r\n")
    first = shown.removesuffix("next line\r\n").rstrip("\n")
    assert first.replace(" ", "") == logged.replace(" ", "")
