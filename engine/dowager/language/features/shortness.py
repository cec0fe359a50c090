"""Voids, singletons and doubletons: of one suit as a condition, of the hand as a number."""

from __future__ import annotations

from collections.abc import Callable

from dowager.language.features.length import LENGTH
from dowager.language.tree.hand_feature import HandFeature, ranged, shape_table
from dowager.language.tree.nodes import Int, ShapeValue

_SOURCE = "Laws of Duplicate Bridge, definitions; The Official Encyclopedia of Bridge"


def _how_many(name: str, length: int) -> Callable[..., Int]:
    table = shape_table(name, lambda shape: shape.count(length))
    return lambda: ShapeValue(table)


def _condition(name: str, about: str, low: int, high: int, words: str) -> HandFeature:
    return HandFeature(
        name=name,
        about=about,
        source=_SOURCE,
        define=ranged(LENGTH, low, high),
        arities=(1,),
        words=f"a {words} in {{0}}",
        negative=f"no {words} in {{0}}",
    )


def _number(name: str, length: int) -> HandFeature:
    return HandFeature(
        name=name,
        about=f"how many {name}",
        source=_SOURCE,
        define=_how_many(name, length),
        arities=(0,),
        words=name,
    )


FEATURES = [
    _condition("void", "no card of the suit", 0, 0, "void"),
    _condition("singleton", "exactly one card of the suit", 1, 1, "singleton"),
    _condition("doubleton", "exactly two cards of the suit", 2, 2, "doubleton"),
    _condition("short", "at most one card of the suit", 0, 1, "singleton or void"),
    _number("voids", 0),
    _number("singletons", 1),
    _number("doubletons", 2),
]
