"""What other programs ask over HTTP: JSON of our own, and what existing clients speak.

`version1` answers, `auction_stream` many boards at once, `openapi` describes it for programs and
`page` for people.
"""

from starlette.routing import BaseRoute

from dowager.web.api import version1
from dowager.web.api.page import page_route
from dowager.web.site import Site


def routes(site: Site) -> list[BaseRoute]:
    """Return all paths for programs, and the page about them."""
    return [page_route(site), *version1.routes(site)]


__all__ = ["routes"]
