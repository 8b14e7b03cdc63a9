"""Media, byte for byte, with HTTP ranges so that video can be sought."""

from django.contrib.auth.decorators import login_required
from django.core.files.storage import default_storage
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from hits.models import Medium
from people.models import AnnotatorRequest

YEAR = 365 * 24 * 3600


@login_required
@require_safe
def medium(request: AnnotatorRequest, sha256: str) -> HttpResponse:
    """The bytes with this SHA-256.

    Being logged in is asked; beyond that the address itself is the permission: nobody can guess the hash of bytes
    they have not been shown. It names no system, no file and no project.
    """
    found = Medium.objects.filter(sha256=sha256).first()
    if found is None or not default_storage.exists(found.storage_name):
        raise Http404
    headers = [
        ("Content-Type", found.content_type or "application/octet-stream"),
        ("Content-Disposition", "inline"),
        # The address names the content, so it never changes; private, because a login was asked.
        ("Cache-Control", f"private, max-age={YEAR}, immutable"),
        ("Content-Security-Policy", "sandbox; default-src 'none'"),
    ]
    response: HttpResponse = WhiteNoiseMiddleware.serve(
        StaticFile(default_storage.path(found.storage_name), headers), request
    )
    return response
