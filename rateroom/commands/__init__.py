"""Subcommands of `rateroom`, one module each: `add_arguments` defines the arguments, and `run` runs
the command."""
