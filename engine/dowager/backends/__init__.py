"""What conditions become: tests of hands, constraints, English.

`evaluate` tests one hand, or arrays of hands; `cpsat` makes constraints and solves them; `text`
writes English. Each takes nodes as the language has them, and none imports another.
"""
