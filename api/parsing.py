"""Parsing of request bodies, and the JSON format of replies."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.problems import TooLarge
from hits.page.drafts import read_json


class StrictJsonParser(BaseParser):
    """A JSON parser with a size limit. It rejects numbers that are not finite, and strings that
    contain NUL or a lone surrogate."""

    media_type = "application/json"

    def parse(
        self,
        stream: Any,
        _media_type: str | None = None,
        _context: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the parsed value. Raises TooLarge if the body is too long, and ParseError if it is
        not valid JSON or contains text that cannot be stored."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        content = stream.read(most + 1)
        if len(content) > most:
            raise TooLarge(f"A JSON body can have at most {most} bytes. Send tables as files.")
        try:
            value = read_json(content.decode())
        except ValueError as error:
            raise ParseError(f"The body is not valid JSON: {error}") from error
        if not _is_storable(value):
            raise ParseError("A text contains a NUL character or half of a surrogate pair.")
        return value


def _is_storable(value: object) -> bool:
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, Mapping):
        return all(_is_storable(name) and _is_storable(inner) for name, inner in value.items())
    if isinstance(value, Sequence):
        return all(map(_is_storable, value))
    return True


class JsonAlways(BaseContentNegotiation):
    """Content negotiation that ignores the `Accept` header. Replies are JSON, except for files."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        """Return the parser for the body's content type, or None if no parser accepts this type."""
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self, _request: Request, _renderers: Iterable[object], _suffix: str | None = None
    ) -> tuple[JSONRenderer, str]:
        """Return the JSON renderer, whatever the `Accept` header of the request says."""
        return JSONRenderer(), "application/json"
