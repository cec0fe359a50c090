"""The documentation as a whole: a complete index, links that lead somewhere, commands that exist.

What the pages show is tested elsewhere: sessions in `test_docs_sessions.py`, the README in
`test_readme.py`, the architecture in `test_docs_architecture.py`, the rule language in
`test_language_docs.py`, the Python interface in `test_api.py`.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from itertools import takewhile
from pathlib import Path

import click
import pytest

from dowager.cli.main import dowager
from support.commands import ROOT
from support.pages import DOCS, all_pages, anchors_of, commands_of, links_of, target_of

INDEX = DOCS / "README.md"
PARTS = {
    "Tutorials": "tutorials",
    "How-to guides": "how-to",
    "Reference": "reference",
    "Explanation": "explanation",
}


def name(page: Path) -> str:
    """Return a page's path in the repository."""
    return page.relative_to(ROOT).as_posix()


def test_the_index_links_every_page_exactly_once() -> None:
    linked = Counter(target_of(link, INDEX) for link in links_of(INDEX))
    own = {page: times for page, times in linked.items() if page.is_relative_to(DOCS)}
    assert own == {page: 1 for page in DOCS.rglob("*") if page.is_file() and page != INDEX}


def test_each_part_of_the_index_has_the_pages_of_its_folder() -> None:
    text = INDEX.read_text(encoding="utf-8")
    parts = re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert [title for title, _ in parts] == list(PARTS)
    for title, lines in parts:
        links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\): .+", lines, re.MULTILINE)
        assert links and all(link.startswith(f"{PARTS[title]}/") for link in links)
        assert len(links) == lines.count("](")


@pytest.mark.parametrize("page", all_pages(), ids=name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in links_of(page):
        target, anchor = target_of(link, page), link.partition("#")[2]
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


@pytest.mark.parametrize("page", [*DOCS.rglob("*.md"), *ROOT.glob("*.md")], ids=name)
def test_commands_have_the_options_that_pages_give_them(page: Path) -> None:
    for line in commands_of(page):
        words = shlex.split(line, comments=True)[1:]
        words = list(takewhile(lambda word: word not in ("|", "||", ">", "&", "&&", ";"), words))
        if words[0].startswith("-"):
            continue
        command = dowager.get_command(click.Context(dowager), words[0])
        assert command is not None, line
        if "--help" not in words:
            command.make_parser(click.Context(command)).parse_args(words[1:])


def test_the_page_about_dependencies_has_all_of_them_with_their_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (DOCS / "reference" / "dependencies.md").read_text(encoding="utf-8")
    listed = re.findall(r"[\w-]+ >= [\d.]+", "\n".join(re.findall(r"^\| (.+?) \|", page, re.M)))
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert sorted(listed) == sorted(each.replace(">=", " >= ") for each in wanted)


def test_a_link_or_an_anchor_that_leads_nowhere_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A `b` (c), d\n## Two\n## Two\n[a](b.md#c) `[x](y)`\n```sh\n# [z](z)\n```\n")
    assert links_of(page) == ["b.md#c"] and target_of("#two", page) == page
    assert anchors_of(page) == {"a-b-c-d", "two", "two-1"}
