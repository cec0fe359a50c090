"""`dowager frequency`: how often calls are made, and with what hands."""

from __future__ import annotations

import json
from typing import Any

import click
import numpy as np

from dowager.auction import Auction, BySide, Call, Scoring, parse_call
from dowager.authoring.frequency import (
    AuctionShares,
    CallShare,
    Frequency,
    Picture,
    bid_boards,
    frequency,
    picture,
)
from dowager.authoring.shared.share_object import share_object
from dowager.cards import Suit
from dowager.cli.options import (
    auction_options,
    part_score_option,
    read_auction,
    scoring_option,
    systems,
)
from dowager.cli.printing import counted, show_table
from dowager.cli.progress import progress
from dowager.cli.share_printing import bars, number, percent
from dowager.errors import InputError
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Columns, Share, deals_for
from dowager.services.known_tables import bidder_at, bidder_for
from dowager.services.shares import frequency_object, picture_object

_EPILOG = """\b
Examples:
  dowager frequency                               the openings of each seat, exactly
  dowager frequency ./mine                        those of your own system
  dowager frequency --calls start                 the dealer's openings, rule by rule
  dowager frequency --calls "1NT P"               the responses to 1NT
  dowager frequency --calls "1NT P" --call 2C     the hands that respond 2C: HCP, shapes, lengths
  dowager frequency --calls "1S 2H" --deals 4000  over whole deals that fit the auction
  dowager frequency --auctions 2000 --top 20      the most frequent auctions of random boards
  dowager frequency --calls "1S P" --json

Shares are of the hands that the seat can hold by its own calls; they are exact, or followed by "±"
and two standard errors. With --deals or --auctions they are those of a sample. Exits with 1 when no
hand or no deal fits.
"""


