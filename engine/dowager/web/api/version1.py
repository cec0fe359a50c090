"""`/api/v1`: each service takes a JSON object by POST and answers with one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from dowager.services.registry import SERVICES
from dowager.services.requests import read_object
from dowager.web.site import Site, client_of


def routes(site: Site) -> list[BaseRoute]:
    """Return the paths of the interface."""
    return [_route(site, name) for name in SERVICES]


def _route(site: Site, name: str) -> Route:
    async def endpoint(request: Request) -> Response:
        fields = read_object(await request.body(), "the request")
        return JSONResponse(await site.ask(name, fields, client_of(request)))

    return Route(f"/api/v1/{name}", endpoint, methods=["POST"], name=name)
