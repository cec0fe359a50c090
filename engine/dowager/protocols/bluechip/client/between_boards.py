"""What a client does when it logs on, between boards, and at the end."""

from __future__ import annotations

from dowager.auction import Auction
from dowager.protocols.bluechip.client.calling import next_call
from dowager.protocols.bluechip.client.conversation import ClientState, Conversation
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import (
    Cards,
    DealInfo,
    EndOfSession,
    Illegal,
    Message,
    ReadyForStep,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    Unknown,
)
from dowager.table import BoardBegun, PlayerBoard, SeatGiven, Step, TeamsNamed, TimesHeard


def take_seat(talk: Conversation, message: Seated) -> None:
    """Take the seat that we are given, and ask for the teams."""
    if talk.seat is not None and message.seat is not talk.seat:
        talk.notice(f"asked for {talk.seat.word}, and was given {message.seat.word}")
    talk.seat = message.seat
    talk.go(ClientState.SEATED)
    talk.events.append(SeatGiven(message.seat))
    talk.send(ReadyForStep(message.seat, Step.TEAMS))


def hear_teams(talk: Conversation, message: Teams) -> None:
    """Hear the teams for the first time."""
    talk.go(ClientState.BETWEEN)
    hear_teams_again(talk, message)


def hear_teams_again(talk: Conversation, message: Teams) -> None:
    """Hear the teams, and answer: some table managers send them before each board."""
    if talk.seat is None:
        talk.notice("teams were named before we had a seat")
        return
    talk.events.append(TeamsNamed(message.north_south, message.east_west))
    talk.send(ReadyForStep(talk.seat, Step.START))


def start_board(talk: Conversation, message: StartOfBoard) -> None:
    """Start a board, perhaps for the second time."""
    if talk.seat is None:
        talk.notice("a board was started before we had a seat")
        return
    talk.clear()
    talk.go(ClientState.BOARD)
    talk.send(ReadyForStep(talk.seat, Step.DEAL))


def take_deal(talk: Conversation, message: DealInfo) -> None:
    """Hear the board's number, dealer and vulnerability, and ask for our cards."""
    talk.deal = message
    talk.go(ClientState.DEALT)
    talk.send(ReadyForStep(talk.own_seat, Step.CARDS))


def take_cards(talk: Conversation, message: Cards) -> None:
    """Take our cards; the auction begins."""
    if message.who is not talk.own_seat:
        talk.notice(f"ignored: {message.who.word}'s cards")
        return
    assert talk.deal is not None
    auction = Auction(talk.deal.dealer, talk.deal.vulnerability)
    talk.board = PlayerBoard(talk.own_seat, talk.deal.number, message.hand, auction)
    talk.events.append(BoardBegun(talk.deal.number, message.hand))
    next_call(talk)


def hear_times(talk: Conversation, message: Timing) -> None:
    """Hear the time that both sides have used."""
    talk.events.append(TimesHeard(message.north_south, message.east_west))


def hear_refusal(talk: Conversation, message: Refusal) -> None:
    """End with the table manager's words."""
    talk.finish(f"the table manager says: {message.text}")


def hear_illegal(talk: Conversation, message: Illegal) -> None:
    """End: we hold for legal what the table manager calls illegal, so we cannot go on."""
    talk.finish(f"the table manager says that our {message.what} is illegal")


def end_session(talk: Conversation, message: EndOfSession) -> None:
    """End without a fault."""
    talk.finish("")


def ignore(talk: Conversation, message: Message) -> None:
    """Notice what is of no use to us."""
    why = f" ({message.why})" if isinstance(message, Unknown) and message.why else ""
    talk.notice(f"ignored: {quoted(message)}{why}")
