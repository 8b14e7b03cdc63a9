"""Personal data: what each app stores about a person, how people download it, and how it is
deleted."""
