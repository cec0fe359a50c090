"""Owns the languages that programs speak at a table: bytes in, events out; no sockets, no clock."""
