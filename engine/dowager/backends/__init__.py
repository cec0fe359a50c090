"""Owns what trees become: values, constraints and words. The back ends never import one another."""
