"""What a client waits for, in words, and how a line begins that should be it."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.protocols.bluechip.client.client_session import ClientSession, ClientState
from dowager.protocols.bluechip.messages import DUMMY, Unknown

_S = ClientState
_BETWEEN_BOARDS = {
    _S.CONNECTING: "our seat",
    _S.SEATED: "the teams",
    _S.BETWEEN: "the next board",
}
"""What may be long in coming while nothing is wrong: others may not be there yet."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a client waits for.

    Attributes:
        words: in words, such as `West's call`.
        begins: how a line begins, in small letters, that should be it; empty if anything may come.
    """

    words: str
    begins: tuple[str, ...] = ()

    def is_meant_by(self, message: Unknown) -> bool:
        """Whether a line that cannot be read should be what is awaited."""
        return bool(self.begins) and message.text.lower().startswith(self.begins)


def awaited(session: ClientSession) -> Awaited | None:
    """Return what the client waits for; None when it is its turn, or all is over."""
    own = session.seat.word.lower() if session.seat is not None else ""
    match session.state:
        case ClientState.MY_CALL | ClientState.MY_CARD | ClientState.ENDED:
            return None
        case ClientState.BOARD:
            return Awaited("the board's number and dealer", ("board ",))
        case ClientState.DEALT:
            return Awaited("our cards", (own,))
        case ClientState.THEIR_CALL:
            turn = session.our_board.auction.turn.word
            return Awaited(f"{turn}'s call", (turn.lower(),))
        case ClientState.LEAD:
            return Awaited("the word to lead", (f"{own} to ", f"{own} lead", "dummy to"))
        case ClientState.THEIR_CARD:
            return _card(session)
        case ClientState.DUMMY:
            return Awaited("dummy's cards", ("dummy",))
    return Awaited(_BETWEEN_BOARDS[session.state])


def _card(session: ClientSession) -> Awaited:
    play = session.our_board.playing
    words = f"{play.turn.word}'s card to trick {play.number}"
    names = [play.turn.word, play.player.word]
    if play.turn is play.dummy:
        names.append(DUMMY.word)
    return Awaited(words, tuple(name.lower() for name in names))
