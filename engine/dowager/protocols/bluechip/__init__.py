"""Owns the Blue Chip Table Manager protocol, version 18: both sides of it, bytes in, events out."""
