"""A HIT page that stores no assignment, but checks answers like an annotator's."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from hits.page.form import fill
from hits.page.views.assignments import allow_linked_media
from surveys.base import Stimulus
from surveys.forms import check_answers
from surveys.guards import find_concerns
from surveys.questions import form_questions
from surveys.spec import Rubric


def trial(
    request: HttpRequest, rubric: Rubric, stimulus: Stimulus, *, answered: bool
) -> dict[str, Any]:
    """Return the template's context for `stimulus`. With `answered`, check the posted answers:
    `accepted` has them by question key if all are correct, otherwise None."""
    raw = request.POST.dict() if answered else {}
    checked = check_answers(form_questions(rubric, stimulus), raw) if answered else None
    problems = checked.problems if checked else ()
    confirmed = str(raw.get("confirmed", ""))
    concerns = find_concerns(rubric, stimulus, checked.values) if checked and not problems else []
    concerns = [concern for concern in concerns if concern.guard not in confirmed.split()]
    return {
        "rubric": rubric,
        "stimulus": stimulus,
        "panels": fill(rubric, stimulus, raw, problems),
        "problems": problems,
        "concerns": concerns,
        "confirmed": confirmed,
        "accepted": checked.values if checked and not problems and not concerns else None,
    }


def trial_page(
    request: HttpRequest,
    template: str,
    rubric: Rubric,
    stimulus: Stimulus,
    *,
    answered: bool,
    context: dict[str, Any],
) -> HttpResponse:
    """Render `template` with the page for `stimulus`; with `answered`, check the posted answers and
    show the result."""
    page = trial(request, rubric, stimulus, answered=answered)
    return shown_trial(request, template, page | context)


def shown_trial(request: HttpRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """Render `template` with the result of `trial`; status 422 if there is a problem with the
    answers."""
    status = 422 if page["problems"] or page["concerns"] else 200
    response = render(request, template, page, status=status)
    return allow_linked_media(request, response, page["stimulus"])
