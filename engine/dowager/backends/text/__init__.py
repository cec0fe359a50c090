"""Conditions in English: "15–17 HCP, balanced".

`plain_form` gives a tree its plainest form, with `context` leaving out what its surroundings say
already; `writer` spells that out. All of it is total and deterministic.
"""

from dowager.backends.text.writer import describe, format_number

__all__ = ["describe", "format_number"]
