"""Links that are shown only once, on the next page. A signed cookie holds the link's token for a
minute, and the server stores only the token's hash."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

SECONDS = 60


def store_token(response: HttpResponse, name: str, token: str, *, path: str) -> None:
    """Store a link's token in a signed cookie for the page at `path`, so that the page can show the
    link."""
    response.set_signed_cookie(
        name,
        token,
        max_age=SECONDS,
        path=path,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Strict",
    )


def read_token(request: HttpRequest, name: str) -> str:
    """Return the token in the signed cookie, or "" if the cookie is missing, invalid or expired."""
    return str(request.get_signed_cookie(name, "", max_age=SECONDS))


def delete_token(request: HttpRequest, response: HttpResponse, name: str, *, path: str) -> None:
    """Delete the cookie with the token after the page has shown the link."""
    if name in request.COOKIES:
        response.delete_cookie(name, path=path, samesite="Strict")
