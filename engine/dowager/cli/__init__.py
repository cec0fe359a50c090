"""Owns the command line: one file for each subcommand, thin."""
