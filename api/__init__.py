"""The REST API at `/api/v1/`, through which programs can do what people do on the pages. It uses
the same functions."""
