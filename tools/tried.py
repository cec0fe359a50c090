"""What is tried on many deals where two systems part, and how it is told in groups."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from figures import mean_error
from inputs import whole


@dataclass(frozen=True, slots=True)
class Tried:
    """What the first system gains on a board.

    Attributes:
        gain: in IMPs, on average; 0 without a parting.
        error: its standard error.
        deals: how many deals tried it.
        rules: the two calls with their rules, by which partings are grouped; "" without a parting.
        words: the gain, the hands and the auctions.
    """

    gain: float = 0.0
    error: float = 0.0
    deals: int = 0
    rules: str = ""
    words: str = ""


def add_options(parser: ArgumentParser, deals: int, of: str) -> None:
    """Add the two systems and the options that programs of this kind share.

    Args:
        parser: gets them.
        deals: how many deals try a parting if nothing is said.
        of: what the deals are for, as the help says it.
    """
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--boards", type=whole(1), default=1000)
    parser.add_argument("--deals", type=whole(2), default=deals, help=f"deals for each {of}")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--most", type=whole(0), default=25, help="how many groups to list")
    parser.add_argument("--show", metavar="WORDS", help="print the hands of matching groups")


def report(tried: Sequence[Tried], differ: str, most: int, show: str | None) -> Iterator[str]:
    """Yield the gain a board, how many boards differ, and the largest groups.

    Args:
        tried: all boards.
        differ: what there is to say of those that differ.
        most: how many groups to list.
        show: print the hands of groups that have these words; None prints none.
    """
    mean, error = mean_error([each.gain for each in tried])
    yield f"{mean:+.3f} ± {error:.3f} IMPs a board for the first, {len(tried)} boards"
    yield differ
    yield from groups_of(tried, most, show)


def groups_of(tried: Sequence[Tried], most: int, show: str | None) -> Iterator[str]:
    """Yield the largest groups of partings, and the boards of some.

    Args:
        tried: all boards.
        most: how many groups to list.
        show: print the hands of groups that have these words; None prints none.
    """
    groups: dict[str, list[Tried]] = defaultdict(list)
    for each in tried:
        if each.rules:
            groups[each.rules].append(each)
    largest = sorted(groups, key=lambda key: -abs(sum(each.gain for each in groups[key])))
    for key in largest[:most]:
        members = groups[key]
        mean, error = mean_error([each.gain for each in members])
        if len(members) == 1:
            error = members[0].error
        yield f"{mean:>+6.2f} ± {error:.2f} IMPs on {len(members):>4}  {key}"
    for key, members in groups.items():
        if show and show in key:
            yield f"\n{key}"
            yield from (each.words for each in members)
