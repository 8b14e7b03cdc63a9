"""Pages about a project's qualifications: the qualified people, and forms to grant and revoke a
qualification."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from core.database.choosing import is_looking, looking_query
from core.database.keyset import LATEST_FIRST, PER_PAGE, Key, Window, cursor_of, window
from core.database.whole_numbers import whole_number
from core.errors import RateroomError
from core.tabular.uploaded import uploaded
from desk.projects import chosen_project, projects_looked_at
from desk.quality.forms import GrantForm, PeopleTableForm, QualificationForm
from desk.refusals import refusals_in, refusals_shown
from hits.access import batch_for_researcher
from hits.models import Batch, Qualification, QualifiedPerson
from people.access import is_writer, projects_of, user_of
from people.models import Project, User
from quality.qualifications.granting import Origin, grant, qualification_of, revoke
from quality.qualifications.requiring import require_qualification
from quality.qualifications.uploading import end_of_day, grant_table, people_called

NAMED = 5  # batches that are named in a qualification's row
BY_PROJECT = (Key("project_name"), Key("name"), Key("pk"))


def qualifications_page(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show the qualifications of the chosen projects, and a form for a new one. A POST creates the
    qualification."""
    writable = projects_of(request, write=True).filter(archived_at__isnull=True).order_by("name")
    is_sent = request.method == "POST"
    form = QualificationForm(
        request.POST if is_sent else None,
        projects=writable,
        initial={"project": chosen_project(request)},
    )
    if is_sent and form.is_valid():
        qualification = qualification_of(
            project=form.cleaned_data["project"],
            name=form.cleaned_data["name"],
            by=user_of(request),
        )
        return redirect("admin:qualification", qualification.pk)
    context = {
        **frame,
        "title": _("Qualifications"),
        "window": _window(request, projects_looked_at(request)),
        "form": form,
        "may_write": writable.exists(),
    }
    return TemplateResponse(request, "desk/quality/qualifications.html", context)


def _window(request: HttpRequest, projects: QuerySet[Project]) -> Window:
    """Return a page of qualifications, each with the number of qualified people and the first
    batches that test or require it."""
    standing = Count("people", filter=Q(people__revoked_at__isnull=True))
    rows = Qualification.objects.filter(project__in=projects).select_related("project")
    titles = Batch.objects.only("title", "tested_qualification", "required_qualification")
    first = titles.order_by("pk")[: NAMED + 1]
    batches = [
        Prefetch("tested_by", first, to_attr="tests"),
        Prefetch("required_by", first, to_attr="batches_asking"),
    ]
    rows = rows.annotate(number=standing, project_name=F("project__name"))
    return window(
        rows.prefetch_related(*batches), BY_PROJECT, cursor_of(request.GET), size=PER_PAGE
    )


def qualification_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the people who have or had the qualification. A POST grants it to more people."""
    qualification = _qualification(request, pk, write=request.method == "POST")
    form = GrantForm(request.POST) if request.method == "POST" else GrantForm()
    if request.method == "POST" and form.is_valid() and _granted(request, qualification, form):
        return redirect("admin:qualification", pk)
    return _page(request, frame, qualification, form, PeopleTableForm())


def grant_people_table(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Grant the qualification to all people in an uploaded table. If the table has an error, grant
    it to no one, and show the error."""
    qualification = _qualification(request, pk, write=True)
    if request.method != "POST":
        return redirect("admin:qualification", pk)
    form = PeopleTableForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_in(form, "table"):
            with uploaded(form.cleaned_data["table"]) as path:
                number = grant_table(qualification=qualification, path=path, by=user_of(request))
            messages.success(request, _granted_to(number))
            return redirect("admin:qualification", pk)
    return _page(request, frame, qualification, GrantForm(), form)


