"""Resources of the API, with the shapes of their requests and replies. Each subject has its own
module."""
