"""What robots make of the boards that people have played, and what that is worth."""

from __future__ import annotations

from typing import Any

from dowager.auction import imps
from dowager.cards import Side
from dowager.errors import DowagerError
from dowager.formats import Board
from dowager.table import score_of
from dowager.web.play.room_plan import RoomPlan, Score
from dowager.web.site import Site

_SECONDS_A_CARD = 0.15
_SECONDS = 90.0
_FIELD = 3
"""How many other pairs a board is compared with at matchpoints."""


async def compare(site: Site, plan: RoomPlan, board: Board) -> dict[str, Any]:
    """Return what robots make of a board, and what North-South have won by it.

    Args:
        site: what thinks.
        plan: what is played; boards of a rubber are not compared.
        board: the finished board.

    Returns:
        `others`, the results; and `imps` or `percent` for North-South. Empty when there is nothing
        to compare with.
    """
    if plan.score is Score.RUBBER or board.deal is None:
        return {}
    others = []
    for system, opponents in _pairs(site, plan):
        try:
            others.append(await _robots_result(site, plan, board, system, opponents))
        except DowagerError:
            continue  # a room that cannot be played is not compared with
    return _worth(plan.score, score_of(board), others)


def _pairs(site: Site, plan: RoomPlan) -> list[tuple[str, str]]:
    """Return the systems of the other rooms: the same, then others that are served."""
    same = plan.systems
    if plan.score is Score.IMPS:
        return [same]
    more = [name for name in site.systems.names if name not in same and name not in _plain(site)]
    return [same, *((name, name) for name in more)][:_FIELD]


def _plain(site: Site) -> tuple[str, ...]:
    """Return the owner's own systems, with which guests are not compared."""
    return tuple(site.systems.folders)


async def _robots_result(
    site: Site, plan: RoomPlan, board: Board, system: str, opponents: str
) -> dict[str, Any]:
    fields = {
        "deal": str(board.deal),
        "dealer": board.dealer.letter,
        "vul": board.vulnerability.word,
        "system": system,
        "opponents": opponents,
        "scoring": plan.score.scoring.word,
        "seconds": _SECONDS_A_CARD,
    }
    found = await site.ask("robot_room", fields, "robots", _SECONDS)
    systems = system if system == opponents else f"{system} against {opponents}"
    return {key: found[key] for key in ("contract", "tricks", "score")} | {"systems": systems}


def _worth(score: Score, ours: int, others: list[dict[str, Any]]) -> dict[str, Any]:
    if not others:
        return {}
    if score is Score.IMPS:
        return {"others": others, "imps": imps(ours - others[0]["score"])}
    won = sum(1.0 if ours > each["score"] else 0.5 * (ours == each["score"]) for each in others)
    return {"others": others, "percent": round(100 * won / len(others), 1)}


def side_total(boards: list[dict[str, Any]], score: Score, side: Side) -> float | None:
    """Return what a side has won in all, IMPs or per cent on average; None when nothing counts.

    Args:
        boards: the finished boards, as they are shown.
        score: how they are scored.
        side: whose total.
    """
    key = "imps" if score is Score.IMPS else "percent"
    known: list[float] = [each[key] for each in boards if key in each and not each["again"]]
    if not known:
        return None
    if score is Score.IMPS:
        return sum(known) if side is Side.NORTH_SOUTH else -sum(known)
    mean = sum(known) / len(known)
    return round(mean if side is Side.NORTH_SOUTH else 100 - mean, 1)
