"""Manual alerting as the operator of a table meets it: what is asked, typed, refused and sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowager.alerts import dictated, read_alert
from dowager.errors import InputError
from dowager.formats import read_pbn
from support.instant_clients import instant_players_at
from support.local_tables import board_file, free_port, start_table


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("5+ spades, 10-12 HCP", "10 to 12 total points, at least 5 cards in spades."),
        ("5 cards in hearts", "5 cards in hearts."),
        ("15-17 HCP, at least 16 total points", "16 to 17 total points."),
        ("asking for a major suit", "Asking for a major suit."),
        ("0 or 3 aces", "0 or 3 total aces."),
        ("5 spades or 5 hearts", ""),
        ("6+ hearts. Alternatively, 6+ spades",
         "at least 6 cards in hearts. Alternatively, at least 6 cards in spades."),
    ],
)  # fmt: skip
def test_what_is_typed_is_put_into_the_grammar(typed: str, sent: str) -> None:
    if sent:
        assert dictated(typed) == sent
    else:
        with pytest.raises(InputError, match="the protocol has no words for all of that"):
            dictated(typed)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("Bergen raise", "cannot be understood: bergen raise"),
        ("5 hearts, usually weak", "cannot be understood: usually weak"),
        ("balanced, 15-17 HCP", "the protocol has no words for all of that"),
        ("natural", "that says nothing about the hand"),
        ("99 hearts", "cannot be understood: 99 hearts"),
    ],
)
def test_what_the_grammar_cannot_say_is_refused_with_the_reason(typed: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        dictated(typed)


def test_what_was_dictated_means_what_was_typed() -> None:
    """But for HCP, for which the grammar has no words: they are total points."""
    for typed in ("5+ spades, ace of spades", "up to 4 clubs. Alternatively, 6+ hearts"):
        assert read_alert(dictated(typed)).node() == read_alert(typed).node()
    for typed in ("5+ spades, 10-12 HCP", "up to 4 clubs. Alternatively, 6+ hearts, 0-8 HCP"):
        in_total = typed.replace("HCP", "total points")
        assert read_alert(dictated(typed)).node() == read_alert(in_total).node()


def test_the_operator_is_asked_again_until_the_words_fit(tmp_path: Path) -> None:
    file, port = board_file(tmp_path, 1), free_port()
    words = ("--results", tmp_path / "r.pbn", "--alert-mode", "end", "--log", "/dev/stdout")
    with start_table(file, port, *words) as table, instant_players_at(port) as players:
        assert "The auction has ended:" in table.text_to("or Enter to continue: ")
        for typed, answer in [
            ("1 some convention", "not sent: cannot be understood: some convention"),
            ("99 5+ hearts", "write a number from 1 to "),
            ("5+ hearts", "write a number from 1 to "),
            ("1: 5+ hearts", "sent: at least 5 cards in hearts."),
        ]:
            table.write(f"{typed}\n")
            assert answer in table.text_to("or Enter to continue: ")
        table.write("\n")
        end = table.rest()
        assert end.code == 0, end.out
        players.await_home()
    told = [line for line in end.out.splitlines() if "Alert. at least 5 cards in hearts." in line]
    assert len(told) == 2  # both opponents
    (board,) = read_pbn((tmp_path / "r.pbn").read_text())
    assert [(alert.call, alert.text) for alert in board.alerts if alert.call == 0] == [
        (0, "at least 5 cards in hearts.")
    ]


def test_an_operator_who_has_gone_alerts_nothing(tmp_path: Path) -> None:
    file, port = board_file(tmp_path, 1), free_port()
    words = ("--results", tmp_path / "r.pbn", "--alert-mode", "every")
    with start_table(file, port, *words) as table, instant_players_at(port) as players:
        end = table.rest()  # closes its input
        assert end.code == 0, end.out
        players.await_home()
