"""What other programs ask over HTTP: JSON of our own, and what existing clients speak."""

from dowager.web.api.version1 import routes

__all__ = ["routes"]
