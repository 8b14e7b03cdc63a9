"""Cursor pagination of lists. New rows do not shift the pages that a client has yet to read."""

from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """Pages of lists with `limit` rows per page, newest first."""

    ordering: str | tuple[str, ...] = "-pk"
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_paginated_response_schema(self, schema: dict[str, object]) -> dict[str, object]:
        """Return the OpenAPI schema of a page in a list."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }
