"""Every kind of fault that the loader finds: its exact place, and what it says.

Each case is a file and all of its faults, `line:column: part of the message`; a line that begins
with `=== name` begins a further file. The first file is the system.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from dowager.errors import InputError, SystemFaults
from dowager.language.compile.section import Section
from dowager.language.compile.section_reader import SectionReader
from dowager.language.files import data_folder, load_file, load_system, system_names
from dowager.language.text.used_file import UsedFile

HEAD = "system: t\nsections:\n  - after: start\n    rules:\n"
"""Four lines; a rule begins on line 5, column 9."""

# -- conditions: one rule each, its hand on line 6; the condition begins in column 15 --------------

CONDITIONS = [
    ("hcp >= 12 und S >= 5", "6:25: expected an operator, `and`, `or` or the end, found 'und'"),
    ("hpc >= 12", "6:15: unknown word 'hpc'; did you mean 'hcp'?"),
    ("balancd and hcp in 15..17", "6:15: unknown word 'balancd'; did you mean 'balanced'?"),
    ("hcp = 12", "6:19: expected a comparison, such as `>= 12`, found '='; compare with =="),
    ("H >= 5 and hcp = 12", "6:30: expected a comparison, such as `>= 12`, found '='; compare"),
    ("strong = 12", "6:22: expected a comparison, such as `>= 12`, found '='; compare with =="),
    (
        "hcp between 12 and 15",
        "6:19: expected a comparison, such as `>= 12`, found 'between'; write",
    ),
    ("hcp is 12", "6:19: expected a comparison, such as `>= 12`, found 'is'; compare with =="),
    (
        "hcp >= 8 and x == D",
        "6:28: `x == D` compares lengths; write `same_suit(x, D)` for the suit, or "
        "`length(x) == length(D)` for the number of cards",
    ),
    ("spades != M", "6:15: `spades != M` compares lengths; write `not same_suit(spades, M)` for"),
    ("12 >= D == x", "6:21: `D == x` compares lengths; write `same_suit(D, x)` for the suit, or"),
    ("5+ spades", "6:15: this is a number; for 5 or more write such as `spades >= 5`"),
    ("15+ hcp", "6:15: this is a number; for 15 or more write such as `hcp >= 15`"),
    ("5 spades", "6:17: the number follows what it counts; write `spades >= 5` or `spades == 5`"),
    ("max(S, H) + 1 >= 5", "6:15: `max` stands alone on one side of a comparison"),
    ("2 * min(S, H) >= 5", "6:19: `min` stands alone on one side of a comparison"),
    ("max(S, H)", "6:15: `max` is a number; expected a condition: max(S, H) >= 5"),
    ("hcp >= 3 and min(S)", "6:28: `min` is a number; expected a condition"),
    ("max(S, balanced) >= 5", "6:22: this is a condition; expected a number"),
    ("max() >= 5", "6:19: expected a number, a feature, a suit or '(', found ')'"),
    ("hcp >= 12 & S >= 5", "6:25: unexpected '&'; write `and`"),
    ("hcp >= 12 and !balanced", "6:29: unexpected '!'; write `not`"),
    ("hcp ≥ 12", "6:19: unexpected '≥'; write >="),
    ("hcp", "6:15: this is a number; expected a condition"),
    ("S >= 5 and hcp", "6:26: this is a number; expected a condition"),
    ("not hcp", "6:19: this is a number; expected a condition"),
    ("balanced >= 3", "6:15: this is a condition; expected a number"),
    ("hcp >= balanced", "6:22: this is a condition; expected a number"),
    ("hcp + balanced >= 3", "6:21: this is a condition; expected a number"),
    ("hcp in 15", "6:24: expected '..', as in `in 15..17`, found the end"),
    ("hcp in ..", "6:24: expected a bound, as in `in 15..17`, found the end"),
    ("hcp in 17..15", "6:26: the range 17..15 is empty; write 15..17"),
    ("hcp in {1, 2", "6:27: expected '}', found the end"),
    ("(hcp >= 12", "6:25: expected ')', found the end"),
    ("hcp >= 12)", "6:24: expected an operator, `and`, `or` or the end, found ')'"),
    ("hcp >=", "6:21: expected a number, a feature, a suit or '(', found the end"),
    ("hcp * S >= 3", "6:15: one side of `*`"),
    ("hcp / 0 >= 3", "6:15: one side of `*`, and the right side of `/`"),
    ("hcp >= 123456", "6:22: 123456 has too many digits"),
    ("hcp * 999 + S >= 5", "6:15: the factors of this comparison are too large"),
    ("hcp * 0.7 + S * 0.001 >= 5", "6:15: the factors of this comparison are too large"),
    ("stopper >= 1", "6:15: stopper needs a suit: stopper(x)"),
    ("balanced(S)", "6:15: balanced takes no suit; write balanced"),
    ("stopper(S, H)", "6:15: stopper takes 1 suit, not 2"),
    ("HCP >= 12", "6:15: unknown word 'HCP'; did you mean 'hcp'?"),
    (
        "balanced AND hcp >= 12",
        "6:24: expected an operator, `and`, `or` or the end, found 'AND'; w",
    ),
    ("hcp 15", "6:19: a comparison is missing; write such as `hcp >= 15`"),
    ("balanced and hcp 15-17", "6:32: a comparison is missing; write `hcp in 15..17`"),
    ("15-17 hcp", "6:21: the number follows what it counts; write `hcp in 15..17`"),
    ("hcp in 15-17", "6:22: a range has two dots between its ends; write 15..17"),
    ("hcp in 15–17", "6:24: unexpected '–'; write .. between the ends of a range, - for minus"),
    ("hcp\u00a0>= 12", "6:18: unexpected '\\xa0', a no-break space; write an ordinary one"),
    ("partnr.hcp.min >= 5", "6:15: no seat or side 'partnr'; did you mean 'partner'? Write one of"),
    ("hcp(S, H, D) >= 1", "6:15: hcp takes "),
    ("points(NT) >= 10", "6:22: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'"),
    ("points(q) >= 10", "6:22: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'q'"),
    ("other(NT) >= 3", "6:21: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'"),
    ("unbid(NT)", "6:21: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'"),
    ("partner.shown(NT)", "6:29: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'"),
    (
        "level_of(2) >= 1",
        "6:24: expected a suit (C, D, H, S, NT, M, m, x, y, z, w, t), found '2'",
    ),
    ("higher(S)", "6:23: expected ',', found ')'"),
    ("shape(4-4-3)", "6:21: no shape '4-4-3'; write 4-4-3-2"),
    ("shape(5-5-5-5)", "6:21: no hand has the shape 5-5-5-5; lengths must sum to 13"),
    ("shape(5=4-2-2)", "6:21: no shape '5=4-2-2'"),
    ("shape(4-4-3-2", "6:20: the bracket after shape is not closed"),
    ("partner.hpc.min >= 5", "6:23: no seat can be asked for 'hpc'; did you mean 'hcp'?"),
    ("partner.hcp >= 5", "6:27: expected `.min`, `.max`, `.mean` or `.expected`, found '>='"),
    ("us.hcp.expected >= 5", "6:22: `.expected` needs one other seat: partner, lho or rho"),
    (
        "partner.losers.expected >= 5",
        "6:30: `.expected` needs a number with a fixed total over the four hands",
    ),
    (
        "likely(lho, partner.hcp.expected > 9, 0.5)",
        "6:27: `.expected` depends on your own hand; it cannot stand in certain, possible or lik",
    ),
    (
        "partner.hcp.most >= 5",
        "6:27: expected `.min`, `.max`, `.mean` or `.expected`, found 'most'",
    ),
    ("partner.balanced.min >= 1", "6:23: no seat can be asked for 'balanced'"),
    ("partner >= 3", "6:15: unknown word 'partner'"),
    ("partner.last(8C)", "6:28: no call '8C'; in a pattern write such as"),
    (
        "partner.last( P | 1x )",
        "6:33: '1x' has a suit letter; write a list of patterns instead of |",
    ),
    ("partner.last(3-1x)", "6:28: levels 3-1 run downwards; write 1-3"),
    ("legal(9C)", "6:21: no call '9C'; write P, X"),
    ("legal(chepest(x))", "6:21: no computed call 'chepest'; did you mean 'cheapest'?"),
    (
        "legal(cheapest(Q))",
        "6:30: expected a suit (C, D, H, S, NT, M, m, x, y, z, w, t), found 'Q'",
    ),
    ("legal(at(hcp, x))", "6:24: the level of a call may only depend on what everybody knows"),
    ("legal(at(8, x))", "6:24: no such bid: 8 is not from 1 to 7"),
    ("asked(3)", "6:21: expected a word, such as aces"),
    ("asked(acse)", "6:21: no call asks for 'acse'; did you mean 'aces'? Calls ask for aces,"),
    ("asked_before(relay)", "6:28: no call asks for 'relay'; calls ask for aces, kings, majors,"),
    ("certain(us, S >= 3)", "6:23: expected a seat: me, partner, lho or rho"),
    ("certain(partner, hcp)", "6:32: this is a number; expected a condition"),
    ("likely(partner, S >= 3)", "6:37: expected ',', found ')'"),
    ("likely(partner, S >= 3, 1.5)", "6:39: expected a probability from 0 to 1"),
    ("likely(partner, S * 300 + H >= 3, 0.5)", "6:15: the factors of this comparison"),
    ("(" * 50 + "true" + ")" * 50, "6:55: the expression is nested too deeply"),
    ("not " * 50 + "true", "nested too deeply"),
    ("hcp >= " + "- " * 50 + "1", "nested too deeply"),
    ("true and " * 1001 + "true", "6:15: the expression has more than 2000 words"),
]

# -- rules: one rule each, as a flow mapping; it begins on line 5 in column 9 ----------------------

RULES = [
    ("{hand: hcp >= 12}", "5:9: a rule needs `call:`"),
    ("P", "5:9: a rule is a mapping with a `call`"),
    ("{call: {1C: 1D}}", "5:16: a rule needs `call:`"),
    ("{call: 8C}", "5:16: no call '8C'; write P, X, XX, 1C to 7NT, 1M, or a computed call"),
    ("{call: chepest(x)}", "5:16: no computed call 'chepest'; did you mean 'cheapest'?"),
    (
        "{call: cheapest()}",
        "5:25: expected a suit (C, D, H, S, NT, M, m, x, y, z, w, t), found the end",
    ),
    ("{call: cheapest(x y)}", "5:27: expected the end, found 'y'"),
    ("{call: game(q)}", "5:21: expected a suit (C, D, H, S, NT, M, m, x, y, z, w, t), found 'q'"),
    ("{call: at(x)}", "5:19: `at` takes a level and a strain"),
    (
        "{call: 'at(3, q)'}",
        "5:23: expected a suit (C, D, H, S, NT, M, m, x, y, z, w, t), found 'q'",
    ),
    ("{call: 'at(hcp, x)'}", "5:20: the level of a call may only depend on what everybody knows"),
    ("{call: 'at(word, x)'}", "5:20: unknown word 'word'"),
    ("{call: 'at(9, x)'}", "5:20: no such bid: 9 is not from 1 to 7"),
    ("{call: 'step(0)'}", "5:22: no such bid: 0 is not from 1 to 34"),
    (
        "{call: 1C, hnd: hcp >= 5}",
        "5:20: unknown key 'hnd'; did you mean 'hand'? The keys here are call, hand",
    ),
    (
        "{call: 1C, hand: [S >= 5, H >= 5]}",
        "5:26: `hand` takes one condition; join several with `and`",
    ),
    ("{call: 1C, hand: }", "5:26: expected a number, a feature, a suit or '(', found the end"),
    ("{call: 1C, when: hcp >= 12}", "5:26: `when` may only ask what everybody knows; move this"),
    ("{call: 1C, when: level >= 1 and balanced}", "5:26: `when` may only ask what everybody"),
    ("{call: 1C, when: [opening, S >= 3]}", "5:36: `when` may only ask what everybody knows"),
    ("{call: 1C, when: {a: b}}", "5:26: `when` takes a word or a list of words"),
    ("{call: 1C, name: [a, b]}", "5:26: `name` takes words, not a list or a mapping"),
    (
        "{call: 1C, forcing: gmae}",
        "5:29: `forcing` takes no, round, rebid, game or signoff, not 'gmae'; did you mean 'game'?",
    ),
    ("{call: 1C, artificial: perhaps}", "5:32: `artificial` takes true or false"),
    ("{call: 1C, to_play: true}", "5:29: only a pass can be `to_play`"),
    ("{call: X, to_play: true}", "5:28: only a pass can be `to_play`"),
    ("{call: step(1), to_play: true}", "5:34: only a pass can be `to_play`"),
    ("{call: P, to_play: perhaps}", "5:28: `to_play` takes true or false"),
    ("{call: 1C, order: sideways}", "5:27: `order` takes up or down, not 'sideways'"),
    (
        "{call: 1C, shows: NT}",
        "5:27: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'",
    ),
    (
        "{call: 1C, shows: [H, Q]}",
        "5:31: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'Q'",
    ),
    (
        "{call: 1C, agrees: NT}",
        "5:28: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'",
    ),
    ("{call: 1C, agrees: [H, S]}", "5:28: `agrees` takes one suit"),
    ("{call: 1C, asks: four aces}", "5:26: `asks` takes single words"),
    (
        "{call: 1C, asks: acse}",
        "5:26: `asks` takes single words, not 'acse'; did you mean 'aces'? There are aces, kings,",
    ),
    ("{call: 1C, asks: relay}", "5:26: `asks` takes single words, not 'relay'; there are aces,"),
    ("{call: 1C, asks: lead}", "5:26: lead takes a suit: lead(x)"),
    ("{call: 1C, asks: aces(H)}", "5:26: aces takes no suit: aces"),
    (
        "{call: 1C, asks: lead(NT)}",
        "5:31: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found",
    ),
    ("{call: 1C, asks: [aces, kings]}", "5:26: `asks` takes one word, such as aces or lead(H)"),
    ("{call: 1C, tags: [good, weak two]}", "5:33: `tags` takes single words, such as weak_two"),
    ("{call: 1C, alert: no}", "5:27: `alert` takes words, not 'no'; write true for the rule's own"),
    ("{call: 1C, alert: OFF}", "5:27: `alert` takes words, not 'OFF'; write true for the rule's"),
    ("{call: 1C, alert: 5}", "5:27: `alert` takes words, not '5'; write true for the rule's own"),
    ("{call: 1C, alert: ~}", "5:27: `alert` is empty; write true for the rule's own words, or fal"),
    ("{call: 1C, alert: }", "5:27: `alert` is empty; write true for the rule's own words, or fal"),
    ("{call: 1C, means: false}", "5:27: `means` takes words, not 'false'; leave the key away"),
    ("{call: 1C, name: ~}", "5:26: `name` is empty; leave the key away"),
    ("{1C: 15}", "5:14: `name` takes words, not '15'; leave the key away"),
    ("{call: 1C, name: -1.5}", "5:26: `name` takes words, not '-1.5'; leave the key away"),
    (
        "{1NT: hcp in 15..17 and balanced}",
        "5:15: this looks like a condition: write {1NT: name, hand: ...}",
    ),
    ("{call: 2M, name: M >= 6}", "5:26: this looks like a condition: write {2M: name, hand: ...}"),
    ("{call: 1C, call: 1D}", "5:20: the key 'call' is already on line 5"),
]

# -- patterns: `after:` of a section, on line 3 in column 12 ---------------------------------------

PATTERNS = [
    ("''", "3:12: the pattern is empty; write `start`"),
    ("P 1C", "3:12: passes before the first bid are implied"),
    ("(P) 1C", "3:13: passes before the first bid are implied"),
    ("X 1C", "3:12: the first call of a pattern is a bid"),
    ("1NT 2Q", "3:16: no call '2Q'; in a pattern write such as"),
    ("1NT (2C", "3:16: this bracket is not closed; write an opponent's call in brackets: (2C)"),
    ("1NT ()", "3:17: the brackets are empty; write (P)"),
    ("1NT (P|2x)", "3:19: '2x' has a suit letter; write a list of patterns instead of |"),
    ("3-1x", "3:12: levels 3-1 run downwards"),
    ("2NT 2C", "3:16: no such auction: this is not above 2NT, the bid before it"),
    ("2x 1y", "3:15: no such auction: this is not above 2C, the bid before it"),
    ("1NT (P) P (P)", "3:23: after three passes the auction is over"),
    (
        "1H P 2H",
        "3:15: after this pass of ours the auction is over; an opponent's pass is (P), and",
    ),
    ("1NT 2C P 2D", "3:19: after this pass of ours the auction is over"),
    ("1x (1x)", "3:16: no such auction: whatever suits the letters stand for, this is not above"),
    ("1M (2m) 2M (2m)", "3:24: no such auction: whatever suits the letters stand for"),
    ("1x 1y 2z 2w 3t", "3:12: more letters than suits: different letters are different suits"),
    ("[1NT, 2Q]", "3:18: no call '2Q'; in a pattern"),
    ("{a: b}", "3:12: `after` takes a word or a list of words"),
    ("[]", "3:12: `after` is an empty list; name an auction, such as start"),
]

# -- whole files -----------------------------------------------------------------------------------

FILES: list[tuple[str, str, list[str]]] = [
    (
        "letters that stand for a call of the pattern by another letter",
        "system: t\nsections:\n"
        "  - after: 1x (2y)\n    rules:\n"
        "      - {call: 3M, when: partner.bid(M)}\n"
        "      - {call: 3z, when: last_strain(z)}\n"
        "      - {call: 3z, when: rho.last(2z)}\n"
        "      - {call: X, when: partner.called(2x)}\n"
        "      - {call: 2NT, when: partner.bid(x) and rho.last(2y) and last_strain(y)}\n"
        "      - {call: 3NT, when: not partner.bid(z) and (partner.bid(z) or level == 2)}\n"
        "  - after: [2x, 2x (P) P (?), 1NT (2y) P (P)]\n    rules:\n"
        "      - {call: 3NT, when: last_strain(w) and lho.last(P)}\n"
        "      - {call: 4NT, when: me.bid(NT) and last_strain(y)}\n"
        "  - after: 1? (?)\n    rules:\n"
        "      - {call: 4NT, when: partner.bid(w) and last_strain(z)}\n",
        [
            "5:9: `when` can never hold: no suits for M are as asked; x is that suit, and M another"
            " one: write x and major(x)",
            "6:9: `when` can never hold: no suits for z are as asked; y is that suit, and z another"
            " one: write y",
            "7:9: `when` can never hold: no suits for z are as asked; y is that suit, and z another"
            " one: write y",
            "8:9: `when` can never hold: no suits for x are as asked",
        ],
    ),
    (
        "letters of a rule that no suits fit",
        "system: t\nsections:\n"
        "  - after: 1M (2m)\n    rules:\n"
        "      - {call: 3x, hand: y >= 3 and z >= 3 and x >= 5}\n"
        "      - {call: 3x, when: 'higher(m, x) and major(x)'}\n"
        "      - {call: 3x, when: 'higher(x, M) or major(x)'}\n"
        "      - {call: 3M, when: 'same_suit(M, S) and same_suit(m, C)'}\n"
        "      - {call: 3M, when: 'same_suit(M, D)'}\n"
        "  - after: [1M, 1m (2m)]\n    when: minor(x)\n    rules:\n"
        "      - {call: 2x, when: 'higher(x, M)'}\n"
        "      - {call: 3m, when: 'higher(x, m)'}\n",
        [
            "5:9: no suits fit the letters M, m, x, y and z: different letters are different suits",
            "6:9: `when` can never hold: no suits for m and x are as asked",
            "9:9: `when` can never hold: no suits for M are as asked",
            "13:9: `when` can never hold: no suits for x are as asked",
        ],
    ),
    (
        "letters that stand for no suit",
        "system: t\nsections:\n"
        "  - after: [1M, 1NT]\n    rules:\n"
        "      - {call: 2NT, hand: M >= 3 and hcp >= 10}\n"
        "      - {call: 3M, hand: M >= 4}\n"
        "      - {call: 3NT, hand: M >= 3, when: partner.shown(M)}\n"
        "      - {call: 2C, hand: hcp >= 10, artificial: true, agrees: x}\n"
        "      - {call: 2D, hand: hcp >= 11, artificial: true, shows: [H, y]}\n"
        "      - {call: 2H, hand: hcp >= 12 and x >= 5, artificial: true, shows: x}\n"
        "      - {call: X, hand: hcp >= 12, asks: lead(z)}\n"
        "  - {when: agreed(t), rules: [{call: 5NT, artificial: true, agrees: t}]}\n",
        [
            "5:9: M stands for a suit in only some of the section's patterns; write two sections",
            "8:9: x in `agrees` is no suit: nothing else in the rule or above it names it",
            "9:9: y in `shows` is no suit: nothing else in the rule or above it names it",
            "11:9: z in `asks` is no suit: nothing else in the rule or above it names it",
        ],
    ),
    ("nothing", "", ["1:1: the file is empty; begin it with `system:` or `module:`"]),
    ("only a comment", "# later\n", ["1:1: the file is empty"]),
    ("a list", "- a\n- b\n", ["1:1: the file should begin with `system:` and its name"]),
    ("a module", "module: m\n", ["1:1: the file should begin with `system:` and its name"]),
    ("no name", "system:\nsections: []\n", ["1:8: `system` takes a name"]),
    ("no YAML", "system: t\nsections: [\n", ["2:12: not valid YAML: a value should stand here"]),
    (
        "open quote",
        "system: 't\n",
        ["1:9: not valid YAML: the quote that opens here is not closed"],
    ),
    ("tab", "system: t\nsections:\n\t- a\n", ["3:1: not valid YAML: no value begins with this"]),
    (
        "control character",
        "system: t\n# \x07\n",
        ["2:3: not valid YAML: the character U+0007 is not allowed"],
    ),
    (
        "a comma in words",
        HEAD + "      - {call: 1S, name: weak, strong, hand: S >= 5}\n",
        ['5:32: within {...} a comma ends a value; quote it: name: "weak, strong"'],
    ),
    (
        "a colon in words in braces",
        HEAD + "      - {call: 1S, name: spades: five, hand: S >= 5}\n",
        ["5:32: not valid YAML: {...} is not closed, or a comma, a colon or a bracket stands in"],
    ),
    (
        "a colon in words",
        HEAD + "      - call: 1S\n        name: spades: five\n",
        ["6:21: not valid YAML: a colon and a space begin a value; quote words that hold them"],
    ),
    (
        "an open brace",
        HEAD + "      - {call: 1S\n      - {call: P}\n",
        ["5:9: not valid YAML: {...} opens here and is not closed before the next line"],
    ),
    (
        "indented otherwise",
        "system: t\n title: a\n",
        ["2:2: not valid YAML: `title` is indented further than the line above; indent the keys"],
    ),
    (
        "alert: yes",
        HEAD + "      - {call: P, alert: yes}\n",
        ["5:26: `alert` takes words, not 'yes'; write true for the rule's own words"],
    ),
    ("two documents", "system: t\n---\nsystem: u\n", ["2:1: a second document begins"]),
    (
        "no such alias",
        "system: *name\n",
        ["1:9: not valid YAML: nothing before this is marked &name"],
    ),
    ("within itself", "system: t\nuse: &a [*a]\n", ["2:10: not valid YAML: nothing before this"]),
    ("deep", "system: t\nuse: " + "[" * 40 + "]" * 40, ["2:29: nested too deeply"]),
    ("list as key", "system: t\n? [a]\n: b\n", ["2:3: a key must be a word"]),
    (
        "key twice",
        "system: t\ntitle: a\ntitle: b\n",
        ["3:1: the key 'title' is already on line 2"],
    ),
    (
        "a comma in a condition in braces",
        HEAD + "      - {call: 1S, when: higher(x, C), hand: hpc >= 12}\n",
        [
            '5:36: within {...} a comma ends a value; quote it: when: "higher(x, C)"',
            "5:46: unknown word 'hpc'; did you mean 'hcp'?",
        ],
    ),
    (
        "a comma in a name that follows its call",
        HEAD + "      - {1D: diamonds, unbalanced, hand: D >= 5, forcing: round}\n",
        ['5:24: within {...} a comma ends a value; quote it: 1D: "diamonds, unbalanced"'],
    ),
    (
        "a key without a colon",
        "system: t\nsections:\n  - name openings\n    after: start\n    rules: [{call: P}]\n",
        ["3:5: not valid YAML: a key needs a colon and a space: `name: ...`"],
    ),
    (
        "a key without a colon before its list",
        "system: t\nsections:\n  - after: start\n    rules\n      - {call: P}\n",
        ["4:5: not valid YAML: a key needs a colon: `rules:`"],
    ),
    (
        "a key without a space",
        HEAD + "      - {call:1C, hand: hcp >= 12}\n",
        ["5:9: a rule needs `call:`", "5:10: a space follows the colon of a key: `call: 1C`"],
    ),
    (
        "a key indented too far",
        "system: t\nsections:\n  - after: start\n      rules:\n      - {call: P}\n",
        ["4:7: not valid YAML: `rules` is indented further than the line above"],
    ),
    (
        "a key not indented enough",
        "system: t\nsections:\n  - name: a\n   after: start\n",
        ["4:4: not valid YAML: this is not indented like the keys above"],
    ),
    (
        "a comment in words in braces",
        HEAD + "      - {call: 1S, name: strong #1 club}\n      - {call: P}\n",
        ["5:33: not valid YAML: the rest of the line is a comment; quote words that hold a #"],
    ),
    (
        "an open bracket",
        "system: t\nuse: [a, b\ntitle: x\n",
        ["2:6: not valid YAML: [...] opens here and is not closed before the next line"],
    ),
    (
        "a quote that opens far above",
        HEAD + '      - {call: 1S, name: "spades}\n      - {call: P}\n',
        ["5:26: not valid YAML: the quote that opens here is not closed"],
    ),
    (
        "a brace too many",
        HEAD + "      - {call: 1S}}\n      - {call: P}\n",
        ["5:19: not valid YAML: this } closes nothing; remove it"],
    ),
    (
        "two rules on a line",
        HEAD + "      - {call: 1S}, {call: P}\n",
        ["5:19: not valid YAML: nothing may follow the closing bracket"],
    ),
    (
        "an item without a dash",
        HEAD + "      - {call: 1S}\n      {call: P}\n",
        ["6:7: not valid YAML: each item of a list begins with `- `"],
    ),
    (
        "a name twice",
        HEAD + "      - {1S: spades, name: five spades}\n",
        ["5:22: the rule has its name already: `1S: spades`"],
    ),
    (
        "keys of the other kind of file",
        "system: t\nparameters: {a: 1}\nuse: m\n=== m\nmodule: m\noptions: {a: [b, c]}\n",
        [
            "2:1: `parameters` is a key of a module",
            "m.yaml:2:1: `options` is a key of a system's own file, system.yaml",
        ],
    ),
    (
        "a module without its folder",
        "system: t\nuse: [stayman, conventions/stayman.yaml]\n",
        [
            "2:7: no module 'stayman' beside this file or in systems/; did you mean 'conv",
            "2:16: no module 'conventions/stayman.yaml' beside this file or in systems/; did you",
        ],
    ),
    (
        "a module that is like no other",
        "system: t\nuse: [zzz/qqq]\n",
        ["2:7: no module 'zzz/qqq' beside this file or in systems/ (`dowager modules` lists"],
    ),
    (
        "bids that are never legal",
        "system: t\nsections:\n  - after: [1M (2x), 1NT 2C]\n    rules:\n"
        "      - {call: 2C}\n      - {call: 1M}\n      - {call: 2D}\n      - {call: 2x}\n"
        "  - after: start\n    rules:\n      - 1C: club\n        then: [{1C: again}, {1D: next}]\n"
        "  - after: [1x (X), 1x (1y)]\n    rules: [{call: 1D}, {call: 1C}]\n",
        [
            "5:9: never legal: the last bid of `after` is 2C or higher",
            "6:9: never legal: the last bid of `after` is 2C or higher",
            "12:16: never legal: the last bid of `after` is 1C or higher",
            "14:25: never legal: the last bid of `after` is 1C or higher",
        ],
    ),
    (
        "a tag that is nearly one",
        HEAD + "      - {call: 1C, tags: [strong_club]}\n"
        "  - after: 1C\n    when: partner.tagged(strng_club)\n    rules:\n"
        "      - {call: 1D, hand: S >= 4 or me.ever_tagged(strong_clubs)}\n"
        "      - {call: 1H, hand: partner.tagged(relay) or rho.tagged(strng_club)}\n",
        [
            "7:26: no rule has the tag 'strng_club'; did you mean 'strong_club'?",
            "9:51: no rule has the tag 'strong_clubs'; did you mean 'strong_club'?",
        ],
    ),
    (
        "unknown keys, all at once",
        "system: t\nsekcions: []\nparameters: {a: 1}\nuses: []\n",
        [
            "2:1: unknown key 'sekcions'; did you mean 'sections'? The keys here are system, ext",
            "3:1: `parameters` is a key of a module",
            "4:1: unknown key 'uses'; did you mean 'use'?",
        ],
    ),
    ("sections", "system: t\nsections: {a: b}\n", ["2:11: `sections` takes a list"]),
    ("a section", "system: t\nsections: [a]\n", ["2:12: a section is a mapping"]),
    (
        "a section without conditions",
        "system: t\nsections:\n  - rules: [{call: P}]\n",
        ["3:5: a section needs `after:` (a pattern) or `when:` (a condition)"],
    ),
    (
        "a section without rules",
        "system: t\nsections:\n  - after: start\n  - {after: start, rules: P}\n",
        ["3:5: a section needs `rules:`", "4:27: a section needs `rules:`"],
    ),
    (
        "lists without anything in them",
        "system: t\nsections:\n  - {after: start, vul: [], rules: []}\n"
        "  - {after: 1NT, when: [], rules: [{call: []}, {call: 2C, when: [], then: []}]}\n"
        "  - {after: 1C (1D), over: [], rules: [{X: a, then: [{P: b}]}], "
        "steps: [{name: c, zoom: []}]}\n"
        "  - {after: 2C, rules: [], closed: true}\n  - {after: 2D, rules: [], steps: [{}]}\n",
        [
            "3:25: `vul` is an empty list; write such as `we`, or leave the key away",
            "3:36: `rules` is an empty list; a section has rules, or says `closed: true`",
            "4:24: `when` is an empty list; write a condition",
            "4:43: `call` is an empty list; write a call, such as 2C",
            "4:65: `when` is an empty list; write a condition",
            "4:75: `then` is an empty list; write the rules after this call",
            "5:28: `over` is an empty list; write such as (P|X)",
            "5:89: `zoom` is an empty list; write the steps that it goes on to",
        ],
    ),
    (
        "misspelt keys of brief forms, and keys of another place",
        "system: t\nsections:\n"
        "  - {after: 1C, ovr: (X), rules: [{X: a, thn: []}, {1H: b, zom: []}]}\n"
        "  - {after: 1C, eech: {}, fi: a=b, stpes: [{name: a}], hand: true, rules: [{P: b}]}\n"
        "  - {after: 1C, rules: [{P: a, iff: a=b, over: X}, {X: b, zoom: [{}], layer: natural}]}\n",
        [
            "3:17: unknown key 'ovr'; did you mean 'over'? The keys here are name, source, about, "
            "after, when, seat, vul, layer, closed, alternatives, judge, rules, if, each, steps, "
            "from, over",
            "3:42: unknown key 'thn'; did you mean 'then'? The keys here are call, hand, when, "
            "name, forcing, artificial, to_play, alert, means, shows, agrees, asks, order, judge, "
            "tags, about, source, if, then, zoom",
            "3:60: unknown key 'zom'; did you mean 'zoom'?",
            "4:17: unknown key 'eech'; did you mean 'each'?",
            "4:27: unknown key 'fi'; did you mean 'if'?",
            "4:36: unknown key 'stpes'; did you mean 'steps'?",
            "4:56: `hand` is a key of a rule",
            "5:32: unknown key 'iff'; did you mean 'if'?",
            "5:42: `over` is a key of a section",
            "5:59: `zoom` is a key of the last step of a section",
            "5:71: `layer` is a key of a section",
        ],
    ),
    (
        "conditions for names of steps",
        "system: t\nsections:\n  - after: 1C\n    steps: [{name: hcp < 8}, {name: hcp}]\n",
        ["4:20: this looks like a condition: write it as `hand:`"],
    ),
    (
        "what sections take",
        "system: t\nlayer: top\nsections:\n  - after: start\n    layer: conventional\n"
        "    closed: maybe\n    seat: 5\n    vul: [we, thy]\n    wehn: opening\n"
        "    rules: [{call: P}]\n    alternatives: mostly\n",
        [
            "2:8: `layer` takes convention, system, competitive, natural, unagreed or last resort, "
            "not 'top'",
            "5:12: `layer` takes convention, system, competitive, natural, unagreed or last "
            "resort, not "
            "'conventional'; did you mean 'convention'?",
            "6:13: `closed` takes true or false",
            "7:11: `seat` takes 1 to 4, or a range such as 1..2",
            "8:15: `vul` takes none, we, they, both, favourable or unfavourable, not 'thy'; did "
            "you mean 'they'?",
            "9:5: unknown key 'wehn'; did you mean 'when'?",
            "11:19: `alternatives` takes true or false",
        ],
    ),
    (
        "seats",
        "system: t\nsections:\n  - {seat: 3..2, rules: [{call: P}]}\n"
        "  - {seat: [1], rules: [{call: P}]}\n",
        ["3:12: `seat` takes 1 to 4", "4:12: `seat` takes 1 to 4"],
    ),
    (
        "when with one's own hand",
        "system: t\nsections:\n  - when: hcp >= 12\n    rules: [{call: P}]\n",
        ["3:11: `when` may only ask what everybody knows; move this into `hand`"],
    ),
    (
        "the same rule",
        HEAD + "      - {call: 1C, hand: C >= 5}\n      - {call: 1C, hand: D >= 5}\n"
        "      - {call: 1C, hand: C  >=  5, name: again}\n",
        ["7:9: this repeats the rule on line 5; remove one"],
    ),
    (
        "faults of several rules, and words over several lines",
        HEAD + "      - call: 1C\n        hand: >-\n          hcp >= 12\n          and bal and\n"
        "          qtricks >= 2\n      - call: 9C\n      - call: 1D\n        hand: D >= 5 or\n"
        "          hpc >= 2\n      - call: 1S\n        hand: 'S >= 5\n\n          and'\n",
        [
            "8:15: unknown word 'bal'",
            "9:11: unknown word 'qtricks'",
            "10:15: no call '9C'",
            "13:11: unknown word 'hpc'",
            "17:14: expected a number, a feature, a suit or '(', found the end",
        ],
    ),
    # definitions
    ("define", "system: t\ndefine: [a]\n", ["2:9: `define` takes words with their meanings"]),
    (
        "definitions",
        "system: t\ndefine:\n  two words: hcp >= 1\n  hcp: S >= 1\n  a(q): S >= 1\n"
        "  b(x, x): x >= 1\n  c(x): y >= 1\n  d: x >= 1\n  e: [S >= 1]\n  f: hcp >=\n"
        "  g: unused >= 1\n",
        [
            "3:3: write a definition as `word: condition` or `word(x): condition`",
            "4:3: 'hcp' is a word of the language; choose another",
            "5:3: the arguments are suit letters (M, m, x, y, z, w, t), each named once",
            "6:3: the arguments are suit letters",
            "7:9: suit letter y is not an argument of 'c'",
            "8:6: suit letter x is not an argument of 'd'",
            "9:7: write each meaning as {is: hcp in 12..14, if: notrump=weak}; a word with one",
            "10:12: expected a number, a feature, a suit or '(', found the end",
            "11:6: unknown word 'unused'",
        ],
    ),
    (
        "uses of definitions",
        "system: t\ndefine:\n  strong: hcp >= 15\n  tricks: losers - 1\n  good(x): x >= 5\n"
        "  loud: strnog\n  round1: round2 and true\n  round2: round1\n"
        "sections:\n  - after: start\n    rules:\n"
        "      - {call: 1C, hand: good}\n"
        "      - {call: 1D, hand: 'good(S, H)'}\n"
        "      - {call: 1H, hand: tricks}\n"
        "      - {call: 1S, hand: strong >= 3}\n"
        "      - {call: 1NT, hand: hcp >= 3 + strong}\n"
        "      - {call: 2C, hand: S >= 5 and tricks}\n"
        "      - {call: 2D, hand: loud}\n"
        "      - {call: 2H, hand: good(NT)}\n"
        "      - {call: 2S, hand: godo(S) and storng}\n"
        "      - {call: 'at(strong, S)'}\n"
        "      - {call: 'at(tricks, H)'}\n"
        "      - {call: 3C, when: strong}\n",
        [
            "6:9: unknown word 'strnog'; did you mean 'strong'?",
            "8:11: the definition of 'round1' needs 'round1' itself",
            "12:26: 'good' takes 1 suit, not 0",
            "13:27: 'good' takes 1 suit, not 2",
            "14:26: 'tricks' is a number; expected a condition",
            "15:26: 'strong' is a condition; expected a number",
            "16:38: 'strong' is a condition; expected a number",
            "17:37: 'tricks' is a number; expected a condition",
            "19:31: expected a suit (C, D, H, S, M, m, x, y, z, w, t), found 'NT'",
            "20:26: unknown word 'godo'; did you mean 'good'?",
            "20:38: unknown word 'storng'; did you mean 'strong'?",
            "21:20: 'strong' is a condition; expected a number",
            "22:17: the level of a call may only depend on what everybody knows",
            "23:26: `when` may only ask what everybody knows",
        ],
    ),
    (
        "a definition that grows",
        "system: t\ndefine:\n  a: hcp >= 1 or S >= 2\n"
        + "".join(
            f"  {b}: {a} and {a} and {a} and {a}\n" for a, b in ("ab", "bc", "cd", "de", "ef")
        ),
        ["8:3: with its definitions expanded, 'f' is too large"],
    ),
    (
        "a word that two modules define in two ways",
        "system: t\nuse: [one, two]\ndefine: {c: S >= 1}\n"
        "=== one\nmodule: one\ndefine: {a: hcp >= 1, b: hcp >= 1, c: hcp >= 1}\n"
        "=== two\nmodule: two\ndefine: {a: hcp >= 1, b: hcp >= 2, c: hcp >= 2}\n",
        ["two.yaml:2:23: 'b' has another meaning in"],
    ),
    # use, parameters, extends, without
    ("use", "system: t\nuse: [[a]]\n", ["2:7: `use` takes module names"]),
    (
        "no module",
        "system: t\nuse: common/natral\n",
        ["2:6: no module 'common/natral' beside this file or in systems/; did you mean"],
    ),
    ("outside", "system: t\nuse: ../../etc\n", ["2:6: no module '../../etc'"]),
    ("long", "system: t\nuse: " + "a" * 300, ["2:6: no module 'aaa"]),
    (
        "arguments",
        "system: t\nuse:\n  - m: {afer: 1NT}\n  - m: 1NT\n  - m\n  - n\n"
        "=== m\nmodule: m\nparameters: {after: , level: 2, 3x: 1}\n"
        "=== n\nmodule: n\nparameters: [after]\n",
        [
            "3:5: module 'm' needs the argument 'after'",
            "3:9: module 'm' has no parameter 'afer'; did you mean 'after'? It has after, level",
            "4:8: write arguments as {name: value}",
            "5:5: module 'm' needs the argument 'after'",
            "m.yaml:2:33: '3x' cannot name a parameter",
            "n.yaml:2:13: `parameters` takes names with defaults",
        ],
    ),
    (
        "arguments put in",
        "system: t\nuse:\n  - m: {level: 9, hand: hcp >> 3, list: [1]}\n"
        "=== m\nmodule: m\nparameters: {level: 2, hand: true, list: 3}\nsections:\n"
        "  - after: 1NT\n    rules:\n      - call: ${level}D\n        hand: $hand\n"
        "      - call: 3D\n        hand: hcp >= $level and $lvel + $list and foo\n",
        [
            "3:16: the argument 'level' of module 'm' leads to faults: FOLDER/m.yaml:6:15: no call "
            "'9D'; write P, X, XX, 1C to 7NT, 1M, or a computed call such as cheapest(x), jump(x), "
            "at(3, x), game(x), step(1)",
            "3:30: expected a number, a feature, a suit or '(', found '>'",
            "m.yaml:9:33: $lvel is not a parameter; did you mean 'level'?",
            "3:41: the argument 'list' of module 'm' leads to faults: FOLDER/m.yaml:9:41: $list is "
            "a list, not a word",
        ],
    ),
    (
        "an argument that does not fit in many places",
        "system: t\nuse:\n  - conventions/stayman: {after: 1NTT, strenght: 1}\n",
        [
            "3:34: the argument 'after' of module 'conventions/stayman' leads to faults: no call "
            "'1NTT'; in a pattern write such as P, X, 1NT, 1M, 2x, 1-3x, 2?, bid, ?, P|X; and 2",
            "3:40: module 'conventions/stayman' has no parameter 'strenght'",
        ],
    ),
    (
        "a module left out that others need",
        "system: t\nextends: natural\nwithout: common/values\n",
        [
            "3:10: what stays needs module 'common/values': systems/common/competing.yaml:13:23: "
            "unknown word 'supports'",
        ],
    ),
    (
        "what a module is not given leads to nothing else",
        "system: t\nuse: m\n=== m\nmodule: m\nparameters: {low: , level: }\n"
        "define: {a: hcp >= $low}\nsections:\n"
        "  - after: 1NT\n    rules: [{call: '${level+1}C', hand: a, nmae: x}]\n",
        ["2:6: module 'm' needs the argument 'level'", "2:6: module 'm' needs the argument 'low'"],
    ),
    (
        "what would be known of an extended system that is not there",
        "system: t\nextends: natrual\nwithout: [common/slam]\nuse: m\nchange:\n"
        "  - {remove: limit raise}\n  - {replace: raise, rules: [{call: 2C, hand: hpc >= 2}]}\n"
        "sections:\n  - {after: 1NT, if: aces=no, rules: [{call: 3C, hand: opening_values}]}\n"
        "  - {after: 1NT, rules: [{call: 4C, hand: S >> 4}]}\n"
        "=== m\nmodule: m\nneeds: {a_good_hand: one that opens}\n",
        [
            "2:10: no system 'natrual'; did you mean 'natural'?",
            "10:46: expected a number, a feature, a suit or '(', found '>'",
        ],
    ),
    (
        "words of a module that is not there",
        "system: t\nuse: commn/values\nsections:\n  - after: 1NT\n"
        "    rules: [{call: 3C, hand: some_good_hand}, {call: 4C, hand: balancd}]\n",
        ["2:6: no module 'commn/values'", "5:64: unknown word 'balancd'; did you mean 'balanced'?"],
    ),
    (
        "words of a shipped module that is not used",
        "system: t\nsections:\n  - after: 1NT\n"
        "    rules: [{call: 3C, hand: preempt_suit(C)}, {call: 3x, hand: supports(x)}]\n",
        [
            "4:30: unknown word 'preempt_suit'; common/values defines it: add it to `words`",
            "4:65: unknown word 'supports'; common/values defines it: add it to `words`",
        ],
    ),
    (
        "a module that uses itself",
        "system: t\nuse: [one]\n=== one\nmodule: one\nuse: [two]\n=== two\nmodule: two\nuse: one\n",
        ["two.yaml:2:6: module 'one' uses itself: one uses two uses one"],
    ),
    (
        "modules have other keys",
        "system: t\nuse: [one]\n=== one\nmodule: one\nextends: sayc\n",
        ["one.yaml:2:1: `extends` is a key of a system's own file, system.yaml"],
    ),
    (
        "extends",
        "system: t\nextends: natrual\n",
        ["2:10: no system 'natrual'; did you mean 'natur"],
    ),
    ("extends what", "system: t\nextends: [natural]\n", ["2:10: `extends` takes the name of one"]),
    ("extends itself", "system: t\nextends: folder\n", ["2:10: the system extends itself"]),
    ("default", "system: t\ndefault: natrual\n", ["2:10: no system 'natrual'; did you mean 'na"]),
    ("default what", "system: t\ndefault: []\n", ["2:10: `default` takes the name of one system"]),
    (
        "without extends",
        "system: t\nwithout: a\n",
        ["2:10: `without` needs `extends`: it leaves out modules of"],
    ),
    (
        "without",
        "system: t\nextends: natural\nwithout: [common/slam, common/slma]\n",
        ["3:24: the extended system does not use 'common/slma'; did you mean 'common/slam'?"],
    ),
]


def _faults(folder: Path, text: str) -> list[str]:
    """Load a system from its files; return its faults without the system's file name."""
    (folder / "folder").mkdir()
    files = re.split(r"^=== (\w+)\n", text, flags=re.MULTILINE)
    for name, content in zip(["system", *files[1::2]], files[::2], strict=True):
        (folder / "folder" / f"{name}.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(SystemFaults) as caught:
        load_file(folder / "folder" / "system.yaml")
    path = re.escape(str(folder / "folder")) + "/"
    told = [re.sub(f"^{path}(system.yaml:)?", "", str(fault)) for fault in caught.value.faults]
    return [fault.replace(str(folder / "folder"), "FOLDER") for fault in told]


def _check(found: list[str], wanted: list[str]) -> None:
    missing = [part for part in wanted if not any(fault.startswith(part) for fault in found)]
    assert not missing, "\n".join(found)
    assert len(found) == len(wanted), "\n".join(found)


@pytest.mark.parametrize(("hand", "fault"), CONDITIONS, ids=lambda part: part[:30])
def test_a_condition(tmp_path: Path, hand: str, fault: str) -> None:
    found = _faults(tmp_path, f"{HEAD}      - call: 1C\n        hand: {hand}\n")
    if fault[0].isdigit():
        _check(found, [fault])
    else:
        assert len(found) == 1 and fault in found[0]


@pytest.mark.parametrize(("rule", "fault"), RULES, ids=lambda part: part[:30])
def test_a_rule(tmp_path: Path, rule: str, fault: str) -> None:
    _check(_faults(tmp_path, f"{HEAD}      - {rule}\n"), [fault])


@pytest.mark.parametrize(("pattern", "fault"), PATTERNS, ids=lambda part: part[:30])
def test_a_pattern(tmp_path: Path, pattern: str, fault: str) -> None:
    text = f"system: t\nsections:\n  - after: {pattern}\n    rules: [{{call: P}}]\n"
    _check(_faults(tmp_path, text), [fault])


@pytest.mark.parametrize(("name", "text", "faults"), FILES, ids=[case[0] for case in FILES])
def test_a_file(tmp_path: Path, name: str, text: str, faults: list[str]) -> None:
    _check(_faults(tmp_path, text), faults)


def test_the_argument_in_a_line_with_a_fault_is_tried_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = []
    read = SectionReader.read

    def counted(self: SectionReader, parts: Sequence[UsedFile]) -> tuple[Section, ...]:
        readings.append(len(parts))
        return read(self, parts)

    monkeypatch.setattr(SectionReader, "read", counted)
    uses = [f"  - conventions/stayman: {{after: {after}}}" for after in ("1NT", "2NT", "1C 1NTT")]
    (fault,) = _faults(tmp_path, "\n".join(["system: t", "use:", *uses, ""]))
    assert fault.startswith("5:34: the argument 'after' of module 'conventions/stayman' leads to")
    first, faulty, again = readings
    assert faulty < again <= first


def test_a_file_that_is_no_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "system.yaml"
    path.write_bytes(b"system: t\ntitle: \xe4\n")
    with pytest.raises(SystemFaults, match=r"2:8: byte 0xe4 is not UTF-8"):
        load_file(path)


def test_aliases_cannot_blow_up(tmp_path: Path) -> None:
    lines = ["a0: &a0 [1, 1]"] + [f"a{n + 1}: &a{n + 1} [{f'*a{n},' * 9}]" for n in range(9)]
    path = tmp_path / "system.yaml"
    path.write_text("\n".join(lines))
    with pytest.raises(SystemFaults, match="more than 200000 values"):
        load_file(path)


def test_no_such_system() -> None:
    for name in ("nothing", "no/such/file.yaml", "x" * 5000, "a\0b"):
        with pytest.raises(InputError, match=r"there are .*natural"):
            load_system(name)


def test_a_folder_that_has_no_system(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match=r"mine' is a folder without system.yaml; a system's fold"):
        load_system(str(tmp_path / "mine"))


def test_systems_that_extend_one_another(tmp_path: Path) -> None:
    for name, base in (("one", "two"), ("two", "three"), ("three", "two")):
        text = f"system: {name}\nextends: {base}\nchange: [{{remove: raise}}]\n"
        (tmp_path / name).mkdir()
        (tmp_path / name / "system.yaml").write_text(text)
    with pytest.raises(SystemFaults) as caught:
        load_file(tmp_path / "one" / "system.yaml")
    told = "three/system.yaml:2:10: the system extends itself: two extends three extends two"
    assert str(caught.value) == f"{tmp_path}/{told}"


def test_faults_are_sorted_and_said_once(tmp_path: Path) -> None:
    """A module used twice says what is wrong in it once."""
    (tmp_path / "m.yaml").write_text(
        "module: m\nparameters: {a: 1}\nsections:\n  - {after: 1NT, rules: [{call: Q}]}\n"
    )
    path = tmp_path / "system.yaml"
    path.write_text("system: t\nuse: [m: {a: 1}, m: {a: 2}]\nzzz: 1\nextends: zzz\n")
    with pytest.raises(SystemFaults) as caught:
        load_file(path)
    faults = caught.value.faults
    assert len(faults) == 3 and list(faults) == sorted(faults)


@pytest.mark.parametrize("name", system_names())
def test_shipped_systems_load(name: str) -> None:
    system = load_system(name)
    assert system.rules and system.files[0] == f"systems/{name}/system.yaml"
    assert all((data_folder("systems").parent / rule.span.file).is_file() for rule in system.rules)
