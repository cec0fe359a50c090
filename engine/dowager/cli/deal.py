"""`dowager deal`: deals that fit an auction."""

from __future__ import annotations

import json

import click
import numpy as np

from dowager.auction import Auction, BySide, Scoring
from dowager.cards import Hand, Seat
from dowager.cli.json_lines import serve
from dowager.cli.options import (
    auction_options,
    board_formats,
    part_score_option,
    read_auction,
    reading_option,
    scoring_option,
    systems,
)
from dowager.errors import InputError
from dowager.formats import FORMATS, Board
from dowager.knowledge.readings import parse_readings
from dowager.knowledge.sampling import EFFORT, Sample, SampleStatus, deals_for
from dowager.services.dealing import MOST, deals_object, sample_object, wanted_deals
from dowager.services.known_tables import bidder_for
from dowager.services.requests import read_request

_EPILOG = """\b
Examples:
  dowager deal --calls "1NT P 3NT P P P" -n 5
  dowager deal --calls "1S P 2H" --seat E --hand J2.KT73.AQ65.872 -n 3 --seed 4
  dowager deal --calls "2C P 2D P 2NT" -n 16 --pbn > practice.pbn
  dowager deal --calls "1NT P" -n 1000 --json
  dowager deal --calls "1NT P 2C" -n 8 --reading ew=tolerant
  dowager deal --where "N: balanced and hcp in 15..17; E+W: S <= 7" -n 4
  dowager deal --calls "1NT P" --where "S.hcp + N.hcp >= 25 and not S: S >= 4"
  echo '{"id":1,"calls":["1NT","P"],"n":5,"seed":3}' | dowager deal --jsonl

The deals are independent, and uniform over all that fit; with a --reading other than exact they are
as probable as it says. Exits with 1 when it is proved that none fits, or when --effort was not
enough to find them all.

--where takes further conditions, with or without an auction: "SEAT: CONDITION" as rules write it,
"SEAT.word" for one thing of a hand; E+W, NS or EW for the sum of several hands; and, or, not; and
";" between parts that all must hold.

With --jsonl each input line is {"id", "dealer", "vul", "calls", "seat"?, "hand"?, "n"?, "seed"?,
"where"?, "reading"?, "scoring"?, "system"?, "opponents"?} and each output line {"id", "deals",
"status", "proposals", "probability", "witness"?} or {"id", "error"}.
"""


@click.command(epilog=_EPILOG)
@auction_options
@scoring_option
@part_score_option
@systems
@click.option("-n", "--count", type=click.IntRange(1, MOST), default=1, show_default=True,
    help="How many deals.")  # fmt: skip
@click.option("--seat", default=None, help="The seat whose hand is known.")
@click.option("--hand", default=None, help="That seat's hand, S.H.D.C.")
@click.option(
    "--seed", type=int, default=None, help="Seed of the deals. Default: different deals each time."
)
@click.option("--effort", type=click.IntRange(1), default=EFFORT, help="The most proposals to try.")
@board_formats("kind")
@click.option("--json", "kind", flag_value="json", help="Print one JSON object.")
@click.option("--where", default="", help="Further conditions: 'N: hcp >= 12; E+W: S <= 7'.")
@reading_option
@click.option("--jsonl", is_flag=True, help="Answer JSON lines from standard input.")
def command(
    calls: str,
    dealer: str,
    vul: str,
    scoring: Scoring,
    part_scores: BySide,
    system: str,
    opponents: str | None,
    count: int,
    seat: str | None,
    hand: str | None,
    seed: int | None,
    effort: int,
    kind: str | None,
    where: str,
    reading: str,
    jsonl: bool,
) -> None:
    """Deal boards that fit an auction, and a hand or conditions if given."""
    if jsonl:
        serve(
            lambda line: deals_object(
                line,
                read_request(line, system, opponents, reading, scoring, part_scores),
                where,
                effort,
            )
        )
        return
    auction = read_auction(calls, dealer, vul, scoring, part_scores)
    view = bidder_for(system, opponents).view(auction)
    generator, known = np.random.default_rng(seed), _known(seat, hand)
    readings = parse_readings(reading)
    wanted = wanted_deals(where)
    sample = deals_for(
        view, known, generator, count, effort=effort, readings=readings, where=wanted
    )
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
    words = (
        f"found {len(sample)} of {count} deals in {sample.proposals:,} proposals; raise --effort"
    )
    if len(sample):
        return words
    if sample.witness is None:
        return f"{words}; whether any fits is not decided"
    return f"{words}; they are rare, but there are some: {sample.witness}"


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
            click.echo(json.dumps(sample_object(sample)))
        case _:
            click.echo(FORMATS[kind].write(boards), nl=False)
