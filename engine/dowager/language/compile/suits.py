"""Suits as rules write them, made functions of the bound letters; features of suits as nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias, assert_never

from dowager.cards import Suit
from dowager.language.tree import Asked
from dowager.language.tree import expression as ex
from dowager.language.tree.nodes import Feature, Predicate
from dowager.language.tree.suit_letters import Env

SuitOf: TypeAlias = Callable[[Env], int]

_SUITS = tuple(Suit)


@lru_cache(maxsize=4096)
def feature_node(name: str, suits: tuple[int, ...]) -> Feature:
    """Return the node of a number feature, for suits given by number."""
    return Feature(name, tuple(_SUITS[suit] for suit in suits))


@lru_cache(maxsize=4096)
def predicate_node(name: str, suits: tuple[int, ...]) -> Predicate:
    """Return the node of a true-or-false feature, for suits given by number."""
    return Predicate(name, tuple(_SUITS[suit] for suit in suits))


def suit_of(ref: ex.SuitRef) -> SuitOf:
    """Return the function from bound letters to a suit or strain number."""
    match ref:
        case ex.SuitName(strain):
            number = int(strain)
            return lambda env: number
        case ex.SuitLetter(slot):
            return lambda env: env[slot]
        case ex.OtherSuit(of):
            inner = suit_of(of)
            return lambda env: inner(env) ^ 1
        case _:
            assert_never(ref)


def asked_in_words(asked: Asked, env: Env) -> str:
    """Return what a call asks, as rules write it with the suit worked out: `lead(H)`."""
    suits = "".join(f"({_SUITS[suit_of(suit)(env)].letter})" for suit in asked.suits)
    return asked.word.value + suits


def suits_of(refs: Sequence[ex.SuitRef]) -> Callable[[Env], tuple[int, ...]]:
    """Return the function from bound letters to the numbers of several suits."""
    functions = [suit_of(ref) for ref in refs]
    if not functions:
        return lambda env: ()
    if len(functions) == 1:
        only = functions[0]
        return lambda env: (only(env),)
    return lambda env: tuple(function(env) for function in functions)
