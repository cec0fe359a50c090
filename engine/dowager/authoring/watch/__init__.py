"""Checking a system, and asking its quizzes, each time one of its files is saved.

`watcher` waits for `saves` and makes a round of each; `rounds` looks at the system; `news` says
what has changed since the round before.
"""

from dowager.authoring.watch.news import News
from dowager.authoring.watch.rounds import Round, Trouble
from dowager.authoring.watch.watcher import watch_system

__all__ = ["News", "Round", "Trouble", "watch_system"]
