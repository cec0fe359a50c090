"""Claims, by the proposal at the end of the protocol text: both sides, accepted and rejected."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from dowager.cards import Seat
from dowager.protocols.bluechip.client import ClientState
from dowager.table import (
    ClaimEnded,
    ClaimHeard,
    LocalError,
    PlayerConversation,
    PlayerEvent,
    TableOptions,
)
from support.peer_scripts import DUMMY_SHOWN, LEAD, SUITS, client_called, each, one_suit_each
from support.scripted_peers import run_client, run_manager
from support.wired_tables import Wires, boards

CLAIMS = TableOptions(trick_pause=0, claims=True)
ONE = [one_suit_each()]
NORTH, EAST, SOUTH, WEST = Seat

NORTH_CLAIMS = f"""
N> North claims
<E North claims
<E North's cards : {SUITS[NORTH]}
<W North claims
<W North's cards : {SUITS[NORTH]}
<S North claims
<S North's cards : {SUITS[NORTH]}
awaited E to answer the claim, W to answer the claim
"""
EAST_CLAIMS = f"""
E> East claims
<N East claims
<N East's cards : {SUITS[EAST]}
<S East claims
<S East's cards : {SUITS[EAST]}
awaited N to answer the claim
"""
PLAYED = (
    each("\n{n}> {North} ready for South's card to trick 1", (EAST, SOUTH, WEST))
    + """
N> South plays 2D
<E South plays 2D
<S South plays 2D
<W South plays 2D
"""
)


def test_declarer_claims_and_both_defenders_accept() -> None:
    script = """
E> East accepts North's claim
awaited W to answer the claim
W> West accepts North's claim
E: BoardFinished tricks=13
"""
    ends = each("\n<{n} North's claim is accepted\n<{n} Timing...\n<{n} End of session")
    run_manager(DUMMY_SHOWN + NORTH_CLAIMS + script + ends, ONE, CLAIMS)


@pytest.mark.parametrize("first", ["", "E> East accepts North's claim\n"])
def test_one_defender_rejects_and_the_play_goes_on(first: str) -> None:
    script = f"{first}W> West rejects North's claim"
    ends = each("\n<{n} North's claim is rejected")
    late = "\nE> East accepts North's claim\nawaited N to play"
    run_manager(DUMMY_SHOWN + NORTH_CLAIMS + script + ends + late + PLAYED, ONE, CLAIMS)


def test_a_defender_claims_and_declarer_alone_answers() -> None:
    start = DUMMY_SHOWN + EAST_CLAIMS + "W> West accepts East's claim\n"
    accepted = each("\n<{n} East's claim is accepted\n<{n} Timing...\n<{n} End of session")
    script = "N> North accepts East's claim\nE: BoardFinished tricks=0" + accepted
    run_manager(start + script, ONE, CLAIMS)
    rejected = "N> North rejects East's claim" + each("\n<{n} East's claim is rejected")
    run_manager(start + rejected + PLAYED, ONE, CLAIMS)


def test_claims_are_off_by_default() -> None:
    run_manager(DUMMY_SHOWN + "\nN> North claims\nE: Reported a claim is ignored\n" + PLAYED, ONE)


@pytest.mark.parametrize("seat", list(Seat))
def test_nobody_claims_where_one_player_cannot_read_it(seat: Seat) -> None:
    claims = "\nN> North claims\nE: Reported a claim is ignored\n"
    run_manager(DUMMY_SHOWN + claims + PLAYED, ONE, CLAIMS, dialects={seat: "claims:no"})


@pytest.mark.parametrize("script", ["S> South claims", "E> East rejects North's claim"])
def test_dummy_cannot_claim_and_nobody_answers_what_was_not_claimed(script: str) -> None:
    run_manager(f"{DUMMY_SHOWN}\n{script}\nawaited N to play\n{PLAYED}", ONE, CLAIMS)


def test_nobody_claims_before_the_lead() -> None:
    before = LEAD[: LEAD.index("E> East plays")]
    run_manager(f"{before}\nN> North claims\nawaited E to lead", ONE, CLAIMS)


def test_a_card_that_crosses_a_claim_counts_when_it_is_rejected() -> None:
    """Also the lead of a trick that was asked for already: it was once lost for ever."""
    dummy = each("\n{n}> {North} ready for South's card to trick 1", (EAST, SOUTH, WEST))
    run_manager(
        DUMMY_SHOWN
        + dummy
        + EAST_CLAIMS
        + "N> South plays 2D\nN> North rejects East's claim"
        + each("\n<{n} East's claim is rejected")
        + each("\n<{n} South plays 2D", (EAST, SOUTH, WEST)),
        ONE,
        CLAIMS,
    )
    trick = """
