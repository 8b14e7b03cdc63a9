"""The annotator's pages for training and test: introduction, HITs, feedback and result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.database.whole_numbers import whole_number
from hits.access import batch_for_annotator
from hits.models import (
    HIT,
    Batch,
    Enrolment,
    GoldKey,
    QualifiedPerson,
    TrainingAnswer,
    TrainingAttempt,
)
from hits.money.training_pay import is_paid
from hits.page.views.assignments import allow_linked_media
from hits.page.views.batches import next_hit, see_other
from hits.page.views.rubrics import shown_trial, trial
from hits.stimulus import shown_rubric, stimulus_of_hit
from people.models import AnnotatorRequest
from quality.gold.passing import accepted_in_words, answer_in_words, holds
from quality.training.standing import Part, Stage, Standing, standing_of
from quality.training.taking import NotNow, answer, begin, next_key, shown_order
from recruiting.route import advance
from surveys.base import Stimulus
from surveys.languages.translations import in_language
from surveys.questions import Question, questions
from surveys.spec import Rubric


@dataclass(frozen=True)
class Line:
    """The feedback on one question, as texts for a page: the person's answer and the accepted
    answers."""

    label: str
    answer_words: str
    accepted: str
    is_right: bool


def feedback_lines(
    key: GoldKey, answer: TrainingAnswer, questions: Sequence[Question]
) -> list[Line]:
    """Return the feedback on each question with a known answer, in the order asked."""
    by_key = {question.key: question for question in questions}
    order = {question.key: number for number, question in enumerate(questions)}
    rules = sorted(key.rules, key=lambda rule: order.get(rule["question"], 0))
    return [
        Line(
            label=by_key[rule["question"]].label,
            answer_words=answer_in_words(
                by_key[rule["question"]], answer.values.get(rule["question"])
            ),
            accepted=accepted_in_words(rule, by_key),
            is_right=holds(rule, answer.values),
        )
        for rule in rules
        if rule["question"] in by_key
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def training_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Show the next page of training or test: the introduction, a HIT, or the result. POST stores
    the answers to a HIT. People who have not yet given a required consent are redirected."""
    enrolment = _enrolment(request, pk)
    if enrolment.batch.consent_text and enrolment.consent_at is None:
        return see_other("batch", pk)
    standing = standing_of(enrolment)
    if request.method == "POST":
        return _answer(request, enrolment, standing)
    if standing.attempt is not None:
        return _hit(request, enrolment, standing, answered=False)
    if standing.stage == Stage.DONE and not standing.hits:
        return see_other("batch", pk)
    return render(request, "quality/training.html", _result(enrolment, standing))


@login_required
@require_POST
def begin_page(request: AnnotatorRequest, pk: int) -> HttpResponse:
    """Start the training, the test, or another attempt at the test. If nothing is left to do,
    continue to the person's next page or HIT."""
    enrolment = _enrolment(request, pk)
    try:
        begun = begin(enrolment_id=enrolment.pk)
    except NotNow as refusal:
        messages.warning(request, str(refusal))
        return see_other("training", pk)
    if begun is None and not advance(enrolment_id=enrolment.pk):
        return next_hit(request, enrolment.batch)
    return see_other("training", pk)


@login_required
@require_safe
def feedback_page(request: AnnotatorRequest, pk: int, place: int) -> HttpResponse:
    """Show which answers to training HIT number `place` (from 1) were right, and the explanation.
    Raises Http404 if the HIT was not answered, or not in the sitting that the login is limited
    to."""
    enrolment = _enrolment(request, pk)
    attempt = get_object_or_404(enrolment.training_attempts, part=Part.TRAINING)
    if not 1 <= place <= attempt.asked:
        raise Http404
    stored = get_object_or_404(attempt.answers, key=attempt.key_ids[place - 1])
    if request.user.bound is not None and stored.answered_at < request.user.bound.began_at:
        raise Http404  # it was answered in an earlier session
    key = next_key(attempt, place - 1)
    rubric = _rubric(enrolment)
    stimulus = _stimulus(request, key, stored.shown_order)
    context = {
        "batch": enrolment.batch,
        "rubric": rubric,
        "stimulus": stimulus,
        "number": place,
        "count": attempt.asked,
        "is_last": place == attempt.asked,
        "lines": feedback_lines(key, stored, questions(rubric, stimulus)),
        "is_right": stored.passed,
        "explanation": key.explanation,
    }
    response = render(request, "quality/feedback.html", context)
    return allow_linked_media(request, response, stimulus)


