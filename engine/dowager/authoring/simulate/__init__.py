"""Boards by the million, bid by two systems and compared: `dowager simulate`.

`job` is what is asked, `deals` the boards of any part of it, `unit` bids a part and puts it in
rows. `bidding`, `solving` and `running` are all that know the bidder, the solver and the machine.
`parts` keeps what is done, `results` joins it, and `simulation` is the whole. `schema` has the
columns; `summary` and `plots` say what came of it.
"""

from dowager.authoring.simulate.given_deals import GivenDeals
from dowager.authoring.simulate.job import Job, Settings, Solved, make_job
from dowager.authoring.simulate.simulation import Simulation, run_simulation
from dowager.authoring.simulate.unit import Unit, run_unit

__all__ = [
    "GivenDeals",
    "Job",
    "Settings",
    "Simulation",
    "Solved",
    "Unit",
    "make_job",
    "run_simulation",
    "run_unit",
]
