"""The score of a rubber, line by line (the scoring table of the Laws of Contract Bridge).

Points for the tricks that a contract names go below the line, everything else above it. A side that
has 100 below the line has won a game; both sides then begin again at nothing. The rubber ends with
the second game of a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from dowager.auction.call import Strain
from dowager.auction.contract import Contract, Doubled
from dowager.auction.scoring import GAME, BySide, overtrick_score, penalty, slam_bonus, trick_score
from dowager.auction.vulnerability import Vulnerability
from dowager.cards import Hand, Seat, Side, Suit, make_card

_IN_TWO_GAMES, _IN_THREE_GAMES = 700, 500
_UNFINISHED_GAME, _UNFINISHED_PART_SCORE = 300, 100
_ACES, _TRUMP_HONOURS = (12,), (12, 11, 10, 9, 8)
"""The ranks that count as honours: in notrump of each suit, otherwise of the trump suit."""


class LineKind(Enum):
    """What a line of a score sheet is for."""

    TRICKS = "tricks"
    OVERTRICKS = "overtricks"
    UNDERTRICKS = "undertricks"
    HONOURS = "honours"
    SLAM = "slam"
    DOUBLED = "doubled contract made"
    REDOUBLED = "redoubled contract made"
    RUBBER = "rubber"
    UNFINISHED = "unfinished rubber"

    @property
    def below(self) -> bool:
        """Whether it goes below the line."""
        return self is LineKind.TRICKS

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score sheet: points, always more than 0, for one side."""

    side: Side
    kind: LineKind
    points: int


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours that one hand was dealt, and what they score: 100 or 150."""

    seat: Seat
    points: int


def honours_of(hands: Iterable[Hand], strain: Strain) -> Honours | None:
    """Return the honours that score in a strain, or None.

    Four of the five trump honours in a hand score 100, and all five 150. At notrump the four aces
    in a hand score 150.

    Args:
        hands: the four hands by seat, North first, as they were dealt.
        strain: the strain of the contract.
    """
    suits, ranks = (Suit, _ACES) if strain.suit is None else ((strain.suit,), _TRUMP_HONOURS)
    honours = [make_card(suit, rank) for suit in suits for rank in ranks]
    for seat, hand in zip(Seat, hands, strict=True):
        held = sum(card in hand for card in honours)
        if held >= 4:
            return Honours(seat, 100 if held < len(honours) else 150)
    return None


def board_lines(
    contract: Contract, tricks: int, vulnerable: bool, honours: Honours | None = None
) -> tuple[ScoreLine, ...]:
    """Return what a board scores, without the bonus for a rubber.

    Args:
        contract: the contract played.
        tricks: the tricks that declarer's side won, 0 to 13.
        vulnerable: whether declarer's side is vulnerable.
        honours: the honours that score.

    Raises:
        ValueError: `tricks` is not 0 to 13.
    """
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks; declarer wins 0 to 13")
    side = contract.declarer.side
    over = tricks - contract.level - 6
    lines = list(_made(contract, over, vulnerable)) if over >= 0 else []
    if over < 0:
        lost = penalty(-over, contract.doubled, vulnerable)
        lines.append(ScoreLine(side.other, LineKind.UNDERTRICKS, lost))
    if honours is not None:
        lines.append(ScoreLine(honours.seat.side, LineKind.HONOURS, honours.points))
    return tuple(lines)


def _made(contract: Contract, over: int, vulnerable: bool) -> Iterator[ScoreLine]:
    """Yield the lines of a contract that was made."""
    side, doubled = contract.declarer.side, contract.doubled
    yield ScoreLine(side, LineKind.TRICKS, trick_score(contract))
    if over:
        extra = overtrick_score(over, contract, vulnerable)
        yield ScoreLine(side, LineKind.OVERTRICKS, extra)
    if slam := slam_bonus(contract.level, vulnerable):
        yield ScoreLine(side, LineKind.SLAM, slam)
    if doubled is not Doubled.UNDOUBLED:
        kind = LineKind.DOUBLED if doubled is Doubled.DOUBLED else LineKind.REDOUBLED
        yield ScoreLine(side, kind, 50 * doubled)


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber so far; `after` returns it with one board more.

    Attributes:
        boards: the lines of each board, in order; none for one that was passed out.
        games: the games that each side has won, 0 to 2.
        part_scores: what each side has below the line towards the next game.
    """

    boards: tuple[tuple[ScoreLine, ...], ...] = ()
    games: BySide = (0, 0)
    part_scores: BySide = (0, 0)

    @property
    def vulnerability(self) -> Vulnerability:
        """Who is vulnerable: a side that has won a game."""
        return Vulnerability((self.games[0] > 0) + 2 * (self.games[1] > 0))

    @property
    def winner(self) -> Side | None:
        """The side that has won two games, or None."""
        return next((side for side in Side if self.games[side] == 2), None)

    @property
    def over(self) -> bool:
        """Whether a side has won two games."""
        return self.winner is not None

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """All lines."""
        return tuple(line for board in self.boards for line in board)

    def total(self, side: Side) -> int:
        """Return what a side has scored, above and below the line."""
        return sum(line.points for line in self.lines if line.side is side)

    def after(
        self, contract: Contract | None, tricks: int = 0, honours: Honours | None = None
    ) -> Rubber:
        """Return the rubber with one board more.

        Args:
            contract: the contract played; None for a board that was passed out.
            tricks: the tricks that declarer's side won, 0 to 13.
            honours: the honours that score.

        Raises:
            ValueError: the rubber is over, or `tricks` is not 0 to 13.
        """
        if self.over:
            raise ValueError("the rubber is over")
        if contract is None:
            return replace(self, boards=(*self.boards, ()))
        side = contract.declarer.side
        lines = board_lines(contract, tricks, self.vulnerability.of_side(side), honours)
        below = sum(line.points for line in lines if line.kind.below)
        return self._with_board(lines, side, below)

    def _with_board(self, lines: tuple[ScoreLine, ...], side: Side, below: int) -> Rubber:
        """Return the rubber with the lines of a board in which a side scored below the line."""
        parts, games = _plus(self.part_scores, side, below), self.games
        if parts[side] >= GAME:
            parts, games = (0, 0), _plus(games, side, 1)
        rubber = Rubber((*self.boards, lines), games, parts)
        return rubber._with_lines(rubber._bonus())

    def _bonus(self) -> tuple[ScoreLine, ...]:
        """Return the bonus for winning the rubber, if it is won."""
        winner = self.winner
        if winner is None:
            return ()
        points = _IN_THREE_GAMES if self.games[winner.other] else _IN_TWO_GAMES
        return (ScoreLine(winner, LineKind.RUBBER, points),)

    def broken_off(self) -> Rubber:
        """Return the rubber as it is scored when it is not played to its end.

        The only side that has won a game scores 300, and the only side that has a part score 100.
        A rubber that is over stays as it is.
        """
        if self.over or not self.boards:
            return self
        lines: list[ScoreLine] = []
        for of, points in (
            (self.games, _UNFINISHED_GAME),
            (self.part_scores, _UNFINISHED_PART_SCORE),
        ):
            sides = [side for side in Side if of[side]]
            if len(sides) == 1:
                lines.append(ScoreLine(sides[0], LineKind.UNFINISHED, points))
        return self._with_lines(tuple(lines))

    def _with_lines(self, lines: tuple[ScoreLine, ...]) -> Rubber:
        """Return the rubber with more lines of its last board."""
        *earlier, last = self.boards
        return replace(self, boards=(*earlier, (*last, *lines)))


def _plus(numbers: BySide, side: Side, more: int) -> BySide:
    """Return two numbers, one of them increased."""
    north_south, east_west = numbers
    if side is Side.NORTH_SOUTH:
        return north_south + more, east_west
    return north_south, east_west + more
