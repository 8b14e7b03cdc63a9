"""Subcommands, one module each: `add_arguments` defines the arguments, `run` runs the command."""
