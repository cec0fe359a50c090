"""Owns what calls mean and what hands can be: positions, views, deals."""
