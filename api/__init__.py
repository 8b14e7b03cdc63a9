"""The REST API at `/api/v1/`, where programs can do what the pages do, with the same functions."""
