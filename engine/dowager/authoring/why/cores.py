"""Minimal cores: the fewest conditions that must be otherwise for a rule to make its call.

A rule makes its call exactly when its own condition holds and that of no earlier rule for another
call does. Its *atoms* are the comparisons, shapes and named conditions of which all these are made
by `and`, `or` and `not`; each atom is true or false for a hand, equal ones are one atom. A *core*
is a set of atoms such that

- the rule makes its call when these atoms, and no others, change their truth;
- no set of fewer atoms does that. So no proper part of a core does it either.

An alternative of which both sides fail needs one of them, so it may give several cores; an earlier
rule that fits and makes another call is out of the way as soon as one of the conditions it is made
of fails. Atoms are taken as independent: whether cards can do it is another question, which
`card_swaps` answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias, assert_never

from dowager.backends.evaluate import hand_test
from dowager.cards import Hand
from dowager.language.compile import Candidate
from dowager.language.tree import (
    And,
    Bool,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    Truth,
    conjuncts,
    negation,
)

MOST_CORES = 64
"""How many equally small cores of one rule are looked for."""


@dataclass(frozen=True, slots=True)
class AtomChange:
    """One atom of a core, and what it is needed for.

    Attributes:
        atom: the condition that must be otherwise.
        wanted: the truth it must get.
        own: whether the rule's own condition needs it, given the rest of the core.
        frees: the earlier rules for other calls that would come first without it.
    """

    atom: Bool
    wanted: bool
    own: bool
    frees: tuple[Candidate, ...]

    @property
    def node(self) -> Bool:
        """What must hold: the atom or its opposite."""
        return self.atom if self.wanted else negation(self.atom)


Core: TypeAlias = tuple[AtomChange, ...]


@dataclass(frozen=True, slots=True)
class Cores:
    """The smallest cores of a rule.

    Attributes:
        smallest: at most `MOST_CORES` of them, the rule's own conditions first; one empty core when
            the rule makes its call as it is; none when no change of truths can do it.
        complete: whether these are all of that size.
    """

    smallest: tuple[Core, ...]
    complete: bool

    @property
    def size(self) -> int | None:
        """How many conditions must be otherwise; None when nothing helps."""
        return len(self.smallest[0]) if self.smallest else None


# --- the Boolean structure: `not` only at the atoms ----------------------------------------------


@dataclass(frozen=True, slots=True)
class _Literal:
    atom: int
    wanted: bool


@dataclass(frozen=True, slots=True)
class _Every:
    args: tuple[_Tree, ...]


@dataclass(frozen=True, slots=True)
class _Some:
    args: tuple[_Tree, ...]


_Tree: TypeAlias = _Literal | _Every | _Some


@dataclass(frozen=True, slots=True)
class _Demand:
    """A part of a rule's exact condition; `blocker` is the earlier rule that must not fit."""

    tree: _Tree
    atoms: frozenset[int]
    blocker: Candidate | None


class Structure:
    """The rules of a position as they look for one hand.

    Args:
        rules: the rules in the order in which they are tried.
        hand: the hand.
    """

    def __init__(self, rules: Iterable[Candidate], hand: Hand) -> None:
        self.rules = tuple(rules)
        self._hand = hand
        self._atoms: list[Bool] = []
        self._truths: list[bool] = []
        self._numbers: dict[Bool, int] = {}
        self._own = [self._demands(rule) for rule in self.rules]
        self._absent = [self._demand(negation(rule.condition.node), rule) for rule in self.rules]

    def cores(self, index: int, *, alone: bool = False, most: int | None = None) -> Cores:
        """Return the smallest cores of a rule.

        Args:
            index: which of the rules, from 0.
            alone: whether this very rule has to make the call; else an earlier rule for the same
                call may match, too.
            most: the most atoms of a core to look for; None for any number.
        """
        search = _CoreSearch(self._exact(index, alone), self._truths)
        limit = len(self._atoms) if most is None else min(most, len(self._atoms))
        for size in range(search.least, limit + 1):
            sets = list(search.sets(size, MOST_CORES + 1))
            if sets:
                flips = sorted(map(sorted, sets[:MOST_CORES]))
                cores = tuple(search.core(atoms, self._atoms) for atoms in flips)
                return Cores(cores, len(sets) <= MOST_CORES)
            if search.hopeless:
                break
        return Cores((), True)

    def _exact(self, index: int, alone: bool) -> list[_Demand]:
        call = self.rules[index].call
        earlier = (
            absent
            for absent, rule in zip(self._absent[:index], self.rules, strict=False)
            if alone or rule.call != call
        )
        return [*self._own[index], *earlier]

    def _demands(self, rule: Candidate) -> list[_Demand]:
        return [self._demand(part, None) for part in conjuncts(rule.condition.node)]

    def _demand(self, node: Bool, blocker: Candidate | None) -> _Demand:
        tree = self._tree(node, True)
        return _Demand(tree, frozenset(_atoms_of(tree)), blocker)

    def _tree(self, node: Bool, wanted: bool) -> _Tree:
        match node:
            case And(args) | Or(args):
                parts = tuple(self._tree(arg, wanted) for arg in args)
                return _Every(parts) if isinstance(node, And) == wanted else _Some(parts)
            case Not(arg):
                return self._tree(arg, not wanted)
            case Truth(value):
                return _Every(()) if value == wanted else _Some(())
            case Range() | Shape() | Predicate():
                return _Literal(self._number(node), wanted)
            case _:
                assert_never(node)

    def _number(self, atom: Bool) -> int:
        number = self._numbers.get(atom)
        if number is None:
            number = self._numbers[atom] = len(self._atoms)
            self._atoms.append(atom)
            self._truths.append(hand_test(atom)(self._hand.holdings))
        return number


