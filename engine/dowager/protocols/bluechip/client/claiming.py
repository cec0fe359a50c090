"""A client's part in claims: ours, and others'.

Source: the proposal at the end of the protocol text, items 2 to 8. A claim leaves the turn as it
is: a table manager that knows no claims never answers, and the play goes on.
"""

from __future__ import annotations

from dowager.protocols.bluechip.client.client_session import (
    ClientSession,
    ClientState,
    OwnAnswer,
    OwnClaim,
)
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import AnswersClaim, Cards, ClaimEnds, Claims
from dowager.table import BoardEnded, ClaimEnded, ClaimHeard, LocalError, judges_of


def make_claim(session: ClientSession, own: OwnClaim) -> None:
    """Claim for our own program.

    Raises:
        LocalError: we may not claim now.
    """
    board, play = session.our_board, session.our_board.playing
    if not play.cards or play.dummy is board.seat:
        raise LocalError("dummy cannot claim, and nobody before the opening lead")
    if session.claimer is not None:
        raise LocalError("there is a claim already")
    session.claimer = board.seat
    session.send(Claims(board.seat))


def hear_claim(session: ClientSession, message: Claims) -> None:
    """Hear another's claim; the cards follow."""
    play = session.our_board.playing
    if message.seat in (session.seat, play.dummy) or not play.cards:
        session.notice(f"ignored: {quoted(message)}")
    else:
        session.claimer, session.to_answer = message.seat, False


def take_claimers_cards(session: ClientSession, message: Cards) -> None:
    """See the claimer's cards; now the claim can be judged."""
    board, claimer = session.our_board, session.claimer
    if claimer is None or message.who is not claimer or claimer is session.seat:
        session.notice(f"ignored: {message.who.word}'s cards")
        return
    wanted = session.seat in judges_of(claimer, board.playing)
    if board.can_hold(claimer, message.hand):
        session.to_answer = wanted
        session.events.append(ClaimHeard(claimer, message.hand, wanted))
    else:
        session.notice(f"{claimer.word} claims with cards that it cannot have")
        if wanted:
            session.send(AnswersClaim(board.seat, claimer, False))


def answer_claim(session: ClientSession, own: OwnAnswer) -> None:
    """Give our own program's answer to the open claim."""
    assert session.claimer is not None
    session.to_answer = False
    session.send(AnswersClaim(session.our_board.seat, session.claimer, own.accepts))


def end_claim(session: ClientSession, message: ClaimEnds) -> None:
    """Hear what came of a claim."""
    session.claimer, session.to_answer = None, False
    session.events.append(ClaimEnded(message.claimer, message.accepted))
    if message.accepted:
        session.go(ClientState.BETWEEN)
        session.events.append(BoardEnded())
