"""Owns the set of hand features: one file here for each, found by looking, named nowhere else."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from dowager.language.tree.hand_feature import HandFeature
from dowager.language.tree.nodes import Bool, Feature, Int, Predicate


@cache
def all_features() -> dict[str, HandFeature]:
    """Return every feature by name, sorted; files are found by looking into this folder."""
    found: dict[str, HandFeature] = {}
    for module in pkgutil.iter_modules(__path__):
        for feature in import_module(f"{__name__}.{module.name}").FEATURES:
            assert feature.name not in found, f"feature {feature.name} is defined twice"
            found[feature.name] = feature
    return dict(sorted(found.items()))


@cache
def expand_int(node: Feature) -> Int:
    """Return the tree of a named number; it may hold further named nodes."""
    tree: Int = all_features()[node.name].define(*node.suits)  # type: ignore[assignment]
    return tree


@cache
def expand_bool(node: Predicate) -> Bool:
    """Return the tree of a named condition; it may hold further named nodes."""
    tree: Bool = all_features()[node.name].define(*node.suits)  # type: ignore[assignment]
    return tree
