"""Client of Prolific's API, with its documented shapes. Calls report whether they took effect."""
