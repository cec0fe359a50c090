"""`dowager serve`: the engine in the browser and over HTTP."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from pathlib import Path

import click

from dowager.cli.brain_options import COMMAND, brain_command, brain_options, brains_kept
from dowager.cli.session_output import say
from dowager.errors import InputError
from dowager.services.known_tables import DEFAULT_SYSTEM
from dowager.web.extra import require_web
from dowager.web.serve_options import BRAIN_SECONDS, ServeOptions

_LONGEST_NAME = 40
_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")

_EPILOG = """\b
Examples:
  dowager serve                       opens the browser at http://127.0.0.1:8400
  dowager serve --no-browser          says where it is, and opens nothing
  dowager serve --folder ./mine       serves a system of yours beside the shipped ones
  dowager serve --data ./progress     keeps there what people have practised
  dowager serve --port 0              takes a free port, and says which
  dowager serve --brain "Mine=command ./brain.sh"   lets a program of yours play at tables
  dowager serve --ben --port 8085     in the place of a server that speaks BEN's dialect
  dowager serve --host 0.0.0.0 --public --name bridge.example.org
  curl -d '{"hand": "AQ5.KJ4.KT73.Q92"}' http://127.0.0.1:8400/api/v1/bid

Ctrl-C stops it. Without --public it can only be reached from this machine. With --public whoever
reaches the address can play, ask the engine and use its computing time; the limits are in
docs/how-to/serve.md. It needs: pip install 'dowager[web]'.
"""


@click.command(epilog=_EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8400, show_default=True,
    help="The port; 0 for a free one.")  # fmt: skip
@click.option("--public", is_flag=True, help="Allow an --host that other machines can reach.")
@click.option("--name", "names", multiple=True, metavar="HOST",
    help="A host name by which requests may address the server. May be repeated.")  # fmt: skip
@click.option("--folder", "folders", multiple=True, metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Serve the system in a folder, too, by the folder's name. May be repeated.")  # fmt: skip
@click.option("--system", default=DEFAULT_SYSTEM, show_default=True,
    help="What is meant where no system is named.")  # fmt: skip
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True,
    help="How many processes think.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(1.0, 600.0), default=30.0, show_default=True,
    help="Seconds that a question may take.")  # fmt: skip
@click.option("--tables", type=click.IntRange(1, 1000), default=50, show_default=True,
    help="How many tables there may be at a time.")  # fmt: skip
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
    help="Where to keep what people have practised; your data folder unless you say.")  # fmt: skip
@click.option("--brain", "brains", multiple=True, metavar="NAME=COMMAND",
    help="Let a program of yours play at tables, by a name: \"Mine=command ./brain.sh\"."
    " May be repeated.")  # fmt: skip
@brain_options
@click.option("--ben", is_flag=True,
    help="Speak BEN's dialect at /bid, /lead, /play ... as well, for its clients.")  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Whether to open the browser.")
def command(
    host: str,
    port: int,
    public: bool,
    names: tuple[str, ...],
    folders: tuple[Path, ...],
    system: str,
    processes: int,
    seconds: float,
    tables: int,
    data: Path | None,
    brains: tuple[str, ...],
    brain_memory: float | None,
    brain_time: float | None,
    brain_folder: Path | None,
    ben: bool,
    browser: bool,
) -> None:
    """Serve pages to play, practise and explore, and an interface for programs."""
    require_web()
    if host not in _THIS_MACHINE and not public:
        raise InputError(
            f"--host {host} can be reached from other machines: everybody there could play, and ask"
            " the engine for its computing time; say --public if that is what you want"
        )
    from dowager.web.server import serve

    options = ServeOptions(
        host,
        port,
        names,
        _served_folders(folders),
        system,
        processes,
        seconds,
        most_tables=tables,
        ben=ben,
        public=public,
        data=_data_folder() if data is None else data.absolute(),
    )

    commands = _brains(brains)

    def opened(address: str) -> None:
        say(f"Dowager is at {address} (Ctrl-C stops it)")
        if public:
            say("whoever reaches this machine at that port can use it")
        if browser:
            webbrowser.open(address)

    limits = (brain_memory, brain_time, brain_folder)
    with brains_kept(bool(commands), BRAIN_SECONDS, *limits) as kept:
        serve(replace(options, brains=commands, brains_kept=kept if commands else None), opened)


def _brains(texts: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the words that start each brain, by its name.

    Raises:
        InputError: a text names no program, or two brains have one name.
    """
    brains: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, equals, command = text.partition("=")
        name = " ".join(name.split())
        if not equals or not name or len(name) > _LONGEST_NAME or not name.isprintable():
            raise InputError(f'no brain {text!r}; write such as --brain "Mine=command ./brain.sh"')
        if name in brains:
            raise InputError(f"two brains are named {name!r}")
        brains[name] = brain_command(command.strip().removeprefix(COMMAND))
    return brains


def _data_folder() -> Path:
    """Return the folder in which this user's programs keep data; it need not be there yet."""
    from platformdirs import user_data_path

    return user_data_path("dowager", appauthor=False)


def _served_folders(folders: tuple[Path, ...]) -> dict[str, Path]:
    """Return the folders of systems by their names."""
    served: dict[str, Path] = {}
    for folder in folders:
        if not (folder / "system.yaml").is_file():
            raise InputError(f"{folder} has no system.yaml; dowager new NAME makes such a folder")
        served[folder.resolve().name] = folder.resolve()
    return served
