"""Owns the rules of logging on: which seat a client gets, or why it gets none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.protocols.bluechip.messages import VERSION, Connecting

LONGEST_NAME = 100
"""Letters of a team name: it is sent to four clients, and may be part of a file's name."""

_ORDER = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


def seat_for(
    asked: Connecting, free: Collection[Seat], teams: Sequence[str], only: Seat | None = None
) -> Seat:
    """Return the seat that a client gets.

    Args:
        asked: what it said.
        free: the seats without a client.
        teams: the names of North-South and East-West, empty while nobody has said them.
        only: the seat of the port it came by, when each seat has a port of its own.

    Raises:
        InputError: it gets none; the message is for its operator.
    """
    if asked.version != VERSION:
        raise InputError(f"protocol version {VERSION} is spoken here, not {asked.version}")
    if not asked.team:
        raise InputError('no team name; write Connecting "team" as North ...')
    if '"' in asked.team or len(asked.team) > LONGEST_NAME:
        raise InputError(f"a team name has no quotation marks, and at most {LONGEST_NAME} letters")
    if asked.seat is not None and only is not None and only is not asked.seat:
        raise InputError(f"this port is for {only.word}")
    wanted = asked.seat if asked.seat is not None else only
    if wanted is None:
        return _any_seat(asked.team, free, teams)
    _check_team(asked.team, wanted, teams)
    if wanted not in free:
        raise InputError(f"{wanted.word} is taken")
    return wanted


def same_team(one: str, other: str) -> bool:
    """Whether two names are one team's: case and blanks at the ends do not count."""
    return one.strip().casefold() == other.strip().casefold()


def _check_team(team: str, seat: Seat, teams: Sequence[str]) -> None:
    ours, theirs = teams[seat % 2], teams[1 - seat % 2]
    if ours and not same_team(team, ours):
        raise InputError(f'{seat.word} plays for "{ours}", not for "{team}"')
    if theirs and same_team(team, theirs):
        raise InputError(f'"{team}" are the opponents of {seat.word}')


def _any_seat(team: str, free: Collection[Seat], teams: Sequence[str]) -> Seat:
    """Return a free seat beside the partner if there is one, else on a side without a name."""
    known = [side for side in (0, 1) if teams[side] and same_team(team, teams[side])]
    sides = known or [side for side in (0, 1) if not teams[side]]
    for seat in _ORDER:
        if seat in free and seat % 2 in sides:
            return seat
    raise InputError(f'there is no free seat for "{team}"')
