"""For authors of systems: a system position by position, and the owner's own files beside it.

`questions` answers what a system does; `own_files` reads and changes the files of a folder;
`editing` lets the owner edit them, and says what an edit has changed.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dowager.web.explore import editing, questions
from dowager.web.pages import Pages
from dowager.web.site import Site

__all__ = ["routes"]


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths of the explorer: its page, its questions, the files of its owner."""
    pages = Pages(site)
    own, public = tuple(site.systems.folders), site.options.public

    async def page(request: Request) -> Response:
        return pages.page("explore", own=own, public=public)

    explorer = Route("/explore", page, name="page explore")
    return [explorer, *questions.routes(site), *editing.routes(site)]
