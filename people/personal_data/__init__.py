"""Personal data: the data of each app, all of it as one file, and its deletion."""
