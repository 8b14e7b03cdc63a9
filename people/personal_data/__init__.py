"""Personal data: what each app stores, all of it as one file, and its deletion."""
