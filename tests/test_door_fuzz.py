"""Programs that hear nonsense over real pipes and sockets: they go on, answer, and end as they may.

The whole runs, with memory, are `tools/door_fuzz.py --lines 100000`.
"""

from __future__ import annotations

import pytest

from door_fuzz import SIDES, fuzz


@pytest.mark.parametrize("side", SIDES)
def test_spoilt_lines_do_no_harm(side: str) -> None:
    report = fuzz(side, 2_000, 1)
    assert report.lines >= 2_000 and report.boards > 0 and report.starts > 0
    assert min(report.memory_mib) > 10
    if side != "player":  # which may hear only the beginning before it is told to go
        assert report.answers > 20
