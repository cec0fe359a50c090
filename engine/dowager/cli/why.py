"""`dowager why`: why a hand makes its call, and why not another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console

from dowager.auction import BySide, Scoring, parse_call
from dowager.authoring.why import (
    SECONDS,
    CardChange,
    ConditionPart,
    PublicSummary,
    RuleReason,
    Why,
    WhyNot,
    core_words,
    nearest,
    rule_words,
    why,
    why_not,
    why_not_object,
    why_object,
    why_words,
)
from dowager.bidder import ChosenCall
from dowager.cards import Hand
from dowager.cli.judged import judge_option, print_rivals
from dowager.cli.options import (
    auction_options,
    part_score_option,
    read_auction,
    scoring_option,
    systems,
)
from dowager.cli.printing import lengths_text, range_text, show_table
from dowager.services.bidding import judged_object
from dowager.services.known_tables import table_at

_FEW = 5

_EPILOG = """\b
Examples:
  dowager why KJ63.A74.52.Q973 --calls "1NT P"
  dowager why KJ63.A74.52.Q973 --calls "1NT P" --call 2H
  dowager why KJ63.A74.52.Q973 --calls "1NT P" --call 2H --all --json
  dowager why AQ5.KJ4.KT73.Q92 --rule openings.yaml:75
  dowager why AKQ432.A98.3.984 --calls "1H 1S X" --dealer E --vul both
  dowager why KQ42.K853.A76.94 --calls "1S 2C 2H P 4H P" --judge 2

