"""Owns a board's life at a table, its record and its score; no sockets, no clock."""
