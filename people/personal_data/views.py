"""The pages about a person's own data: an overview, the download, and the deletion request."""

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from people.models import AnnotatorRequest, Erasure
from people.personal_data.archive import archive_pieces
from people.personal_data.erasing import (
    DAYS_TO_THINK,
    NotErasable,
    ask_erasure,
    stop_erasure,
    why_not_erasable,
)
from people.personal_data.keepers import keepers


@login_required
@require_safe
def your_data(request: AnnotatorRequest) -> HttpResponse:
    """Show what data about the person is stored, how to download it, and what a deletion would
    delete or keep."""
    context = {
        "tables": [table.name for keeper in keepers()[::-1] for table in keeper.tables],
        "waiting": Erasure.objects.filter(user=request.user, stopped_at=None, done_at=None).first(),
        "problem": why_not_erasable(request.user),
        "days": DAYS_TO_THINK,
        **what_goes(),
    }
    return render(request, "account/your_data.html", context)


def what_goes() -> dict[str, list[object]]:
    """Return sentences about the data that a deletion deletes (`goes`), deletes with free texts
    (`goes_with_texts`), and keeps (`stays`)."""
    every = keepers()[::-1]
    return {
        "goes": [words for keeper in every for words in keeper.goes],
        "goes_with_texts": [words for keeper in every for words in keeper.goes_with_texts],
        "stays": [words for keeper in every for words in keeper.stays],
    }


@login_required
@require_safe
def download(request: AnnotatorRequest) -> StreamingHttpResponse:
    """Stream all data about the person as a ZIP file."""
    return as_zip(archive_pieces(request.user))


def as_zip(pieces: Iterable[bytes]) -> StreamingHttpResponse:
    """Return the pieces of a person's ZIP file as a streamed response. The file is not stored."""
    response = StreamingHttpResponse(pieces, content_type="application/zip")
    name = f"rateroom-{timezone.now():%Y-%m-%d}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_POST
def erase(request: AnnotatorRequest) -> HttpResponse:
    """Request the deletion of the person's own data, which is then deleted after DAYS_TO_THINK
    days. The form must confirm that the person has read the consequences."""
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Confirm that you have read which data are deleted and kept."))
        return redirect("your_data")
    try:
        ask_erasure(
            user=request.user,
            origin=Erasure.Origin.PERSON,
            texts=request.POST.get("texts") == "yes",
            by=request.user,
        )
    except NotErasable as problem:
        messages.error(request, str(problem))
    return redirect("your_data")


@login_required
@require_POST
def keep(request: AnnotatorRequest) -> HttpResponse:
    if stop_erasure(user=request.user, by=request.user):
        messages.success(request, _("Deletion cancelled. You keep your account."))
    return redirect("your_data")