With --call it prints, for each rule for that call, the fewest conditions that would have to be
otherwise, and the smallest change of cards with which the hand would make both the call and its
earlier ones. Both are proved to be the smallest; docs/explanation/why.md says what that means.
"""


@click.command(epilog=_EPILOG)
@click.argument("hand")
@auction_options
@scoring_option
@part_score_option
@systems
@click.option("--call", "asked", default=None, help="Explain why the hand does not make this call.")
@click.option("--rule", default="", help="Explain why not this rule, FILE:LINE.")
@click.option(
    "--all", "everything", is_flag=True, help="Print every rule and core, not only the nearest."
)
@click.option("--seconds", type=click.FloatRange(0.0, min_open=True), default=SECONDS,
    show_default=True, help="Seconds to look for the smallest change of cards.")  # fmt: skip
@judge_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    hand: str,
    calls: str,
    dealer: str,
    vul: str,
    scoring: Scoring,
    part_scores: BySide,
    system: str,
    opponents: str | None,
    asked: str | None,
    rule: str,
    everything: bool,
    seconds: float,
    judge: float,
    as_json: bool,
) -> None:
    """Say why a hand, S.H.D.C, makes its call, and why not another."""
    auction = read_auction(calls, dealer, vul, scoring, part_scores)
    held = Hand.parse(hand)
    call = None if asked is None else parse_call(asked)
    table = table_at(auction.turn, system, opponents)
    bidder = table.bidder
    answer = why(bidder, auction, held)
    other = None
    if call is not None or rule:
        with _progress() as show_count:
            other = why_not(bidder, auction, held, call, rule, limit=seconds, tell=show_count)
    judged = table.bid(held, auction, judge=judge) if judge > 0 else None
    if as_json:
        more: dict[str, object] = {}
        if other is not None:
            more["asked"] = why_not_object(other, held)
        if judged is not None:
            more["judged"] = judged_object(judged)
        click.echo(json.dumps({**why_object(answer), **more}, ensure_ascii=False))
        return
    if other is None:
        _print_why(answer, _FEW if not everything else None)
    else:
        _print_why_not(answer, other, _FEW if not everything else None)
    if judged is not None and judged.rivals is not None:
        click.echo(f"\n{judged.call}  by judgement")
        print_rivals(judged, judged.rivals)


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """Show on a terminal how many cards are being tried."""
    with Console(stderr=True).status("looking for a change of cards") as status:
        yield lambda count: status.update(f"is a change of {count} cards enough?")


# --- why ------------------------------------------------------------------------------------------


def _print_why(answer: Why, most: int | None) -> None:
    _print_slips(answer)
    click.echo(f"{answer.decision.call}  {answer.decision.name}")
    click.echo(f"  rule     {answer.decision.location or 'none'}")
    chosen = answer.chosen
    parts = [_part_words(part) for part in chosen.parts] if chosen else []
    for label, text in zip(
        ("because", *[""] * len(parts)), parts or [answer.decision.text], strict=False
    ):
        click.echo(f"  {label:<9}{text}")
    _print_known(answer.known)
    tried = answer.tried
    if tried:
        click.echo(f"\nTried before it, nearest first{_some(len(tried), most)}:")
        _print_rules(tried[:most], answer.hand)
    call = answer.decision.call
    others = [reason for reason in nearest(answer.reasons) if reason.rule.call != call]
    reached = [reason for reason in others if reason.size is not None]
    if reached:
        click.echo("\nOther calls, nearest first:")
        _print_rules(reached, answer.hand)
    _print_never([reason for reason in others if reason.size is None], answer.hand)


def _some(count: int, most: int | None) -> str:
    return f" ({most} of {count}; --all lists them)" if most is not None and count > most else ""


def _print_slips(answer: Why) -> None:
    for slip in answer.slips:
        name = f"{slip.would.name}, {slip.would.location}" if slip.would.rule else "no rule fits"
        click.echo(
            f"Call {slip.index + 1}, {slip.call}: this hand would bid {slip.would.call} ({name})"
        )


def _print_known(known: PublicSummary) -> None:
    forced = "forced to bid" if known.forced else "not forced"
    game = ", forced to game" if known.game_forced else ""
    agreed = f"{known.agreed.word} agreed" if known.agreed is not None else "no suit agreed"
    click.echo(f"  known    {forced}{game}; {agreed}")
    record, ranges = known.partner_last, known.partner
    if record is not None:
        last = rule_words(record.rule) if record.rule else f"{record.call} (no agreed meaning)"
        click.echo(f"  partner  {last}: {range_text(*ranges.hcp)} HCP {lengths_text(ranges)}")


def _print_rules(reasons: Sequence[RuleReason], hand: Hand) -> None:
    rows = []
    for reason in reasons:
        call, rule = str(reason.rule.call), reason.rule.rule
        rows.append((call, rule.name, rule.location, why_words(reason, hand)))
    show_table(("call", "name", "rule", "why not"), rows)


def _print_never(reasons: Sequence[RuleReason], hand: Hand, by_rule: bool = False) -> None:
    """Print the calls that no hand makes, or their rules, grouped by the reason."""
    groups: dict[str, list[str]] = {}
    for reason in reasons:
        name = reason.rule.rule.location if by_rule else str(reason.rule.call)
        groups.setdefault(why_words(reason, hand), []).append(name)
    for words, names in groups.items():
        click.echo(f"\n{' '.join(dict.fromkeys(names))}: {words}")


def _part_words(part: ConditionPart) -> str:
    now = f" (now {part.now})" if part.now and not part.holds else ""
    return f"{part.text}{now}"


# --- why not --------------------------------------------------------------------------------------


def _print_why_not(answer: Why, other: WhyNot, most: int | None) -> None:
    _print_slips(answer)
    _print_decision(answer.decision, answer.hand)
    _print_known(answer.known)
    if other.rule and not other.reasons:
        click.echo(f"\nThe rule at {other.rule} does not apply here.")
        return
    if not other.legal:
        click.echo(f"\n{other.call} is not legal here.")
        return
    if not other.reasons:
        click.echo(f"\nThe system has no rule for {other.call} here.")
    reached = [reason for reason in other.reasons if reason.size is not None]
    if reached and reached[0].size:
        asked = other.rule or str(other.call)
        click.echo(f"\nWhy not {asked}, nearest rule first{_some(len(reached), most)}:")
    for reason in reached[:most]:
        _print_reason(reason, answer.hand, most)
    never = [reason for reason in other.reasons if reason.size is None]
    _print_never(never, answer.hand, by_rule=True)
    if other.change is not None:
        click.echo()
        click.echo(_change_line(other.change, str(other.call)))


def _print_decision(decision: ChosenCall, hand: Hand) -> None:
    rule = f"{decision.name}, {decision.location}" if decision.rule else "no rule fits"
    click.echo(f"{hand} bids {decision.call} ({rule})")


def _print_reason(reason: RuleReason, hand: Hand, most: int | None) -> None:
    click.echo(f"\n{rule_words(reason.rule)}  {reason.rule.rule.location}")
    for part in reason.failing:
        _print_failing(part, "  fails    ")
    for blocker in reason.blockers:
        click.echo(f"  behind   {rule_words(blocker.rule)}  {blocker.rule.rule.location}")
        for part in blocker.parts:
            click.echo(f"             {part.text}")
    if reason.chosen or not reason.size:
        click.echo(f"  {why_words(reason, hand)}")
        return
    cores = reason.cores.smallest
    for number, core in enumerate(cores[:most]):
        label = "  core     " if number == 0 else "  or       "
        click.echo(f"{label}{core_words(core, hand)}")
    more = len(cores) - len(cores[:most])
    if more or not reason.cores.complete:
        least = "" if reason.cores.complete else "at least "
        click.echo(f"           and {least}{more} more of {reason.size} conditions (--all)")


def _print_failing(part: ConditionPart, label: str) -> None:
    click.echo(f"{label}{_part_words(part)}")
    for choice in part.choices:
        failing = "; ".join(_part_words(piece) for piece in choice if not piece.holds)
        click.echo(f"{' ' * len(label)}  not: {failing}")


def _change_line(change: CardChange, call: str) -> str:
    """Return the smallest change of cards in words, and what is proved of it."""
    if change.reason is not None:
        return f"No change of cards helps: {change.reason.value}. This is proved."
    if change.hand is None:
        return f"{change.not_with} cards are proved not to be enough; then time ran out."
    if not change.swaps:
        return f"No card has to change: the hand bids {call}."
    rule = (
        f"{change.rule.rule.name}, {change.rule.rule.location}" if change.rule else "no rule fits"
    )
    cards = f"{len(change.swaps)} card{'s' if len(change.swaps) > 1 else ''}"
    text = f"{cards}: {change.words}: {change.hand} bids {call} ({rule})."
    if change.proved:
        return f"Smallest change, {text}"
    return f"A change of {text} {change.not_with} are proved not to be enough; then time ran out."