@require_POST
def revoke_person(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Revoke a person's qualification, with a reason."""
    qualification = _qualification(request, pk, write=True)
    row = get_object_or_404(qualification.people, pk=person)
    with refusals_shown(request):
        revoke(
            qualification=qualification,
            users=[row.user],
            reason=request.POST.get("reason", ""),
            by=user_of(request),
        )
        messages.success(
            request, _("Qualification revoked. The person gets no more HITs that require it.")
        )
    return redirect("admin:qualification", pk)


@require_POST
def require(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the qualification that the batch requires. An empty value removes the requirement. A form
    without the field changes nothing."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    page = reverse("admin:links", args=[pk])
    if is_looking(request.POST, "qualification"):
        return redirect(f"{page}?{looking_query(request.POST, 'qualification')}#required")
    if "qualification" not in request.POST:
        return redirect(page)
    wanted = None
    if text := request.POST.get("qualification", ""):
        own = Qualification.objects.filter(project=batch.project_id)
        wanted = get_object_or_404(own, pk=whole_number(text) or 0)
    with refusals_shown(request):
        if require_qualification(batch=batch, qualification=wanted, by=user_of(request)):
            messages.success(
                request, _("Saved. The change also applies to people who are working now.")
            )
    return redirect(page)


def _qualification(request: HttpRequest, pk: int, *, write: bool = False) -> Qualification:
    """Return the qualification if the user has a role in its project, or raise Http404. With
    `write`, raise PermissionDenied for viewers."""
    rows = Qualification.objects.filter(project__in=projects_of(request)).select_related("project")
    qualification = get_object_or_404(rows, pk=pk)
    if write and not is_writer(user_of(request), qualification.project_id):
        raise PermissionDenied
    return qualification


def _granted(request: HttpRequest, qualification: Qualification, form: GrantForm) -> bool:
    """Grant the qualification to the people in the form. Return True if there were no errors.
    Otherwise, add the errors to the form, grant nothing, and return False."""
    cleaned = form.cleaned_data
    called = people_called(qualification.project, cleaned["people"].splitlines())
    for problem in called.problems.values():
        form.add_error("people", problem)
    users = list({user.pk: user for user in called.by_name.values()}.values())
    try:
        expires = end_of_day(cleaned["expires"]) if cleaned["expires"] else None
    except ValueError:
        form.add_error("expires", _("Choose a future date."))
    if form.errors or not users:
        return False
    try:
        number = _grant(request, qualification, users, cleaned["reason"], expires)
    except RateroomError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, _granted_to(number))
    return True


def _grant(
    request: HttpRequest, qualification: Qualification, users: list[User], reason: str, expires: Any
) -> int:
    return grant(
        qualification=qualification,
        users=users,
        origin=Origin.HAND,
        reason=reason,
        by=user_of(request),
        expires_at=expires,
    )


def _granted_to(number: int) -> str:
    return ngettext(
        "Qualification granted to %(number)d person.",
        "Qualification granted to %(number)d people.",
        number,
    ) % {"number": number}


def _page(
    request: HttpRequest,
    frame: dict[str, Any],
    qualification: Qualification,
    form: GrantForm,
    table_form: PeopleTableForm,
) -> HttpResponse:
    people = qualification.people.select_related("user", "granted_by")
    context = {
        **frame,
        "title": str(qualification),
        "qualification": qualification,
        "window": window(people, LATEST_FIRST, cursor_of(request.GET), size=PER_PAGE),
        "pseudonyms": {},
        "form": form,
        "table_form": table_form,
        "may_write": is_writer(user_of(request), qualification.project_id),
    }
    context["pseudonyms"] = _pseudonyms(qualification, context["window"].rows)
    return TemplateResponse(request, "desk/quality/qualification.html", context)


def _pseudonyms(qualification: Qualification, people: Any) -> dict[int, str]:
    """Return the latest pseudonyms, by user id, of the people who passed a test. Other people are
    shown with the names that researchers entered."""
    tested = [row.user_id for row in people if row.origin == QualifiedPerson.Origin.TEST]
    parts = qualification.project.batches.filter(enrolments__annotator__in=tested)
    rows = parts.order_by("enrolments__pk").values_list(
        "enrolments__annotator", "enrolments__pseudonym"
    )
    return {user: pseudonym for user, pseudonym in rows if user in tested}
