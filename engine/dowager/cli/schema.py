"""`dowager schema`: JSON Schemas of the files that authors write."""

from __future__ import annotations

import json

import click

from dowager.language.files import KINDS, json_schema

_EPILOG = """\b
Examples:
  dowager schema > system.schema.json
  dowager schema --kind module > module.schema.json
  dowager schema --kind quiz > quiz.schema.json

docs/reference/language.md says how an editor uses them.
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="system",
    show_default=True,
    help="The kind of file.",
)
def command(kind: str) -> None:
    """Print the JSON Schema of system, module or quiz files."""
    click.echo(json.dumps(json_schema(kind), indent=2))
