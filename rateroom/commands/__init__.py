"""The sub-commands, a module each: `add_arguments` says what it takes, `run` does it."""
