"""Owns the difference between two systems in what they mean, not in how they are written."""
