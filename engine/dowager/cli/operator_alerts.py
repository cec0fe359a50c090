"""Asking the operator of a table what calls mean: Blue Chip's manual alerting."""

from __future__ import annotations

import os
import sys

from dowager.alerts import dictated
from dowager.auction import Auction
from dowager.cli.session_output import say
from dowager.errors import InputError
from dowager.table import OperatorWanted


def ask_operator(question: OperatorWanted) -> dict[int, str]:
    """Return the alerts that the operator types, by index of the call, in the grammar of alerts.

    What cannot be put into the grammar is refused with the reason, and asked for again. An empty
    line means that nothing (more) is alerted.
    """
    if question.index is not None:
        return _one_call(question.auction, question.index)
    return _whole_auction(question.auction)


def _one_call(auction: Auction, index: int) -> dict[int, str]:
    calls = " ".join(str(call) for call in auction.calls[:index])
    say(f"{auction.seat_of(index).word} {auction.calls[index]} after ({calls}).")
    while text := _typed("What it shows, or Enter for no alert: "):
        alert = _in_grammar(text)
        if alert:
            return {index: alert}
    return {}


def _whole_auction(auction: Auction) -> dict[int, str]:
    say("The auction has ended:")
    for index, call in enumerate(auction.calls):
        say(f"{index + 1:>4}  {auction.seat_of(index).word:<6}{call}")
    alerts: dict[int, str] = {}
    while text := _typed("Number and meaning of a call, or Enter to continue: "):
        number, _, meaning = text.partition(" ")
        index = int(number.rstrip(":")) - 1 if number.rstrip(":").isdecimal() else -1
        if not 0 <= index < len(auction.calls) or not meaning.strip():
            say(f"write a number from 1 to {len(auction.calls)}, and what the call shows")
        elif alert := _in_grammar(meaning):
            alerts[index] = alert
    return alerts


def _in_grammar(text: str) -> str:
    """Return what was typed as it will be sent; nothing if it was refused."""
    try:
        alert = dictated(text)
    except InputError as error:
        say(f"not sent: {error}")
        return ""
    say(f"sent: {alert}")
    return alert


def _typed(prompt: str) -> str:
    """Return the line that the operator types; nothing when there is no operator any more.

    It is not read by `sys.stdin`, whose lock the end of the program would wait for.
    """
    say(prompt, nl=False)
    line = b""
    while (byte := os.read(sys.stdin.fileno(), 1)) not in (b"", b"\n"):
        line += byte
    return line.decode(errors="replace").strip()
