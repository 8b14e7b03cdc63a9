"""The addresses of access tokens, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.tokens.views import end_one, tokens_page


def token_urls(framed: Callable[..., Any], _guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs."""
    return [
        path("tokens/", framed(tokens_page), name="tokens"),
        path("tokens/<bigint:pk>/end/", framed(end_one), name="end_token"),
    ]
