"""What authors ask of a system: is it right, what has changed, how often, and a book of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Literal

import numpy as np

from dowager.api.arguments import (
    CallsLike,
    ScoringLike,
    SeatLike,
    SystemLike,
    VulnerabilityLike,
    as_auction,
    as_scoring,
    as_system,
    as_vulnerability,
    name_of,
)
from dowager.api.table import Table
from dowager.authoring import book as books
from dowager.authoring import check as checking
from dowager.authoring import diff as differing
from dowager.authoring.frequency import Frequency
from dowager.authoring.frequency import frequency as frequency_of
from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.language.compile import System
from dowager.language.files import load_file

BookFormat = Literal["html", "markdown", "bml", "card"]

_EXTENT = checking.Extent()
_LIMITS = books.BookLimits()


def check(
    system: SystemLike,
    *,
    boards: int = _EXTENT.boards,
    depth: int = _EXTENT.depth,
    seed: int = _EXTENT.seed,
    jobs: int = 1,
    hints: bool = False,
    scoring: ScoringLike = "imps",
    opponents: Sequence[SystemLike] = (),
) -> checking.Report:
    """Prove a system, or show what is wrong with it, each fault by a hand that it bids.

    The result is kept between runs, as `dowager check` keeps it: after an edit only what the edit
    touches is examined again.

    Args:
        system: a loaded system, a name or a path.
        boards: how many random boards are bid at each of the four vulnerabilities.
        depth: how many calls of their auctions are looked at.
        seed: another seed gives other boards.
        jobs: how many processes may work on it.
        hints: whether to look for changes of one number that mend faults.
        scoring: what the boards are scored by, `imps` or `mp`.
        opponents: systems against which it is checked besides itself.

    Raises:
        InputError: there is no such system.
        SystemFaults: one of them, or a quiz file of it, cannot be loaded.
    """
    loaded = as_system(system)
    others = tuple(as_system(other).file for other in opponents)
    extent = checking.Extent(boards, depth, seed, as_scoring(scoring))
    report = checking.check_loaded(loaded.file, loaded, extent, jobs, opponents=others)
    return checking.with_hints(report, str(loaded.file)) if hints else report


def diff(
    old: SystemLike,
    new: SystemLike,
    *,
    boards: int = 500,
    depth: int = _EXTENT.depth,
    seed: int = _EXTENT.seed,
    first_only: bool = False,
    scoring: ScoringLike = "imps",
) -> differing.Comparison:
    """Show where two systems differ in meaning, by hands, or prove that they do not.

    Args:
        old: a loaded system, a name, a path, or `REVISION:PATH` in the git repository here.
        new: the other one, likewise.
        boards: how many random boards are followed at each of the four vulnerabilities.
        depth: how many calls of their auctions are looked at.
        seed: another seed gives other boards.
        first_only: whether the first difference is enough.
        scoring: what the boards are scored by, `imps` or `mp`. The auctions of rules that differ
            are compared at both, where a rule asks.

    Raises:
        InputError: there is no such system, revision or path.
        SystemFaults: one of them, or a quiz file of it, cannot be loaded.
    """
    with ExitStack() as stack:
        pair = [stack.enter_context(_system_at(system)) for system in (old, new)]
        quizzes = chain.from_iterable(differing.quizzed(system.file.path) for system in pair)
        return differing.compare(
            pair[0],
            pair[1],
            differing.Extent(boards, depth, seed, as_scoring(scoring)),
            quizzed=(witness.situation.auction for witness in quizzes),
            first_only=first_only,
        )


@contextmanager
def _system_at(system: SystemLike) -> Iterator[System]:
    """Give a system, its files unpacked for a while if it is one of a git revision."""
    if isinstance(system, System):
        yield system
        return
    with differing.system_at(name_of(system)) as file:
        loaded = load_file(file)
        _ = loaded.default  # is loaded now, while its files are there
        yield loaded


def frequency(
    system: SystemLike,
    calls: CallsLike = (),
    *,
    dealer: SeatLike = Seat.NORTH,
    vul: VulnerabilityLike = "none",
    opponents: SystemLike | None = None,
    seed: int | None = None,
) -> Frequency:
    """Return how often the seat to call makes each call, of the hands that it can hold.

    Shares are counted exactly, or estimated where that is too much work; each says which.

    Args:
        system: the system of the side to call: a loaded one, a name or a path.
        calls: the calls so far, or an auction.
        dealer: who dealt.
        vul: who is vulnerable.
        opponents: the other side's system; the same one when None.
        seed: of the hands that are drawn where counting is too much work.

    Raises:
        InputError: an argument is wrong, or the auction has ended.
    """
    auction = as_auction(calls, dealer, vul)
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    ours = as_system(system)
    theirs = ours if opponents is None else as_system(opponents)
    seated = (ours, theirs) if auction.turn.side is Side.NORTH_SOUTH else (theirs, ours)
    view = Table(*seated).bidder.view(auction)
    return frequency_of(view, np.random.default_rng(seed))


def book(
    system: SystemLike,
    format: BookFormat = "html",
    *,
    opponents: SystemLike | None = None,
    vul: VulnerabilityLike = "none",
    depth: int = _LIMITS.depth,
    least: float = _LIMITS.least,
    hands: int = _LIMITS.hands,
    examples: int = _LIMITS.examples,
    seed: int = _LIMITS.seed,
) -> str:
    """Return a book of a system, with its calls, frequencies and example hands; or its card.

    Args:
        system: a loaded system, a name or a path.
        format: `html`, `markdown` or `bml` for a book, `card` for a convention card in HTML.
        opponents: the other side's system; the same one when None.
        vul: who is vulnerable; North-South is the side of the book.
        depth: how many calls of our side follow one another.
        least: the least share of the hands for which a branch is followed, 0 to 1.
        hands: how many hands are sampled in a position.
        examples: how many example hands a call has at most.
        seed: the same seed gives the same book.

    Raises:
        InputError: an argument is wrong.
        SystemFaults: a system cannot be loaded.
    """
    loaded = as_system(system)
    theirs = None if opponents is None else as_system(opponents)
    limits = books.BookLimits(depth, least, hands, examples, seed)
    subject = books.Subject(str(loaded.file), loaded, theirs, as_vulnerability(vul), limits)
    if format == "card":
        return books.card_html(books.make_card(subject))
    if format not in _WRITERS:
        raise InputError(f"no format {format!r}; there are: card, {', '.join(_WRITERS)}")
    return _WRITERS[format](books.make_book(subject))


_WRITERS: Mapping[str, Callable[[books.Book], str]] = {
    "html": books.book_html,
    "markdown": books.book_markdown,
    "bml": books.book_bml,
}
"""What writes a book, by its format."""
