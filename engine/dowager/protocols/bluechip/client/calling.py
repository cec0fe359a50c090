"""A client's part in the auction, which leads to the play."""

from __future__ import annotations

from dowager.protocols.bluechip.client.conversation import ClientState, Conversation, OwnCall
from dowager.protocols.bluechip.client.playing import next_card
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import Bids, ReadyForBid
from dowager.table import BoardEnded, CallHeard, CallWanted, LocalError


def next_call(talk: Conversation) -> None:
    """Wait for the next call, ours or another's, or go on to the play."""
    board, auction = talk.our_board, talk.our_board.auction
    if board.play is not None:
        next_card(talk)
    elif auction.ended:
        talk.go(ClientState.BETWEEN)
        talk.events.append(BoardEnded())
    elif auction.turn is board.seat:
        talk.go(ClientState.MY_CALL)
        talk.events.append(CallWanted())
    else:
        talk.go(ClientState.THEIR_CALL)
        talk.send(ReadyForBid(board.seat, auction.turn))


def make_call(talk: Conversation, own: OwnCall) -> None:
    """Make our own program's call.

    Raises:
        LocalError: the call is not legal.
    """
    board = talk.our_board
    if not board.auction.is_legal(own.call):
        raise LocalError(f"{own.call} is not legal after: {board.auction}")
    message = Bids(board.seat, own.call, own.alert)
    talk.send(message)
    _add_call(talk, message)


def hear_call(talk: Conversation, message: Bids) -> None:
    """Hear another's call."""
    auction = talk.our_board.auction
    if message.seat is not auction.turn:
        correct_call(talk, message)
    elif not auction.is_legal(message.call):
        talk.notice(f"ignored: {message.call} by {message.seat.word} is not legal")
    else:
        _add_call(talk, message)


def hear_own_call(talk: Conversation, message: Bids) -> None:
    """Hear at our turn what we called before we lost the connection."""
    if message.seat is talk.seat and talk.our_board.auction.is_legal(message.call):
        _add_call(talk, message)
    else:
        talk.notice(f"ignored at our turn: {quoted(message)}")


def correct_call(talk: Conversation, message: Bids) -> None:
    """Take another call in place of the one that we have just made, if we hear of one.

    A client that comes back may have called before it heard what it had called.
    """
    board = talk.board
    if board is None:
        talk.notice(f"ignored: {quoted(message)}")
        return
    before = board.before_last_call() if board.auction.calls else None
    begun = board.play is not None and bool(board.play.cards)
    ours = before is not None and message.seat is talk.seat and before.our_turn
    if before is None or not ours or begun or not before.auction.is_legal(message.call):
        talk.notice(f"ignored out of turn: {quoted(message)}")
    elif message.call is not board.auction.calls[-1]:
        talk.notice(f"the table manager has {message.call} for our {board.auction.calls[-1]}")
        talk.board = before.after_call(message.call)
        talk.events.append(CallHeard(message.seat, message.call, message.alert))
        if board.auction.ended or talk.board.auction.ended:
            next_call(talk)


def _add_call(talk: Conversation, message: Bids) -> None:
    talk.board = talk.our_board.after_call(message.call, message.alert)
    talk.events.append(CallHeard(message.seat, message.call, message.alert))
    next_call(talk)
