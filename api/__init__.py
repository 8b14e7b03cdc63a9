"""The REST API at `/api/v1/`, where programs can do the same as people on the pages, with the same
functions."""
