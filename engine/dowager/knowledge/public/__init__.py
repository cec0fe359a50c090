"""What everybody at the table knows: meanings of calls, what seats have shown, the view.

`position` has the rules that apply before a call and what each call means; `shown` meets the
meanings of a seat's calls; `players` records calls, players and sides; `view` is all of it before
one call; `expectation` is what one hand says of another. `disclosure`, with `description`,
`alternatives` and `projection`, puts a call's meaning into the words of an alert.
"""

from dowager.knowledge.public.alerting import alert_of, disclose
from dowager.knowledge.public.alternatives import MOST
from dowager.knowledge.public.description import (
    ACES,
    ANY_HCP,
    ANY_LENGTH,
    ANY_NUMBER,
    ANY_SUIT_HCP,
    KINGS,
    LENGTHS,
    Description,
    Span,
    between,
    hull_of,
)
from dowager.knowledge.public.disclosure import Ask, Disclosure, Forcing, Topic, topic_of
from dowager.knowledge.public.players import CallRecord
from dowager.knowledge.public.position import (
    Position,
    Tried,
    cell_of,
    condition_masks,
    matches,
)
from dowager.knowledge.public.shown import Shown
from dowager.knowledge.public.shown_call import ShownCall, Trust
from dowager.knowledge.public.view import View, first_view
from dowager.knowledge.public.wording import alert_words, call_alert, call_words, cells_words, words

__all__ = [
    "ACES",
    "ANY_HCP",
    "ANY_LENGTH",
    "ANY_NUMBER",
    "ANY_SUIT_HCP",
    "KINGS",
    "LENGTHS",
    "MOST",
    "Ask",
    "CallRecord",
    "Description",
    "Disclosure",
    "Forcing",
    "Position",
    "Shown",
    "ShownCall",
    "Span",
    "Topic",
    "Tried",
    "Trust",
    "View",
    "alert_of",
    "alert_words",
    "between",
    "call_alert",
    "call_words",
    "cell_of",
    "cells_words",
    "condition_masks",
    "disclose",
    "first_view",
    "hull_of",
    "matches",
    "topic_of",
    "words",
]
