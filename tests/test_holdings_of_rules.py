"""`holding(S, "AQx+")` in conditions of rules and of deals, against the cards themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.backends.evaluate import hand_test
from dowager.cards import ALL_HOLDINGS, RANKS, Suit
from dowager.errors import InputError, SystemFaults
from dowager.language.features import all_features, feature_named
from dowager.language.files import load_file
from dowager.language.tree import Predicate
from support.commands import Dowager
from support.systems import write_system


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("AQx", lambda cards: len(cards) == 3 and cards[:2] == "AQ"),
        ("AQx+", lambda cards: len(cards) >= 3 and cards[:2] == "AQ"),
        ("Hx", lambda cards: len(cards) == 2 and cards[0] in "AKQJ"),
        ("xx", lambda cards: len(cards) == 2 and cards[0] not in "AKQJT"),
        ("KQJ", lambda cards: cards == "KQJ"),
    ],
)
def test_cards(pattern: str, fits: object) -> None:
    assert callable(fits)
    test = hand_test(Predicate(f"holding {pattern}", (Suit.HEARTS,)))
    found = 0
    for held in ALL_HOLDINGS.tolist():
        cards = "".join(RANKS[rank] for rank in range(12, -1, -1) if held >> rank & 1)
        assert test((0, 0, held, 0)) == fits(cards), (pattern, cards)
        found += fits(cards)
    assert found


def test_it_is_no_feature_of_its_own() -> None:
    assert feature_named("holding AQx+") is not None
    assert feature_named("holding") is None and feature_named("no such") is None
    assert not any(name.startswith("holding") for name in all_features())


RULES = """\
system: t
sections:
  - after: start
    rules:
      - {call: 1S, name: good spades, hand: 'holding(S, "AQx+") and hcp >= 10'}
      - {call: 1M, name: three honours, hand: "holding(M, KQJx+)"}
      - {call: 1H, name: the other major, hand: 'holding(other(S), Hx)'}
      - {call: P, name: rest}
"""


def test_rules_bid_by_it_and_explain_it(tmp_path: Path, run: Dowager) -> None:
    file = write_system(tmp_path, RULES)

    def bid(hand: str) -> str:
        return run("bid", hand, "--system", str(file)).out

    assert bid("AQ32.K32.Q32.432").startswith("1S  good spades")
    assert "AQx+ in spades, 10+ HCP" in bid("AQ32.K32.Q32.432")
    assert bid("A32.KQJ2.Q2.5432").startswith("1H  three honours")
    assert bid("A32.K2.Q52.65432").startswith("1H  the other major")
    assert bid("A32.K32.Q2.65432").startswith("P  rest")
    why = run("why", "AK2.932.KQ2.J543", "--call", "1S", "--system", str(file)).out
    assert "AQx+ in spades" in why and "the queen instead of the king of spades" in why


def test_deals_are_found_by_it(run: Dowager) -> None:
    found = run("deal", "--where", 'N.holding(S, "AQx") and S.holding(H, KQx+)', "--count", "3").out
    for line in found.splitlines():
        north, _, south, _ = line.removeprefix("N:").split()
        assert north.split(".")[0][:2] == "AQ" and len(north.split(".")[0]) == 3
        assert south.split(".")[1].startswith("KQ")


@pytest.mark.parametrize(
    ("condition", "column", "message"),
    [
        ('holding(S, "QA")', 23, "no holding fits 'QA'; write its cards from the highest down"),
        ("holding(S, AQz)", 24, "'z' stands for no card"),
        ("holding(S)", 19, 'write a suit and its cards: holding(S, "AQx+")'),
        ("holding(NT, AQ)", 19, "expected a suit"),
        ("holding S", 19, "expected '('"),
    ],
)
def test_faults_say_where(condition: str, column: int, message: str, tmp_path: Path) -> None:
    text = f"system: t\nsections:\n- after: start\n  rules:\n  - call: P\n    hand: {condition}\n"
    with pytest.raises(SystemFaults) as caught:
        load_file(write_system(tmp_path, text))
    [fault] = caught.value.faults
    assert (fault.span.line, fault.span.column) == (6, column), str(fault)
    assert message in str(fault)


def test_a_deal_condition_says_what_is_wrong(run: Dowager) -> None:
    with pytest.raises(InputError):
        feature_named("holding QA")
    assert "no holding fits" in run("deal", "--where", 'N.holding(S, "QA")').err
