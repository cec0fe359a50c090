"""Double-dummy tricks of contracts, each solved once and kept in a file between runs."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from dowager.auction import Contract, Vulnerability, score_ns
from dowager.cards import Deal
from dowager.errors import InputError
from dowager.play import contract_tricks


class Solver:
    """Solves contracts double dummy.

    Args:
        file: an SQLite file where results stay; in memory when None.

    Raises:
        InputError: the file cannot be opened, or is another kind of file.
    """

    def __init__(self, file: Path | None = None) -> None:
        try:
            self._kept = _opened(file)
        except sqlite3.Error as error:
            raise InputError(f"{file}: no file of double-dummy results: {error}") from None

    def tricks(self, deal: Deal, contract: Contract) -> int:
        """Return the tricks that declarer's side wins against best defence, 0 to 13."""
        key = (str(deal), int(contract.strain), int(contract.declarer))
        row = self._kept.execute(
            "select tricks from tricks where deal = ? and strain = ? and declarer = ?", key
        ).fetchone()
        if row is not None:
            return int(row[0])
        tricks = contract_tricks(deal, contract)
        self._kept.execute("insert or replace into tricks values (?, ?, ?, ?)", (*key, tricks))
        return tricks

    def score_ns(self, deal: Deal, contract: Contract | None, vulnerability: Vulnerability) -> int:
        """Return the score for North-South when everybody plays double dummy."""
        tricks = self.tricks(deal, contract) if contract else 0
        return score_ns(contract, tricks, vulnerability)


def _opened(file: Path | None) -> sqlite3.Connection:
    kept = sqlite3.connect(file or ":memory:", timeout=60, isolation_level=None)
    kept.execute("pragma journal_mode = wal")
    kept.execute("pragma synchronous = off")
    kept.execute(
        "create table if not exists tricks (deal text, strain int, declarer int, tricks int,"
        " primary key (deal, strain, declarer))"
    )
    return kept
