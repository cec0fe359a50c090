"""Owns what a table of transitions is, and the diagram that documents have of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

_State = TypeVar("_State", bound=Enum)


@dataclass(frozen=True, slots=True)
class Move(Generic[_State]):
    """What an input does in a state.

    Attributes:
        do: the name of the method that takes the input.
        to: the states in which the machine may be afterwards.
    """

    do: str
    to: tuple[_State, ...]


Moves = Mapping[_State, Mapping[type, Move[_State]]]


def diagram(table: Moves[_State], first: _State, ours: Iterable[type]) -> str:
    """Return a Mermaid state diagram of a table: one line for each transition.

    Args:
        table: by state and class of input.
        first: the state that a machine starts in.
        ours: the inputs that come from our own program, shown with a `!`.
    """
    mine = set(ours)
    lines = ["stateDiagram-v2", f"    [*] --> {first.name}"]
    for state, moves in table.items():
        for kind, move in moves.items():
            name = kind.__name__ + ("!" if kind in mine else "")
            lines += [f"    {state.name} --> {to.name}: {name}" for to in move.to]
    return "\n".join(lines) + "\n"
