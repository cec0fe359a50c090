"""The pages, and the files that they use."""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from dowager import __version__
from dowager.web.site import Site

_HERE = Path(__file__).parent
_PAGES = {
    "/": "home",
    "/board": "board",
    "/practise": "practise",
}
"""The template of each page that is the same for everybody."""


class Pages:
    """Writes pages from templates."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._environment = Environment(
            loader=FileSystemLoader(_HERE / "templates"),
            autoescape=select_autoescape(),
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["with_code"] = _with_code

    def page(self, name: str, here: str = "", status: int = 200, **words: object) -> HTMLResponse:
        """Return a page.

        Args:
            name: of its template, without `.html`.
            here: the page of the header that it belongs to; the same name when empty.
            status: the status of the answer.
            words: what it is filled with.
        """
        template = self._environment.get_template(f"{name}.html")
        common = {
            "version": __version__,
            "systems": self._site.systems.names,
            "system": self._site.options.system,
            "here": here or name,
        }
        return HTMLResponse(template.render(**common, **words), status)

    def missing(self, heading: str, words: str) -> HTMLResponse:
        """Return the page that says that something is not there."""
        return self.page("error", status=404, heading=heading, words=words)


def _with_code(text: str) -> Markup:
    """Return a text as HTML, in which what stands between backquotes is code."""
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", str(escape(text))))


def page_routes(pages: Pages) -> list[BaseRoute]:
    """Return the paths of pages and of the files that they use."""
    return [
        *(_route(pages, path, name) for path, name in _PAGES.items()),
        Mount("/static", StaticFiles(directory=_HERE / "static"), name="static"),
    ]


def _route(pages: Pages, path: str, name: str) -> Route:
    async def endpoint(request: Request) -> Response:
        return pages.page(name)

    return Route(path, endpoint, name=f"page {name}")
