"""Double-dummy tricks of contracts, each solved once and kept in a file between runs."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from endplay.dds import solve_board
from endplay.types import Deal as EndplayDeal
from endplay.types import Denom, Player

from dowager.auction import Contract, Vulnerability
from dowager.auction.scoring import score_ns
from dowager.cards import Deal

_STRAINS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
_LEADERS = (Player.east, Player.south, Player.west, Player.north)


class Solver:
    """Solves contracts double dummy.

    Args:
        file: an SQLite file where results stay; in memory when None.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._kept = sqlite3.connect(file or ":memory:", timeout=60, isolation_level=None)
        self._kept.execute("pragma journal_mode = wal")
        self._kept.execute("pragma synchronous = off")
        self._kept.execute(
            "create table if not exists tricks (deal text, strain int, declarer int, tricks int,"
            " primary key (deal, strain, declarer))"
        )

    def tricks(self, deal: Deal, contract: Contract) -> int:
        """Return the tricks that declarer's side wins against best defence, 0 to 13."""
        key = (str(deal), int(contract.strain), int(contract.declarer))
        row = self._kept.execute(
            "select tricks from tricks where deal = ? and strain = ? and declarer = ?", key
        ).fetchone()
        if row is not None:
            return int(row[0])
        tricks = solved_tricks(deal, contract)
        self._kept.execute("insert or replace into tricks values (?, ?, ?, ?)", (*key, tricks))
        return tricks

    def score_ns(self, deal: Deal, contract: Contract | None, vulnerability: Vulnerability) -> int:
        """Return the score for North-South when everybody plays double dummy."""
        tricks = self.tricks(deal, contract) if contract else 0
        return score_ns(contract, tricks, vulnerability)


def solved_tricks(deal: Deal, contract: Contract) -> int:
    """Return the tricks of declarer's side by solving, without looking anything up."""
    board = EndplayDeal(str(deal))
    board.trump = _STRAINS[contract.strain]
    board.first = _LEADERS[contract.declarer]
    return 13 - max(tricks for _, tricks in solve_board(board))
