"""One unit of a job: boards bid, compared, solved and put in rows, as bytes that never vary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

import numpy as np

from dowager.auction import Auction, Contract, Strain, imps, score_ns
from dowager.authoring.simulate.bidding import NO_RULE, BidBoard, BidBoards, bid_match, bid_table
from dowager.authoring.simulate.deals import Boards, boards_of
from dowager.authoring.simulate.job import Job, Solved
from dowager.authoring.simulate.schema import (
    PASSED_OUT,
    ROOMS,
    arrow_columns,
    arrow_schema,
    same_systems,
)
from dowager.authoring.simulate.solving import TABLE, Solve, solved
from dowager.authoring.workers import Unit
from dowager.cards import Seat
from dowager.play import par

_BATCH = 2_000
"""Rows that are made at a time, so that a large unit takes little memory."""

Row = dict[str, object]
"""The values of a board by the names of their columns; what is null may be missing."""


def run_unit(job: Job, unit: Unit) -> bytes:
    """Return the rows of a unit as an Arrow IPC stream; the same bytes each time and everywhere.

    Raises:
        InputError: too few deals satisfy the job's condition.
    """
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, arrow_schema(), options=options) as stream:
        for rows in _rows_of(job, unit):
            stream.write_batch(arrow_columns(rows))
    return bytes(sink.getvalue())


def _rows_of(job: Job, unit: Unit) -> Iterator[list[Row]]:
    """Yield the rows of a unit, in the order of the boards, so many at a time."""
    boards = boards_of(job, unit.first, unit.count)
    rooms = _bid_rooms(job, boards)
    for start in range(0, len(boards), _BATCH):
        compared = {
            index: _Compared(boards.start(index), tuple([room[index] for room in rooms]))
            for index in range(start, min(start + _BATCH, len(boards)))
        }
        tricks = solved(boards, _wanted(job, compared))
        yield [_row(job, boards, index, each, tricks) for index, each in compared.items()]


def _bid_rooms(job: Job, boards: Boards) -> list[BidBoards]:
    """Return the boards of each room. The same system at all seats bids both rooms alike."""
    if same_systems(job):
        return [bid_table(job.pair, boards)] * (2 if job.settings.teams else 1)
    return bid_match(job.pair, boards)


class _Compared:
    """A board as the rooms bid it."""

    __slots__ = ("bids", "contracts", "start")

    def __init__(self, start: Auction, bids: tuple[BidBoard, ...]) -> None:
        self.start, self.bids = start, bids
        self.contracts = [
            Auction(start.dealer, start.vulnerability, each.calls).contract for each in bids
        ]

    @property
    def differ(self) -> bool:
        """Whether the rooms have reached different contracts."""
        return len(self.contracts) == 2 and self.contracts[0] != self.contracts[1]

    @property
    def parted(self) -> int | None:
        """The index of the first call that differs; None when the auctions are the same."""
        if len(self.bids) < 2:
            return None
        pairs = enumerate(zip_longest(self.bids[0].calls, self.bids[1].calls))
        return next((index for index, (first, second) in pairs if first != second), None)


def _wanted(job: Job, boards: Mapping[int, _Compared]) -> list[Solve]:
    """Return what has to be solved of boards, given by index: all, or what decides IMPs."""
    if job.settings.par:
        return [(index, strain, seat) for index in boards for seat, strain in TABLE]
    how = Solved(job.settings.solved)
    if how is Solved.NONE:
        return []
    return [
        (index, contract.strain, contract.declarer)
        for index, board in boards.items()
        for contract in board.contracts
        if contract and (how is Solved.ALL or board.differ or len(board.contracts) == 1)
    ]


def _row(
    job: Job, boards: Boards, index: int, compared: _Compared, tricks: Mapping[Solve, int]
) -> Row:
    start = compared.start
    row: Row = {
        "board": boards.first + index,
        "number": None if boards.numbers is None else int(boards.numbers[index]) or None,
        "seed": job.settings.seed,
        "dealer": start.dealer.letter,
        "vul": start.vulnerability.word,
        "deal": str(boards.deal(index)),
        "parted": compared.parted,
    }
    offsets = _rule_offsets(job)
    for room, systems, bids, contract in zip(
        ROOMS, offsets, compared.bids, compared.contracts, strict=False
    ):
        row |= _prefixed(room, _bidding(start, bids, contract, systems))
        if job.solves:
            row |= _prefixed(room, _result(index, start, contract, tricks))
    if job.solves and job.settings.teams:
        row["imps"] = _imps(row, compared)
    if job.settings.par:
        row |= _par(index, start, tricks)
    return row


def _prefixed(room: str, values: Row) -> Row:
    return {f"{room}_{name}": value for name, value in values.items()}


def _rule_offsets(job: Job) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return, for each room, what is added to the numbers of North-South's and East-West's rules.

    The rules of the second system follow those of the first.
    """
    other = 0 if same_systems(job) else len(job.system.system().rules)
    return (0, other), (other, 0)


def _bidding(
    start: Auction, bids: BidBoard, contract: Contract | None, offsets: tuple[int, int]
) -> Row:
    numbered = zip(bids.rules, map(start.seat_of, range(len(bids.rules))), strict=True)
    return {
        "auction": " ".join(map(str, bids.calls)),
        "rules": [
            rule if rule == NO_RULE else rule + offsets[seat.side] for rule, seat in numbered
        ],
        "contract": _contract_word(contract),
        "declarer": contract.declarer.letter if contract else None,
    }


def _contract_word(contract: Contract | None) -> str:
    return str(contract).partition("-")[0] if contract else PASSED_OUT


def _result(
    index: int, start: Auction, contract: Contract | None, tricks: Mapping[Solve, int]
) -> Row:
    if contract is None:
        return {"score": 0}
    won = tricks.get((index, contract.strain, contract.declarer))
    if won is None:
        return {}
    return {"tricks": won, "score": score_ns(contract, won, start.vulnerability)}


def _imps(row: Row, compared: _Compared) -> int:
    """Return the IMPs of the first system, North-South in the open room."""
    if not compared.differ:
        return 0
    first, second = row["open_score"], row["closed_score"]
    assert isinstance(first, int) and isinstance(second, int)
    return imps(first - second)


def _par(index: int, start: Auction, tricks: Mapping[Solve, int]) -> Row:
    table = [tricks[index, strain, seat] for seat, strain in TABLE]
    rows = np.reshape(table, (len(Seat), len(Strain))).T
    best = par(rows, start.dealer, start.vulnerability)
    return {
        "par_score": best.score,
        "par_contract": str(best.contract) if best.contract else PASSED_OUT,
        "dd_tricks": table,
    }
