"""The frontier of a tree of patterns: what an auction has led to, against matching by hand."""

from __future__ import annotations

from random import Random

import pytest

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.auction.call import CALLS
from dowager.cards import Seat, Suit
from dowager.errors import Fault, Span
from dowager.language.text import Text, read_pattern
from dowager.language.tree import UNBOUND, CallPattern, Env, Frontier, PatternTree
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

PATTERNS = (
    "start", "1NT", "1NT 2C", "(1NT)", "1M", "1M (2x)", "1x (1-2y) P (P)", "1m 1x 1y", "?", "(bid)",
    "1x (X) XX", "1M 2m", "(1m) X (2y)", "2? 3x", "1C|1D (P) 1M",
)  # fmt: skip


def _steps(pattern: str) -> tuple[CallPattern, ...]:
    faults: list[Fault] = []
    steps = read_pattern(Text(pattern, Span("test", 1, 1)), faults)
    assert not faults
    return steps


def _tree() -> PatternTree[str]:
    tree: PatternTree[str] = PatternTree()
    for pattern in PATTERNS:
        tree.add(_steps(pattern), pattern)
    return tree


def _frontier(calls: str) -> Frontier[str]:
    return Frontier.of(_tree()).after(*parse_calls(calls.split()))


def _matched(calls: str) -> set[tuple[str, str]]:
    """Return the patterns that match, each with what its letters stand for: `M=H x=C`."""
    return {(pattern, _words(env)) for pattern, env in _frontier(calls).matches()}


def _words(env: Env) -> str:
    bound = ((letter, suit) for letter, suit in zip(LETTERS, env, strict=True) if suit >= 0)
    return " ".join(f"{letter}={Suit(suit).letter}" for letter, suit in bound)


@pytest.mark.parametrize(
    ("calls", "patterns"),
    [
        ("", {("start", "")}),
        ("P P P", {("start", "")}),
        ("1NT P", {("1NT", ""), ("?", "")}),
        ("P P 1NT P", {("1NT", ""), ("?", "")}),
        ("1NT", {("(1NT)", ""), ("(bid)", "")}),
        ("1NT P 2C P", {("1NT 2C", "")}),
        ("1H P", {("1M", "M=H"), ("?", "")}),
        ("1D P", {("?", "")}),
        ("1H 2C", {("1M (2x)", "M=H x=C")}),
        ("1H 2H", set()),
        ("1C 1H P P", {("1x (1-2y) P (P)", "x=C y=H")}),
        ("1C 1H X P", set()),
        ("1C P 1H P 1S P", {("1m 1x 1y", "m=C x=H y=S")}),
        ("1C P 1C P", set()),
        ("1C X XX P", {("1x (X) XX", "x=C")}),
        ("1S P 2D P", {("1M 2m", "m=D M=S")}),
        ("1D X 2S", {("(1m) X (2y)", "m=D y=S")}),
        ("2NT P 3H P", {("2? 3x", "x=H")}),
        ("1D P 1H P", {("1C|1D (P) 1M", "M=H")}),
    ],
)
def test_it_knows_what_an_auction_has_matched(calls: str, patterns: set[tuple[str, str]]) -> None:
    ordered = {(name, " ".join(sorted(env.split()))) for name, env in patterns}
    found = {(name, " ".join(sorted(env.split()))) for name, env in _matched(calls)}
    assert found == ordered
    assert _frontier(calls).matched == bool(patterns)


def _matches(steps: tuple[CallPattern, ...], calls: tuple[Call, ...], env: Env) -> bool:
    """Whether calls from the first bid on are those of a pattern, letter by letter."""
    if not steps or not calls:
        return not steps and not calls
    (step, *later), (call, *rest) = steps, calls
    if not step.levels:
        return call in step.calls and _matches(tuple(later), tuple(rest), env)
    if call.suit is None or call.level not in step.levels:
        return False
    assert isinstance(step.strain, ex.SuitLetter)
    slot, suit = step.strain.slot, int(call.suit)
    kind = {"M": (2, 3), "m": (0, 1)}.get(LETTERS[slot], (0, 1, 2, 3))
    others = {held for index, held in enumerate(env) if index != slot}
    if suit not in kind or suit in others or env[slot] not in (-1, suit):
        return False
    bound = tuple(suit if index == slot else held for index, held in enumerate(env))
    return _matches(tuple(later), tuple(rest), bound)


def test_random_auctions_match_what_their_calls_match() -> None:
    tree, random = _tree(), Random(5)
    seen: set[str] = set()
    for _ in range(1500):
        auction, frontier = Auction(Seat.NORTH, Vulnerability.NONE, ()), Frontier.of(tree)
        for _ in range(random.randrange(7)):
            if auction.ended:
                break
            low = [call for call in auction.legal_calls() if call <= Call.H3]
            leading = [call for call, _ in frontier.ways(low)]
            call = random.choice(leading if leading and random.random() < 0.8 else low)
            auction, frontier = auction.after(call), frontier.after(call)
        passes = next((i for i, call in enumerate(auction.calls) if call.is_bid), None)
        calls = () if passes is None else auction.calls[passes:]
        wanted = {pattern for pattern in PATTERNS if _matches(_steps(pattern), calls, UNBOUND)}
        assert {pattern for pattern, _ in frontier.matches()} == wanted, str(auction)
        assert frontier.opened == bool(calls)
        seen |= wanted
    assert len(seen) == len(PATTERNS)


def test_ways_are_the_calls_that_lead_on() -> None:
    start = Frontier.of(_tree())
    ways = dict(start.ways(Auction(Seat.NORTH, Vulnerability.NONE, ()).legal_calls()))
    assert Call.PASS not in ways, "passes before the first bid lead nowhere"
    assert set(ways) == {call for call in CALLS if call.is_bid}, "`?` matches any bid"
    for call, following in ways.items():
        assert following == start.after(call)
    opened = start.after(Call.NT1)
    assert set(dict(opened.ways(CALLS))) == {Call.PASS}
    ended = opened.after(Call.PASS, Call.C2, Call.PASS)
    assert ended.matched and not ended.leads and ended.live and not dict(ended.ways(CALLS))
    assert not ended.after(Call.D2).live


def test_apart_are_its_nodes_one_by_one() -> None:
    frontier = _frontier("1D P")
    parts = list(frontier.apart())
    assert [node for part in parts for node in part.nodes] == list(frontier.nodes)
    assert len(parts) > 1 and all(len(part.nodes) == 1 and part.opened for part in parts)
    together = [match for part in parts for match in part.after(Call.H1, Call.PASS).matches()]
    assert together == list(frontier.after(Call.H1, Call.PASS).matches())
