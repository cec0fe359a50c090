"""`dowager features`: the words that conditions may use."""

from __future__ import annotations

import json

import click

from dowager.cli.printing import show_table
from dowager.language.features import all_features
from dowager.language.tree import (
    NUMBER_WORDS,
    SEAT_WORDS,
    TRUTH_WORDS,
    HandFeature,
    is_truth_feature,
)

_EPILOG = """\b
Examples:
  dowager features                 all features of a hand
  dowager features --public        the words for what everybody at the table knows
  dowager features --json
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--public", is_flag=True, help="List the words for what everybody at the table knows."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def command(public: bool, as_json: bool) -> None:
    """List the words that conditions may use."""
    rows = _public_rows() if public else [_row(feature) for feature in all_features().values()]
    heads = ("word", "kind", "meaning") if public else ("word", "kind", "meaning", "source")
    if as_json:
        click.echo(json.dumps([dict(zip(heads, row, strict=True)) for row in rows]))
    else:
        show_table(heads, rows)


def _row(feature: HandFeature) -> tuple[str, ...]:
    suits = ("", "(x)", "(x, y)")
    words = ", ".join(feature.name + suits[arity] for arity in feature.arities)
    kind = "condition" if is_truth_feature(feature) else "number"
    unit = f", in 1/{feature.scale}" if feature.scale > 1 else ""
    return (words, kind + unit, feature.about, feature.source)


def _public_rows() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        ("SEAT.FEATURE.min, .max, .mean", "number", "what a seat or side has shown"),
        ("SEAT.FEATURE.expected", "number", "the mean, given your own hand as well"),
    ]
    rows += [(name, "number", word.about) for name, word in NUMBER_WORDS.items()]
    rows += [(name, "condition", word.about) for name, word in TRUTH_WORDS.items()]
    rows += [(f"SEAT.{name}", "condition", word.about) for name, word in SEAT_WORDS.items()]
    return rows
