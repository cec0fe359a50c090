"""The differences of a comparison put together: a row for those of two rules after the same calls.

Rows are what people and programs are shown; a comparison has each difference at each vulnerability.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dowager.auction import Vulnerability
from dowager.authoring.diff.compare_systems import Comparison, Parting
from dowager.authoring.shared.share_object import share_object
from dowager.knowledge.sampling import Share, share
from dowager.language.compile import Candidate, Rule
from dowager.language.tree import TRUE


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """Differences between two rules after the same calls, at one vulnerability or more.

    Attributes:
        parting: the one that most boards show.
        vulnerabilities: where it is so.
        boards: how many random boards come there.
        share: the share of the caller's hands that differ; None where only boards show it.
    """

    parting: Parting
    vulnerabilities: tuple[Vulnerability, ...]
    boards: int
    share: Share | None

    def frequency(self, boards: int) -> float:
        """Return the share of all boards on which the difference comes up, roughly.

        Args:
            boards: how many random boards were walked at each vulnerability.
        """
        return self.boards / (4 * boards) * (self.share.value if self.share else 1.0)


def difference_rows(comparison: Comparison, every: bool, boards: int) -> list[DifferenceRow]:
    """Return the rows of a comparison, the most frequent first.

    Args:
        comparison: the comparison.
        every: whether differences that follow from others have rows as well.
        boards: how many random boards were walked at each vulnerability.
    """
    groups: dict[object, list[Parting]] = {}
    for parting in comparison.partings:
        if parting.first or every:
            groups.setdefault(_key(parting), []).append(parting)
    rows = [
        DifferenceRow(
            max(group, key=lambda parting: parting.boards),
            tuple(parting.situation.vulnerability for parting in group),
            sum(parting.boards for parting in group),
            _share(group[0]),
        )
        for group in groups.values()
    ]
    return sorted(rows, key=lambda row: (-row.frequency(boards), not row.parting.first))


def _key(parting: Parting) -> object:
    """Return what the differences of a row have in common."""
    difference = parting.difference
    situation = parting.situation
    return (
        situation.calls, situation.scoring, situation.part_scores,
        difference.aspect, _call(difference.old), _call(difference.new),
    )  # fmt: skip


def _share(parting: Parting) -> Share | None:
    """Return the share of the caller's hands that differ; None where only boards show it."""
    if not parting.first or parting.difference.node is TRUE:
        return None
    view = parting.pair.old
    shown = view.caller.shown
    return share(parting.difference.node, shown, np.random.default_rng(1))


def _call(candidate: Candidate | None) -> str:
    return f"{candidate.call} {candidate.rule.location}" if candidate else ""


def location_of(rule: Rule) -> str:
    """Return where a rule is written, without the folder into which a revision was unpacked."""
    top = tempfile.gettempdir()
    file = rule.span.file
    if not file.startswith(top):
        return rule.location
    parts = Path(file).relative_to(top).parts
    return f"{Path(*parts[1:])}:{rule.span.line}" if len(parts) > 1 else rule.location


# -- for programs ----------------------------------------------------------------------------------


def comparison_object(comparison: Comparison, rows: list[DifferenceRow]) -> dict[str, object]:
    """Return a comparison with some of its rows, as JSON states it."""
    return {
        "verdict": comparison.verdict.value,
        "proof": comparison.proof,
        "positions": comparison.positions,
        "coverage": comparison.coverage,
        "plenty": comparison.plenty,
        "auctions": comparison.auctions,
        "differences": [_row_object(row) for row in rows],
    }


def _row_object(row: DifferenceRow) -> dict[str, object]:
    difference, situation = row.parting.difference, row.parting.situation
    return {
        "calls": [str(call) for call in situation.calls],
        "vul": [vulnerability.word for vulnerability in row.vulnerabilities],
        "scoring": situation.scoring.word,
        "part_scores": list(situation.part_scores),
        "aspect": difference.aspect.value,
        "keys": difference.keys,
        "hand": str(difference.hand) if difference.hand else None,
        "old": _side(difference.old),
        "new": _side(difference.new),
        "share": share_object(row.share) if row.share else None,
        "boards": row.boards,
        "follows": not row.parting.first,
    }


def _side(candidate: Candidate | None) -> dict[str, str] | None:
    if candidate is None:
        return None
    rule = candidate.rule
    return {"call": str(candidate.call), "name": rule.name, "rule": location_of(rule)}
