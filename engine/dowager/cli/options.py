"""Owns the options that several subcommands share."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import click

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.language.compile import System
from dowager.language.files import load_system

_Function = TypeVar("_Function", bound=Callable[..., Any])


def systems(function: _Function) -> _Function:
    """Add `--system` and `--opponents`."""
    function = click.option(
        "--opponents", default=None, help="The other side's system; the same when not given."
    )(function)
    return click.option(
        "--system", default="sayc", show_default=True, help="A system's name, or a path."
    )(function)


def auction_options(function: _Function) -> _Function:
    """Add `--calls`, `--dealer` and `--vul`."""
    function = click.option(
        "--vul", default="none", show_default=True, help="none, ns, ew or both."
    )(function)
    function = click.option("--dealer", default="N", show_default=True, help="N, E, S or W.")(
        function
    )
    return click.option("--calls", default="", help='Calls from the dealer on: "1NT P 2C P".')(
        function
    )


def read_auction(calls: str, dealer: str, vul: str) -> Auction:
    """Return the auction of the three options.

    Raises:
        InputError: one of them is wrong.
    """
    words = calls.replace(",", " ").split()
    return Auction.of_calls(Seat.parse(dealer), Vulnerability.parse(vul), parse_calls(words))


@lru_cache(maxsize=16)
def system_named(name: str) -> System:
    """Load a system once, and let the garbage collector look at it no more.

    What a system is made of stays. Looked at again and again, it costs milliseconds a call.
    """
    system = load_system(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    return system


@lru_cache(maxsize=16)
def bidder_for(system: str, opponents: str | None) -> Bidder:
    """Return the bidder of two systems, kept for the next question.

    North-South plays `system`; a caller on the other side swaps the two.
    """
    return Bidder(system_named(system), system_named(opponents or system))


def bidder_at(seat: Seat, system: str, opponents: str | None) -> Bidder:
    """Return the bidder with `system` on the side of `seat`."""
    if seat in (Seat.NORTH, Seat.SOUTH):
        return bidder_for(system, opponents)
    return bidder_for(opponents or system, system)
