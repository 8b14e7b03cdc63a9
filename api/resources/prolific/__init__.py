"""Studies at Prolific and their submissions."""
