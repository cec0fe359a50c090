"""A client's part in the auction, which leads to the play."""

from __future__ import annotations

from dowager.auction import Auction
from dowager.protocols.bluechip.client.client_session import ClientSession, ClientState, OwnCall
from dowager.protocols.bluechip.client.playing import next_card
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import Bids, ReadyForBid
from dowager.table import (
    AlertHeard,
    BoardEnded,
    CallHeard,
    CallWanted,
    LocalError,
    PlayerBoard,
)


def next_call(session: ClientSession) -> None:
    """Wait for the next call, ours or another's, or go on to the play."""
    board, auction = session.our_board, session.our_board.auction
    if board.play is not None:
        next_card(session)
    elif auction.ended:
        session.go(ClientState.BETWEEN)
        session.events.append(BoardEnded())
    elif auction.turn is board.seat:
        session.go(ClientState.MY_CALL)
        session.events.append(CallWanted())
    else:
        session.go(ClientState.THEIR_CALL)
        session.send(ReadyForBid(board.seat, auction.turn))


def make_call(session: ClientSession, own: OwnCall) -> None:
    """Make our own program's call.

    Raises:
        LocalError: the call is not legal.
    """
    board = session.our_board
    if not board.auction.is_legal(own.call):
        raise LocalError(f"{own.call} is not legal after: {board.auction}")
    message = Bids(board.seat, own.call, own.alert)
    session.send(message)
    _add_call(session, message)


def hear_call(session: ClientSession, message: Bids) -> None:
    """Hear another's call."""
    auction = session.our_board.auction
    if message.seat is not auction.turn:
        correct_call(session, message)
    elif not auction.is_legal(message.call):
        session.cannot_use(f"{quoted(message)} (not legal after: {auction})")
    else:
        _add_call(session, message)


def hear_own_call(session: ClientSession, message: Bids) -> None:
    """Hear at our turn what we called before we lost the connection."""
    if message.seat is session.seat and session.our_board.auction.is_legal(message.call):
        _add_call(session, message)
    else:
        session.notice(f"ignored at our turn: {quoted(message)}")


def correct_call(session: ClientSession, message: Bids) -> None:
    """Take another call in place of the one that we have just made, if we hear of one.

    A client that comes back may have called before it heard what it had called.
    """
    board = session.board
    if board is None:
        session.notice(f"ignored: {quoted(message)}")
        return
    if board.auction.ended and message.alert and message.seat.side is not board.seat.side:
        _explain_call(session, board, message, message.alert)
        return
    before = board.before_last_call() if board.auction.calls else None
    begun = board.play is not None and bool(board.play.cards)
    ours = before is not None and message.seat is session.seat and before.our_turn
    if before is None or not ours or begun or not before.auction.is_legal(message.call):
        _pass_over(session, board.auction, message)
    elif message.call is not board.auction.calls[-1]:
        session.notice(f"the table manager has {message.call} for our {board.auction.calls[-1]}")
        session.board = before.after_call(message.call)
        session.events.append(CallHeard(message.seat, message.call, message.alert))
        if board.auction.ended or session.board.auction.ended:
            next_call(session)


def _explain_call(session: ClientSession, board: PlayerBoard, message: Bids, alert: str) -> None:
    """Take what an opponent's call meant; operators may say so when the auction has ended."""
    explained = board.with_alert(message.seat, message.call, alert)
    if explained is None:
        session.notice(f"ignored out of turn: {quoted(message)}")
    else:
        session.board = explained
        session.events.append(AlertHeard(message.seat, message.call, alert))


def _pass_over(session: ClientSession, auction: Auction, message: Bids) -> None:
    """Notice a call out of turn; unless it repeats the seat's last one, we have lost the thread."""
    back = (auction.turn - message.seat) % 4
    repeats = 0 < back <= len(auction.calls) and auction.calls[-back] is message.call
    if session.state is ClientState.THEIR_CALL and message.seat is not session.seat and not repeats:
        session.cannot_use(f"{quoted(message)} (it is {auction.turn.word}'s turn)")
    else:
        session.notice(f"ignored out of turn: {quoted(message)}")


def _add_call(session: ClientSession, message: Bids) -> None:
    session.board = session.our_board.after_call(message.call, message.alert)
    session.events.append(CallHeard(message.seat, message.call, message.alert))
    next_call(session)
