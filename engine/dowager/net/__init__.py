"""Tables and robots on the network: the only floor with sockets, clocks and processes.

`host` keeps a table at its `doors`; `hall` has doors that many tables share, and `event` runs those
tables. `sit` takes a robot to somebody's table, where `robot_session` is one connection, and
`waiting` says how long it waits. `match` plays two rooms with robots: a table's `robot_crew` keeps
each as a `robot_process`, started by a `robot_command`, that ends with its `lifeline`.
`brains` starts programs of others at a table's seats: `brain_seat` keeps a seat with a
`brain_process`, by `process_pipes`, in a `work_folder`; `brain_session` is our own program as one.
`connections` has a table's clients, `waits` whom it waits for, `host_options` how; `repeats` counts
reports about strangers. `outbox` sends lines, `thinking` decides in a thread, `wire_log` keeps
every line. `streams` read and write a connection, `websocket_streams` one of secure WebSockets
with its `certificates` (`websockets_extra` names the packages); `rubber_table` hosts rubbers there.
`signals` end tables, `daemon` has threads. None of them knows a protocol: they are
given one.
"""

from typing import TYPE_CHECKING

from dowager.lazy_names import lazy_names
from dowager.net.doors import Door, doors
from dowager.net.sit import sit
from dowager.net.work_folder import work_folder

if TYPE_CHECKING:
    from dowager.net.brain_session import BrainSession, LineWriter, RobotAsked
    from dowager.net.brains import Brains
    from dowager.net.certificates import Identity, client_context, host_context, own_identity
    from dowager.net.daemon import Latest, start_daemon
    from dowager.net.event import EventHandlers, EventOptions, play_event
    from dowager.net.host import Host
    from dowager.net.host_options import Handlers, HostOptions
    from dowager.net.lifeline import end_with_standard_input
    from dowager.net.match import ROOMS, Plan, Team, play_match
    from dowager.net.robot_command import RobotCommand
    from dowager.net.robot_crew import RobotCrew
    from dowager.net.robot_session import SitOptions
    from dowager.net.rubber_table import RubberPlan, RubberTable, new_password
    from dowager.net.signals import StopError, on_signals
    from dowager.net.thinking import Thinker
    from dowager.net.websocket_streams import accept_websockets, open_websocket
    from dowager.net.websockets_extra import PASSWORD_VARIABLE, require_websockets
    from dowager.net.wire_log import WireLog
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "brain_session": "BrainSession LineWriter RobotAsked",
            "brains": "Brains",
            "certificates": "Identity client_context host_context own_identity",
            "daemon": "Latest start_daemon",
            "event": "EventHandlers EventOptions play_event",
            "host": "Host",
            "host_options": "Handlers HostOptions",
            "lifeline": "end_with_standard_input",
            "match": "Plan ROOMS Team play_match",
            "robot_command": "RobotCommand",
            "robot_crew": "RobotCrew",
            "robot_session": "SitOptions",
            "rubber_table": "RubberPlan RubberTable new_password",
            "signals": "StopError on_signals",
            "thinking": "Thinker",
            "websocket_streams": "accept_websockets open_websocket",
            "websockets_extra": "PASSWORD_VARIABLE require_websockets",
            "wire_log": "WireLog",
        },
    )

__all__ = [
    "PASSWORD_VARIABLE",
    "ROOMS",
    "BrainSession",
    "Brains",
    "Door",
    "EventHandlers",
    "EventOptions",
    "Handlers",
    "Host",
    "HostOptions",
    "Identity",
    "Latest",
    "LineWriter",
    "Plan",
    "RobotAsked",
    "RobotCommand",
    "RobotCrew",
    "RubberPlan",
    "RubberTable",
    "SitOptions",
    "StopError",
    "Team",
    "Thinker",
    "WireLog",
    "accept_websockets",
    "client_context",
    "doors",
    "end_with_standard_input",
    "host_context",
    "new_password",
    "on_signals",
    "open_websocket",
    "own_identity",
    "play_event",
    "play_match",
    "require_websockets",
    "sit",
    "start_daemon",
    "work_folder",
]
