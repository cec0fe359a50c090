"""What other programs ask over HTTP: JSON of our own, and what existing clients speak.

`version1` answers, `auction_stream` many boards at once, `openapi` describes it for programs and
`page` for people. `ben` and `seat` are dialects of other programs.
"""

from starlette.routing import BaseRoute

from dowager.web.api import ben, seat, version1
from dowager.web.api.page import page_route
from dowager.web.site import Site


def routes(site: Site) -> list[BaseRoute]:
    """Return all paths for programs, and the page about them."""
    return [page_route(site), *version1.routes(site), *ben.routes(site), *seat.routes(site)]


def root_routes(site: Site) -> list[BaseRoute]:
    """Return the paths that come before those of pages: BEN's, if they are wanted."""
    return ben.routes(site, "") if site.options.ben else []


__all__ = ["root_routes", "routes"]
