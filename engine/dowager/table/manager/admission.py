"""Who gets which seat, or why somebody gets none; and what may be a team's name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.table.manager.post import Post
from dowager.table.manager.stages import Stage
from dowager.table.requests import SeatAsked

LONGEST_NAME = 100
"""Letters of a team's name: it is sent to four players, and may be part of a file's name."""

_NOT_IN_FILES = frozenset('"/\\:*?<>|')
_ORDER = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


def seat_for(
    asked: SeatAsked, free: Collection[Seat], teams: Sequence[str], only: Seat | None = None
) -> Seat:
    """Return the seat that a player gets.

    Args:
        asked: what it has asked for.
        free: the seats without a player.
        teams: the names of North-South and East-West, empty while nobody has said them.
        only: the seat of the port at which it connected, when each seat has its own port.

    Raises:
        InputError: it gets none; the message is for its operator.
    """
    team_name(asked.team)
    if asked.seat is not None and only is not None and only is not asked.seat:
        raise InputError(f"this port is for {only.word}")
    wanted = asked.seat if asked.seat is not None else only
    if wanted is None:
        return _any_seat(asked.team, free, teams)
    _check_team(asked.team, wanted, teams)
    if wanted not in free:
        raise InputError(f"{wanted.word} is taken")
    return wanted


def seat_without_team(
    asked: SeatAsked, posts: Mapping[Seat, Post], only: Seat | None = None
) -> Seat:
    """Return the seat that a player gets who has no team: his own if he comes back.

    Args:
        asked: what he has asked for.
        posts: the four posts.
        only: the seat of the port at which he connected, when each seat has its own port.

    Raises:
        InputError: he gets none; the message is for his operator.
    """
    seats = [seat for seat in _ORDER if only in (None, seat)]
    if asked.stands_in:
        free = [seat for seat in seats if asked.seat in (None, seat) and posts[seat].to_spare]
    else:
        own = [s for s in seats if posts[s].to_spare and posts[s].owner == asked.player]
        empty = [s for s in seats if posts[s].stage is Stage.FREE]
        nobodys = [s for s in empty if not posts[s].owner and not posts[s].gone]
        free = (own if asked.player else []) + nobodys
    if not free:
        raise InputError("there is no free seat")
    return free[0]


def team_name(text: str) -> str:
    """Return a team's name as it was typed, without blanks at its ends.

    It must be fit for a line of ASCII and for a file's name (Blue Chip's text, Log-on, 1).

    Raises:
        InputError: it cannot be a name.
    """
    name = text.strip()
    if not name:
        raise InputError("a team needs a name")
    if len(name) > LONGEST_NAME:
        raise InputError(f"a team name has at most {LONGEST_NAME} letters, not {len(name)}")
    unfit = sorted(
        {letter for letter in name if not " " <= letter <= "~" or letter in _NOT_IN_FILES}
    )
    if unfit:
        raise InputError(
            f"no team name {name!r}: {' '.join(map(ascii, unfit))} cannot be sent, or be part of a"
            " file's name; use plain letters, digits, blanks and - _ + . , ( )"
        )
    return name


def _same_team(first: str, second: str) -> bool:
    """Whether two names are the same but for case, and blanks at their ends."""
    return first.strip().casefold() == second.strip().casefold()


def _check_team(team: str, seat: Seat, teams: Sequence[str]) -> None:
    ours, theirs = teams[seat.side], teams[seat.side.other]
    if ours and not _same_team(team, ours):
        raise InputError(f'{seat.word} plays for "{ours}", not for "{team}"')
    if theirs and _same_team(team, theirs):
        raise InputError(f'"{team}" are the opponents of {seat.word}')


def _any_seat(team: str, free: Collection[Seat], teams: Sequence[str]) -> Seat:
    """Return a free seat opposite a partner if there is one, else one of a side without a name."""
    known = [side for side in Side if teams[side] and _same_team(team, teams[side])]
    sides = known or [side for side in Side if not teams[side]]
    for seat in _ORDER:
        if seat in free and seat.side in sides:
            return seat
    raise InputError(f'there is no free seat for "{team}"')
