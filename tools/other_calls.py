"""Says what other calls than the rules' own would gain at a position, on deals that agree with it.

    python tools/other_calls.py sayc "1S 2C" P X
    python tools/other_calls.py sayc "1S 2C P P" P --where "N: hcp >= 14 and C <= 2" --deals 400
    python tools/other_calls.py ./mine "1NT P" 2C --hand KQ42.K85.A76.942 --vul both
    python tools/other_calls.py sayc "1H 2D X P" P \\
        --opponents-by "dowager bid --jsonl --system two_over_one"

Deals are drawn that agree with what the calls so far have shown, each as likely as any other. The
hands that are to call are grouped by the rule that they choose. All four seats then bid each deal
to the end by their rules, after the rule's call and after each of the others, and double dummy
compares the contracts. A gain that is several standard errors large says that the rule, or the
meaning that partner gives the call, is worth a look; small groups say nothing. Where no hand makes
a seat's calls by the rules, one of them is read loosely, which is said: gains there may be worth
nothing. What gains may be a fault of the opponents' rules: `--opponents-by` keeps only deals on
which another bidder makes their calls as well, a program that reads and writes JSON lines as
`dowager bid --jsonl` does.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, Vulnerability, parse_call, parse_calls
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Hand, Seat
from dowager.errors import InputError
from dowager.judgement.rollout import Rollout
from dowager.knowledge.answers import relaxed_calls
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Sample, deal_of, deals_for
from dowager.play import DoubleDummyStore
from dowager.services.dealing import wanted_deals
from dowager.services.known_tables import bidder_at
from figures import mean_error
from inputs import run, whole
from program import Program

_EXAMPLES = 3


@dataclass(slots=True)
class Group:
    """The deals whose hand makes its call by one rule.

    Attributes:
        own: that call.
        deals: their numbers in the sample.
    """

    own: ChosenCall
    deals: list[int]


def groups_of(bidder: Bidder, auction: Auction, sample: Sample) -> list[Group]:
    """Return the deals of a sample by the rule that chooses the call, the largest group first."""
    groups: dict[tuple[Call, str], Group] = {}
    for number, holdings in enumerate(sample.holdings):
        own = bidder.choose(deal_of(holdings)[auction.turn], auction)
        groups.setdefault((own.call, own.location), Group(own, [])).deals.append(number)
    return sorted(groups.values(), key=lambda group: -len(group.deals))


def _gains(
    view: View, group: Group, sample: Sample, others: list[Call], store: DoubleDummyStore
) -> dict[Call, list[int]]:
    """Return what calls gain over the group's own on each of its deals, in IMPs."""
    tried = [call for call in others if call is not group.own.call]
    rollout = Rollout(view, [group.own.call, *tried], store)
    if tried:
        rollout.add(sample.holdings[group.deals], tried)
    nothing = [0] * len(group.deals)
    return {call: rollout.gains.get(call, nothing) for call in others}


def _report(
    groups: list[Group], gains: list[dict[Call, list[int]]], sample: Sample, seat: Seat, least: int
) -> Iterator[str]:
    always: dict[Call, list[int]] = defaultdict(list)
    yield "own  deals  gain in IMPs, and the rule of the own call"
    for group, each in zip(groups, gains, strict=True):
        for call, values in each.items():
            always[call] += values
        if len(group.deals) < least:
            continue
        of_others = {call: values for call, values in each.items() if call is not group.own.call}
        yield f"{group.own.call!s:<4} {len(group.deals):>5}  {_worth(of_others)}"
        yield f"{'':>12}{group.own.name or 'no rule'}  {group.own.location}"
        hands = [deal_of(sample.holdings[number])[seat] for number in group.deals[:_EXAMPLES]]
        yield f"{'':>12}{'  '.join(map(str, hands))}"
    yield f"all  {len(sample.holdings):>5}  {_worth(always)}"


def _read_loosely(view: View) -> Iterator[str]:
    """Yield a line for each call so far that has to be read loosely to fit a hand."""
    for index in relaxed_calls(view):
        before = Auction.of_calls(
            view.auction.dealer, view.auction.vulnerability, view.auction.calls[:index]
        )
        place = f"after {before}" if index else "as the first call"
        call = view.auction.calls[index]
        yield f"{call} {place} is read loosely: no hand makes this seat's calls by the rules"


def _made_by(program: Program, sample: Sample, auction: Auction) -> Sample:
    """Return the deals on which another bidder makes the calls of the side that is not to call.

    Raises:
        InputError: there are none, or the program fails.
    """
    befores = [
        Auction.of_calls(auction.dealer, auction.vulnerability, auction.calls[:index])
        for index in range(len(auction.calls))
    ]
    theirs = [
        (before, call)
        for before, call in zip(befores, auction.calls, strict=True)
        if before.turn.side is not auction.turn.side
    ]
    made = [
        number
        for number, deal in enumerate(map(deal_of, sample.holdings))
        if all(program.call(deal[before.turn], before) is call for before, call in theirs)
    ]
    count = f"{len(made) or 'none'} of {len(sample.holdings)} deals"
    said = f"their calls are made by the other bidder on {count}"
    if not made:
        raise InputError(said)
    print(said)
    return replace(sample, holdings=sample.holdings[made])


def _worth(gains: dict[Call, list[int]]) -> str:
    means = {call: mean_error(values) for call, values in gains.items()}
    return "   ".join(f"{call} {mean:+.2f} ± {error:.2f}" for call, (mean, error) in means.items())


def main() -> int:
    """Deal, try the calls and print what they gain."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("auction", help="the calls so far, North deals: '1S 2C'")
    parser.add_argument("calls", nargs="+", help="the calls to be tried")
    parser.add_argument("--opponents", help="the other side's system; the same by default")
    parser.add_argument(
        "--opponents-by",
        metavar="COMMAND",
        help="only deals on which this program makes the other side's calls, too",
    )
    parser.add_argument("--where", default="", help="only such deals: 'S: hcp >= 14 and C <= 2'")
    parser.add_argument("--hand", help="only this hand to call: KQ42.K85.A76.942")
    parser.add_argument("--vul", default="none", help="none, ns, ew or both")
    parser.add_argument("--deals", type=whole(1), default=200)
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--least", type=whole(1), default=1, help="leave out groups of fewer deals")
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    options = parser.parse_args()
    auction = Auction.of_calls(
        Seat.NORTH, Vulnerability.parse(options.vul), parse_calls(options.auction.split())
    )
    others = [parse_call(text) for text in options.calls]
    for call in others:
        auction.after(call)
    bidder = bidder_at(auction.turn, options.system, options.opponents)
    view = bidder.view(auction)
    known = {auction.turn: Hand.parse(options.hand)} if options.hand else {}
    sample = deals_for(
        view,
        known,
        np.random.default_rng(options.seed),
        options.deals,
        where=wanted_deals(options.where),
    )
    for line in _read_loosely(view):
        print(line, file=sys.stderr)
    if not len(sample.holdings):
        raise InputError("no deal was found that fits the auction and what is asked of it")
    if options.opponents_by is not None:
        sample = _made_by(Program(options.opponents_by), sample, auction)
    store = DoubleDummyStore(options.kept)
    groups = groups_of(bidder, auction, sample)
    silent = not sys.stderr.isatty()
    gains = [
        _gains(view, group, sample, others, store)
        for group in track(groups, "trying", disable=silent)
    ]
    print(*_report(groups, gains, sample, auction.turn, options.least), sep="\n")
    return 0


if __name__ == "__main__":
    run(main)
