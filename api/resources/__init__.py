"""Resources of the API, one module for each subject, with the shapes of requests and replies."""
