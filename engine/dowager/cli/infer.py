"""Owns `dowager infer`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import click

from dowager.cards import Hand, Seat, Suit
from dowager.cli.lines import Request, read_request, serve
from dowager.cli.options import auction_options, bidder_at, read_auction, systems
from dowager.cli.tables import show_table, span
from dowager.errors import InputError
from dowager.knowledge.answers import Ranges, excluded_calls, find, ranges, relaxed_calls
from dowager.knowledge.public import View, call_alert, call_words

_EPILOG = """\b
Examples:
  dowager infer --calls "1NT P 2C P 2H P"
  dowager infer --calls "1NT P 2C P 2H P" --seat S --hand KJ63.A74.52.Q973
  dowager infer --calls "1NT P 2C P 2H P" --exact       proved by the solver, with a witness deal
  dowager infer --calls "1NT P 2C P 2H P" --ask "N: aces >= 2" --ask "N: stopper(C)"
  dowager infer --calls "1S 2H X P" --dealer W --opponents natural --json
  echo '{"id":1,"dealer":"N","vul":"none","calls":["1NT","P","3NT"]}' | dowager infer --jsonl

With --jsonl each line in is {"id", "dealer", "vul", "calls", "system"?, "opponents"?, "seat"?,
"hand"?, "deal"?}; each line out {"id", "seats", "calls", "relaxed", "excluded"}, or {"id",
"error"}.
--system is the system of the seat whose hand is known and its partner's, else North-South's;
--opponents is the other side's. --ask takes a seat and a condition as rules write it.
"""


@click.command(epilog=_EPILOG)
@auction_options
@systems
@click.option("--seat", default=None, help="The seat whose hand is known.")
@click.option("--hand", default=None, help="That seat's hand, S.H.D.C.")
@click.option(
    "--deal", default=None, help="All hands: which calls exclude the hand that made them."
)
@click.option("--ask", multiple=True, help="SEAT: CONDITION, how probable; may be repeated.")
@click.option("--exact", is_flag=True, help="Exact ranges across the four hands, by CP-SAT.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for programs.")
@click.option("--jsonl", is_flag=True, help="Answer JSON lines from standard input.")
def command(
    calls: str,
    dealer: str,
    vul: str,
    system: str,
    opponents: str | None,
    seat: str | None,
    hand: str | None,
    deal: str | None,
    ask: tuple[str, ...],
    exact: bool,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Tell what an auction has shown: each call in words, and the ranges of every hand."""
    if jsonl:
        serve(lambda line: _answer(read_request(line, system, opponents), ask, exact))
        return
    auction = read_auction(calls, dealer, vul)
    words = [str(call) for call in auction.calls]
    line = {"calls": words, "dealer": dealer, "vul": vul, "seat": seat, "hand": hand, "deal": deal}
    answer = _answer(read_request(line, system, opponents), ask, exact)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        _print(answer)


def _known(request: Request) -> dict[Seat, Hand]:
    if request.hand is None:
        return {}
    if request.seat is None:
        raise InputError('"hand" needs "seat": whose hand it is')
    if request.deal is not None and request.deal[request.seat] != request.hand:
        raise InputError(f'"hand" is not the hand of {request.seat.letter} in "deal"')
    return {request.seat: request.hand}


def _answer(request: Request, questions: tuple[str, ...], exact: bool) -> dict[str, Any]:
    bidder = bidder_at(request.seat or Seat.NORTH, request.system, request.opponents)
    auction = request.auction
    views = [bidder.view(auction.before(count)) for count in range(len(auction.calls) + 1)]
    known = _known(request)
    answer: dict[str, Any] = {
        "seats": _seats(ranges(views[-1], known)),
        "calls": _calls(views[-1]),
        "relaxed": relaxed_calls(views[-1]),
        "excluded": excluded_calls(views, request.deal) if request.deal else [],
    }
    if questions:
        found = find(views[-1], questions, known)
        answer["asked"] = [{**asdict(one), "seat": one.seat.letter} for one in found]
    if exact:
        _put_exact(answer, views[-1], known)
    return answer


def _seats(found: Mapping[Seat, Ranges]) -> dict[str, dict[str, list[int]]]:
    return {
        seat.letter: {
            "hcp": list(box.hcp),
            **{suit.letter: list(box.lengths[suit]) for suit in reversed(Suit)},
        }
        for seat, box in found.items()
    }


def _calls(view: View) -> list[dict[str, Any]]:
    return [
        {
            "call": str(record.call),
            "seat": record.seat.letter,
            "name": record.rule.rule.name if record.rule else "",
            "text": call_words(record),
            "forcing": record.force.word,
            "alert": call_alert(record),
        }
        for record in view.records
    ]


def _put_exact(answer: dict[str, Any], view: View, known: Mapping[Seat, Hand]) -> None:
    # ortools takes long to import and is only needed here
    from dowager.knowledge.answers.exact_ranges import exact_ranges

    answer.update(exact_ranges(view, known))


def _print(answer: dict[str, Any]) -> None:
    rows = [
        (call["seat"], call["call"], call["name"], call["text"], call["forcing"])
        for call in answer["calls"]
    ]
    if rows:
        show_table(("seat", "call", "name", "shows", "forcing"), rows)
        click.echo()
    heads = ("seat", "HCP", "S", "H", "D", "C")
    show_table(
        heads,
        [
            (seat, *(span(*box[key]) for key in ("hcp", "S", "H", "D", "C")))
            for seat, box in answer["seats"].items()
        ],
    )
    if "asked" in answer:
        click.echo()
        show_table(("seat", "asked", "possible", "certain", "probability"), _asked(answer))
    for key, words in (
        ("relaxed", "calls whose meaning was relaxed, because together they left no hand"),
        ("excluded", "calls whose meaning excludes the hand that made them"),
    ):
        if answer[key]:
            click.echo(f"{words}: {', '.join(str(index + 1) for index in answer[key])}")
    if "witness" in answer:
        click.echo(f"proved: {answer['proved']}; a deal that fits: {answer['witness']}")


def _asked(answer: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            one["seat"],
            one["text"],
            "yes" if one["possible"] else "no",
            "yes" if one["certain"] else "no",
            _share(one["probability"], one["error"]),
        )
        for one in answer["asked"]
    ]


def _share(probability: float | None, error: float) -> str:
    if probability is None:
        return "unknown"
    return f"{probability:.1%}" + (f" ± {error:.1%}" if error else "")
