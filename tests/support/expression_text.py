"""The text of written expressions; reading it gives the same tree."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dowager.auction import CALLS, Strain
from dowager.cards import Suit
from dowager.language.text.vocabulary import COMPUTED_CALLS, EXPECTED, QUESTIONS, SEATS, STATS
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS


def printed(node: ex.Part) -> str:
    """Return the text of an expression, a call or a pattern; reading it gives the same tree."""
    match node:
        case ex.SuitName(strain):
            return "NT" if strain is Strain.NOTRUMP else Suit(strain).letter
        case ex.SuitLetter(slot):
            return LETTERS[slot]
        case ex.OtherSuit(of):
            return f"other({printed(of)})"
        case ex.Constant(value):
            return _decimal(value)
        case ex.HandTruth(name, (suit,)) if name.startswith("holding "):
            return f'holding({printed(suit)}, "{name.removeprefix("holding ")}")'
        case ex.HandNumber(name, refs) | ex.HandTruth(name, refs) | ex.PublicNumber(name, refs):
            return name + _arguments(refs)
        case ex.SeatNumber(who, name, refs, stat):
            return f"{word_of(SEATS, who)}.{name}{_arguments(refs)}.{word_of(STATS, stat)}"
        case ex.Expected(who, name, refs):
            return f"{word_of(SEATS, who)}.{name}{_arguments(refs)}.{EXPECTED}"
        case ex.Add(terms):
            return _printed_sum(terms)
        case ex.Literal(value):
            return "true" if value else "false"
        case ex.Compare(operator, left, right):
            return f"{printed(left)} {operator} {printed(right)}"
        case ex.OneOf(value, choices):
            return f"{printed(value)} in {{{', '.join(map(printed, choices))}}}"
        case ex.ShapeOf(_, words):
            return f"shape({words})"
        case ex.PublicTruth(who, name, args):
            return ("" if who is None else word_of(SEATS, who) + ".") + name + _arguments(args)
        case ex.Query(question, who, condition, probability):
            chance = f", {_decimal(probability)}" if question is ex.Question.LIKELY else ""
            about = f"{word_of(SEATS, who)}, {printed(condition)}{chance}"
            return f"{word_of(QUESTIONS, question)}({about})"
        case ex.Conjunction(args):
            return " and ".join(map(_bracketed, args))
        case ex.Disjunction(args):
            return " or ".join(map(_bracketed, args))
        case ex.Negation(arg):
            return f"not {_bracketed(arg)}"
        case ex.DefinedWord(name, refs):
            return name + _arguments(refs)
        case ex.CallPattern(found, levels, strain):
            if strain is None:
                return "|".join(str(CALLS[call]) for call in sorted(found))
            return f"{levels[0]}-{levels[-1]}{printed(strain)}"
        case ex.FixedCall(call):
            return str(CALLS[call])
        case ex.BidCall(how, level, strain):
            parts = [printed(part) for part in (level, strain) if part is not None]
            return f"{word_of(COMPUTED_CALLS, how)}({', '.join(parts)})"
        case _:
            raise AssertionError(node)


def _printed_sum(terms: Sequence[tuple[Fraction, ex.NumberExpr]]) -> str:
    if len(terms) == 1:
        factor, term = terms[0]
        return f"{_decimal(factor)} * {_bracketed(term)}"
    words = [_bracketed(terms[0][1])]
    for factor, term in terms[1:]:
        words += ["+" if factor > 0 else "-", _bracketed(term)]
    return " ".join(words)


def _bracketed(node: ex.Part) -> str:
    inside = isinstance(node, ex.Conjunction | ex.Disjunction | ex.Negation)
    inside = inside or (isinstance(node, ex.Add) and len(node.terms) > 1)
    return f"({printed(node)})" if inside else printed(node)


def _arguments(args: Sequence[object]) -> str:
    words = [printed(arg) if isinstance(arg, ex.Part) else str(arg) for arg in args]
    return f"({', '.join(words)})" if words else ""


def _decimal(value: Fraction) -> str:
    text = f"{float(abs(value)):g}"
    return "-" + text if value < 0 else text


def word_of(table: dict, value: object) -> str:
    """Return the word that stands for a value."""
    return next(key for key, each in table.items() if each is value)