@click.command(epilog=_EPILOG)
@click.argument("name", metavar="[SYSTEM]", required=False)
@auction_options
@scoring_option
@part_score_option
@systems
@click.option("--call", "wanted", default=None, help="Show the hands that make this call.")
@click.option(
    "--deals",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Sample N deals that fit the auction.",
)
@click.option(
    "--auctions", type=click.IntRange(1), metavar="N", help="Bid N random boards instead."
)
@click.option(
    "--top", type=click.IntRange(1), default=12, show_default=True, help="The most rows in a table."
)
@click.option(
    "--all", "every", is_flag=True, help="List calls and rules that no hand uses as well."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the samples.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    name: str | None,
    calls: str,
    dealer: str,
    vul: str,
    scoring: Scoring,
    part_scores: BySide,
    system: str,
    opponents: str | None,
    wanted: str | None,
    deals: int | None,
    auctions: int | None,
    top: int,
    every: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Show how often each call is made, by which rules and hands."""
    system = name or system
    if auctions is not None:
        if calls or wanted or deals:
            raise InputError(
                "--auctions bids boards from the start; leave out --calls, --call and --deals"
            )
        with progress("boards", auctions) as step:
            boards = bid_boards(
                bidder_for(system, opponents), auctions, seed, step, scoring, part_scores
            )
        _echo(_auctions_json(boards, top)) if as_json else _print_auctions(boards, top)
        return
    if not calls and not wanted and deals is None:
        starts = [
            read_auction("P " * passes, dealer, vul, scoring, part_scores) for passes in range(4)
        ]
        seats = _openings(starts, system, opponents, seed)
        _echo([frequency_object(*seat) for seat in seats]) if as_json else _print_openings(seats)
        return
    words = "" if calls.strip() == "start" else calls
    auction = read_auction(words, dealer, vul, scoring, part_scores)
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    view = bidder_at(auction.turn, system, opponents).view(auction)
    generator = np.random.default_rng(seed)
    hands = None if deals is None else _hands(view, deals, generator)
    if wanted is not None:
        pictured = picture(view, _called(auction, wanted), generator, hands=hands)
        if pictured is None:
            click.echo(f"no hand makes {wanted} after {auction}", err=True)
            raise SystemExit(1)
        _echo(picture_object(pictured)) if as_json else _print_picture(pictured, top)
        return
    answer = frequency(view, generator, hands=hands)
    _echo(frequency_object(auction, answer)) if as_json else _print(auction, answer, every)


def _openings(
    auctions: list[Auction], system: str, opponents: str | None, seed: int
) -> list[tuple[Auction, Frequency]]:
    """Return how often each seat makes each opening call after passes before it."""
    views = (bidder_at(auction.turn, system, opponents).view(auction) for auction in auctions)
    return [(view.auction, frequency(view, np.random.default_rng(seed))) for view in views]


def _hands(view: View, deals: int, generator: np.random.Generator) -> Columns:
    """Return the hands of the seat to call in deals that fit the auction."""
    sample = deals_for(view, None, generator, deals)
    if not len(sample):
        click.echo("no deal was found that fits the auction", err=True)
        raise SystemExit(1)
    if len(sample) < deals:
        click.echo(
            f"only {counted(len(sample), 'deal')} found in {sample.proposals:,} proposals", err=True
        )
    hands: Columns = np.ascontiguousarray(sample.holdings[:, view.caller_seat].T)
    return hands


def _called(auction: Auction, wanted: str) -> Call:
    call = parse_call(wanted)
    if not auction.is_legal(call):
        raise InputError(f"{call} is not legal after: {auction}")
    return call


# --- for people


def _print_openings(seats: list[tuple[Auction, Frequency]]) -> None:
    by_seat = [{call.call: call.share for call in answer.calls} for _, answer in seats]
    order = sorted({call for shares in by_seat for call in shares})
    made = [call for call in order if any(call in s and s[call].value for s in by_seat)]
    rows = [
        (str(call), *(percent(shares[call]) if call in shares else "" for shares in by_seat))
        for call in made
    ]
    nothing = ("no rule", *(percent(answer.none) for _, answer in seats))
    heads = ("call", "1st seat", "2nd seat", "3rd seat", "4th seat")
    show_table(heads, [*rows, nothing] if any(o.none.value for _, o in seats) else rows)
    click.echo(_basis([answer for _, answer in seats]))


def _print(auction: Auction, answer: Frequency, every: bool) -> None:
    rows: list[tuple[str, ...]] = []
    for call in answer.calls:
        if call.share.value or every:
            rows.extend(_rows(call, every))
    if answer.none.value or every:
        rows.append(("no rule", percent(answer.none), number(answer.none.hands), "", "", ""))
    show_table(("call", "share", "hands", "of the call", "rule", "name"), rows)
    never = sum(not call.share.value for call in answer.calls)
    if never and not every:
        click.echo(f"no such hand makes {counted(never, 'more call')} (--all lists them)")
    click.echo(f"{auction.turn.word} to call after {auction}: {_basis([answer])}")


def _rows(call: CallShare, every: bool) -> list[tuple[str, ...]]:
    """Return a row for each rule; the first also has the call and its share."""
    rules = [rule for rule in call.rules if rule.share.value or every]
    heads = [(str(call.call), percent(call.share), number(call.share.hands))]
    heads += [("", "", "")] * (len(rules) - 1)
    return [
        (*head, _part(rule.share, call.share), rule.location, rule.name)
        for head, rule in zip(heads, rules, strict=True)
    ]


def _part(rule: Share, call: Share) -> str:
    return f"{100 * rule.value / call.value:.1f}%" if call.value else ""


def _basis(seats: list[Frequency]) -> str:
    """Return what the shares are of."""
    if all(answer.exact for answer in seats):
        hands = {answer.none.of for answer in seats}
        return f"exact: of {number(hands.pop())} hands" if len(hands) == 1 else "exact"
    return f"of {seats[0].none.drawn:,} draws; ± two standard errors"


def _print_picture(pictured: Picture, top: int) -> None:
    bars("HCP", [(str(hcp), share) for hcp, share in pictured.hcp.items()])
    patterns, shapes = list(pictured.patterns.items()), list(pictured.shapes.items())
    bars("shape", [("-".join(map(str, shape)), share) for shape, share in patterns[:top]])
    bars("exactly", [("=".join(map(str, shape)), share) for shape, share in shapes[:top]])
    unlisted = max(0, len(patterns) - top), max(0, len(shapes) - top)
    if any(unlisted):
        click.echo(
            f"{unlisted[0]} more shapes, {unlisted[1]} more in exact order (--top lists more)"
        )
    for suit in reversed(Suit):
        lengths = pictured.lengths[suit].items()
        bars(suit.word, [(str(length), share) for length, share in lengths])
    total = next(iter(pictured.hcp.values()))
    basis = f"exact: of {number(total.of)} hands" if total.exact else f"of {total.drawn:,} draws"
    click.echo(basis)


def _print_auctions(boards: AuctionShares, top: int) -> None:
    def table(head: str, rows: list[tuple[str, Share]]) -> None:
        show_table((head, "share"), [(word, percent(share)) for word, share in rows[:top]])
        click.echo()

    table("auction", [(" ".join(map(str, c)), s) for c, s in boards.auctions.items()])
    table("contract", list(boards.contracts.items()))
    table("kind", list(boards.kinds.items()))
    table("opening", [(f"{c} in seat {seat}", s) for (seat, c), s in boards.openings.items()])
    click.echo(
        f"both sides bid or doubled on {percent(boards.contested)} of {boards.boards:,} boards"
    )
    click.echo(f"some call had no rule on {percent(boards.without)}; ± is two standard errors")


# --- for programs


def _echo(answer: object) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def _auctions_json(boards: AuctionShares, top: int) -> dict[str, Any]:
    return {
        "boards": boards.boards,
        "auctions": [
            {"calls": [str(call) for call in calls], **share_object(share)}
            for calls, share in list(boards.auctions.items())[:top]
        ],
        "contracts": {word: share_object(share) for word, share in boards.contracts.items()},
        "kinds": {word: share_object(share) for word, share in boards.kinds.items()},
        "openings": [
            {"seat": seat, "call": str(call), **share_object(share)}
            for (seat, call), share in boards.openings.items()
        ],
        "contested": share_object(boards.contested),
        "without": share_object(boards.without),
    }
