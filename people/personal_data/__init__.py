"""Personal data: what each app stores about a person, its download, and its deletion."""
