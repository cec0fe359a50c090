"""The application: all parts of the server behind its guard."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.types import ASGIApp

from dowager.web import api, explore
from dowager.web.guard import Guard
from dowager.web.pages import page_routes
from dowager.web.replies import HANDLERS
from dowager.web.site import Site


def new_app(site: Site) -> ASGIApp:
    """Return the application of a server."""
    routes = [*page_routes(site), *api.routes(site), *explore.routes(site)]
    app = Starlette(routes=routes, exception_handlers=HANDLERS)
    options = site.options
    return Guard(app, (*options.names, options.host), options.most_bytes)
