"""Pages where a project's owner can download or delete a person's data."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from hits.access import enrolment_for_researcher
from hits.models import Enrolment
from people.access import owns, user_of
from people.models import Erasure
from people.personal_data.archive import copy_for_person
from people.personal_data.erasing import NotErasable, ask_erasure, may_erase, why_not_erasable
from people.personal_data.views import as_zip, what_goes


@require_http_methods(["GET", "HEAD", "POST"])
def erase_person(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show which of the person's data will be deleted or kept. A POST with the typed pseudonym
    starts the deletion, if the user is an owner of all the person's projects."""
    by = user_of(request)
    enrolment = enrolment_for_researcher(by, pk)
    if not owns(by, enrolment.batch.project):
        raise PermissionDenied
    problem = ""
    if request.method == "POST":
        problem = _erase(request, enrolment)
        if not problem:
            messages.success(request, _("The person’s data are being deleted."))
            return redirect("admin:erase_person", pk)
    latest = Erasure.objects.filter(user=enrolment.annotator, stopped_at=None)
    context = {
        **frame,
        "title": _("Delete a person’s data"),
        "enrolment": enrolment,
        "batch": enrolment.batch,
        "erasure": latest.order_by("-pk").first(),
        "against": why_not_erasable(enrolment.annotator),
        "may_erase": may_erase(by, enrolment.annotator),
        "problem": problem,
        **what_goes(),
    }
    return TemplateResponse(request, "desk/erase_person.html", context)


@require_POST
def download_person(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Download a copy of all data about a person without an account, so that an owner can send it
    to the person. Only an owner of all the person's projects can do this."""
    by = user_of(request)
    enrolment = enrolment_for_researcher(by, pk)
    if not owns(by, enrolment.batch.project) or not may_erase(by, enrolment.annotator):
        raise PermissionDenied
    if not enrolment.annotator.is_guest:
        raise Http404
    project_id = enrolment.batch.project_id
    return as_zip(copy_for_person(user=enrolment.annotator, by=by, project_id=project_id))


def _erase(request: HttpRequest, enrolment: Enrolment) -> str:
    """Request the deletion of the person's data. Return an error message, or "" if the request is
    accepted."""
    by = user_of(request)
    if not may_erase(by, enrolment.annotator):
        raise PermissionDenied
    if request.POST.get("pseudonym", "").strip() != enrolment.pseudonym:
        return _("Type the person’s pseudonym exactly: %(pseudonym)s.") % {
            "pseudonym": enrolment.pseudonym
        }
    try:
        ask_erasure(
            user=enrolment.annotator,
            origin=Erasure.Origin.OWNER,
            texts=request.POST.get("texts") == "yes",
            by=by,
            at=timezone.now(),
        )
    except NotErasable as problem:
        return str(problem)
    return ""
