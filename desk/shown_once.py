"""A new link on its way to the page that shows it: in a signed cookie for a minute, and never
stored here."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

SECONDS = 60


def store_token(response: HttpResponse, name: str, token: str, *, path: str) -> None:
    """Pass the link's token on to the page at `path`, which shows it."""
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
    """Return the token that was passed on; blank if there is none."""
    return str(request.get_signed_cookie(name, "", max_age=SECONDS))


def delete_token(request: HttpRequest, response: HttpResponse, name: str, *, path: str) -> None:
    """Delete the token after the page has shown it, so that it is shown only once."""
    if name in request.COOKIES:
        response.delete_cookie(name, path=path, samesite="Strict")
