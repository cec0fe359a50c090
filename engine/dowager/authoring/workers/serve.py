"""The program of a worker process: does the units that come over a connection, until it ends."""

from __future__ import annotations

import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from dowager.authoring.workers.advance import heard_by
from dowager.authoring.workers.job import do_unit
from dowager.authoring.workers.unit import Advanced, Ready
from dowager.net import end_with_standard_input


def serve(connection: Connection) -> None:
    """Do what comes over a connection until it ends: a job, then units."""
    with suppress(EOFError, OSError):
        connection.send(Ready())
        job: bytes = connection.recv()
        with heard_by(lambda boards: connection.send(Advanced(boards))):
            while True:
                connection.send(do_unit(job, connection.recv()))


if __name__ == "__main__":
    end_with_standard_input()
    with Connection(int(sys.argv[1])) as to_parent:
        serve(to_parent)
