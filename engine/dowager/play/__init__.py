"""Owns the play of the cards: its laws, what it shows of hidden hands, and choosing a card."""
