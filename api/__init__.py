"""The REST API at `/api/v1/`, for programs. It uses the same functions as the pages."""
