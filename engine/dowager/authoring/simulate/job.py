"""What a simulation is asked to do, as a value that can be sent to another process.

Everything that decides a board's row is in the job, so that any unit of it can be run alone, again
and elsewhere, with the same bytes.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from enum import Enum

from dowager.auction import Vulnerability
from dowager.authoring.simulate.given_deals import GivenDeals
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.language.compile import System, read_deal_condition
from dowager.language.files import PackedSystem, program_digest

MOST_BOARDS = 1_000_000_000


class Solved(Enum):
    """Which contracts are solved double dummy."""

    NONE = "none"
    NEEDED = "needed"
    """At one table, all; in a match, those of boards with different contracts."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is simulated, apart from the systems and deals themselves.

    Attributes:
        boards: how many boards.
        seed: of the random boards; None for given ones.
        where: a condition that the deals satisfy, as it was written; empty for any deal.
        dealer: who deals every board, as a letter; empty where dealers go round or are given.
        vul: who is vulnerable, in the words of the line interfaces; empty likewise.
        teams: whether the boards are bid in two rooms.
        solved: which contracts are solved double dummy.
        par: whether tables of all contracts are solved and par is worked out.
        deals: the digest of the given deals; empty without them.
        system: the digest of the first system.
        opponents: the digest of the other system; empty without one.
        program: the digest of the program.
    """

    boards: int
    seed: int | None = 1
    where: str = ""
    dealer: str = ""
    vul: str = ""
    teams: bool = False
    solved: str = Solved.NONE.value
    par: bool = False
    deals: str = ""
    system: str = ""
    opponents: str = ""
    program: str = ""

    def as_json(self) -> str:
        """Return the settings as a JSON object."""
        return json.dumps(asdict(self))

    def changes_from(self, before: str) -> list[str]:
        """Return what differs from settings that `as_json` has written, in words for people."""
        old, new = json.loads(before), asdict(self)
        names = [field.name for field in fields(self) if old.get(field.name) != new[field.name]]
        return [_change(name, old.get(name), new[name]) for name in names]


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A simulation to be run. Its systems are content, so that it can be sent to any machine.

    Attributes:
        settings: what is simulated.
        system: the system that sits North-South in the open room, and East-West in the closed one.
        opponents: the other system; None when all four seats play the first.
        given: the given deals; None for random ones.
    """

    settings: Settings
    system: PackedSystem
    opponents: PackedSystem | None = None
    given: GivenDeals | None = None

    @property
    def solves(self) -> bool:
        """Whether contracts are solved double dummy."""
        return self.settings.solved != Solved.NONE.value

    @property
    def pair(self) -> tuple[System, System]:
        """The systems of North-South and East-West in the open room."""
        system = self.system.system()
        return system, system if self.opponents is None else self.opponents.system()


def make_job(
    system: PackedSystem,
    opponents: PackedSystem | None = None,
    *,
    boards: int | None = None,
    seed: int = 1,
    where: str = "",
    dealer: Seat | None = None,
    vulnerability: Vulnerability | None = None,
    solved: Solved = Solved.NONE,
    par: bool = False,
    given: GivenDeals | None = None,
) -> Job:
    """Return a job; see `Settings` for what it takes.

    Args:
        boards: how many boards; None for all that are given.
        given: deals of a file; those that `where` does not hold for are left out.

    Raises:
        InputError: an argument is wrong, or there are fewer given boards than that.
    """
    condition = read_deal_condition(where) if where.strip() else None
    if given is not None and condition is not None:
        given = given.that_meet(condition)
    if given is not None:
        given = given.seated(dealer, vulnerability)
    settings = Settings(
        boards=_board_count(boards, given),
        seed=_checked_seed(seed) if given is None else None,
        where=where.strip(),
        dealer="" if dealer is None else dealer.letter,
        vul="" if vulnerability is None else vulnerability.word,
        teams=opponents is not None,
        solved=Solved.ALL.value if par else solved.value,
        par=par,
        deals="" if given is None else given.digest,
        system=system.digest,
        opponents="" if opponents is None else opponents.digest,
        program=program_digest(),
    )
    return Job(settings, system, opponents, given)


def _board_count(boards: int | None, given: GivenDeals | None) -> int:
    if given is None:
        if boards is None or not 1 <= boards <= MOST_BOARDS:
            raise InputError(f"say how many boards, from 1 to {MOST_BOARDS:,}")
        return boards
    if not len(given):
        raise InputError("no board of the file has a complete deal that is wanted")
    if boards is not None and not 1 <= boards <= len(given):
        raise InputError(f"{boards:,} boards are asked for; the file has {len(given):,} to give")
    return boards or len(given)


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < 1 << 63:
        raise InputError(f"a seed is a whole number from 0 to {(1 << 63) - 1}, not {seed}")
    return seed


_WORDS = {
    "boards": "--boards",
    "seed": "--seed",
    "where": "--where",
    "dealer": "--dealer",
    "vul": "--vul",
    "teams": "--opponents",
    "solved": "the contracts that are solved",
    "par": "--par",
}


def _change(name: str, old: object, new: object) -> str:
    match name:
        case "system" | "opponents":
            return f"the system of --{name} has changed"
        case "deals":
            return "the boards of --deals have changed"
        case "program":
            return "Dowager itself has changed"
        case _:
            return f"{_WORDS[name]} was {_value(old)} and is now {_value(new)}"


def _value(value: object) -> str:
    match value:
        case bool():
            return "given" if value else "not given"
        case int():
            return f"{value:,}"
        case None | "":
            return "not given"
        case _:
            return str(value)
