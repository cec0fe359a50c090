"""Part scores of a rubber: read, written, and what a board is worth when a side has one."""

from __future__ import annotations

import re

from dowager.auction.contract import Contract
from dowager.auction.scoring import GAME, BySide, score, trick_score
from dowager.auction.vulnerability import Vulnerability
from dowager.cards import Side
from dowager.errors import InputError

NO_PART_SCORES: BySide = (0, 0)

_GAME_BONUS = (300, 500)  # not vulnerable and vulnerable, as in the duplicate score (Law 77)
_PART_SCORE = 50
_SIDES = {"ns": 0, "ew": 1}
_PART = re.compile(r"(ns|ew) *[= ] *([0-9]{1,4})")


def parse_part_scores(text: str) -> BySide:
    """Read what each side has below the line: `ns=60`, `ns=60,ew=40`, in either case.

    A side that is not named has nothing; PBN's `NS 60 EW 40` will do as well.

    Raises:
        InputError: the text is something else, or a number is no part score.
    """
    parts = list(NO_PART_SCORES)
    words = re.sub(r"(?<=[0-9]) +(?=[ne])", ",", text.strip().lower())
    seen = [_PART.fullmatch(word.strip()) for word in words.split(",")]
    named = [match[1] for match in seen if match]
    if None in seen or len(set(named)) < len(seen):
        raise InputError(f"no part scores {text!r}; write ns=60 or ns=60,ew=40")
    for match in seen:
        assert match is not None
        parts[_SIDES[match[1]]] = int(match[2])
    return checked_part_scores((parts[0], parts[1]))


def checked_part_scores(part_scores: BySide) -> BySide:
    """Return part scores as they are.

    Raises:
        InputError: one of them cannot be; part scores are 0 to 90, in tens.
    """
    for points in part_scores:
        if points not in range(0, GAME, 10):
            raise InputError(f"no part score {points}; it is 0 to 90, in tens")
    return part_scores


def part_scores_word(part_scores: BySide) -> str:
    """Return `ns=60,ew=40`, the sides that have one; empty when nobody has."""
    pairs = zip(_SIDES, part_scores, strict=True)
    return ",".join(f"{side}={points}" for side, points in pairs if points)


def worth(
    contract: Contract, tricks: int, vulnerable: bool, part_scores: BySide = NO_PART_SCORES
) -> int:
    """Return what a board is worth to declarer's side, part scores counted; negative when it fails.

    Without part scores it is the duplicate score (Law 77). That counts a game as 300 or 500 and a
    part score as 50, the usual estimates of what they are worth in a rubber, and so does this: a
    contract that completes a game earns the bonus for it, and the part scores of both sides, which
    are then used up, count 50 each. The bonus for the rubber is in the estimate of games; honours
    are left out.

    Args:
        contract: the contract played.
        tricks: the tricks that declarer's side won, 0 to 13.
        vulnerable: whether declarer's side is vulnerable.
        part_scores: what each side has below the line before the board.

    Raises:
        ValueError: `tricks` is not 0 to 13.
    """
    points = score(contract, tricks, vulnerable)
    if part_scores == NO_PART_SCORES or points < 0:
        return points
    side = contract.declarer.side
    below, own = trick_score(contract), part_scores[side]
    points -= _bonus(below, vulnerable)  # what the duplicate score has counted for the tricks
    used = _PART_SCORE * (own > 0)
    if below + own < GAME:
        return points + _PART_SCORE - used
    return points + _GAME_BONUS[vulnerable] - used + _PART_SCORE * (part_scores[side.other] > 0)


def worth_ns(
    contract: Contract | None,
    tricks: int,
    vulnerability: Vulnerability,
    part_scores: BySide = NO_PART_SCORES,
) -> int:
    """Return what a board is worth to North-South; 0 when passed out (`contract` is None).

    Args:
        contract: the contract played, or None.
        tricks: the tricks that declarer's side won, 0 to 13; ignored when passed out.
        vulnerability: which sides are vulnerable.
        part_scores: what each side has below the line before the board.

    Raises:
        ValueError: there is a contract and `tricks` is not 0 to 13.
    """
    if contract is None:
        return 0
    points = worth(contract, tricks, vulnerability.of(contract.declarer), part_scores)
    return points if contract.declarer.side is Side.NORTH_SOUTH else -points


def _bonus(below: int, vulnerable: bool) -> int:
    return _GAME_BONUS[vulnerable] if below >= GAME else _PART_SCORE
