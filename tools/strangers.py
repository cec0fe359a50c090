"""Says what one player of ours wins or loses among three of another program.

    python tools/strangers.py sayc "python bba_bid.py --our SAYC --their SAYC" --boards 500
    python tools/strangers.py sayc "dowager bid --jsonl --system acol" --boards 200 --show "takeout"

The other program reads and writes lines as `dowager bid --jsonl` does. It bids each board at all
four seats, and then at three, with ours in each of the seats in turn; double dummy compares the
contracts. Where two programs bid alike but mean different things, a match between them shows it
little, as each meets only the other's opponents' calls: here partner is a stranger, too. The groups
are where our player first bids otherwise, with our rule and their call; what loses is often a call
that comes later, so read the boards of a group. The result rewards agreement with one program:
it says where to look, and no more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from random import Random

from rich.progress import track

from dowager.auction import Auction, Call, Vulnerability, dealer_of_board
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, Seat, Side, random_deal
from dowager.errors import InputError
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole
from program import Program
from tried import Tried, groups_of

_LARGEST = 12  # boards that are printed


@dataclass(frozen=True, slots=True)
class Board:
    """What our player wins on a board, in one seat after the other.

    Attributes:
        gain: in IMPs, on average over the four seats.
        seats: each seat where our player's auction is another one.
    """

    gain: float
    seats: tuple[Tried, ...]


class Table:
    """Bids boards with the program and with our player, in one process."""

    def __init__(self, name: str, command: str, kept: Path | None) -> None:
        self._bidder = Bidder(system_named(name))
        self._program = Program(command)
        self._store = DoubleDummyStore(kept)

    def board(self, number: int, deal: Deal) -> Board:
        """Bid a board at all four seats by the program, and with ours in each of them."""
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        asked: dict[tuple[Call, ...], Call] = {}

        def theirs(auction: Auction) -> Call:
            if auction.calls not in asked:
                asked[auction.calls] = self._program.call(deal[auction.turn], auction)
            return asked[auction.calls]

        base = _bid(start, theirs)
        tried = []
        for seat in Seat:
            chosen: list[ChosenCall] = []

            def mixed(
                auction: Auction, seat: Seat = seat, chosen: list[ChosenCall] = chosen
            ) -> Call:
                if auction.turn is not seat:
                    return theirs(auction)
                chosen.append(self._bidder.choose(deal[seat], auction))
                return chosen[-1].call

            auction = _bid(start, mixed)
            if auction != base:
                tried.append(self._compared(deal, seat, auction, base, chosen))
        return Board(sum(each.gain for each in tried) / len(Seat), tuple(tried))

    def _compared(
        self, deal: Deal, seat: Seat, auction: Auction, base: Auction, chosen: list[ChosenCall]
    ) -> Tried:
        contracts = [auction.contract], [base.contract]
        won = int(self._store.gains([deal], *contracts, [auction.vulnerability])[0])
        gain = won if seat.side is Side.NORTH_SOUTH else -won
        pairs = enumerate(zip(auction.calls, base.calls, strict=False))
        index = next(index for index, (one, other) in pairs if one != other)
        parted = chosen[sum(auction.seat_of(before) is seat for before in range(index))]
        words = [f"{gain:>+4}  {deal} {auction.vulnerability}, {seat.word} is ours"]
        words += [f"      {auction}", f"      {base}"]
        words += [f"         {_rule(each)}" for each in chosen]
        return Tried(gain, 0.0, 1, f"{_rule(parted)} | {base.calls[index]}", "\n".join(words))


def _bid(auction: Auction, caller: Callable[[Auction], Call]) -> Auction:
    while not auction.ended:
        auction = auction.after(caller(auction))
    return auction


def _rule(chosen: ChosenCall) -> str:
    place = chosen.location.rpartition("/")[2]
    return f"{chosen.call} {chosen.name or 'no rule'} {place}".rstrip()


_table: Table


def _begin(name: str, command: str, kept: Path | None) -> None:
    global _table  # each worker process starts the program once
    _table = Table(name, command, kept)


def _board(board: tuple[int, Deal]) -> Board | InputError:
    try:
        return _table.board(*board)
    except InputError as error:  # raised where it is printed
        return error


def main() -> None:
    """Bid the boards, and print the result, the groups and the boards that cost most."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="\n".join(__doc__.splitlines()[1:5]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("system", help="of our player, and of the others as he takes them")
    parser.add_argument("program", help="the command of the other program")
    parser.add_argument("--boards", type=whole(1), default=300)
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--most", type=whole(0), default=25, help="how many groups to list")
    parser.add_argument("--show", metavar="WORDS", help="print the boards of matching groups")
    parser.add_argument("--worst", type=whole(0), default=_LARGEST, help="boards to print")
    options = parser.parse_args()
    random, words = Random(options.seed), (options.system, options.program, options.kept)
    dealt = [(number, random_deal(random)) for number in range(1, options.boards + 1)]
    Table(*words)  # what is wrong is said here, not in every worker
    boards: list[Board] = []
    fault: InputError | None = None
    with Pool(options.workers, _begin, words) as pool:
        silent = not sys.stderr.isatty()
        played = pool.imap(_board, dealt)
        for board in track(played, "bidding", total=len(dealt), disable=silent):
            if isinstance(board, InputError):
                fault = board
                break
            boards.append(board)
    if boards:
        _report(boards, options.most, options.show, options.worst)
    if fault is not None:
        raise fault


def _report(boards: list[Board], most: int, show: str | None, worst: int) -> None:
    mean, error = mean_error([board.gain for board in boards])
    print(f"{mean:+.3f} ± {error:.3f} IMPs a board for our player, {len(boards)} boards")
    tried = [each for board in boards for each in board.seats]
    print(f"{len(tried)} of {len(Seat) * len(boards)} auctions differ")
    print("\n".join(groups_of(tried, most, show)))
    for each in sorted(tried, key=lambda each: each.gain)[:worst]:
        print(each.words)


if __name__ == "__main__":
    run(main)
