"""Studies on Prolific and their submissions."""
