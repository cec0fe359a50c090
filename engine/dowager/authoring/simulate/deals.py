"""The boards of any part of a job: always the same ones, however the job is cut into parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.authoring.simulate.job import Job
from dowager.backends.evaluate import DealArray
from dowager.cards import Deal, Seat, holdings_of_deals
from dowager.errors import InputError
from dowager.knowledge.sampling import Sampler, SampleStatus, deal_of
from dowager.language.compile import read_deal_condition

BLOCK = 250
"""Deals that satisfy a condition are drawn by so many, each block from a seed of its own."""

_CARDS = 52
_STEPS = _CARDS // 4  # Philox makes four numbers at each step of its counter
_ROUNDS = 8  # samples, each of several million proposals, before a block is given up
_CYCLE = 16
_DEALERS = np.array([dealer_of_board(n + 1) for n in range(_CYCLE)], dtype=np.int8)
_SIDES = np.array([Vulnerability.of_board(n + 1) for n in range(_CYCLE)], dtype=np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Boards that stand together in a job.

    Attributes:
        first: the number of the first in the job, from 1.
        holdings: the hands, shape `(boards, 4 seats, 4 suits)`, North and clubs first.
        dealers: the dealer of each, by number.
        vulnerabilities: who is vulnerable, by number.
        numbers: the numbers that given boards have, 0 where they have none; None for random ones.
    """

    first: int
    holdings: DealArray
    dealers: NDArray[np.int8]
    vulnerabilities: NDArray[np.int8]
    numbers: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        return len(self.holdings)

    def deal(self, index: int) -> Deal:
        """Return the hands of one of the boards."""
        return deal_of(self.holdings[index])

    def start(self, index: int) -> Auction:
        """Return the auction of one of the boards before its first call."""
        dealer, sides = self.dealers[index], self.vulnerabilities[index]
        return Auction(Seat(int(dealer)), Vulnerability(int(sides)))


def boards_of(job: Job, first: int, count: int) -> Boards:
    """Return boards of a job.

    Args:
        job: the job.
        first: the number of the first board in the job, from 1.
        count: how many.

    Raises:
        InputError: too few deals satisfy the job's condition.
    """
    if job.given is not None:
        part, given = slice(first - 1, first - 1 + count), job.given
        return Boards(
            first,
            given.holdings[part],
            given.dealers[part],
            given.vulnerabilities[part],
            given.numbers[part],
        )
    settings = job.settings
    seed = settings.seed or 0
    if settings.where:
        holdings = _deals_where(settings.where, seed, first - 1, count)
    else:
        holdings = random_deals(seed, first - 1, count)
    return Boards(first, holdings, *_seating(job, first, count))


def random_deals(seed: int, first: int, count: int) -> DealArray:
    """Return uniform deals; each depends on nothing but the seed and its index.

    The cards of a deal are put in the order of 52 random 64-bit numbers, which are those of the
    counters of Philox that belong to its index. That stream is the same in all versions of numpy.

    Args:
        seed: the seed.
        first: the index of the first deal, from 0.
        count: how many.
    """
    numbers = np.random.Philox(key=seed, counter=first * _STEPS).random_raw(count * _CARDS)
    packs = numbers.reshape(count, _CARDS).argsort(axis=1, kind="stable").astype(np.uint8)
    return holdings_of_deals(packs.reshape(count, len(Seat), 13))


def _seating(job: Job, first: int, count: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return who deals and who is vulnerable: as at duplicate (Law 2), or as the job says."""
    cycle = np.arange(first - 1, first - 1 + count) % _CYCLE
    dealers, sides = _DEALERS[cycle], _SIDES[cycle]
    if job.settings.dealer:
        dealers = np.full_like(dealers, Seat.parse(job.settings.dealer))
    if job.settings.vul:
        sides = np.full_like(sides, Vulnerability.parse(job.settings.vul))
    return dealers, sides


def _deals_where(where: str, seed: int, first: int, count: int) -> DealArray:
    """Return deals that satisfy a condition, uniform over all that do."""
    blocks = range(first // BLOCK, (first + count - 1) // BLOCK + 1)
    drawn = np.concatenate([_block(where, seed, block) for block in blocks])
    offset = first - blocks.start * BLOCK
    return drawn[offset : offset + count]


@lru_cache(maxsize=4)
def _block(where: str, seed: int, block: int) -> DealArray:
    """Return a whole block of deals; the last ones are kept, as units may share them."""
    generator = np.random.default_rng([seed, block])
    drawn = np.empty((0, 4, 4), dtype=np.uint16)
    proposals = 0
    for _ in range(_ROUNDS):
        sample = _sampler(where).sample(generator, BLOCK - len(drawn))
        drawn = np.concatenate([drawn, sample.holdings])
        proposals += sample.proposals
        if len(drawn) == BLOCK:
            return drawn
        if sample.status is SampleStatus.NONE:
            raise InputError(f"it is proved that no deal satisfies --where {where!r}")
        if not len(sample):
            break
    raise InputError(
        f"deals that satisfy --where {where!r} are too rare: {len(drawn)} in {proposals:,}"
    )


@lru_cache(maxsize=4)
def _sampler(where: str) -> Sampler:
    return Sampler({}, where=read_deal_condition(where))
