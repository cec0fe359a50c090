"""What a client does when it logs on, between boards, and at the end."""

from __future__ import annotations

from dowager.auction import Auction
from dowager.protocols.bluechip import messages as msg
from dowager.protocols.bluechip.client.awaiting import awaited
from dowager.protocols.bluechip.client.calling import next_call
from dowager.protocols.bluechip.client.client_session import ClientSession, ClientState
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import Message
from dowager.table import BoardBegun, PlayerBoard, SeatGiven, Step, TeamsNamed, TimesHeard


def take_seat(session: ClientSession, message: msg.Seated) -> None:
    """Take the seat that we are given, and ask for the teams."""
    if session.seat is not None and message.seat is not session.seat:
        session.notice(f"asked for {session.seat.word}, and was given {message.seat.word}")
    session.seat = message.seat
    session.go(ClientState.SEATED)
    session.events.append(SeatGiven(message.seat))
    session.send(msg.ReadyForStep(message.seat, Step.TEAMS))


def hear_teams(session: ClientSession, message: msg.Teams) -> None:
    """Hear the teams for the first time."""
    session.go(ClientState.BETWEEN)
    hear_teams_again(session, message)


def hear_teams_again(session: ClientSession, message: msg.Teams) -> None:
    """Hear the teams, and answer: some table managers send them before each board."""
    if session.seat is None:
        session.notice("teams were named before we had a seat")
        return
    session.events.append(TeamsNamed(message.north_south, message.east_west))
    session.send(msg.ReadyForStep(session.seat, Step.START))


def start_board(session: ClientSession, message: msg.StartOfBoard) -> None:
    """Start a board, perhaps for the second time."""
    if session.seat is None:
        session.notice("a board was started before we had a seat")
        return
    session.clear()
    session.go(ClientState.BOARD)
    session.send(msg.ReadyForStep(session.seat, Step.DEAL))


def take_deal(session: ClientSession, message: msg.DealInfo) -> None:
    """Hear the board's number, dealer and vulnerability, and ask for our cards."""
    session.deal = message
    session.go(ClientState.DEALT)
    session.send(msg.ReadyForStep(session.own_seat, Step.CARDS))


def take_cards(session: ClientSession, message: msg.Cards) -> None:
    """Take our cards; the auction begins."""
    if message.who is not session.own_seat:
        session.notice(f"ignored: {message.who.word}'s cards")
        return
    assert session.deal is not None
    auction = Auction(session.deal.dealer, session.deal.vulnerability)
    session.board = PlayerBoard(session.own_seat, session.deal.number, message.hand, auction)
    session.events.append(BoardBegun(session.deal.number, message.hand))
    next_call(session)


def hear_times(session: ClientSession, message: msg.Timing) -> None:
    """Hear the time that both sides have used."""
    session.events.append(TimesHeard(message.north_south, message.east_west))


def hear_refusal(session: ClientSession, message: msg.Refusal) -> None:
    """End with the table manager's words."""
    session.finish(f"the table manager says: {message.text}")


def hear_illegal(session: ClientSession, message: msg.Illegal) -> None:
    """End: we hold for legal what the table manager calls illegal, so we cannot go on."""
    session.finish(f"the table manager says that our {message.what} is illegal")


def end_session(session: ClientSession, message: msg.EndOfSession) -> None:
    """End without a fault."""
    session.finish("")


def ignore(session: ClientSession, message: Message) -> None:
    """Notice what is of no use to us."""
    session.notice(f"ignored: {quoted(message)}")


def pass_over(session: ClientSession, message: msg.Unknown) -> None:
    """Notice a line that cannot be read, above all if it should be the one that we wait for."""
    what = f"{quoted(message)}{f' ({message.why})' if message.why else ''}"
    waited = awaited(session)
    if waited is not None and waited.is_meant_by(message):
        session.cannot_use(what)
    else:
        session.notice(f"ignored: {what}")
