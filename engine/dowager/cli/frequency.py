"""Owns `dowager frequency`."""

from __future__ import annotations

import json
from typing import Any

import click
import numpy as np

from dowager.auction import Auction, Call, parse_call
from dowager.authoring.frequency.call_shares import (
    CallShare,
    Frequency,
    Picture,
    frequency,
    picture,
)
from dowager.authoring.frequency.random_auctions import Auctions, bid_boards
from dowager.cards import Suit
from dowager.cli.options import auction_options, bidder_at, bidder_for, read_auction, systems
from dowager.cli.progress import progress
from dowager.cli.shares import bars, number, percent, share_json
from dowager.cli.tables import show_table
from dowager.errors import InputError
from dowager.knowledge.public import View, words
from dowager.knowledge.sampling import Columns, Share, deals_for

_EPILOG = """\b
Examples:
  dowager frequency                               the openings of each seat, exactly
  dowager frequency ./mine                        those of a system of one's own
  dowager frequency --calls start                 the dealer's openings, rule by rule
  dowager frequency --calls "1NT P"               the responses to 1NT
  dowager frequency --calls "1NT P" --call 2C     what hands respond 2C: HCP, shapes, lengths
  dowager frequency --calls "1S 2H" --deals 4000  over whole deals that fit the auction
  dowager frequency --auctions 2000 --top 20      the commonest auctions of random boards
  dowager frequency --calls "1S P" --json

Without --deals a share is of the hands that the seat can hold by its own calls; it is exact, of
whole numbers of hands, or else says two standard errors after "±". With --deals and --auctions it
is of a sample. Exits with 1 when no hand or no deal fits.
"""


