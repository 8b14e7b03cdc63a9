"""Resources of the API, one module each, with the shapes of requests and replies."""
