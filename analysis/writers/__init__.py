"""People's ratings as files for other tools; `formats/` has a module for each."""
