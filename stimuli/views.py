"""The view for a medium's bytes, with HTTP ranges, so that people can jump within a video."""

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
    """Return the medium with this SHA-256 if the URL was signed for this account today or
    yesterday. Otherwise, raise PermissionDenied.

    Access depends only on the URL and the session. The URL contains no names of systems, files or
    projects.
    """
    seconds = seconds_open(f"{sha256}.{extension}", mac, viewer=request.user.pk)
    if seconds is None:
        raise PermissionDenied
    return media_response(request, sha256, CONTENT_TYPES.get(extension, ""), seconds=seconds)
