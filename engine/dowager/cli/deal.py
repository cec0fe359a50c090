"""`dowager deal`: deals that fit an auction."""

from __future__ import annotations

import json

import click
import numpy as np

from dowager.auction import Auction
from dowager.cards import Hand, Seat
from dowager.cli.options import auction_options, bidder_for, board_formats, read_auction, systems
from dowager.errors import InputError
from dowager.formats import FORMATS, Board
from dowager.knowledge.sampling import EFFORT, Sample, SampleStatus, deals_for

_EPILOG = """\b
Examples:
  dowager deal --calls "1NT P 3NT P P P" -n 5
  dowager deal --calls "1S P 2H" --seat E --hand J2.KT73.AQ65.872 -n 3 --seed 4
  dowager deal --calls "2C P 2D P 2NT" -n 16 --pbn > practice.pbn
  dowager deal --calls "1NT P" -n 1000 --json

The deals are independent and uniform over all that fit. Exits with 1 when it is proved that none
fits, or when --effort was not enough to find them all.
"""


@click.command(epilog=_EPILOG)
@auction_options
@systems
@click.option("-n", "--count", type=click.IntRange(1, 1_000_000), default=1, show_default=True,
    help="How many deals.")  # fmt: skip
@click.option("--seat", default=None, help="The seat whose hand is known.")
@click.option("--hand", default=None, help="That seat's hand, S.H.D.C.")
@click.option(
    "--seed", type=int, default=None, help="Seed of the deals. Default: different deals each time."
)
@click.option("--effort", type=click.IntRange(1), default=EFFORT, help="The most proposals to try.")
@board_formats("kind")
@click.option("--json", "kind", flag_value="json", help="Print one JSON object.")
def command(
    calls: str,
    dealer: str,
    vul: str,
    system: str,
    opponents: str | None,
    count: int,
    seat: str | None,
    hand: str | None,
    seed: int | None,
    effort: int,
    kind: str | None,
) -> None:
    """Deal boards that fit an auction, and a hand if given."""
    auction = read_auction(calls, dealer, vul)
    view = bidder_for(system, opponents).view(auction)
    generator = np.random.default_rng(seed)
    sample = deals_for(view, _known(seat, hand), generator, count, effort=effort)
    _print(sample, auction, kind)
    if sample.status is not SampleStatus.COMPLETE:
        click.echo(_shortfall(sample, count), err=True)
        raise SystemExit(1)


def _known(seat: str | None, hand: str | None) -> dict[Seat, Hand]:
    if hand is None:
        return {}
    if seat is None:
        raise InputError("--hand needs --seat, to say whose hand it is")
    return {Seat.parse(seat): Hand.parse(hand)}


def _shortfall(sample: Sample, count: int) -> str:
    if sample.status is SampleStatus.NONE:
        return "it is proved that no deal fits"
    return f"found {len(sample)} of {count} deals in {sample.proposals:,} proposals; raise --effort"


def _print(sample: Sample, auction: Auction, kind: str | None) -> None:
    boards = [
        Board(
            number=number,
            dealer=auction.dealer,
            vulnerability=auction.vulnerability,
            hands=deal.hands,
        )
        for number, deal in enumerate(sample, 1)
    ]
    match kind:
        case None:
            for deal in sample:
                click.echo(str(deal))
        case "json":
            click.echo(json.dumps(_as_json(sample)))
        case _:
            click.echo(FORMATS[kind].write(boards), nl=False)


def _as_json(sample: Sample) -> dict[str, object]:
    return {
        "deals": [str(deal) for deal in sample],
        "status": sample.status.value,
        "proposals": sample.proposals,
        "probability": sample.probability,
    }
