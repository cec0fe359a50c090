"""Owns `dowager bid`."""

from __future__ import annotations

import json
from typing import Any

import click

from dowager.bidder import Decision, explain
from dowager.bidder.explain import Reason, best_reasons
from dowager.cards import Hand
from dowager.cli.lines import Request, read_request, serve
from dowager.cli.options import auction_options, bidder_at, read_auction, systems
from dowager.cli.tables import show_table
from dowager.errors import InputError
from dowager.language.compile import Force

_EPILOG = """\b
Examples:
  dowager bid AQ5.KJ4.KT73.Q92
  dowager bid KJ63.A74.52.Q973 --calls "1NT P"
  dowager bid KJ63.A74.52.Q973 --calls "1NT P" --why
  dowager bid AKQ432.A98.3.984 --calls "1H 1S X" --dealer E --vul both --json
  echo '{"id":1,"hand":"KJ63.A74.52.Q973","dealer":"N","vul":"none","calls":["1NT","P"]}' |
    dowager bid --jsonl

With --jsonl each line in is {"id", "hand": "S.H.D.C", "dealer", "vul", "calls", "seat"?, "system"?,
"opponents"?}; each line out {"id", "call", "name", "rule", "text", "alert", "forcing"}, or {"id",
"error"}.
"""


@click.command(epilog=_EPILOG)
@click.argument("hand", required=False)
@auction_options
@systems
@click.option("--why", is_flag=True, help="Say for every other call why it was not chosen.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
@click.option("--jsonl", is_flag=True, help="Answer JSON lines from standard input.")
def command(
    hand: str | None,
    calls: str,
    dealer: str,
    vul: str,
    system: str,
    opponents: str | None,
    why: bool,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Choose the call for a hand, S.H.D.C, and say by which rule."""
    if jsonl:
        serve(lambda line: as_line(_decide(read_request(line, system, opponents))))
        return
    if hand is None:
        raise InputError("give a hand, spades first: dowager bid AQ5.KJ4.KT73.Q92")
    request = Request(
        read_auction(calls, dealer, vul), Hand.parse(hand), None, None, system, opponents
    )
    decision = _decide(request)
    reasons = _reasons(request) if why else []
    if as_json:
        extra = {"why": [_reason_line(reason) for reason in reasons]} if why else {}
        click.echo(json.dumps({**as_line(decision), **extra}, ensure_ascii=False))
    else:
        _print(decision, reasons)


def _decide(request: Request) -> Decision:
    if request.hand is None:
        raise InputError('"hand" is missing; write S.H.D.C, spades first')
    if request.auction.ended:
        raise InputError(f"the auction has ended: {request.auction}")
    seat = request.auction.turn
    if request.seat is not None and request.seat is not seat:
        raise InputError(
            f'"seat" is {request.seat.letter}, but by dealer and calls it is {seat.letter}\'s turn'
        )
    bidder = bidder_at(seat, request.system, request.opponents)
    return bidder.choose(request.hand, request.auction)


def _reasons(request: Request) -> list[Reason]:
    assert request.hand is not None
    bidder = bidder_at(request.auction.turn, request.system, request.opponents)
    return best_reasons(explain(bidder.table.view(request.auction), request.hand))


def as_line(decision: Decision) -> dict[str, Any]:
    """Return a decision as the line interface states it."""
    return {
        "call": str(decision.call),
        "name": decision.name,
        "rule": decision.place,
        "text": decision.text,
        "alert": decision.alert,
        "forcing": decision.force.word,
    }


def _reason_line(reason: Reason) -> dict[str, Any]:
    return {
        "call": str(reason.rule.call),
        "name": reason.rule.rule.name,
        "rule": reason.rule.rule.location,
        "text": reason.text,
        "why": reason.why,
    }


def _print(decision: Decision, reasons: list[Reason]) -> None:
    click.echo(f"{decision.call}  {decision.name}")
    click.echo(f"  rule     {decision.place or 'none'}")
    click.echo(f"  shows    {decision.text}")
    if decision.alert:
        click.echo(f"  alert    {decision.alert}")
    if decision.force is not Force.NO:
        click.echo(f"  forcing  {decision.force.word}")
    if reasons:
        rows = [
            (str(reason.rule.call), reason.rule.rule.name, reason.rule.rule.location, reason.why)
            for reason in reasons
        ]
        show_table(("call", "name", "rule", "why"), rows)