def _enrolment(request: AnnotatorRequest, pk: int) -> Enrolment:
    batch = batch_for_annotator(request.user, pk)
    enrolment = get_object_or_404(Enrolment, batch=batch, annotator=request.user)
    enrolment.batch = batch
    return enrolment


def _answer(request: AnnotatorRequest, enrolment: Enrolment, standing: Standing) -> HttpResponse:
    attempt_id = whole_number(request.POST.get("attempt", ""))
    place = whole_number(request.POST.get("place", ""))
    attempt = standing.attempt
    if attempt is None or attempt.pk != attempt_id or place != standing.answered:
        # The form was sent twice or from an outdated page. Do not change the stored answers.
        return _after(enrolment, attempt_id, place)
    return _hit(request, enrolment, standing, answered=True)


def _hit(
    request: AnnotatorRequest, enrolment: Enrolment, standing: Standing, *, answered: bool
) -> HttpResponse:
    """Show the attempt's next HIT. If `answered` is true and the posted answers are valid, store
    them and redirect instead."""
    attempt = standing.attempt
    if attempt is None:
        raise Http404
    batch, place = enrolment.batch, standing.answered
    key = next_key(attempt, place)
    order = shown_order(enrolment, key)
    page = trial(request, _rubric(enrolment), _stimulus(request, key, order), answered=answered)
    accepted = page.pop("accepted")
    if accepted is not None:
        answer(enrolment_id=enrolment.pk, attempt_id=attempt.pk, place=place, values=accepted)
        return _after(enrolment, attempt.pk, place)
    page |= {
        "batch": batch,
        "attempt": attempt,
        "is_test": attempt.part == Part.TEST,
        "place": place,
        "number": place + 1,
        "count": attempt.asked,
    }
    response = shown_trial(request, "quality/training_hit.html", page)
    response["Cache-Control"] = "no-store"
    return response


def _after(enrolment: Enrolment, attempt_id: int | None, place: int | None) -> HttpResponse:
    """Redirect to the page after an answered HIT: the feedback in training, and otherwise the
    training page."""
    trainings = enrolment.training_attempts.filter(pk=attempt_id or 0, part=Part.TRAINING)
    if place is not None and trainings.filter(key_ids__len__gt=place).exists():
        attempt = trainings.get()
        if attempt.answers.filter(key=attempt.key_ids[place]).exists():
            return see_other("feedback", enrolment.batch_id, place + 1)
    return see_other("training", enrolment.batch_id)


def _rubric(enrolment: Enrolment) -> Rubric:
    batch = enrolment.batch
    rubric = in_language(batch.rubric_version.spec, batch.language or get_language())
    return shown_rubric(rubric, order_seed=enrolment.order_seed)


def _stimulus(request: AnnotatorRequest, key: GoldKey, order: str) -> Stimulus:
    hit = HIT(batch_id=key.batch_id, item=key.item, output_ids=key.output_ids)
    return stimulus_of_hit(hit, order, viewer=request.user.pk)


def _result(enrolment: Enrolment, standing: Standing) -> dict[str, object]:
    batch = enrolment.batch
    revoked = QualifiedPerson.objects.filter(
        qualification=batch.tested_qualification_id,
        user=enrolment.annotator_id,
        revoked_at__isnull=False,
    )
    latest = revoked.order_by("-pk").first() if standing.stage == Stage.REVOKED else None
    return {
        "batch": batch,
        "standing": standing,
        "stage": standing.stage.value,
        "hits": standing.hits,
        "test": standing.last_test,
        "tries": batch.test_retries + 1,
        "needed": _needed(batch, standing),
        "revoked_reason": latest.revoked_reason if latest else "",
        "paid": is_paid(enrolment),
        "end_route": enrolment.end_route,
        "worked": enrolment.submitted,
    }


def _needed(batch: Batch, standing: Standing) -> int:
    test: TrainingAttempt | None = standing.last_test
    hits_asked = test.asked if test else standing.hits.test
    return -(-batch.test_threshold * hits_asked // 100)
