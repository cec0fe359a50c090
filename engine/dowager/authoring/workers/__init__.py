"""Work on very many boards, in units that may be done anywhere.

`run` does units with the workers that there are: `local_workers` are processes on this machine,
`cluster` has those of a Dask scheduler. A `job` is work as it is sent; its systems are sent by
content, as `dowager.language.files.pack_system` packs them.
"""

from dowager.authoring.workers.advance import advanced
from dowager.authoring.workers.run import run_units
from dowager.authoring.workers.unit import UnderWay, Unit, Work, WorkerError

__all__ = ["UnderWay", "Unit", "Work", "WorkerError", "advanced", "run_units"]
