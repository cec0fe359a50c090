"""The application: all parts of the server behind its guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.types import ASGIApp

from dowager.web import api, explore, play, practise
from dowager.web.guard import Guard
from dowager.web.pages import Pages, page_routes
from dowager.web.play.rooms import Rooms
from dowager.web.replies import HANDLERS
from dowager.web.site import Site


def new_app(site: Site) -> ASGIApp:
    """Return the application of a server."""
    pages, rooms = Pages(site), Rooms(site)
    routes = [*api.root_routes(site), *page_routes(pages), *practise.routes(site)]
    routes += [*explore.routes(site), *api.routes(site), *play.routes(site, pages, rooms)]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        keeping = asyncio.create_task(rooms.keep())
        yield
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    app = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=lifespan)
    options = site.options
    return Guard(app, (*options.names, options.host), options.most_bytes)
