"""Media, byte for byte, with HTTP ranges so that video can be sought."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from people.models import AnnotatorRequest
from stimuli.models import storage_name
from stimuli.signed_media import CONTENT_TYPES, seconds_open


@login_required
@require_safe
def medium(request: AnnotatorRequest, mac: str, sha256: str, extension: str) -> HttpResponse:
    """The bytes with this SHA-256, for the account to which a page of today or yesterday has shown
    them.

    Only the address and the session say who may: it names no system, no file and no project.
    """
    seconds = seconds_open(f"{sha256}.{extension}", mac, viewer=request.user.pk)
    if seconds is None:
        raise PermissionDenied
    return media_response(request, sha256, CONTENT_TYPES.get(extension, ""), seconds=seconds)


def media_response(
    request: HttpRequest, sha256: str, content_type: str, *, seconds: int
) -> HttpResponse:
    """The stored bytes with this SHA-256, or the range that was asked for; kept by the browser for
    so long."""
    stored = storage_name(sha256)
    if not default_storage.exists(stored):
        raise Http404
    headers = [
        ("Content-Type", content_type or "application/octet-stream"),
        ("Content-Disposition", "inline"),
        # The address names the content, so that never changes; private, because the address is one
        # account's.
        ("Cache-Control", f"private, max-age={seconds}, immutable"),
        ("Content-Security-Policy", "sandbox; default-src 'none'"),
    ]
    response: HttpResponse = WhiteNoiseMiddleware.serve(
        StaticFile(default_storage.path(stored), headers), request
    )
    return response
