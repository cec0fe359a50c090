"""What a call may ask partner: the words of `asks:` and of `asked(...)`.

The list is closed, so that a misspelt word is a fault. For some questions no alert has words; the
disclosure knows which (`knowledge.public.disclosure`). Whatever else a system asks is a tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from dowager.language.tree.expression import Part, SuitRef


class AskWord(Enum):
    """What a call may ask partner for; the value is the word that rules write."""

    ACES = "aces"
    KINGS = "kings"
    MAJORS = "majors"
    FOUR_CARD_MAJOR = "four_card_major"
    FIVE_CARD_MAJOR = "five_card_major"
    MINOR = "minor"
    FOUR_CARD_SUIT = "four_card_suit"
    SUPPORT = "support"
    LEAD = "lead"
    LEAD_NOT = "lead_not"
    CONTROLS = "controls"
    FEATURE = "feature"
    KEYCARDS = "keycards"
    QUEENS = "queens"
    SHAPE = "shape"
    SHORTNESS = "shortness"
    STOPPER = "stopper"
    STRENGTH = "strength"
    SUIT = "suit"
    SUIT_QUALITY = "suit_quality"
    TRUMP_HONOURS = "trump_honours"
    TRUMP_QUEEN = "trump_queen"

    @property
    def takes_suit(self) -> bool:
        """Whether a suit goes with it: `lead(H)`."""
        return self in (AskWord.LEAD, AskWord.LEAD_NOT)

    @property
    def usage(self) -> str:
        """The word as rules use it, with a suit letter if it takes a suit."""
        return f"{self.value}(x)" if self.takes_suit else self.value


@dataclass(frozen=True, slots=True)
class Asked(Part):
    """What a call asks partner for; a word that takes a suit has one, others have none."""

    below: ClassVar = ("suits",)

    word: AskWord
    suits: tuple[SuitRef, ...] = ()


def ask_word(text: str) -> AskWord | None:
    """Return what a word stands for, singular or plural, with `-` or `_`; None for none."""
    return _BY_NAME.get(_plain(text))


def _plain(text: str) -> str:
    return text.strip().lower().replace("-", "_").replace(" ", "_").removesuffix("s")


_BY_NAME = {_plain(word.value): word for word in AskWord}

ASK_USAGES = tuple(word.usage for word in AskWord)
"""Every word, as rules use it."""
