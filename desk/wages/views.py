"""The page about a batch's hourly pay, and about bonuses for people below the project's minimum."""

from operator import attrgetter

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from core.database.keyset import PER_PAGE, cursor_of, window_of_sorted
from desk.refusals import refusals_shown
from hits.access import batch_for_researcher
from hits.models import Enrolment
from hits.money.escrow import project_money
from hits.money.topping_up import pay_top_ups, pays_top_ups, top_ups
from hits.money.wages import wages_of
from people.access import is_writer, owns, user_of
from recruiting.prolific.reversing import refused_bonuses
from recruiting.prolific.tasks import send_calls
from recruiting.prolific.topping_up import pay_top_ups_there, pays_at_prolific

REFUSED_SHOWN = 20
by_annotator = attrgetter("annotator")


def wages(request: HttpRequest, frame: dict[str, object], pk: int) -> TemplateResponse:
    """Show the batch's hourly pay, and the bonuses that are needed now to reach the minimum."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk)
    due, refused = top_ups(batch), refused_bonuses(batch)
    page = window_of_sorted(due.people, cursor_of(request.GET), size=PER_PAGE, number=by_annotator)
    parts = Enrolment.objects.filter(
        batch=batch, annotator__in=[person.annotator for person in page.rows]
    )
    pseudonyms = dict(parts.values_list("annotator", "pseudonym"))
    context = {
        **frame,
        "title": _("Hourly pay"),
        "batch": batch,
        "currency": batch.project.currency,
        "wages": wages_of([batch]).get(batch.pk),
        "due": due,
        "rows": [(pseudonyms.get(person.annotator, ""), person) for person in page.rows],
        "window": page,
        "available": project_money(batch.project).available,
        "pays": pays_top_ups(batch),
        "pays_there": pays_at_prolific(batch),
        "refused": refused,
        "refused_shown": refused[:REFUSED_SHOWN],
        "is_owner": owns(user, batch.project),
        "may_write": is_writer(user, batch.project_id),
    }
    return TemplateResponse(request, "desk/wages.html", context)


@require_POST
def top_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Pay the bonuses that the page listed. If they are paid through Prolific, the user must be an
    owner of the project."""
    user = user_of(request)
    batch = batch_for_researcher(user, pk, write=True)
    pay = pay_top_ups
    if not pays_top_ups(batch):
        pay = pay_top_ups_there
        if not owns(user, batch.project):
            raise PermissionDenied
    with refusals_shown(request):
        paid = pay(batch_id=batch.pk, mark=request.POST.get("mark", ""), by=user)
        text = ngettext("%(number)s bonus paid.", "%(number)s bonuses paid.", len(paid.people))
        messages.success(request, text % {"number": len(paid.people)})
        if pay is pay_top_ups_there:
            send_calls.delay()
    return redirect("admin:wages", pk)
