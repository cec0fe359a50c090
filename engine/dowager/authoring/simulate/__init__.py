"""Boards by the million, bid by two systems and compared: `dowager simulate`.

`job` is what is asked, `deals` the boards of any part of it, `unit` bids a part and puts it in
rows. `bidding`, `solving` and `running` are all that know the bidder, the solver and the machine.
`parts` keeps what is done, `results` joins it, and `simulation` is the whole. `schema` has the
columns; `summary` and `plots` say what came of it.
"""

from dowager.authoring.simulate.given_deals import GivenDeals
from dowager.authoring.simulate.job import Job, Settings, Solved, make_job
from dowager.authoring.simulate.parts import Parts
from dowager.authoring.simulate.plots import ENDINGS, rule_label, write_plots
from dowager.authoring.simulate.rule_worth import NamedRule, PartingGroup, RuleWorth
from dowager.authoring.simulate.running import Crew
from dowager.authoring.simulate.simulation import Simulation, finished, run_simulation
from dowager.authoring.simulate.summary import (
    TOP,
    AgainstPar,
    Match,
    Mean,
    Room,
    Summary,
    Tally,
    as_object,
)
from dowager.authoring.simulate.unit import run_unit
from dowager.authoring.workers import Unit

__all__ = [
    "ENDINGS",
    "TOP",
    "AgainstPar",
    "Crew",
    "GivenDeals",
    "Job",
    "Match",
    "Mean",
    "NamedRule",
    "PartingGroup",
    "Parts",
    "Room",
    "RuleWorth",
    "Settings",
    "Simulation",
    "Solved",
    "Summary",
    "Tally",
    "Unit",
    "as_object",
    "finished",
    "make_job",
    "rule_label",
    "run_simulation",
    "run_unit",
    "write_plots",
]
