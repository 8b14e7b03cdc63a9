"""File formats for other tools, each defined by a module in this folder."""
