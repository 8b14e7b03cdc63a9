"""A comparison laid out for the report's page: rows and cells, nothing computed that the comparison
does not say."""
