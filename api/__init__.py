"""The REST API at `/api/v1/`. It offers programs the pages' actions, through the same functions."""
