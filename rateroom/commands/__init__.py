"""Subcommands of `rateroom`, one per module, with the functions `add_arguments` and `run`."""
