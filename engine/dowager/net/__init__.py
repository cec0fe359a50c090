"""Owns sockets, clocks and processes."""
