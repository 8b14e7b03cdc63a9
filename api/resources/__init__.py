"""The API's resources, with the shapes of their requests and replies. Each subject has a module."""
