"""Subcommands of `rateroom`, one per module. `add_arguments` defines the arguments, and `run` runs
the command."""
