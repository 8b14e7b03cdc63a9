"""A person's access tokens of the REST API."""
