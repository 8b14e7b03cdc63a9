"""Subcommands of `rateroom`. Each is a module with the functions `add_arguments` and `run`."""
