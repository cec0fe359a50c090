"""Owns the rule language: trees of conditions, features, grammar, and loading of systems."""
