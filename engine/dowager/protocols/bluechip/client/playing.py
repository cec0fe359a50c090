"""A client's part in the play: whose card is next, and what may be it."""

from __future__ import annotations

from dowager.cards import Seat, card_name
from dowager.protocols.bluechip.client.claiming import take_claimers_cards
from dowager.protocols.bluechip.client.conversation import ClientState, Conversation, OwnCard
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


def next_card(talk: Conversation) -> None:
    """Wait for what comes next: dummy, a card, ours or another's, or the next board."""
    board, play = talk.our_board, talk.our_board.playing
    if play.ended:
        talk.go(ClientState.BETWEEN)
        talk.events.append(BoardEnded())
    elif len(play.cards) == 1 and board.dummy_hand is None:
        talk.go(ClientState.DUMMY)
        talk.send(ReadyForDummy(board.seat))
    elif not board.our_turn:
        talk.prompted = False
        talk.go(ClientState.THEIR_CARD)
        of: Who = DUMMY if play.turn is play.dummy else play.turn
        talk.send(ReadyForCard(board.seat, of, play.number))
    elif play.trick or talk.prompted:
        talk.prompted = False
        _want_card(talk)
    else:
        talk.go(ClientState.LEAD)


def _want_card(talk: Conversation) -> None:
    talk.go(ClientState.MY_CARD)
    talk.events.append(CardWanted(talk.our_board.playing.turn))


# -- being asked to lead ---------------------------------------------------------------------------


def take_prompt(talk: Conversation, message: ToLead) -> None:
    """Lead, now that we are asked to."""
    if _is_for_us(talk, message.who):
        _want_card(talk)
    else:
        talk.notice(f"ignored: {quoted(message)}")


def take_early_prompt(talk: Conversation, message: ToLead) -> None:
    """Remember a prompt that comes before the last card of the trick, or the last pass."""
    play = talk.board.play if talk.board else None
    early = play is None or len(play.trick) == 3
    if early and _is_for_us(talk, message.who):
        talk.prompted = True
    else:
        talk.notice(f"ignored in state {talk.state.name}: {quoted(message)}")


def _is_for_us(talk: Conversation, who: Who) -> bool:
    """Whether a prompt can be meant for us: dummy's name stands for declarer too."""
    if who is DUMMY or who is talk.seat:
        return True
    play = talk.board.play if talk.board else None
    return play is not None and who is play.dummy


# -- cards -----------------------------------------------------------------------------------------


def play_card(talk: Conversation, own: OwnCard) -> None:
    """Play our own program's card.

    Raises:
        LocalError: the card is not legal.
    """
    board = talk.our_board
    if own.card not in board.playing.legal(board.hand_to_play):
        raise LocalError(f"{card_name(own.card)} cannot be played now")
    talk.send(Plays(board.playing.turn, own.card))
    _add_card(talk, own.card)


def hear_card(talk: Conversation, message: Plays) -> None:
    """Hear another's card."""
    board, play = talk.our_board, talk.our_board.playing
    hand = play.dummy if message.who is DUMMY else message.who
    if hand is not play.turn:
        _correct_card(talk, hand, message)
    elif not board.can_play(hand, message.card):
        talk.notice(f"ignored: {hand.word} cannot play {card_name(message.card)}")
    else:
        _add_card(talk, message.card)


def hear_own_card(talk: Conversation, message: Plays) -> None:
    """Hear at our turn what we played before we lost the connection."""
    talk.prompted = False
    hear_card(talk, message)


def hear_own_lead(talk: Conversation, message: Plays) -> None:
    """Hear of our lead while we wait for dummy; anything else is too early."""
    _correct_card(talk, talk.our_board.playing.leader, message)


def _correct_card(talk: Conversation, hand: Seat, message: Plays) -> None:
    """Take another card in place of the one that we have just played, if we hear of one."""
    board, cards = talk.our_board, talk.our_board.playing.cards
    before = board.before_last_card()
    ours = cards and before.playing.turn is hand and before.our_turn
    if not ours or message.who not in (hand, DUMMY):
        talk.notice(f"ignored out of turn: {quoted(message)}")
    elif message.card != cards[-1] and before.can_play(hand, message.card):
        old, new = card_name(cards[-1]), card_name(message.card)
        talk.notice(f"the table manager has {new} for our {old}")
        talk.board = before
        _add_card(talk, message.card)


def _add_card(talk: Conversation, card: int) -> None:
    hand = talk.our_board.playing.turn
    talk.board = talk.our_board.after_card(card)
    talk.events.append(CardHeard(hand, card))
    next_card(talk)


def take_dummy(talk: Conversation, message: Cards) -> None:
    """See dummy; or a claimer's hand."""
    board, play = talk.our_board, talk.our_board.playing
    if message.who not in (DUMMY, play.dummy):
        take_claimers_cards(talk, message)
    elif message.hand.bits & (board.hand.bits | play.played):
        talk.notice("ignored: dummy's cards are not all free")
    else:
        talk.board = board.with_dummy(message.hand)
        talk.events.append(DummySeen(message.hand))
        next_card(talk)
