"""What calls mean, what hands can be, and how probable it is.

Each folder is a shelf that stands only on those before it: `cells` (sets of hands), `counting` and
`solving` (exact), `public` (what everybody knows), `sampling` (at random), `answers` (for people).
"""
