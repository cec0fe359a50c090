"""The hand features: each file here defines one, or a few that belong together.

The files are found by looking into this folder: nothing else names them. `all_features` has every
feature by name; `expand_int`, `expand_bool` and `linear_terms` put definitions in for names.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from dowager.language.features.holdings import holding_feature
from dowager.language.tree.hand_feature import HandFeature
from dowager.language.tree.nodes import Bool, Const, Feature, Int, Predicate, Sum


class _Features(dict[str, HandFeature]):
    """The features by name; those of a suit's holding are made when they are asked for."""

    def __missing__(self, name: str) -> HandFeature:
        feature = holding_feature(name)
        if feature is None:
            raise KeyError(name)
        self[name] = feature
        return feature


@cache
def _kept() -> _Features:
    return _Features(all_features())


def feature_named(name: str) -> HandFeature | None:
    """Return a feature, or that of a holding, `holding AQx+`; None when there is none."""
    try:
        return _kept()[name]
    except KeyError:
        return None


@cache
def all_features() -> dict[str, HandFeature]:
    """Return every feature by name, sorted; `feature_named` knows those of holdings, too."""
    features: dict[str, HandFeature] = {}
    for module in pkgutil.iter_modules(__path__):
        for feature in import_module(f"{__name__}.{module.name}").FEATURES:
            assert feature.name not in features, f"feature {feature.name} is defined twice"
            features[feature.name] = feature
    return dict(sorted(features.items()))


@cache
def expand_int(node: Feature) -> Int:
    """Return the definition of a named number; further names may stand in it."""
    tree: Int = _kept()[node.name].define(*node.suits)  # type: ignore[assignment]
    return tree


@cache
def expand_bool(node: Predicate) -> Bool:
    """Return the definition of a named condition; further names may stand in it."""
    tree: Bool = _kept()[node.name].define(*node.suits)  # type: ignore[assignment]
    return tree


ONE = Const(1)
"""What the constants of a sum are multiples of, in `linear_terms`."""


def linear_terms(node: Int, factor: int = 1) -> Iterator[tuple[int, Int]]:
    """Yield the terms of a number with their factors: it is the sum of the products.

    Sums are flattened, names replaced by their definitions; a constant is a multiple of `ONE`.
    """
    match node:
        case Sum(terms, constant):
            yield factor * constant, ONE
            for inner, term in terms:
                yield from linear_terms(term, factor * inner)
        case Const(value):
            yield factor * value, ONE
        case Feature():
            yield from linear_terms(expand_int(node), factor)
        case _:
            yield factor, node