@click.command(epilog=_EPILOG)
@click.argument("name", metavar="[SYSTEM]", required=False)
@auction_options
@systems
@click.option("--call", "wanted", default=None, help="Show the hands that make this call.")
@click.option("--deals", type=click.IntRange(1, 1_000_000), help="Sample so many whole deals.")
@click.option("--auctions", type=click.IntRange(1), help="Bid so many random boards.")
@click.option("--top", type=click.IntRange(1), default=12, show_default=True, help="Rows a table.")
@click.option("--all", "every", is_flag=True, help="List calls and rules that no hand makes, too.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of what is sampled.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
def command(
    name: str | None,
    calls: str,
    dealer: str,
    vul: str,
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
    """Tell how often each call of a position is made, by which rules, and with what hands."""
    system = name or system
    if auctions is not None:
        if calls or wanted or deals:
            raise InputError("--auctions bids boards from the start: no --calls, --call or --deals")
        with progress("boards", auctions) as step:
            found = bid_boards(bidder_for(system, opponents), auctions, seed, step)
        _tell(_auctions_json(found, top)) if as_json else _print_auctions(found, top)
        return
    if not calls and not wanted and deals is None:
        seats = _openings(dealer, vul, system, opponents, seed)
        _tell([_frequency_json(*seat) for seat in seats]) if as_json else _print_openings(seats)
        return
    auction = read_auction("" if calls.strip() == "start" else calls, dealer, vul)
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    view = bidder_at(auction.turn, system, opponents).view(auction)
    generator = np.random.default_rng(seed)
    hands = None if deals is None else _hands(view, deals, generator)
    if wanted is not None:
        shown = picture(view, _called(auction, wanted), generator, hands=hands)
        if shown is None:
            click.echo(f"no hand makes {wanted} after {auction}", err=True)
            raise SystemExit(1)
        _tell(_picture_json(shown)) if as_json else _print_picture(shown, top)
        return
    often = frequency(view, generator, hands=hands)
    _tell(_frequency_json(auction, often)) if as_json else _print(auction, often, every)


def _openings(
    dealer: str, vul: str, system: str, opponents: str | None, seed: int
) -> list[tuple[Auction, Frequency]]:
    """Return how often each seat opens with each call, the seats before it having passed."""
    found: list[tuple[Auction, Frequency]] = []
    for passes in range(4):
        auction = read_auction("P " * passes, dealer, vul)
        view = bidder_at(auction.turn, system, opponents).view(auction)
        found.append((auction, frequency(view, np.random.default_rng(seed))))
    return found


def _hands(view: View, deals: int, generator: np.random.Generator) -> Columns:
    """Return the hands of the seat to call in deals that fit the auction."""
    sample = deals_for(view, None, generator, deals)
    if not len(sample):
        click.echo("no deal found that fits the auction", err=True)
        raise SystemExit(1)
    if len(sample) < deals:
        click.echo(f"found only {len(sample)} deals in {sample.proposals} proposals", err=True)
    hands: Columns = np.ascontiguousarray(sample.holdings[:, view.caller_seat].T)
    return hands


def _called(auction: Auction, wanted: str) -> Call:
    call = parse_call(wanted)
    if not auction.is_legal(call):
        raise InputError(f"{call} is not legal after: {auction}")
    return call


# --- for people


def _print_openings(seats: list[tuple[Auction, Frequency]]) -> None:
    by_seat = [{call.call: call.share for call in often.calls} for _, often in seats]
    order = sorted({call for shares in by_seat for call in shares})
    made = [call for call in order if any(call in s and s[call].value for s in by_seat)]
    rows = [
        (str(call), *(percent(shares[call]) if call in shares else "" for shares in by_seat))
        for call in made
    ]
    nothing = ("no rule", *(percent(often.none) for _, often in seats))
    heads = ("call", "1st seat", "2nd seat", "3rd seat", "4th seat")
    show_table(heads, [*rows, nothing] if any(o.none.value for _, o in seats) else rows)
    click.echo(_basis([often for _, often in seats]))


def _print(auction: Auction, often: Frequency, every: bool) -> None:
    rows: list[tuple[str, ...]] = []
    for call in often.calls:
        if call.share.value or every:
            rows.extend(_rows(call, every))
    if often.none.value or every:
        rows.append(("no rule", percent(often.none), number(often.none.hands), "", "", ""))
    show_table(("call", "share", "hands", "of the call", "rule", "name"), rows)
    never = sum(not call.share.value for call in often.calls)
    if never and not every:
        click.echo(f"{never} more calls have rules that no such hand uses (--all lists them)")
    click.echo(f"{auction.turn.word} to call after {auction}: {_basis([often])}")


def _rows(call: CallShare, every: bool) -> list[tuple[str, ...]]:
    """Return a line for each rule; the call and its share stand on the first."""
    rules = [rule for rule in call.rules if rule.share.value or every]
    heads = [(str(call.call), percent(call.share), number(call.share.hands))]
    heads += [("", "", "")] * (len(rules) - 1)
    return [
        (*head, _part(rule.share, call.share), rule.rule.rule.location, rule.rule.rule.name)
        for head, rule in zip(heads, rules, strict=True)
    ]


def _part(rule: Share, call: Share) -> str:
    return f"{100 * rule.value / call.value:.1f}%" if call.value else ""


def _basis(found: list[Frequency]) -> str:
    """Say of what the shares are."""
    if all(often.exact for often in found):
        hands = {often.none.of for often in found}
        return f"exact: of {number(hands.pop())} hands" if len(hands) == 1 else "exact"
    return f"of {found[0].none.drawn:,} draws; ± two standard errors"


def _print_picture(shown: Picture, top: int) -> None:
    bars("HCP", [(str(hcp), share) for hcp, share in shown.hcp.items()])
    patterns, shapes = list(shown.patterns.items()), list(shown.shapes.items())
    bars("shape", [("-".join(map(str, shape)), share) for shape, share in patterns[:top]])
    bars("exactly", [("=".join(map(str, shape)), share) for shape, share in shapes[:top]])
    left = max(0, len(patterns) - top), max(0, len(shapes) - top)
    if any(left):
        click.echo(f"{left[0]} more shapes, {left[1]} more of exact order (--top)")
    for suit in reversed(Suit):
        lengths = shown.lengths[suit].items()
        bars(suit.word, [(str(length), share) for length, share in lengths])
    total = next(iter(shown.hcp.values()))
    basis = f"exact: of {number(total.of)} hands" if total.exact else f"of {total.drawn:,} draws"
    click.echo(basis)


def _print_auctions(found: Auctions, top: int) -> None:
    def table(head: str, rows: list[tuple[str, Share]]) -> None:
        show_table((head, "share"), [(word, percent(share)) for word, share in rows[:top]])
        click.echo()

    table("auction", [(" ".join(map(str, c)), s) for c, s in found.auctions.items()])
    table("contract", list(found.contracts.items()))
    table("kind", list(found.kinds.items()))
    table("opening", [(f"{c} in seat {seat}", s) for (seat, c), s in found.openings.items()])
    click.echo(f"both sides bid or doubled on {percent(found.contested)} of {found.boards} boards")
    click.echo(f"some call had no rule on {percent(found.without)}; ± is two standard errors")


# --- for programs


def _tell(answer: object) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def _frequency_json(auction: Auction, often: Frequency) -> dict[str, Any]:
    return {
        "calls": [str(call) for call in auction.calls],
        "seat": auction.turn.letter,
        "exact": often.exact,
        "made": [
            {
                "call": str(call.call),
                **share_json(call.share),
                "rules": [
                    {
                        "rule": rule.rule.rule.location,
                        "name": rule.rule.rule.name,
                        "text": words(rule.rule),
                        **share_json(rule.share),
                    }
                    for rule in call.rules
                ],
            }
            for call in often.calls
        ],
        "none": share_json(often.none),
    }


def _picture_json(shown: Picture) -> dict[str, Any]:
    return {
        "hcp": {str(hcp): share_json(share) for hcp, share in shown.hcp.items()},
        "shapes": {"=".join(map(str, s)): share_json(share) for s, share in shown.shapes.items()},
        "patterns": {
            "-".join(map(str, s)): share_json(share) for s, share in shown.patterns.items()
        },
        "lengths": {
            suit.letter: {str(length): share_json(share) for length, share in found.items()}
            for suit, found in shown.lengths.items()
        },
    }


def _auctions_json(found: Auctions, top: int) -> dict[str, Any]:
    return {
        "boards": found.boards,
        "auctions": [
            {"calls": [str(call) for call in calls], **share_json(share)}
            for calls, share in list(found.auctions.items())[:top]
        ],
        "contracts": {word: share_json(share) for word, share in found.contracts.items()},
        "kinds": {word: share_json(share) for word, share in found.kinds.items()},
        "openings": [
            {"seat": seat, "call": str(call), **share_json(share)}
            for (seat, call), share in found.openings.items()
        ],
        "contested": share_json(found.contested),
        "without": share_json(found.without),
    }
