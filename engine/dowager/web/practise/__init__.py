"""Bidding to practise, in the browser: exercises, what came of them, and what to repeat.

The server keeps each exercise; a browser has the hand, the auction so far and a name for it, and
learns what is right only after it has called. `desk` keeps exercises, `progress` what people have
learned, `boxes` says when a rule comes again, `messages` what a browser is told.
"""

from dowager.web.practise.routes import routes

__all__ = ["routes"]
