"""What conditions become: tests of hands, constraints, English.

`evaluate` tests one hand, or arrays of hands; `cpsat` makes constraints and solves them; `text`
writes English. Each takes the language's nodes, and none imports another.
"""
