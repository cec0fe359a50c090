"""What is wrong with a system, as a JSON object."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dowager.authoring.check import Extent, Finding, Report, check_system
from dowager.services.known_tables import DEFAULT_SYSTEM
from dowager.services.requests import text_field, truth_field, whole_field

MOST_BOARDS = 2500
"""Random boards at each vulnerability, at most."""
MOST_DEPTH = 12
"""Calls of their auctions, at most."""


def check(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer what is wrong with a system, or that nothing is; `remarks` adds what is odd.

    Raises:
        InputError: a field is wrong, or there is no such system.
        SystemFaults: it cannot be loaded.
    """
    boards = whole_field(fields, "boards", 100, 1, MOST_BOARDS) or 1
    depth = whole_field(fields, "depth", 8, 1, MOST_DEPTH) or 1
    seed = whole_field(fields, "seed", 1, 0, None) or 0
    name = text_field(fields, "system", DEFAULT_SYSTEM)
    remarks = truth_field(fields, "remarks")
    report = check_system(name, Extent(boards, depth, seed), only_own=not remarks)
    return report_object(report) | ({} if remarks else {"remarks": []})


def report_object(report: Report) -> dict[str, Any]:
    """Return a report as an object for JSON."""
    return {
        "system": report.system,
        "boards": 4 * report.extent.boards,
        "depth": report.extent.depth,
        "seed": report.extent.seed,
        "faults": [finding_object(finding) for finding in report.faults],
        "remarks": [finding_object(finding) for finding in report.remarks],
        "coverage": [
            {
                "calls": calls,
                "positions": reach.positions,
                "looked_at": reach.coverage,
                "every_hand_has_a_call": reach.proved,
            }
            for calls, reach in sorted(report.summary.reach.items())
        ],
        "rules": report.rules,
        "rules_used": report.used,
        "decided": report.decided._asdict(),
        "opponents": [other.name for other in report.opponents],
        "scanned": report.summary.scanned,
        "without_hints": report.unhinted,
    }


def finding_object(finding: Finding) -> dict[str, Any]:
    """Return a finding as an object for JSON."""
    situation = finding.situation
    return {
        "kind": finding.kind.value,
        "place": finding.location,
        "name": finding.name,
        "text": finding.text,
        "others": list(finding.others),
        "calls": [str(call) for call in situation.calls] if situation else None,
        "vul": situation.vulnerability.word if situation else None,
        "scoring": situation.scoring.word if situation else None,
        "part_scores": list(situation.part_scores) if situation else None,
        "against": finding.against.name if finding.against else None,
        "hand": str(finding.hand) if finding.hand else None,
        "deal": str(finding.deal) if finding.deal else None,
        "boards": finding.boards,
        "positions": finding.positions,
        "hint": finding.hint or None,
        "fix": asdict(finding.fix) if finding.fix else None,
    }
