"""A client's part in the play: whose card is next, and what may be it."""

from __future__ import annotations

from dowager.cards import Seat, card_name
from dowager.protocols.bluechip.client.claiming import take_claimers_cards
from dowager.protocols.bluechip.client.client_session import ClientSession, ClientState, OwnCard
from dowager.protocols.bluechip.line_writer import quoted
from dowager.protocols.bluechip.messages import (
    DUMMY,
    Cards,
    Plays,
    ReadyForCard,
    ReadyForDummy,
    ToLead,
    Who,
)
from dowager.table import BoardEnded, CardHeard, CardWanted, DummySeen, LocalError


def next_card(session: ClientSession) -> None:
    """Wait for what comes next: dummy, a card, ours or another's, or the next board."""
    board, play = session.our_board, session.our_board.playing
    if play.ended:
        session.go(ClientState.BETWEEN)
        session.events.append(BoardEnded())
    elif len(play.cards) == 1 and board.dummy_hand is None:
        session.go(ClientState.DUMMY)
        session.send(ReadyForDummy(board.seat))
    elif not board.our_turn:
        session.prompted = False
        session.go(ClientState.THEIR_CARD)
        of: Who = DUMMY if play.turn is play.dummy else play.turn
        session.send(ReadyForCard(board.seat, of, play.number))
    elif play.trick or session.prompted:
        session.prompted = False
        _want_card(session)
    else:
        session.go(ClientState.LEAD)


def _want_card(session: ClientSession) -> None:
    session.go(ClientState.MY_CARD)
    session.events.append(CardWanted(session.our_board.playing.turn))


# -- being asked to lead ---------------------------------------------------------------------------


def take_prompt(session: ClientSession, message: ToLead) -> None:
    """Lead, now that we are asked to."""
    if _is_for_us(session, message.who):
        _want_card(session)
    else:
        session.notice(f"ignored: {quoted(message)}")


def take_early_prompt(session: ClientSession, message: ToLead) -> None:
    """Remember a prompt that comes before the last card of the trick, or the last pass."""
    play = session.board.play if session.board else None
    early = play is None or len(play.trick) == 3
    if early and _is_for_us(session, message.who):
        session.prompted = True
    else:
        session.notice(f"ignored in state {session.state.name}: {quoted(message)}")


def _is_for_us(session: ClientSession, who: Who) -> bool:
    """Whether a prompt can be meant for us: dummy's name stands for declarer too."""
    if who is DUMMY or who is session.seat:
        return True
    play = session.board.play if session.board else None
    return play is not None and who is play.dummy


# -- cards -----------------------------------------------------------------------------------------


def play_card(session: ClientSession, own: OwnCard) -> None:
    """Play our own program's card.

    Raises:
        LocalError: the card is not legal.
    """
    board = session.our_board
    if own.card not in board.playing.legal(board.hand_to_play):
        raise LocalError(f"{card_name(own.card)} cannot be played now")
    session.send(Plays(board.playing.turn, own.card))
    _add_card(session, own.card)


def hear_card(session: ClientSession, message: Plays) -> None:
    """Hear another's card."""
    board, play = session.our_board, session.our_board.playing
    hand = play.dummy if message.who is DUMMY else message.who
    if hand is not play.turn:
        _correct_card(session, hand, message)
    elif not board.can_play(hand, message.card):
        session.cannot_use(f"{quoted(message)} ({hand.word} cannot hold it, or play it now)")
    else:
        _add_card(session, message.card)


def hear_own_card(session: ClientSession, message: Plays) -> None:
    """Hear at our turn what we played before we lost the connection."""
    session.prompted = False
    hear_card(session, message)


def hear_own_lead(session: ClientSession, message: Plays) -> None:
    """Hear of our lead while we wait for dummy; anything else is too early."""
    _correct_card(session, session.our_board.playing.leader, message)


def _correct_card(session: ClientSession, hand: Seat, message: Plays) -> None:
    """Take another card in place of the one that we have just played, if we hear of one."""
    board, cards = session.our_board, session.our_board.playing.cards
    before = board.before_last_card()
    ours = cards and before.playing.turn is hand and before.our_turn
    if not ours or message.who not in (hand, DUMMY):
        _pass_over(session, message)
    elif message.card != cards[-1] and before.can_play(hand, message.card):
        old, new = card_name(cards[-1]), card_name(message.card)
        session.notice(f"the table manager has {new} for our {old}")
        session.board = before
        _add_card(session, message.card)


def _pass_over(session: ClientSession, message: Plays) -> None:
    """Notice a card out of turn; one that was not played yet means that we lost the thread."""
    board = session.our_board
    if session.state is ClientState.THEIR_CARD and not board.playing.played >> message.card & 1:
        session.cannot_use(f"{quoted(message)} (it is {board.playing.turn.word}'s turn)")
    else:
        session.notice(f"ignored out of turn: {quoted(message)}")


def _add_card(session: ClientSession, card: int) -> None:
    hand = session.our_board.playing.turn
    session.board = session.our_board.after_card(card)
    session.events.append(CardHeard(hand, card))
    next_card(session)


def take_dummy(session: ClientSession, message: Cards) -> None:
    """See dummy; or a claimer's hand."""
    board, play = session.our_board, session.our_board.playing
    if message.who not in (DUMMY, play.dummy):
        take_claimers_cards(session, message)
    elif message.hand.bits & (board.hand.bits | play.played):
        session.cannot_use("dummy's cards, which are not all free")
    else:
        session.board = board.with_dummy(message.hand)
        session.events.append(DummySeen(message.hand))
        next_card(session)
