"""Personal data: the data that each app stores about a person, the download of the data, and their
deletion."""
