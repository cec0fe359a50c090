"""A client's part in claims: ours, and others'.

Source: the proposal at the end of the protocol text, items 2 to 8. A claim leaves the turn as it
is: a table manager that knows no claims never answers, and the play goes on.
"""

from __future__ import annotations

from dowager.protocols.bluechip.client.conversation import (
    ClientState,
    Conversation,
    OwnAnswer,
    OwnClaim,
)
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import AnswersClaim, Cards, ClaimEnds, Claims
from dowager.table import BoardEnded, ClaimEnded, ClaimHeard, LocalError, judges_of


def make_claim(talk: Conversation, own: OwnClaim) -> None:
    """Claim for our own program.

    Raises:
        LocalError: we may not claim now.
    """
    board, play = talk.our_board, talk.our_board.playing
    if not play.cards or play.dummy is board.seat:
        raise LocalError("dummy cannot claim, and nobody before the opening lead")
    if talk.claimer is not None:
        raise LocalError("there is a claim already")
    talk.claimer = board.seat
    talk.send(Claims(board.seat))


def hear_claim(talk: Conversation, message: Claims) -> None:
    """Hear another's claim; the cards follow."""
    play = talk.our_board.playing
    if message.seat in (talk.seat, play.dummy) or not play.cards:
        talk.notice(f"ignored: {quoted(message)}")
    else:
        talk.claimer, talk.to_answer = message.seat, False


def take_claimers_cards(talk: Conversation, message: Cards) -> None:
    """See the claimer's cards; now the claim can be judged."""
    board, claimer = talk.our_board, talk.claimer
    if claimer is None or message.who is not claimer or claimer is talk.seat:
        talk.notice(f"ignored: {message.who.word}'s cards")
        return
    wanted = talk.seat in judges_of(claimer, board.playing)
    if board.can_hold(claimer, message.hand):
        talk.to_answer = wanted
        talk.events.append(ClaimHeard(claimer, message.hand, wanted))
    else:
        talk.notice(f"{claimer.word} claims with cards that it cannot have")
        if wanted:
            talk.send(AnswersClaim(board.seat, claimer, False))


def answer_claim(talk: Conversation, own: OwnAnswer) -> None:
    """Give our own program's answer to the open claim."""
    assert talk.claimer is not None
    talk.to_answer = False
    talk.send(AnswersClaim(talk.our_board.seat, talk.claimer, own.accepts))


def end_claim(talk: Conversation, message: ClaimEnds) -> None:
    """Hear what came of a claim."""
    talk.claimer, talk.to_answer = None, False
    talk.events.append(ClaimEnded(message.claimer, message.accepted))
    if message.accepted:
        talk.go(ClientState.BETWEEN)
        talk.events.append(BoardEnded())
