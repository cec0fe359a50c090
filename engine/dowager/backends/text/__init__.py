"""Conditions in English: "15–17 HCP, balanced".

`plain_form` gives a tree its plainest form, in which `context` drops what follows from the rest;
`writer` spells that out. Every condition has a text, and always the same.
"""

from dowager.backends.text.choices import includes
from dowager.backends.text.plain_form import plain_condition
from dowager.backends.text.writer import describe, format_number

__all__ = ["describe", "format_number", "includes", "plain_condition"]
