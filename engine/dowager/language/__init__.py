"""The rule language: from YAML files to compiled systems that can be asked in any position.

Each shelf uses those before it. `tree` has what conditions and patterns are made of, `features`
the features of a hand; `text` reads what authors write to such trees; `compile` makes rules,
sections and systems of them; `files` finds and loads the files of systems, and keeps the result.
"""
