"""File formats for other tools. Each module in this folder defines one."""
