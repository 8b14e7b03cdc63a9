"""The floor's only page: it shows the form, stores the answers and redirects to the next HIT."""

from django.contrib.auth.decorators import login_required
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render

from benchmarks.material import ANSWERS, FREE_TEXT, OPTIONS, PARAGRAPH, QUESTIONS

PAGE = {"paragraph": PARAGRAPH, "questions": QUESTIONS, "options": OPTIONS, "free_text": FREE_TEXT}
STORE = "insert into floor_answer (assignment_id, key, value) values " + ", ".join(
    ["(%s, %s, %s)"] * ANSWERS
)


@login_required
def hit(request: HttpRequest) -> HttpResponse:
    """Show the form. A POST stores six answers and redirects to the next HIT, or returns status 400
    if a required answer is missing."""
    if request.method != "POST":
        return render(request, "floor/hit.html", PAGE)
    given = [(key, request.POST.get(key, "")) for key in (*QUESTIONS, FREE_TEXT)]
    if not all(value for key, value in given if key != FREE_TEXT):
        return HttpResponseBadRequest("Answer every question.")
    store(request.user.pk, given)
    return SeeOther("/hit/")


class SeeOther(HttpResponseRedirect):
    """A redirect with status 303, which the browser follows with a GET."""

    status_code = 303


def store(annotator_id: int, given: list[tuple[str, str]]) -> None:
    """Store the assignment and its answers with two statements and one commit."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            (
                "insert into floor_assignment (annotator_id, submitted_at) values (%s, now()) "
                "returning id"
            ),
            [annotator_id],
        )
        (assignment_id,) = cursor.fetchone()
        cursor.execute(
            STORE, [part for key, value in given for part in (assignment_id, key, value)]
        )
