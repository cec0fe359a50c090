"""The shipped systems, each loaded once in a process, and small systems written for one test."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dowager.bidder import Bidder
from dowager.language.compile import System
from dowager.language.files import load_system

TIMID = """\
system: timid
title: Timid
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: hcp in 15..17 and balanced}
      - {call: P, name: anything else}
  - after: 1NT (P)
    rules:
      - {call: 3NT, name: game, hand: hcp >= 12}
      - {call: P, name: nearly enough, hand: hcp == 11 and balanced}
      - {call: P, name: weak}
  - after: 1NT (P) 3NT
    rules: [{call: P, name: game reached}]
  - when: theirs
    rules: [{call: P, name: nothing}]
"""
"""A system whose responder bids game too late: with 12 points opposite 15 to 17."""


@cache
def shipped(name: str) -> System:
    """Return a shipped system."""
    return load_system(name)


@cache
def shipped_bidder(name: str = "sayc", opponents: str | None = None) -> Bidder:
    """Return a bidder of a shipped system; opponents who are not named play it as well."""
    return Bidder(shipped(name), shipped(opponents) if opponents else None)


def write_system(folder: Path, text: str) -> Path:
    """Write the file of a system; return it.

    Args:
        folder: the system's folder, which is made.
        text: the file.
    """
    file = folder / "system.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
