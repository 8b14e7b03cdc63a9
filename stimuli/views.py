"""The view of a medium, byte for byte, with HTTP ranges so that a video can be sought."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from people.models import AnnotatorRequest
from stimuli.serving import media_response
from stimuli.shown import CONTENT_TYPES, seconds_open


@login_required
@require_safe
def medium(request: AnnotatorRequest, mac: str, sha256: str, extension: str) -> HttpResponseBase:
    """Return the bytes with this SHA-256 to the account that saw them on a page today or yesterday.

    The address and the session alone decide; the address names no system, file or project.
    """
    seconds = seconds_open(f"{sha256}.{extension}", mac, viewer=request.user.pk)
    if seconds is None:
        raise PermissionDenied
    return media_response(request, sha256, CONTENT_TYPES.get(extension, ""), seconds=seconds)
