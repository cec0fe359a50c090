"""`dowager new`: a folder with a small working system to start from."""

from __future__ import annotations

import json
from pathlib import Path

import click

from dowager.authoring.new import new_system

_EPILOG = """\b
Examples:
  dowager new mine                       a new system in the folder mine
  dowager new mine --into systems        in the folder systems/mine
  dowager new ours --from natural        a variant of a shipped system
  dowager new ours --from "acol(twos=strong)"   with something chosen of its options

The folder holds a system.yaml whose comments explain the language, a quizzes.yaml that passes, a
README, and settings with schemas for VS Code. Nothing is ever overwritten.
"""


@click.command(epilog=_EPILOG)
@click.argument("name")
@click.option("--into", type=click.Path(path_type=Path), default=Path(),
    help="The folder to make it in. Default: the current one.")  # fmt: skip
@click.option("--from", "base", default=None, help="A shipped system to extend.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: str, into: Path, base: str | None, as_json: bool) -> None:
    """Make a folder NAME with a small working system to start from."""
    files = new_system(name, into, base)
    folder = into / name
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "files": [str(file) for file in files]}))
        return
    for file in files:
        click.echo(f"made {file}")
    click.echo(f"\nNext: dowager quiz {folder}/quizzes.yaml --system {folder}/")
    click.echo(f"      dowager auction --random 3 --show --system {folder}/")
