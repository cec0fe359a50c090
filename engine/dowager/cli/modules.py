"""`dowager modules`: the modules that a system can use."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap

import click

from dowager.cli.printing import show_table
from dowager.errors import InputError
from dowager.language.files import (
    ModuleDescription,
    data_folder,
    describe_modules,
    system_file,
)
from dowager.language.files.outlines import section_outlines

_INDENT = 14
_MOST_NAMED = 6
_WIDTH = 100
_EPILOG = """\b
Examples:
  dowager modules                          conventions and whatever else any system can use
  dowager modules transfer                 those in whose names, titles or words this stands
  dowager modules common/terms             one: what it is, its parameters, what it brings
  dowager modules competition/             those of one folder
  dowager modules sayc/openings --rules    its sections and rules by their names, for `change`
  dowager modules precision --rules        those of a system's own file
  dowager modules mine/raises.yaml --rules
  dowager modules --json
"""


@click.command(epilog=_EPILOG)
@click.argument("word", required=False)
@click.option("--rules", is_flag=True, help="List the sections and rules of one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def command(word: str | None, rules: bool, as_json: bool) -> None:
    """List the modules that a system can use, or describe one."""
    own = _system_or_file(word) if rules and word else None
    if own is not None:
        _show_rules(own, as_json)
        return
    modules = describe_modules()
    fitting = _fitting(modules, word.strip()) if word else [m for m in modules if m.shared]
    if not fitting:
        raise InputError(f"no module with {word!r}; `dowager modules` lists all that can be used")
    if rules:
        _show_rules(_only(fitting), as_json)
    elif as_json:
        click.echo(json.dumps([asdict(module) for module in fitting]))
    elif word and len(fitting) == 1:
        click.echo("\n".join(_described(fitting[0])))
    else:
        rows = [(m.name, ", ".join(m.parameters), m.title) for m in fitting]
        show_table(("module", "parameters", "what it is"), rows)


def _fitting(modules: Sequence[ModuleDescription], word: str) -> list[ModuleDescription]:
    """Return the module of a name, or those of a folder, or else those in which a word stands."""
    small = word.lower().removesuffix(".yaml")
    named = [m for m in modules if small == m.name or m.name.endswith(f"/{small}")]
    within = [m for m in modules if m.name.startswith(f"{small.rstrip('/')}/")]
    return (
        named or within or [m for m in modules if small in f"{m.name} {m.title} {m.about}".lower()]
    )


def _system_or_file(word: str) -> Path | None:
    """Return the file of a system, by its name or a path, or a file of one; None if it is none."""
    try:
        return system_file(word).path
    except InputError:
        return None


def _only(modules: Sequence[ModuleDescription]) -> Path:
    """Return the file of the one module that is meant."""
    if len(modules) > 1:
        names = ", ".join(module.name for module in modules[:_MOST_NAMED])
        more = ", ..." if len(modules) > _MOST_NAMED else ""
        raise InputError(f"name one module to list its rules: {names}{more}")
    (module,) = modules
    return data_folder("systems").parent / module.file


def _show_rules(file: Path, as_json: bool) -> None:
    sections = section_outlines(file)
    if as_json:
        click.echo(json.dumps([asdict(section) for section in sections], ensure_ascii=False))
        return
    for section in sections:
        where = ", ".join(section.after) or "any auction"
        click.echo(f"{section.name or 'a section without a name'}  ({where})")
        for rule in section.rules:
            click.echo(f"  {rule.call:<12} {rule.name or '(no name)'}  line {rule.line}")


def _described(module: ModuleDescription) -> Iterator[str]:
    """Yield the lines that describe a module."""
    yield f"{module.name}  {module.title}".rstrip()
    yield from wrap(module.about, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield from _entry("source", module.source)
    yield from _entry("file", module.file)
    for name, default in module.parameters.items():
        usual = ", or ".join(module.choices.get(name, ())) or default or "needs an argument"
        yield from _entry("parameter", f"{name}: {usual}")
    yield from _entry("brings", ", ".join(module.uses))
    for name, meaning in module.needs.items():
        yield from _entry("needs", f"{name}: {meaning}")
    yield from _entry("defines", ", ".join(module.defines))


def _entry(head: str, text: str) -> list[str]:
    first, further = f"  {head}".ljust(_INDENT), " " * _INDENT
    return wrap(text, _WIDTH, initial_indent=first, subsequent_indent=further)
