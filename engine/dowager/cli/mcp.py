"""`dowager mcp`: answers assistants by the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec

import click

from dowager.errors import InputError
from dowager.language.files import system_file
from dowager.services.known_tables import DEFAULT_SYSTEM

_EPILOG = """\b
Examples:
  dowager mcp                          an assistant starts this, and speaks with it
  dowager mcp --system ./mine          what is meant where a question names no system

An assistant's configuration names the command:
  {"mcpServers": {"dowager": {"command": "dowager", "args": ["mcp"]}}}

Its tools are bid, explain, infer, deals and check; docs/reference/http.md describes their fields.
It needs: pip install 'dowager[mcp]'.
"""


@click.command(epilog=_EPILOG)
@click.option("--system", default=DEFAULT_SYSTEM, show_default=True,
    help="What is meant where a question names no system.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(1.0, 600.0), default=30.0, show_default=True,
    help="Seconds that a question may take; a check says its own.")  # fmt: skip
def command(system: str, seconds: float) -> None:
    """Answer assistants by the Model Context Protocol, on standard input and output."""
    if not all(map(find_spec, ("mcp", "mcp_types", "pebble"))):
        raise InputError("this needs the packages mcp and pebble: pip install 'dowager[mcp]'")
    system_file(system)
    from dowager.services.assistants import serve_assistant

    serve_assistant(system, seconds)
