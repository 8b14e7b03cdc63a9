"""A comparison laid out for the report's page: rows and cells, without new calculations."""
