"""What the authors' questions share: positions, hands, auctions and differences.

`situation` is an auction that shows something, `extent` how far random boards are walked,
`hand_search` finds a hand or proves that there is none, `auction_finder` finds auctions for
patterns, `differences` compares two systems in one position, `digests` say whether rules mean the
same; `system_rules` and `own_quizzes` find a system's rules and quizzes.
"""
