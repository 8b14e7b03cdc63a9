"""Lists in pages, each led to by a cursor: rows that come meanwhile shift nothing."""

from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """The latest first; `limit` rows a page."""

    ordering: str | tuple[str, ...] = "-pk"
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_paginated_response_schema(self, schema: dict[str, object]) -> dict[str, object]:
        """Return a page as the schema describes it."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }
