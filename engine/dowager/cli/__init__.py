"""The command line: a thin file for each subcommand, and what subcommands share."""
