"""The list of reported HITs, the page of one reported HIT, and the decision about it."""

from django.contrib import messages
from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.database.keyset import LATEST_FIRST, PER_PAGE, Cursor, Key, Window, cursor_of, window
from core.errors import RateroomError
from desk.asking import asks_first
from desk.pages import Question
from desk.projects import projects_looked_at
from hits.access import hit_for_researcher
from hits.broken import close_hit, pays_reporters, put_back, unpaid_reports
from hits.models import HIT, BrokenReport
from hits.page.views.assignments import allow_linked_media
from hits.states import ANSWERED
from hits.stimulus import stimulus_of_hit
from people.access import is_writer, user_of
from surveys.languages.translations import in_language

OLDEST_FIRST = (Key("oldest"), Key("pk"))
LAST_DECIDED = (Key("decided", descending=True, nullable=True), Key("pk", descending=True))


def broken_hits(request: HttpRequest, frame: dict[str, object]) -> TemplateResponse:
    """Show the reported HITs: first those that wait for a decision, oldest first, then the decided
    ones."""
    projects = projects_looked_at(request)
    reported = HIT.objects.filter(
        batch__project__in=projects, assignments__broken_report__isnull=False
    ).select_related("batch__project", "item")
    waits = Q(assignments__broken_report__decision=BrokenReport.Decision.OPEN)
    rows = reported.annotate(
        waiting=Count("assignments__broken_report", filter=waits),
        reports=Count("assignments__broken_report"),
        oldest=Min("assignments__broken_report__made_at", filter=waits),
        decided=Max("assignments__broken_report__decided_at"),
    )
    context = {
        **frame,
        "title": _("Reported problems"),
        "waiting": _waiting(
            rows.filter(waiting__gt=0), reported, cursor_of(request.GET, "waiting_")
        ),
        "window": window(
            rows.filter(waiting=0), LAST_DECIDED, cursor_of(request.GET), size=PER_PAGE
        ),
    }
    return TemplateResponse(request, "desk/broken/list.html", context)


def _waiting(rows: QuerySet[HIT], reported: QuerySet[HIT], cursor: Cursor | None) -> Window:
    """Return a page of the HITs that wait for a decision. If the cursor's HIT has been decided
    since, its oldest report still gives the position."""
    reports = BrokenReport.objects.filter(assignment__hit=OuterRef("pk"))
    latest = reports.order_by(F("decided_at").desc(nulls_first=True), "made_at")
    among = reported.annotate(oldest=Subquery(latest.values("made_at")[:1]))
    page = window(rows, OLDEST_FIRST, cursor, size=PER_PAGE, among=among)
    # If no rows are left after the cursor, show the first page, because there may be earlier rows.
    return page if page.rows or cursor is None else window(rows, OLDEST_FIRST, None, size=PER_PAGE)


@require_safe
def broken_hit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the reported HIT as annotators see it, next to their reports."""
    user = user_of(request)
    hit = hit_for_researcher(user, pk)
    batch = hit.batch
    rubric = in_language(batch.rubric_version.spec, batch.language or get_language())
    stimulus = stimulus_of_hit(hit, "".join(rubric.letters()), viewer=user.pk)
    reports = _reports(hit)
    context = {
        "batch": batch,
        "hit": hit,
        "rubric": rubric,
        "stimulus": stimulus,
        "window": window(reports, LATEST_FIRST, cursor_of(request.GET), size=PER_PAGE),
        "waits": reports.filter(decision=BrokenReport.Decision.OPEN).exists(),
        "answers": hit.assignments.filter(state__in=ANSWERED).count(),
        "unpaid": len(unpaid_reports([hit.pk])) if pays_reporters(batch) else 0,
        "currency": batch.project.currency,
        "may_write": is_writer(user, batch.project_id),
    }
    response = render(request, "desk/broken/hit.html", context)
    return allow_linked_media(request, response, stimulus)


def _reports(hit: HIT) -> QuerySet[BrokenReport]:
    reports = BrokenReport.objects.filter(assignment__hit=hit)
    return reports.select_related("assignment__enrolment", "decided_by")


def _asks_for_close(request: HttpRequest, pk: int) -> Question | None:
    hit = hit_for_researcher(user_of(request), pk, write=True)
    if request.POST.get("decision") != "close":
        return None
    return Question(
        _("Permanently close the HIT for item “%(item)s”?") % {"item": hit.item.external_id},
        [
            _("No one will get this HIT from now on. You cannot undo this."),
            _("Unclaimed assignments are cancelled and refunded. Responses do not change."),
        ],
        _("Close HIT"),
        takes=True,
        back=_("Reported problems"),
        back_address=reverse("admin:broken_hit", args=[pk]),
    )


@asks_first(_asks_for_close)
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the reported HIT available again, or close it."""
    user = user_of(request)
    hit = hit_for_researcher(user, pk, write=True)
    try:
        if request.POST.get("decision") == "close":
            pay = request.POST.get("pay") == "yes"
            done = close_hit(hit=hit, pay_reporters=pay, by=user)
            text = _("HIT closed. No one will get it from now on.")
        else:
            done = put_back(hit=hit, by=user)
            text = _("The HIT is available again.")
    except RateroomError as error:
        messages.error(request, str(error))
        return redirect("admin:broken_hit", pk)
    if done:
        messages.success(request, text)
    return redirect("admin:broken_hits")
