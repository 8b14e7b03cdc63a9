"""A comparison arranged for the report's page as rows and cells, without new calculations."""
