"""People at tables: rooms with people, robots and programs, and what each browser is sent.

A `room` keeps a table; `rooms` has them all. Every seat that a person or a robot of ours has is a
`local_seat` of the table, one more door beside those of other programs. `picture` is all that a
browser ever learns of a board: what its seat may see. `comparing` has robots play what people have
played.
"""

from dowager.web.play.routes import routes

__all__ = ["routes"]
