"""A bidding system, compiled: its sections, ready to be asked in any position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from dowager.language.compile.by_state import StateTable
from dowager.language.compile.letter_binder import LetterBinder
from dowager.language.compile.rule import Candidate, ConditionCache, Rule
from dowager.language.compile.section import Section
from dowager.language.text.keys import Layer
from dowager.language.text.system_file import SystemFile
from dowager.language.tree.pattern_tree import Frontier, PatternTree
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import Env

if TYPE_CHECKING:
    from dowager.language.compile.carding import Carding

_MOST_STATES = 2_000

_Bound: TypeAlias = tuple[Section, LetterBinder, Sequence[Env]]
"""A section, what binds its letters, and the ways to bind them that are left."""


@dataclass(slots=True, eq=False)
class System:
    """A bidding system.

    Attributes:
        name: its name, the folder under `systems/`, with what is chosen besides the usual.
        title: its name for people, likewise.
        source: the book or booklet.
        sections: every section, by rank.
        rules: every rule, by number.
        file: its own file, `system.yaml`, with what is chosen of its options.
        files: the files that it was read from, as faults name them.
        default_file: the file of the system that explains calls for which this one has no rule.
        carding: leads and signals; None when the system says nothing of them.
        patterns: the sections that have an auction pattern, to be matched call by call.
        general: the sections that depend on public conditions alone, by rank.
    """

    name: str
    title: str
    source: str
    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]
    file: SystemFile
    files: tuple[str, ...]
    default_file: Path | None
    carding: Carding | None = None
    patterns: PatternTree[Section] = field(init=False, default_factory=PatternTree)
    general: tuple[Section, ...] = field(init=False)
    _by_state: dict[Hashable, StateTable] = field(init=False, repr=False, default_factory=dict)
    _cache: ConditionCache = field(init=False, repr=False, default_factory=ConditionCache)
    _load_default: Callable[[], System] | None = field(init=False, repr=False, default=None)
    _default: System | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        for section in sorted(self.sections, key=attrgetter("number")):
            for pattern in section.after:
                self.patterns.add(pattern, section)
        self.general = tuple(section for section in self.sections if section.general)

    def set_default(self, load: Callable[[], System]) -> None:
        """Say how to load the system that explains calls for which this one has no rule."""
        self._load_default = load

    @property
    def default(self) -> System | None:
        """The system that explains calls for which this one has no rule; loaded when needed."""
        if self._default is None and self._load_default is not None:
            self._default = self._load_default()
        return self._default

    @property
    def frontier(self) -> Frontier[Section]:
        """The frontier of the system's patterns before the first call."""
        return Frontier.of(self.patterns)

    def candidates(self, view: PublicView, frontier: Frontier[Section]) -> Iterator[Candidate]:
        """Yield the rules that apply in a position, in the order in which they are tried.

        Args:
            view: what everybody knows.
            frontier: what the calls so far have led to in the system's patterns.
        """
        table = self._table(view)
        closed_at: tuple[Layer, int] | None = None
        for section, binder, envs in _in_order(table, view, frontier):
            if closed_at is not None and section.rank > closed_at:
                return
            for bound in binder.satisfying(view, envs):
                if section.closed:
                    closed_at = section.rank
                yield from table.candidates(section, view, bound, self._cache)

    def sections_at(self, view: PublicView, frontier: Frontier[Section]) -> Iterator[Section]:
        """Yield the sections that apply in a position, in order, even if no rule of theirs does.

        Args:
            view: what everybody knows.
            frontier: what the calls so far have led to in the system's patterns.
        """
        for section, binder, envs in _in_order(self._table(view), view, frontier):
            if binder.satisfying(view, envs):
                yield section
                if section.closed:
                    return

    def _table(self, view: PublicView) -> StateTable:
        """Return what the state of the auction leaves of the system."""
        table = self._by_state.get(view.state)
        if table is None:
            if len(self._by_state) >= _MOST_STATES:
                self._by_state.clear()
            table = self._by_state[view.state] = StateTable(self.general, view)
        return table


def _in_order(table: StateTable, view: PublicView, frontier: Frontier[Section]) -> list[_Bound]:
    """Return the sections that may apply in a position, by rank, each with what binds letters."""
    after = [table.bound(section, view, env) for section, env in frontier.matches()]
    # Both lists are sorted already or nearly so: sorting them together is quick.
    return sorted([*after, *table.general], key=_rank)


def _rank(bound: _Bound) -> tuple[Layer, int]:
    return bound[0].rank
