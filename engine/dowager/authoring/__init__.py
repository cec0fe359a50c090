"""What authors of systems ask, a folder for each question; no folder imports another.

`check` proves a system or shows what is wrong with it, `diff` compares two, `why` explains a call,
`frequency` counts, `practice` finds deals, `book` writes a system down, `new` begins one. `watch`
checks at each save, `simulate` bids boards by the million. What several need is in `shared`.
"""
