"""Tables of transitions, and the diagrams of them that the documentation shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

_State = TypeVar("_State", bound=Enum)
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Move(Generic[_State]):
    """What an input does in a state.

    Attributes:
        do: takes the input; its other arguments are the machine's.
        to: the states in which the machine may be afterwards.
    """

    do: Callable[..., Any]
    to: tuple[_State, ...]


Moves = Mapping[_State, Mapping[_Key, Move[_State]]]

_ANY = "ANY"


def diagram(
    table: Moves[_State, _Key],
    anywhere: Mapping[_Key, Move[_State]],
    first: _State,
    ours: Iterable[type] = (),
) -> str:
    """Return a Mermaid state diagram of a table: one line for each pair of states.

    Args:
        table: what inputs do, by state; an input is known by its class, or by that and a word.
        anywhere: what inputs do in every state whose row of `table` does not have them.
        first: the state that a machine starts in.
        ours: the inputs that come from our own side, shown with a `!`.
    """
    mine = frozenset(ours)
    every = tuple(type(first))
    arrows: dict[tuple[str, str], list[str]] = {}
    for state, moves in table.items():
        for key, move in moves.items():
            for to in move.to:
                arrows.setdefault((state.name, to.name), []).append(_label(key, mine))
    for key, move in anywhere.items():
        goals = [_ANY] if move.to == every else [to.name for to in move.to]
        for goal in goals:
            arrows.setdefault((_ANY, goal), []).append(_label(key, mine))
    lines = ["stateDiagram-v2", f'    state "any state" as {_ANY}', f"    [*] --> {first.name}"]
    lines += [f"    {start} --> {to}: {', '.join(names)}" for (start, to), names in arrows.items()]
    return "\n".join(lines) + "\n"


def _label(key: object, ours: frozenset[type]) -> str:
    """Return the name of an input: `ToLead`, `Ready deal`, `OwnCall!`."""
    parts = key if isinstance(key, tuple) else (key,)
    kind, *words = parts
    name = kind.__name__ if isinstance(kind, type) else str(kind)
    return " ".join([name + ("!" if kind in ours else ""), *map(str, words)])
