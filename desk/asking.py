"""Confirmation of actions that cannot be undone. The first press of a button shows a question, and
the second press performs the action."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.http import require_POST

from desk.pages import Question, Values

View = Callable[..., HttpResponseBase]
HOW = ("csrfmiddlewaretoken", "confirmed")  # fields that do not describe the act


def asks_first(question: Callable[..., Question | None]) -> Callable[[View], View]:
    """Return a decorator that makes a view ask `question` before it performs its action.

    `question` receives the view's arguments, and must reject the same people as the view. If it
    returns None, the view acts without asking, because the action can be undone.
    """

    def asking(view: View) -> View:
        @require_POST
        @wraps(view)
        def asked_view(request: HttpRequest, frame: Values, **place: object) -> HttpResponseBase:
            due_question = None if "confirmed" in request.POST else question(request, **place)
            if due_question is None:
                return view(request, **place)
            typed = [(name, value) for name, values in request.POST.lists() for value in values]
            context = {
                **frame,
                "title": due_question.button,
                "asked": due_question,
                "kept": [(name, value) for name, value in typed if name not in HOW],
                "back_address": due_question.back_address,
                "back": due_question.back,
            }
            return TemplateResponse(request, "desk/asks.html", context)

        return asked_view

    return asking
