"""The rubber as a player follows it: the host says who is vulnerable only if it is ours."""

from __future__ import annotations

from dowager.auction import BySide, Rubber, Vulnerability, honours_of
from dowager.cards import Hand, Seat
from dowager.play import Play
from dowager.protocols.epe321.json_messages import Standing
from dowager.table import PlayerBoard


class FollowedRubber:
    """Scores the boards that the player has seen, and believes the host where it says more."""

    def __init__(self) -> None:
        self._rubber = Rubber()

    @property
    def over(self) -> bool:
        """Whether the rubber is over."""
        return self._rubber.over

    @property
    def vulnerability(self) -> Vulnerability:
        """Who is vulnerable."""
        return self._rubber.vulnerability

    @property
    def part_scores(self) -> BySide:
        """What each side has below the line towards the next game."""
        return self._rubber.part_scores

    def begin(self) -> None:
        """Take note that a board begins: of another rubber if this one is over."""
        if self._rubber.over:
            self._rubber = Rubber()

    def add(self, board: PlayerBoard) -> None:
        """Add a board that is over; one whose cards were not all played is not counted."""
        play = board.play
        if self._rubber.over or (play is not None and not play.ended):
            return
        if play is None:
            self._rubber = self._rubber.after(None)
            return
        honours = honours_of(_hands(play), play.contract.strain)
        self._rubber = self._rubber.after(play.contract, play.tricks, honours)

    def stands(self, standing: Standing) -> None:
        """Believe the host: we may have come in the middle of the rubber."""
        games = standing.games
        if standing.over and max(games) < 2:
            return
        self._rubber = Rubber(self._rubber.boards, games, standing.part_scores)


def _hands(play: Play) -> list[Hand]:
    """Return the four hands of a play that is over."""
    return [Hand(play.played_by(seat)) for seat in Seat]
