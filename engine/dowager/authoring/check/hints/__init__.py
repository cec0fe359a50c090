"""The smallest change of one number that is proved to mend a fault.

`numbers` has the numbers in a system's files, and the files with one changed; `trials` tries such
a change; `finder` looks for the smallest that holds.
"""

from dowager.authoring.check.hints.finder import HintLimits, with_hints

__all__ = ["HintLimits", "with_hints"]