def _atoms_of(tree: _Tree) -> Iterator[int]:
    match tree:
        case _Literal(atom):
            yield atom
        case _Every(args) | _Some(args):
            for arg in args:
                yield from _atoms_of(arg)
        case _:
            assert_never(tree)


# --- the search -----------------------------------------------------------------------------------

_Flips: TypeAlias = frozenset[int]

_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class _Need:
    """What a tree that fails needs.

    Attributes:
        atoms: those that may still be flipped and of whose literals one must become true.
        least: how many of them have to be flipped at least; `_NEVER` or more when that is in vain.
    """

    atoms: tuple[int, ...]
    least: int


class _CoreSearch:
    """Looks for the sets of atoms that make all demands true when they are flipped.

    A demand is monotone in its literals: to become true, one that is false must. So some atom of
    its false literals is in every set that is sought, and the search branches over them; what one
    branch has flipped the later ones leave alone, so that no set is found twice.
    """

    def __init__(self, demands: Sequence[_Demand], truths: Sequence[bool]) -> None:
        self._demands = demands
        self._truths = truths
        self._failing = [
            index
            for index, demand in enumerate(demands)
            if not self._holds(demand.tree, frozenset())
        ]
        self._touched: dict[int, list[int]] = {}
        for index, demand in enumerate(demands):
            for atom in demand.atoms:
                self._touched.setdefault(atom, []).append(index)
        self.hopeless = False
        self.least = _together(self._needs(self._failing, frozenset(), frozenset()))

    def sets(self, size: int, most: int) -> Iterator[_Flips]:
        """Yield sets of exactly `size` atoms, if there are none of fewer; at most `most`."""
        self.hopeless = True
        yield from islice(self._sets(frozenset(), frozenset(), size), most)

    def _sets(self, flips: _Flips, kept: _Flips, more: int) -> Iterator[_Flips]:
        """Yield the sets that add up to `more` atoms to those flipped, none of those kept."""
        failing = self._false_demands(flips)
        if not failing:
            yield flips
            return
        if not more:
            self.hopeless = False
            return
        needs = self._needs(failing, flips, kept)
        if any(need.least >= _NEVER for need in needs):
            return  # what is kept cannot be otherwise: no larger set helps either
        if more < _together(needs):
            self.hopeless = False
            return
        fewest = min((need.atoms for need in needs), key=len)
        for index, atom in enumerate(fewest):
            yield from self._sets(flips | {atom}, kept | set(fewest[:index]), more - 1)

    def _false_demands(self, flips: _Flips) -> list[int]:
        asked = dict.fromkeys(self._failing)
        for atom in sorted(flips):
            asked.update(dict.fromkeys(self._touched[atom]))
        return [index for index in asked if not self._holds(self._demands[index].tree, flips)]

    def _needs(self, failing: Iterable[int], flips: _Flips, kept: _Flips) -> list[_Need]:
        return [self._need(self._demands[index].tree, flips, kept) for index in failing]

    def _need(self, tree: _Tree, flips: _Flips, kept: _Flips) -> _Need:
        if self._holds(tree, flips):
            return _Need((), 0)
        match tree:
            case _Literal(atom):
                free = atom not in flips and atom not in kept
                return _Need((atom,), 1) if free else _Need((), _NEVER)
            case _Every(args):
                needs = [self._need(arg, flips, kept) for arg in args]
                return _Need(_atoms_in(needs), _together(needs))
            case _Some(args):
                needs = [self._need(arg, flips, kept) for arg in args]
                can = [need for need in needs if need.least < _NEVER]
                return _Need(_atoms_in(can), min((need.least for need in can), default=_NEVER))
            case _:
                assert_never(tree)

    def _holds(self, tree: _Tree, flips: _Flips) -> bool:
        match tree:
            case _Literal(atom, wanted):
                return (self._truths[atom] != (atom in flips)) == wanted
            case _Every(args):
                return all(self._holds(arg, flips) for arg in args)
            case _Some(args):
                return any(self._holds(arg, flips) for arg in args)
            case _:
                assert_never(tree)

    def core(self, flips: Sequence[int], atoms: Sequence[Bool]) -> Core:
        """Return the core of a set: what each atom is needed for."""
        return tuple(self._atom_change(atom, frozenset(flips), atoms[atom]) for atom in flips)

    def _atom_change(self, atom: int, flips: _Flips, node: Bool) -> AtomChange:
        needed = [self._demands[index].blocker for index in self._false_demands(flips - {atom})]
        frees = tuple(dict.fromkeys(rule for rule in needed if rule is not None))
        return AtomChange(node, not self._truths[atom], None in needed, frees)


def _atoms_in(needs: Iterable[_Need]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(atom for need in needs for atom in need.atoms))


def _together(needs: Iterable[_Need]) -> int:
    """Return how many flips several needs take at least: those that share no atom add up."""
    seen: set[int] = set()
    count = most = 0
    for need in sorted(needs, key=lambda need: len(need.atoms)):
        most = max(most, need.least)
        if seen.isdisjoint(need.atoms):
            seen.update(need.atoms)
            count += need.least
    return max(count, most)
