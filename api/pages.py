"""Lists in pages with cursors, so that new rows do not shift the following pages."""

from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """Pages of `limit` rows, newest first."""

    ordering: str | tuple[str, ...] = "-pk"
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_paginated_response_schema(self, schema: dict[str, object]) -> dict[str, object]:
        """Return the OpenAPI schema of a page."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }
