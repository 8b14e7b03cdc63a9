"""The REST API at `/api/v1/`: what the desk does, for programs, by the same functions."""
