"""`dowager infer`: what an auction has shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from dowager.auction import BySide, Scoring
from dowager.cli.json_lines import serve
from dowager.cli.options import (
    auction_options,
    part_score_option,
    read_auction,
    reading_option,
    scoring_option,
    systems,
)
from dowager.cli.printing import range_text, show_table
from dowager.knowledge.answers import Verdict
from dowager.services.inferring import inference_object, questions_of
from dowager.services.requests import read_request

_RANGES = ("HCP", "S", "H", "D", "C")
_SMALL = 0.005
_EPILOG = """\b
Examples:
  dowager infer --calls "1NT P 2C P 2H P"
  dowager infer --calls "1NT P 2C P 2H P" --seat S --hand KJ63.A74.52.Q973
  dowager infer --calls "1NT P 2C P 2H P" --exact       proved by the solver, with a witness deal
  dowager infer --calls "1NT P 2C P 2H P" --ask "N: aces >= 2" --ask "N: stopper(C)"
  dowager infer --calls "1NT P 2C P 2H P" --ask "E.S + W.S <= 5" --ask "N: ace(S) and S: king(S)"
  dowager infer --calls "1NT P 2C P 2H P" --ask "NS.hcp >= 25" --exact
  dowager infer --calls "1S 2H X P" --dealer W --opponents natural --json
  dowager infer --calls "1NT P 2C" --reading ns=exact,ew=tolerant
  echo '{"id":1,"dealer":"N","vul":"none","calls":["1NT","P","3NT"]}' | dowager infer --jsonl

With --jsonl each input line is {"id", "dealer", "vul", "calls", "scoring"?, "part_scores"?,
"system"?, "opponents"?, "seat"?, "hand"?, "deal"?, "reading"?, "ask"?} and each output line {"id",
"seats", "calls", "relaxed", "excluded", "reading"?, "asked"?} or {"id", "error"}. Fields marked "?"
are optional.
--system is that of the side whose hand is known, else North-South's; --opponents is the other
side's. --ask takes "SEAT: CONDITION", written as in a rule, or "SEAT.word" for one thing of a hand;
E+W, NS or EW ask for the sum of several hands' numbers. The answer is proved, impossible, possible
with a probability, or not decided; with --exact the solver decides it, and shows a deal for and a
deal against. With a --reading other than exact no hand
is impossible, and ranges leave out 5% of what is believed.
"""


@click.command(epilog=_EPILOG)
@auction_options
@scoring_option
@part_score_option
@systems
@click.option("--seat", default=None, help="The seat whose hand is known.")
@click.option("--hand", default=None, help="That seat's hand, S.H.D.C.")
@click.option(
    "--deal",
    default=None,
    help="The four hands as in PBN, to find the calls that exclude the hand that made them.",
)
@click.option(
    "--ask",
    multiple=True,
    help="SEAT: CONDITION, or one of several hands: is it so, how probable is it? May be repeated.",
)
@reading_option
@click.option("--exact", is_flag=True, help="Prove ranges and answers across the four hands.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jsonl", is_flag=True, help="Answer JSON lines from standard input.")
def command(
    calls: str,
    dealer: str,
    vul: str,
    scoring: Scoring,
    part_scores: BySide,
    system: str,
    opponents: str | None,
    seat: str | None,
    hand: str | None,
    deal: str | None,
    ask: tuple[str, ...],
    reading: str,
    exact: bool,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Say what an auction has shown, call by call and hand by hand."""
    if jsonl:
        serve(
            lambda line: inference_object(
                read_request(line, system, opponents, reading, scoring, part_scores),
                questions_of(line, ask),
                exact,
            )
        )
        return
    auction = read_auction(calls, dealer, vul, scoring, part_scores)
    words = [str(call) for call in auction.calls]
    line = {"calls": words, "dealer": dealer, "vul": vul, "seat": seat, "hand": hand, "deal": deal}
    request = read_request(line, system, opponents, reading, scoring, part_scores)
    answer = inference_object(request, ask, exact)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        _print(answer)


def _print(answer: dict[str, Any]) -> None:
    rows = [
        (call["seat"], call["call"], call["name"], call["text"], call["forcing"])
        for call in answer["calls"]
    ]
    if rows:
        show_table(("seat", "call", "name", "shows", "forcing"), rows)
        click.echo()
    several = list(_alternative_rows(answer["calls"]))
    if several:
        show_table(("seat", "call", "alternative", "shows", *_RANGES, "then", "now"), several)
        click.echo()
    show_table(
        ("seat", *_RANGES), [(seat, *_range_texts(box)) for seat, box in answer["seats"].items()]
    )
    if "asked" in answer:
        click.echo()
        show_table(("seat", "asked", "answer"), _asked(answer))
        _print_deals(answer["asked"])
    for key, words in (
        ("relaxed", "calls whose meaning was relaxed, because no hand fits them all"),
        ("excluded", "calls whose meaning excludes the hand that made them"),
    ):
        if answer[key]:
            click.echo(f"{words}: {', '.join(str(index + 1) for index in answer[key])}")
    if "witness" in answer:
        click.echo(f"proved: {answer['proved']}; a deal that fits: {answer['witness']}")


def _alternative_rows(calls: Sequence[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield the kinds of hand of each call that shows several, with their probabilities."""
    for call in calls:
        for index, each in enumerate(call.get("alternatives", ())):
            head = ("", "") if index else (call["seat"], call["call"])
            shares = (_share_text(each[key], each["exact"]) for key in ("share", "now"))
            yield *head, each["name"], each["text"], *_range_texts(each), *shares


def _share_text(share: float, exact: bool) -> str:
    """Return the probability of an alternative; what is left alone, or ruled out, is certain."""
    if not share:
        return "ruled out"
    about = "" if exact or share == 1 else "~"
    return f"{about}{share:.0%}" if share >= _SMALL else "<1%"


def _range_texts(box: Mapping[str, Sequence[int]]) -> tuple[str, ...]:
    return tuple(range_text(*box[key]) for key in ("hcp", "S", "H", "D", "C"))


def _asked(answer: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            asked["seat"] or "",
            asked["text"],
            asked["verdict"] + _share(asked),
        )
        for asked in answer["asked"]
    ]


def _print_deals(asked: list[dict[str, Any]]) -> None:
    """Print the deals that show what is possible."""
    for answer in asked:
        about = f"{answer['seat']}: {answer['text']}" if answer["seat"] else answer["text"]
        for key in ("for", "against"):
            if answer.get(key):
                click.echo(f"{key} {about!r}: {answer[key]}")


def _share(asked: dict[str, Any]) -> str:
    """Return the probability of what is neither proved nor impossible."""
    if asked["verdict"] != Verdict.POSSIBLE.value:
        return ""
    error = max(asked["error"], 0.001)
    return f", {asked['probability']:.1%} ± {error:.1%}"
