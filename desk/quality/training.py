"""The page of a batch's training and test. For a draft, it shows the HITs and settings. After
publication, it shows people's progress."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.database.choosing import choose, is_looking
from core.database.keyset import PER_PAGE, Key, cursor_of
from core.database.whole_numbers import whole_number
from desk.quality.forms import TrainingForm
from desk.refusals import refusals_in, refusals_shown
from desk.steps.steps import saved_address
from hits.access import batch_for_researcher
from hits.models import Batch, Enrolment, Qualification, QualifiedPerson
from hits.money.training_pay import places_of
from people.access import is_writer, user_of
from quality.qualifications.granting import decide_on
from quality.training.changing import change_training
from quality.training.exporting import answers_csv
from quality.training.results import Course, courses, test_counts
from quality.training.rows import key_window

CHOSEN = "tested"  # the field with the choice among the project's qualifications
BY_NAME = (Key("name"), Key("pk"))


@dataclass(frozen=True)
class PersonRow:
    """A person with a training or test. `qualified` is None if the person does not have the
    qualification now."""

    enrolment: Enrolment
    course: Course
    qualified: QualifiedPerson | None


def training_page(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show a draft's training HITs and settings, with a form for users who can change them. After
    publication, show the training HITs and people's progress."""
    batch = batch_for_researcher(user_of(request), pk, write=request.method == "POST")
    context = {
        **frame,
        "title": _("Training"),
        "here": "training",
        "batch": batch,
        "may_write": is_writer(user_of(request), batch.project_id),
    }
    if batch.state == Batch.State.DRAFT:
        return _draft(request, context, batch)
    if request.method == "POST":
        raise PermissionDenied
    rows, following = _people(batch, after=whole_number(request.GET.get("after", "")) or 0)
    began, passed, failed = test_counts(batch)
    keys, keys_page = key_window(batch, cursor_of(request.GET, "keys_"))
    context |= {
        "keys": keys,
        "keys_page": keys_page,
        "places": places_of(batch),
        "people": rows,
        "following": following,
        "began": began,
        "passed": passed,
        "failed": failed,
    }
    return TemplateResponse(request, "desk/quality/training_results.html", context)


def _draft(request: HttpRequest, context: dict[str, object], batch: Batch) -> HttpResponse:
    if request.method == "POST" and not is_looking(request.POST, CHOSEN):
        form = TrainingForm(request.POST, request.FILES, instance=batch)
    else:
        # The name is blank so that the test uses the chosen qualification of the project.
        form = TrainingForm(instance=batch, initial={"qualification": "", **request.POST.dict()})
    if form.is_bound and form.is_valid():
        named = form.cleaned_data["qualification"].strip()
        form.cleaned_data["qualification"] = named or _chosen_name(request, batch)
        with refusals_in(form, "table"):
            change_training(
                batch=batch,
                terms={name: form.cleaned_data[name] for name in form.Meta.fields},
                qualification=form.cleaned_data["qualification"],
                by=user_of(request),
                table=form.cleaned_data["table"],
            )
            messages.success(request, _("Saved."))
            return redirect(saved_address(request, batch, "admin:batch_training"))
    tested = batch.tested_qualification_id
    keys, keys_page = key_window(batch, cursor_of(request.GET, "keys_"))
    context |= {
        "form": form,
        "keys": keys,
        "keys_page": keys_page,
        "chooser": choose(
            request.POST or request.GET,
            CHOSEN,
            Qualification.objects.filter(project=batch.project_id),
            keys=BY_NAME,
            lookup="name__icontains",
            chosen=[tested] if tested else [],
        ),
        "address": request.path,
    }
    return TemplateResponse(request, "desk/quality/training_draft.html", context)


def _chosen_name(request: HttpRequest, batch: Batch) -> str:
    chosen = whole_number(request.POST.get(CHOSEN, ""))
    own = Qualification.objects.filter(project=batch.project_id)
    return "" if chosen is None else get_object_or_404(own, pk=chosen).name


def _people(batch: Batch, *, after: int) -> tuple[list[PersonRow], int | None]:
    """Return a page of people whose enrolment ids are higher than `after`. Also return the last
    enrolment id on the page, or None if no more people follow."""
    enrolled = Enrolment.objects.filter(batch=batch, pk__gt=after).order_by("pk")
    enrolments = list(enrolled[: PER_PAGE + 1])
    following = enrolments[PER_PAGE - 1].pk if len(enrolments) > PER_PAGE else None
    enrolments = enrolments[:PER_PAGE]
    by_enrolment = courses([enrolment.pk for enrolment in enrolments])
    standing = QualifiedPerson.objects.filter(
        qualification=batch.tested_qualification_id or 0,
        user__in=[enrolment.annotator_id for enrolment in enrolments],
        revoked_at__isnull=True,
    )
    qualified = {row.user_id: row for row in standing}
    rows = [
        PersonRow(
            enrolment,
            by_enrolment.get(enrolment.pk, Course(())),
            qualified.get(enrolment.annotator_id),
        )
        for enrolment in enrolments
    ]
    return rows, following


@require_POST
def decide(request: HttpRequest, pk: int, enrolment: int) -> HttpResponse:
    """Grant or revoke the qualification that the batch's test grants, for one annotator of the
    batch."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    person = get_object_or_404(Enrolment, pk=enrolment, batch=batch)
    if batch.tested_qualification is None:
        raise Http404
    act = "revoke" if request.POST.get("action") == "revoke" else "grant"
    with refusals_shown(request):
        decide_on(person, act, reason=request.POST.get("reason", ""), by=user_of(request))
        revoked = _("Qualification revoked. The person gets no more HITs that require it.")
        granted = _("Qualification granted. The person can continue with the HITs.")
        messages.success(request, revoked if act == "revoke" else granted)
    return redirect("admin:batch_training", pk)


def answers_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Download all answers to the batch's training and test as a CSV file."""
    text = answers_csv(batch_for_researcher(user_of(request), pk))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="batch-{pk}-training.csv"'
    return response
