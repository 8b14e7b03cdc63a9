"""Views of the pages around the work, and of a person's own consents and answers, which they can
withdraw and delete. GET requests change nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.database.whole_numbers import whole_number
from hits.models import Enrolment
from hits.page.form import fill
from hits.page.views.batches import next_hit, see_other
from people.models import AnnotatorRequest, User
from recruiting.around.answering import Answered, answer_page, decide, forget_answers, withdraw
from recruiting.around.models import ConsentDecision, Page, PageVersion, PageVisit
from recruiting.around.steps import latest_decision, page_address, version_shown
from recruiting.route import begin_due, early_page
from surveys.forms import AnswerProblem
from surveys.kinds.question import Question, Value
from surveys.languages.translations import in_language
from surveys.questionnaires.spec import NOTHING
from surveys.spec import Rubric


@dataclass(frozen=True)
class AnswerInWords:
    """A question and its answer, both as text."""

    question: str
    answer: str


@dataclass(frozen=True)
class OwnPart:
    """A person's participation in one batch, with their latest decision on consent and their
    answers. `consent` is the text that they decided on, in the language that they saw."""

    enrolment: Enrolment
    decision: ConsentDecision | None = None
    consent: Rubric | None = None
    answers: list[AnswerInWords] = field(default_factory=list)

    @property
    def may_withdraw(self) -> bool:
        agreed = ConsentDecision.Decision.AGREED
        return self.decision is not None and self.decision.decision == agreed


def own_parts_of(user: User) -> list[OwnPart]:
    """Return the person's participations that have a decision on consent or answers, newest first.
    Uses four queries."""
    decisions = ConsentDecision.objects.select_related("version").order_by("-pk")
    visits = PageVisit.objects.select_related("version").prefetch_related("answers")
    enrolments = (
        Enrolment.objects.filter(annotator=user)
        .select_related("batch__project")
        .prefetch_related(
            Prefetch("consent_decisions", queryset=decisions),
            Prefetch("page_visits", queryset=visits.order_by("pk")),
        )
        .order_by("-pk")
    )
    parts = [_part(enrolment) for enrolment in enrolments]
    return [part for part in parts if part.decision is not None or part.answers]


def _part(enrolment: Enrolment) -> OwnPart:
    decision = next(iter(enrolment.consent_decisions.all()), None)
    consent = decision.version.spec.spoken(decision.language) if decision else None
    answers = [
        entry
        for visit in enrolment.page_visits.all()
        if visit.version.page != Page.COMPREHENSION
        for entry in answers_in(visit)
    ]
    return OwnPart(enrolment, decision, consent, answers)


def answers_in(visit: PageVisit) -> list[AnswerInWords]:
    """Return the answers of a visit as texts, in the order of the questions."""
    values = {answer.question: answer.value for answer in visit.answers.all()}
    return [
        AnswerInWords(question.label, _in_words(question, values[question.key]))
        for question in visit.version.spec.questions()
        if question.key in values
    ]


def _in_words(question: Question, value: Value) -> str:
    return str(question.worded().get(value, value) if isinstance(value, int) else value)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def around_page(request: AnnotatorRequest, pk: int, page: str) -> HttpResponse:
    """Show a page around the work, or redirect if another page comes first. POST stores the answers
    and redirects to the next step."""
    enrolment = _enrolment(request, pk)
    version = version_shown(pk, page)
    if version is None:
        raise Http404
    visit = PageVisit.objects.filter(enrolment=enrolment, version=version).first()
    if enrolment.status == Enrolment.Status.STOPPED:
        return _after_the_end(request, enrolment, visit)
    if elsewhere := _not_here(enrolment, version, visit):
        return see_other(elsewhere)
    if request.method == "POST":
        return _post(request, enrolment, version)
    return _show(request, enrolment, version, visit)


def _not_here(enrolment: Enrolment, version: PageVersion, visit: PageVisit | None) -> str:
    """Return the path of another page to redirect to, because this page is finished or the other
    page comes first. Return "" if this page can be shown."""
    if version.page == Page.CONSENT:
        return ""
    finished = visit is not None and visit.finished_at is not None
    if version.page == Page.CLOSING:
        return reverse("done", args=[enrolment.batch_id]) if finished else ""
    own = page_address(enrolment.batch_id, version.page)
    if enrolment.next_route and enrolment.next_route != own:
        return enrolment.next_route
    return reverse("batch", args=[enrolment.batch_id]) if finished else ""


def _enrolment(request: AnnotatorRequest, batch_id: int) -> Enrolment:
    enrolments = Enrolment.objects.select_related("batch__project", "batch__rubric_version")
    return get_object_or_404(enrolments, batch=batch_id, annotator=request.user)


def _post(request: AnnotatorRequest, enrolment: Enrolment, version: PageVersion) -> HttpResponse:
    raw = request.POST.dict()
    shared: dict[str, Any] = {
        "enrolment_id": enrolment.pk,
        "version": version,
        "raw": raw,
        "language": _language(enrolment),
    }
    if version.page == Page.CONSENT:
        agrees = raw.get("action") == "agree"
        if not agrees and not _may_decline(request, enrolment):
            messages.warning(
                request, _("You agreed in another browser. Use that browser to decline.")
            )
            return see_other(page_address(enrolment.batch_id, version.page))
        answered = decide(agrees=agrees, **shared)
        if not agrees:
            return _after_declining(enrolment)
    else:
        attempt = whole_number(str(raw.get("_attempt", ""))) or 1
        answered = answer_page(attempt=attempt, **shared)
    if answered.has_failed:
        return see_other(page_address(enrolment.batch_id, version.page))
    if not answered.is_done:
        visit = PageVisit.objects.get(enrolment=enrolment, version=version)
        return _show(request, enrolment, version, visit, raw=raw, answered=answered)
    enrolment.refresh_from_db()
    return _onward(request, enrolment, version.page)


def _after_declining(enrolment: Enrolment) -> HttpResponse:
    """Redirect a person who declined consent. Someone from a panel is sent to the exit page, which
    ends the session. The browser posts the form again there. Other people see the consent page
    again."""
    if enrolment.end_route:
        return redirect(enrolment.end_route, preserve_request=True)
    return see_other(page_address(enrolment.batch_id, Page.CONSENT))


def _may_decline(request: AnnotatorRequest, enrolment: Enrolment) -> bool:
    """Return whether this login can decline consent. A login that is limited to a sitting begun
    elsewhere cannot do so if the person has already decided."""
    bound = request.user.bound
    return bound is None or bound.is_own or latest_decision(enrolment) is None


def _onward(request: AnnotatorRequest, enrolment: Enrolment, page: str) -> HttpResponse:
    """Redirect to the step after a page: another page, the instructions, or a HIT."""
    if page == Page.CLOSING:
        messages.success(request, _("Saved."))
        return see_other("done", enrolment.batch_id)
    if early := early_page(enrolment):
        return see_other(early)
    if enrolment.instructions_at is None:
        return see_other("batch", enrolment.batch_id)
    begin_due(enrolment)
    return next_hit(request, enrolment.batch)


def _show(
    request: AnnotatorRequest,
    enrolment: Enrolment,
    version: PageVersion,
    visit: PageVisit | None,
    *,
    raw: Mapping[str, object] | None = None,
    answered: Answered | None = None,
) -> HttpResponse:
    language = _language(enrolment)
    rubric = version.spec.spoken(language)
    answered = answered or Answered()
    problems = [*answered.problems, *wrong_answers(answered.wrong)]
    again = visit is not None and visit.failed_at is not None
    tries = 0 if visit is None or again else visit.tries
    decision = latest_decision(enrolment) if version.page == Page.CONSENT else None
    context = {
        "batch": enrolment.batch,
        "page": version.page,
        "version": version,
        "rubric": rubric,
        "panels": fill(rubric, NOTHING, raw or {}, problems),
        "problems": problems,
        "problems_title": wrong_title(answered.wrong),
        "attempt": tries + 1,
        "tries_left": version.spec.tries - tries,
        "decision": decision,
        "has_agreed": _agrees(decision, version),
        "instructions": in_language(enrolment.batch.rubric_version.spec, language)
        if version.page == Page.COMPREHENSION
        else None,
    }
    status = 422 if problems else 200
    return TemplateResponse(request, "recruiting/around/page.html", context, status=status)


def _agrees(decision: ConsentDecision | None, version: PageVersion) -> bool:
    return (
        decision is not None
        and decision.version_id == version.pk
        and decision.decision == ConsentDecision.Decision.AGREED
    )


def wrong_answers(wrong: Sequence[Question]) -> list[AnswerProblem]:
    """Return the wrong answers as problems, to show in the page's summary and next to the
    questions."""
    message = _("This answer is wrong. Read the instructions again.")
    return [AnswerProblem(question, "wrong", message) for question in wrong]


def wrong_title(wrong: Sequence[Question]) -> str:
    """Return the heading of the list of wrong answers, or "" if there are none."""
    if not wrong:
        return ""
    number = len(wrong)
    return ngettext("One answer is wrong", "%(number)d answers are wrong", number) % {
        "number": number
    }


def _after_the_end(
    request: AnnotatorRequest, enrolment: Enrolment, visit: PageVisit | None
) -> HttpResponse:
    """Show why the person's participation has ended, with a link to the exit page."""
    context = {
        "batch": enrolment.batch,
        "end_route": enrolment.end_route,
        "has_failed": visit is not None and visit.failed_at is not None,
        "stop_reason": enrolment.stop_reason,
    }
    return TemplateResponse(request, "recruiting/around/ended.html", context)


def _language(enrolment: Enrolment) -> str:
    return enrolment.batch.language or get_language() or ""


@never_cache
@login_required
@require_safe
def own_parts(request: AnnotatorRequest) -> HttpResponse:
    """Show the person's consents and answers about themselves by batch, with forms to withdraw or
    delete them."""
    context = {"parts": own_parts_of(request.user)}
    return TemplateResponse(request, "recruiting/around/own_parts.html", context)


@login_required
@require_POST
def withdraw_consent(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Withdraw the person's consent in a batch. If the person chose this in the form, also exclude
    their responses from the results."""
    enrolment = _enrolment(request, pk)
    leave_out = request.POST.get("leave_out") == "yes"
    language = _language(enrolment)
    if withdraw(enrolment_id=enrolment.pk, language=language, leave_out=leave_out):
        messages.success(request, _("Consent withdrawn. Your submitted HITs are paid as usual."))
    return see_other("own_parts")


@login_required
@require_POST
def forget_own_answers(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Delete the person's answers about themselves in a batch."""
    if forget_answers(enrolment_id=_enrolment(request, pk).pk):
        messages.success(request, _("Your personal details were deleted."))
    return see_other("own_parts")
