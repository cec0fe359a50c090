"""The auctions of random boards: how often each auction, contract and opening occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Call,
    Contract,
    Scoring,
    Vulnerability,
    dealer_of_board,
    game_level,
)
from dowager.bidder import Bidder, bulk
from dowager.cards import Side, random_deal
from dowager.knowledge.sampling import Share, estimated

_SMALL_SLAM, _GRAND_SLAM = 6, 7
_AT_ONCE = 10_000  # boards; they share positions
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True, eq=False)
class AuctionShares:
    """Shares of some boards that were bid, the commonest first.

    Attributes:
        boards: how many boards were bid.
        auctions: by the calls.
        contracts: by the contract without its declarer, `4S` or `3NTX`, or `passed out`.
        kinds: by what the contract is: part score, game, small slam, grand slam, passed out.
        openings: by the seat of who opened, 1 to 4 from the dealer, and the bid; a board that is
            passed out has none.
        contested: the share of boards on which both sides made a call other than a pass.
        without: the share of boards on which some call had no rule.
    """

    boards: int
    auctions: Mapping[tuple[Call, ...], Share]
    contracts: Mapping[str, Share]
    kinds: Mapping[str, Share]
    openings: Mapping[tuple[int, Call], Share]
    contested: Share
    without: Share


def bid_boards(
    bidder: Bidder,
    boards: int,
    seed: int,
    step: Callable[[], None] = lambda: None,
    scoring: Scoring = Scoring.IMPS,
    part_scores: BySide = NO_PART_SCORES,
) -> AuctionShares:
    """Bid random boards at all four seats and count what comes of them.

    Dealer and vulnerability go round as in duplicate bridge (Law 2).

    Args:
        bidder: both sides' systems.
        boards: how many.
        seed: the same seed gives the same boards.
        step: called after each board.
        scoring: what the boards are scored by.
        part_scores: in a rubber, what North-South and East-West have below the line.
    """
    random = Random(seed)
    ended: list[Auction] = []
    without = 0
    for first in range(1, boards + 1, _AT_ONCE):
        numbers = range(first, min(first + _AT_ONCE, boards + 1))
        bid = _bid(bidder, numbers, random, step, scoring, part_scores)
        for board in range(len(bid)):
            ended.append(bid.auction(board))
            without += bulk.NO_RULE in bid.rules_of(board) and _unexplained(bidder, ended[-1])
    return AuctionShares(
        boards,
        _shares((auction.calls for auction in ended), boards),
        _shares((_contract_word(auction.contract) for auction in ended), boards),
        _shares((kind_of(auction.contract, part_scores) for auction in ended), boards),
        _shares((_opening(auction) for auction in ended if auction.contract), boards),
        estimated(sum(map(_contested, ended)), boards),
        estimated(without, boards),
    )


def _bid(
    bidder: Bidder,
    numbers: range,
    random: Random,
    step: Callable[[], None],
    scoring: Scoring,
    part_scores: BySide,
) -> bulk.Auctions:
    """Bid random boards, by their numbers."""
    boards = bulk.Boards.of_deals(random_deal(random) for _ in numbers)
    dealers = [dealer_of_board(number) for number in numbers]
    vulnerabilities = [Vulnerability.of_board(number) for number in numbers]

    def progress(ended: int) -> None:
        for _ in range(ended):
            step()

    return bulk.bid_boards(
        bidder.systems, boards, dealers, vulnerabilities, progress, scoring, part_scores
    )


def _unexplained(bidder: Bidder, auction: Auction) -> bool:
    """Whether no rule explains some call; one that did not fit the hand may explain it."""
    return any(record.rule is None for record in bidder.view(auction).records)


def _shares(keys: Iterable[_Key], boards: int) -> dict[_Key, Share]:
    """Return the share of the boards that have each key, the commonest first."""
    return {key: estimated(hits, boards) for key, hits in Counter(keys).most_common()}


def kind_of(contract: Contract | None, part_scores: BySide = NO_PART_SCORES) -> str:
    """Return what a contract is: part score, game, small slam, grand slam, or passed out.

    Args:
        contract: the contract; None when the board is passed out.
        part_scores: what each side has below the line, which may make it a game.
    """
    if contract is None:
        return "passed out"
    if contract.level == _GRAND_SLAM:
        return "grand slam"
    if contract.level == _SMALL_SLAM:
        return "small slam"
    needed = game_level(contract.strain, part_scores[contract.declarer.side])
    return "game" if contract.level >= needed else "part score"


def _contract_word(contract: Contract | None) -> str:
    return str(contract).partition("-")[0] if contract else "passed out"


def _opening(auction: Auction) -> tuple[int, Call]:
    return auction.first_bid + 1, auction.calls[auction.first_bid]


def _contested(auction: Auction) -> bool:
    pairs = enumerate(auction.calls)
    acting = {auction.seat_of(index).side for index, call in pairs if call is not Call.PASS}
    return len(acting) == len(Side)
