"""Writers of people's ratings as files for other tools, with a module in `formats/` for each."""
