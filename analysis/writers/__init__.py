"""Writers of people's ratings as files for other tools. Each format has a module in `formats/`."""
