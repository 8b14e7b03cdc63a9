"""Generator of the API client's methods from the API's schema."""
