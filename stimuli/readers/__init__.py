"""Files of other tools: each format is a module in `formats`, which nothing outside names."""
