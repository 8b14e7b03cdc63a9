"""Middleware that restricts sessions with limited rights to the pages of their sitting."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import ResolverMatch

from hits.models import Assignment
from people.models import User
from people.requests.bounds import Bound
from recruiting.guests.entry import cookie_name, remember_browser

# Pages that are open to everyone, logged in or not.
PUBLIC = frozenset(
    {
        "account_logout",
        "come_back",
        "documentation",
        "documentation_index",
        "documentation_schema",
        "join",
        "medium",
        "panel_enter",
        "prolific_enter",
        "prolific_hook",
        "set_language",
    }
)
# Pages for work on one batch. `pk` in the address is the batch's id.
OF_BATCH = frozenset(
    {
        "around",
        "batch",
        "begin_sitting",
        "begin_training",
        "break",
        "done",
        "feedback",
        "prolific_leave",
        "start",
        "training",
        "wait_for_place",
    }
)
# Pages for work on one HIT. `pk` in the address is the assignment's id.
OF_HIT = frozenset({"assignment", "draft", "extend", "prefetch", "report_broken", "take_back"})
# Pages that show and end only the session's own sitting.
OF_SITTING = frozenset({"panel_leave"})


class BoundMiddleware:
    """The middleware that restricts a session with limited rights to the pages of its sitting. It
    also sets the cookie that marks a guest's browser. It runs no query for other sessions."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        mark = request.__dict__.get("guest_mark")
        if mark is not None:
            _mark_browser(response, mark)
        return response

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _values: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.view_name in PUBLIC or match.route.startswith("api/v1/"):
            return None
        user = request.user
        if not isinstance(user, User) or user.bound is None or _is_within(user, user.bound, match):
            return None
        if match.view_name == "home":
            return redirect("batch", user.bound.batch)
        context = {"batch_id": user.bound.batch}
        return TemplateResponse(request, "recruiting/bound.html", context, status=403)


def _is_within(user: User, bound: Bound, match: ResolverMatch) -> bool:
    name = match.view_name
    if name in OF_HIT:
        own = Assignment.objects.filter(batch=bound.batch, annotator=user)
        return own.filter(pk=match.kwargs["pk"]).exists()
    if name in OF_BATCH:
        return bool(match.kwargs["pk"] == bound.batch)
    return name in OF_SITTING


def _mark_browser(response: HttpResponseBase, mark: str) -> None:
    if not mark:
        response.delete_cookie(cookie_name(), samesite="Lax")
        return
    response.set_cookie(
        cookie_name(),
        mark,
        max_age=timedelta(days=settings.GUEST_LINK_DAYS),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@receiver(user_logged_out)
def forget_browser(request: HttpRequest, **_kwargs: object) -> None:
    """At logout, clear the cookie that marks the guest's browser. The next person who uses the
    browser is then not logged in as the guest."""
    remember_browser(request, None)
