"""Owns the check of a system: what is wrong with it, proved or shown by a hand."""