E> East ready for West's card to trick 1
N> North ready for West's card to trick 1
S> South ready for West's card to trick 1
W> West plays 2C
<N West plays 2C
<E West plays 2C
<S West plays 2C
E> East ready for North's card to trick 1
S> South ready for North's card to trick 1
W> West ready for North's card to trick 1
N> North plays 2S
<E North plays 2S
<S North plays 2S
<W North plays 2S
E> East ready for North's card to trick 2
S> South ready for North's card to trick 2
W> West ready for North's card to trick 2
<N North to lead
"""
    crossing = "N> North plays AS\nN> North rejects East's claim"
    ends = each("\n<{n} East's claim is rejected")
    led = each("\n<{n} North plays AS", (EAST, SOUTH, WEST))
    run_manager(DUMMY_SHOWN + PLAYED + trick + EAST_CLAIMS + crossing + ends + led, ONE, CLAIMS)


@pytest.mark.parametrize("gone", ["N", "W"])
def test_a_claim_is_void_when_one_of_its_parties_goes(gone: str) -> None:
    script = f"{gone} closes" + each(
        "\n<{n} North's claim is rejected", (seat for seat in Seat if seat.letter != gone)
    )
    run_manager(DUMMY_SHOWN + NORTH_CLAIMS + script, ONE, CLAIMS)


def test_an_accepted_claim_ends_the_board_for_those_who_were_behind() -> None:
    """West has not even asked to see dummy, and South has not heard of dummy's card."""
    start = DUMMY_SHOWN.replace("W> West ready for dummy\n<W Dummy's cards : " + SUITS[SOUTH], "")
    script = "N> South plays 2D\n" + NORTH_CLAIMS
    answers = "W> West accepts North's claim\nE> East accepts North's claim"
    ends = each("\n<{n} North's claim is accepted\n<{n} Timing...\n<{n} End of session")
    run_manager(start + script + answers + ends, ONE, CLAIMS)


# -- the client ------------------------------------------------------------------------------------

DECLARER = (
    client_called("7S", NORTH)
    + f"""
C: North ready for East's card to trick 1
T: East plays AH
C: North ready for dummy
T: Dummy's cards : {SUITS[SOUTH]}
"""
)


def test_our_claim_leaves_the_turn_as_it_is() -> None:
    script = "U: claims\nC: North claims\nU: plays 2D\nC: South plays 2D\n"
    script += "C: North ready for West's card to trick 1\nT: North's claim is rejected\n"
    script += "E: ClaimEnded accepted=False\nU: claims\nC: North claims\n"
    client = run_client(DECLARER + script + "T: North's claim is accepted\nE: BoardEnded\n")
    assert client.state is ClientState.BETWEEN
    with pytest.raises(LocalError):
        client.claim()
    with pytest.raises(LocalError):
        client.answer_claim(True)


def test_a_claim_is_told_once_it_can_be_judged_and_answered_once() -> None:
    heard = f"T: East claims\nT: East's cards : {SUITS[EAST]}\nE: ClaimHeard wanted=True\n"
    client = run_client(DECLARER + heard + "U: accepts\nC: North accepts East's claim\n")
    with pytest.raises(LocalError, match="no claim for us"):
        client.answer_claim(True)


def test_cards_that_the_claimer_cannot_have_are_rejected() -> None:
    script = f"T: East claims\nT: East's cards : {SUITS[NORTH]}\nE: Noticed cannot have\n"
    run_client(DECLARER + script + "C: North rejects East's claim\n")
    without = client_called("7S", NORTH)
    client = run_client(f"{without}C: North ready for East's card to trick 1\nT: East claims\n")
    with pytest.raises(LocalError, match="opening lead"):
        client.claim()


def test_cards_without_a_claim_are_ignored() -> None:
    run_client(DECLARER + f"T: West's cards : {SUITS[WEST]}\nE: Noticed West's cards\n")
    run_client(DECLARER + "T: South claims\nE: Noticed South claims\n")


class Claimers(Wires):
    """Clients that claim now and then, and accept or reject at random."""

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]
        self.chance = Random(17)
        self.outcomes: list[tuple[Seat, bool, bool]] = []
        self.heard = 0

    def choose_card(self, client: PlayerConversation) -> int:
        if self.chance.random() < 0.05:
            with suppress(LocalError):  # there is a claim already, or no lead yet
                client.claim()
        return super().choose_card(client)

    def _handle(self, connection: int, events: list[PlayerEvent]) -> None:
        super()._handle(connection, events)
        client = self.clients.get(connection)
        for event in events:
            match event:
                case ClaimHeard(_, _, wanted) if client:
                    self.heard += 1
                    if wanted:
                        client.answer_claim(self.chance.random() < 0.6)
                case ClaimEnded(seat, accepted) if client and seat is client.seat:
                    declares = seat is client.board.playing.declarer
                    self.outcomes.append((seat, declares, accepted))
                case _:
                    pass


@pytest.mark.parametrize("claims", [True, False])
def test_sessions_with_claims(claims: bool) -> None:
    table = Claimers(boards(30, 8), TableOptions(trick_pause=0, claims=claims), 8)
    table.sit_all()
    table.run()
    assert table.over
    assert [event.board.number for event in table.finished] == list(range(1, 31))
    kinds = {(declarer, accepted) for _, declarer, accepted in table.outcomes}
    assert kinds == (
        {(True, True), (True, False), (False, True), (False, False)} if claims else set()
    )
    assert bool(table.heard) == claims
    for board in (event.board for event in table.finished):
        if board.contract is not None:
            assert board.tricks is not None and 0 <= board.tricks <= 13
            assert claims or len(board.play) == 52
