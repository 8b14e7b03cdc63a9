"""Personal data: what each app stores about a person, a copy of all of it, and its deletion."""
