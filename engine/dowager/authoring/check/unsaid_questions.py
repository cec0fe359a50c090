"""Questions that no alert can put into words, and what their calls' alerts say instead."""

from __future__ import annotations

from collections.abc import Container, Iterator

from dowager.alerts import write_alert
from dowager.authoring.check.findings import Finding, FindingKind
from dowager.authoring.check.summary import Sighting, Summary
from dowager.bidder import Bidder
from dowager.knowledge.public import disclose, topic_of
from dowager.language.compile import Rule, System


def unsaid(system: System, summary: Summary, locations: Container[str]) -> Iterator[Finding]:
    """Yield a remark for each rule with a question for which the grammar of alerts has no words.

    Args:
        system: the system.
        summary: what the walks add up to.
        locations: the places of the rules that are asked about.
    """
    bidder = Bidder(system)
    for rule in system.rules:
        if rule.place in locations and asks_unsaid(rule):
            yield _finding(rule, summary.asking.get(rule.number), bidder)


def asks_unsaid(rule: Rule) -> bool:
    """Whether a rule asks what no alert can say."""
    return rule.asks is not None and topic_of(rule.asks.word.value) is None


def _finding(rule: Rule, sighting: Sighting | None, bidder: Bidder) -> Finding:
    assert rule.asks is not None
    location = str(rule.asks_span)
    text = f"alerts have no words for `asks: {rule.asks.word.value}`; "
    if sighting is None:
        text += "they tell only what the hand shows and whether the call forces"
        return Finding(FindingKind.UNSAID, location, rule.name, text)
    view = bidder.view(sighting.situation.auction)
    call = next(candidate.call for candidate in view.position if candidate.rule is rule)
    return Finding(
        FindingKind.UNSAID, location, rule.name,
        f'{text}that of {call} here says "{write_alert(disclose(view, call))}"',
        situation=sighting.situation, boards=sighting.boards,
    )  # fmt: skip
