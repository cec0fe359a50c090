"""The duplicate score of a contract (Law 77), and what scores are compared by (Law 78)."""

from __future__ import annotations

from bisect import bisect_right
from enum import IntEnum
from typing import TypeAlias

from dowager.auction.call import Strain
from dowager.auction.contract import Contract, Doubled
from dowager.auction.vulnerability import Vulnerability
from dowager.cards import Side
from dowager.errors import InputError

# Item n is the smallest difference in total points that wins n + 1 IMPs (Law 78B).
_IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


BySide: TypeAlias = tuple[int, int]
"""A number for North-South and one for East-West."""

GAME = 100
"""The points for tricks that make a game."""


class Scoring(IntEnum):
    """A form of scoring: what the scores of a board are compared by."""

    IMPS = 0
    MATCHPOINTS = 1

    def gain(self, difference: int) -> int:
        """Return what is won from a pair whose score is worse by a difference in total points.

        Returns:
            IMPs (Law 78B); or, at matchpoints, 1 for a better score, 0 for the same and -1 for a
            worse one: what it wins over a tie (Law 78A).
        """
        if self is Scoring.IMPS:
            return imps(difference)
        return (difference > 0) - (difference < 0)

    @property
    def word(self) -> str:
        """The word used in the line interfaces: `imps` or `mp`."""
        return ("imps", "mp")[self]

    def __str__(self) -> str:
        """Return `IMPs` or `matchpoints`."""
        return ("IMPs", "matchpoints")[self]

    @classmethod
    def parse(cls, text: str) -> Scoring:
        """Read `imps` or `mp`, also `matchpoints`, in either case.

        Raises:
            InputError: the text is none of them.
        """
        scoring = _FORMS.get(text.strip().lower())
        if scoring is None:
            raise InputError(f"no form of scoring {text!r}; write imps or mp")
        return scoring


_FORMS = {
    "imps": Scoring.IMPS,
    "imp": Scoring.IMPS,
    "mp": Scoring.MATCHPOINTS,
    "mps": Scoring.MATCHPOINTS,
    "matchpoints": Scoring.MATCHPOINTS,
}


def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Return the duplicate score for declarer's side, negative when the contract fails (Law 77).

    Args:
        contract: the contract played.
        tricks: the tricks that declarer's side won, 0 to 13.
        vulnerable: whether declarer's side is vulnerable.

    Raises:
        ValueError: `tricks` is not 0 to 13.
    """
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks; declarer wins 0 to 13")
    over = tricks - contract.level - 6
    if over < 0:
        return -penalty(-over, contract.doubled, vulnerable)
    return _made(contract, vulnerable) + overtrick_score(over, contract, vulnerable)


def score_ns(contract: Contract | None, tricks: int, vulnerability: Vulnerability) -> int:
    """Return the duplicate score for North-South; 0 when passed out (`contract` is None).

    Args:
        contract: the contract played, or None.
        tricks: the tricks that declarer's side won, 0 to 13; ignored when passed out.
        vulnerability: which sides are vulnerable.

    Raises:
        ValueError: there is a contract and `tricks` is not 0 to 13.
    """
    if contract is None:
        return 0
    points = score(contract, tricks, vulnerability.of(contract.declarer))
    return points if contract.declarer.side is Side.NORTH_SOUTH else -points


def imps(difference: int) -> int:
    """Return the IMPs, -24 to 24, for a difference in total points, with its sign (Law 78B)."""
    won = bisect_right(_IMP_STEPS, abs(difference))
    return won if difference >= 0 else -won


def trick_score(contract: Contract) -> int:
    """Return the points for the tricks that a contract names, doubled as it is."""
    points = _trick_points(contract.strain) * contract.level
    if contract.strain is Strain.NOTRUMP:
        points += 10
    return points << contract.doubled


def game_level(strain: Strain, part_score: int = 0) -> int:
    """Return the lowest level that makes a game, undoubled.

    Args:
        strain: the strain.
        part_score: what the side has below the line already.
    """
    first = 10 if strain is Strain.NOTRUMP else 0
    missing = max(GAME - part_score - first, 1)
    return -(-missing // _trick_points(strain))


def slam_bonus(level: int, vulnerable: bool) -> int:
    """Return the bonus for bidding and making a level: 0 below a slam."""
    slam = {6: 500, 7: 1000}.get(level, 0)
    return slam + slam // 2 if vulnerable else slam


def overtrick_score(over: int, contract: Contract, vulnerable: bool) -> int:
    """Return the points for tricks above the contract."""
    if contract.doubled is Doubled.UNDOUBLED:
        return over * _trick_points(contract.strain)
    return over * contract.doubled * (200 if vulnerable else 100)


def penalty(under: int, doubled: Doubled, vulnerable: bool) -> int:
    """Return the opponents' points for tricks below the contract."""
    if doubled is Doubled.UNDOUBLED:
        return under * (100 if vulnerable else 50)
    # A trick costs 200, then 300; not vulnerable 100, then 200 twice, then 300.
    points = 300 * under - 100 if vulnerable else 200 * under - 100 + 100 * max(0, under - 3)
    return points * doubled


def _made(contract: Contract, vulnerable: bool) -> int:
    points = trick_score(contract)
    bonus = (500 if vulnerable else 300) if points >= GAME else 50
    return points + bonus + slam_bonus(contract.level, vulnerable) + 50 * contract.doubled


def _trick_points(strain: Strain) -> int:
    return 30 if strain >= Strain.HEARTS else 20
