"""What everybody at the table knows: meanings of calls, what seats have shown, the view.

`position` has the rules before a call and the call's meaning; `shown_call` is one call with it, and
`shown` what a seat's calls say together; `shown_hand` answers what numbers and conditions that
leaves, `suit_holdings` what cards; `players` keeps calls, players and sides; `view` is all of it
before a call; `four_hands` and `expectation` are what hands say of one another.

In words: `kinds` tells the really different hands of a call apart, which `call_alternatives` has
with their probabilities; `exclusions` are what a call denies; `wording` puts calls in words.

What is disclosed to opponents: `alertable` says which calls are alerted; `meaning_disclosure` makes
of a call's meaning a `disclosure`, which has a `description` for each of its `alternatives`;
`suit_projection` reads conditions for single cards.
"""

from typing import TYPE_CHECKING

from dowager.knowledge.public.players import CallRecord
from dowager.knowledge.public.position import (
    Position,
    Reached,
    TriedRule,
    cell_of,
    condition_masks,
    fits,
    masks_within,
    matches,
)
from dowager.knowledge.public.shown import Shown
from dowager.knowledge.public.shown_call import ShownCall, Trust
from dowager.knowledge.public.view import View, first_view
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.knowledge.public.alertable import alert_of, disclose
    from dowager.knowledge.public.alternatives import MOST_ALTERNATIVES
    from dowager.knowledge.public.call_alternatives import CallAlternative, record_alternatives
    from dowager.knowledge.public.description import (
        ANY_HCP,
        ANY_LENGTH,
        ANY_NUMBER,
        ANY_POINTS,
        ANY_SUIT_HCP,
        Bounds,
        Description,
        between,
        hull_of,
        open_ended,
    )
    from dowager.knowledge.public.disclosure import Ask, Disclosure, Forcing, Topic, topic_of
    from dowager.knowledge.public.wording import alert_words, call_alert, call_words, rule_words
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "alertable": "alert_of disclose",
            "alternatives": "MOST_ALTERNATIVES",
            "call_alternatives": "CallAlternative record_alternatives",
            "description": (
                "ANY_HCP ANY_LENGTH ANY_NUMBER ANY_POINTS ANY_SUIT_HCP Bounds "
                "Description between hull_of open_ended"
            ),
            "disclosure": "Ask Disclosure Forcing Topic topic_of",
            "wording": "alert_words call_alert call_words rule_words",
        },
    )

__all__ = [
    "ANY_HCP",
    "ANY_LENGTH",
    "ANY_NUMBER",
    "ANY_POINTS",
    "ANY_SUIT_HCP",
    "MOST_ALTERNATIVES",
    "Ask",
    "Bounds",
    "CallAlternative",
    "CallRecord",
    "Description",
    "Disclosure",
    "Forcing",
    "Position",
    "Reached",
    "Shown",
    "ShownCall",
    "Topic",
    "TriedRule",
    "Trust",
    "View",
    "alert_of",
    "alert_words",
    "between",
    "call_alert",
    "call_words",
    "cell_of",
    "condition_masks",
    "disclose",
    "first_view",
    "fits",
    "hull_of",
    "masks_within",
    "matches",
    "open_ended",
    "record_alternatives",
    "rule_words",
    "topic_of",
]
