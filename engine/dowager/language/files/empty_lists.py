"""Lists without anything in them that leave a section or a rule without effect, as it is written.

What an `if` or a change of rules leaves empty is no fault; only what is written `[]`.
"""

from __future__ import annotations

from dowager.errors import Fault
from dowager.language.text.yaml_values import Entries, Items, Value, within

_RIGHT = {
    "after": "name an auction, such as start",
    "when": "write a condition, or leave the key away",
    "vul": "write such as `we`, or leave the key away",
    "over": "write such as (P|X), or leave the key away",
    "rules": "a section has rules, or says `closed: true`",
    "call": "write a call, such as 2C",
    "then": "write the rules after this call, or leave the key away",
    "zoom": "write the steps that it goes on to, or leave the key away",
}
"""By the keys of sections and rules, what to write instead of an empty list."""


def check_lists(document: Entries, faults: list[Fault]) -> None:
    """Report each empty list in the sections of a file that leaves something without effect.

    Args:
        document: the file as it is written.
        faults: where faults go.
    """
    sections = document.get("sections")
    for value in within(sections) if sections is not None else ():
        if isinstance(value, Entries):
            for key, written in value:
                right = _RIGHT.get(key.text, "")
                if right and _useless(value, key.text, written):
                    faults.append(Fault(written.span, f"`{key.text}` is an empty list; {right}"))


def _useless(holder: Entries, key: str, written: Value) -> bool:
    if not isinstance(written, Items) or written.items:
        return False
    return key != "rules" or (holder.key("closed") is None and holder.key("steps") is None)
