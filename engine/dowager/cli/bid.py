"""`dowager bid`: the call for a hand."""

from __future__ import annotations

import json

import click

from dowager.api import Decision
from dowager.auction import BySide, Scoring
from dowager.cards import Hand
from dowager.cli.json_lines import serve
from dowager.cli.judged import judge_option, judge_reading_option, print_rivals
from dowager.cli.options import (
    auction_options,
    part_score_option,
    read_auction,
    scoring_option,
    systems,
)
from dowager.cli.printing import show_table
from dowager.errors import InputError
from dowager.language.compile import Force
from dowager.services.bidding import decide, decision_object, reasons_object
from dowager.services.requests import Request, read_request

_EPILOG = """\b
Examples:
  dowager bid AQ5.KJ4.KT73.Q92
  dowager bid KJ63.A74.52.Q973 --calls "1NT P"
  dowager bid KJ63.A74.52.Q973 --calls "1NT P" --why
  dowager bid AKQ432.A98.3.984 --calls "1H 1S X" --dealer E --vul both --json
  dowager bid KQ42.K853.A76.94 --calls "1S 2C 2H P 4H P" --judge 2
  dowager bid KQ42.K853.A76.94 --calls "1S 2C 2H P 4H P" --judge 2 --reading them=tolerant
  dowager bid KQ42.K853.A76.94 --calls "1S 2C 2H P 4H P" --scoring mp
  dowager bid K9764.A85.52.Q97 --calls "1S P" --part-score NS=40
  echo '{"id":1,"hand":"KJ63.A74.52.Q973","dealer":"N","vul":"none","calls":["1NT","P"]}' |
    dowager bid --jsonl

With --jsonl each input line is {"id", "hand": "S.H.D.C", "dealer", "vul", "calls", "seat"?,
"scoring"?, "part_scores"?, "reading"?, "system"?, "opponents"?} and each output line {"id", "call",
"name", "rule", "text", "alert", "forcing"} or {"id", "error"}. Fields marked "?" are optional.

With --judge, calls that the hand nearly makes are tried on deals that agree with the auction, bid
to the end and scored double dummy; one that is clearly better overrules the rules' own. Lines then
have "judged", too: {"own": call, "scoring": "imps" or "mp", "rivals": {call: IMPs or matchpoints
gained on average, ...}}, or null where there was nothing to judge.
"""


@click.command(epilog=_EPILOG)
@click.argument("hand", required=False)
@auction_options
@scoring_option
@part_score_option
@systems
@click.option("--why", is_flag=True, help="Say why each other call was not chosen.")
@judge_option
@judge_reading_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jsonl", is_flag=True, help="Answer JSON lines from standard input.")
def command(
    hand: str | None,
    calls: str,
    dealer: str,
    vul: str,
    scoring: Scoring,
    part_scores: BySide,
    system: str,
    opponents: str | None,
    why: bool,
    judge: float,
    reading: str,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Choose the call for a hand, S.H.D.C, and name its rule."""
    if jsonl:
        serve(
            lambda line: decision_object(
                decide(read_request(line, system, opponents, reading, scoring, part_scores), judge),
                judge,
            )
        )
        return
    if hand is None:
        raise InputError("give a hand, spades first: dowager bid AQ5.KJ4.KT73.Q92")
    auction = read_auction(calls, dealer, vul, scoring, part_scores)
    request = Request(auction, Hand.parse(hand), None, None, system, opponents, reading)
    decision = decide(request, judge)
    if as_json:
        reasons = {"why": reasons_object(decision)} if why else {}
        click.echo(json.dumps(decision_object(decision, judge) | reasons, ensure_ascii=False))
    else:
        _print(decision, why)


def _print(decision: Decision, why: bool) -> None:
    click.echo(f"{decision.call}  {decision.name}")
    click.echo(f"  rule     {decision.rule or 'none'}")
    click.echo(f"  shows    {decision.text}")
    if decision.alert:
        click.echo(f"  alert    {decision.alert}")
    if decision.forcing != Force.NO.word:
        click.echo(f"  forcing  {decision.forcing}")
    if decision.rivals is not None:
        print_rivals(decision, decision.rivals)
    if why:
        rows = [(str(r.call), r.name, r.rule, r.why) for r in decision.why]
        show_table(("call", "name", "rule", "why"), rows)
