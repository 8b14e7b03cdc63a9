"""Generator of the client's methods from the API's schema."""
