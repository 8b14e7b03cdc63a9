"""The page of a published batch, its live part, and asking for means before it is closed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from desk.asking import asks_first
from desk.pages import Question
from desk.running.figures import running_figures
from desk.steps.steps import places_on
from hits.access import batch_for_researcher
from hits.batches.expected import people_of
from hits.batches.standstill import Reason, why_no_hit
from hits.batches.unveiling import unveil_means
from hits.models import Batch
from hits.review.rules_status import rules_status
from people.access import is_writer, user_of
from people.models import User
from people.named import find_people


def running(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Everything; of a draft what will be locked, and for people who may change it its steps."""
    batch = batch_for_researcher(user_of(request), pk)
    if batch.state == Batch.State.DRAFT:
        return redirect("admin:batch_step", batch.pk, "publish")
    person = request.GET.get("person", "").strip()
    context = {
        **frame,
        **_context(request, batch),
        "title": batch.title,
        "places": places_on(request, batch),
        "rules": rules_status(batch),
        "link": request.build_absolute_uri(reverse("batch", args=[batch.pk])),
        "person": person,
        "answer": _why(batch, person) if person else None,
    }
    return TemplateResponse(request, "desk/running.html", context)


def parts(request: HttpRequest, pk: int) -> HttpResponse:
    """What changes while the batch runs: the page asks for it again and again."""
    batch = batch_for_researcher(user_of(request), pk)
    return render(request, "desk/running/_live.html", _context(request, batch))


def _asks_for_means(request: HttpRequest, pk: int) -> Question:
    batch = batch_for_researcher(user_of(request), pk, write=True)
    return Question(
        _("Show the results of “%(batch)s” before it closes?") % {"batch": batch.title},
        [_("The activity log shows that you saw them. They can influence when you stop.")],
        _("Show results (this is logged)"),
        back=batch.title,
        back_address=reverse("admin:batch_running", args=[pk]),
    )


@asks_first(_asks_for_means)
def unveil(request: HttpRequest, pk: int) -> HttpResponse:
    """Show this person the means by system from now on, and note that they asked."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    unveil_means(batch=batch, by=user_of(request))
    return redirect(reverse("admin:batch_running", args=[pk]) + "#means")


def _context(request: HttpRequest, batch: Batch) -> dict[str, object]:
    user = user_of(request)
    return {
        "batch": batch,
        "currency": batch.project.currency,
        "running": running_figures(batch, user),
        "now": timezone.now(),
        "may_write": is_writer(user, batch.project_id),
    }


def _why(batch: Batch, person: str) -> Reason:
    """Why the person of this pseudonym, name or address has no HIT."""
    annotator = User.objects.filter(
        enrolments__batch=batch, enrolments__pseudonym__iexact=person
    ).first()
    if annotator is None:
        named = find_people(person, people_of(batch.project))
        if len(named.users) != 1:
            what = _("No one in this project has the name, address or pseudonym “%(person)s”.")
            remedy = _("Enter the exact pseudonym, account name or address.")
            return Reason("unknown", what % {"person": person}, remedy)
        (annotator,) = named.users
    return why_no_hit(batch, annotator)
