"""The list of webhook endpoints, the page of an endpoint with its delivery log, and the page of a
delivery."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.database.aggregates import number_of
from core.database.keyset import LATEST_FIRST, PER_PAGE, Key, Window, cursor_of, window
from desk import shown_once
from desk.projects import projects_looked_at
from desk.refusals import refusals_in
from desk.webhooks.acts import COOKIE, showing_secret
from desk.webhooks.forms import AgainForm, EndpointForm, NewEndpointForm
from people.access import projects_of, user_of
from people.models import Project
from tasks.webhooks.access import delivery_for_writer, endpoint_for_writer
from tasks.webhooks.models import Delivery, Endpoint
from tasks.webhooks.registering import change_endpoint, register_endpoint
from tasks.webhooks.retention import CONTENT_DAYS

ATTEMPTS_SHOWN = 50
State = Delivery.State


ENDPOINTS_SHOWN = 10
BY_PROJECT = (Key("project__name"), Key("pk"))


@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, frame: dict[str, object]) -> HttpResponse:
    """Show the chosen projects' webhook endpoints. A POST adds an endpoint, and redirects to its
    page, which shows its secret once."""
    projects = _projects(request)
    form = NewEndpointForm(
        request.POST if request.method == "POST" else None,
        projects=projects.order_by("name", "pk"),
        key=get_random_string(40),
    )
    if form.is_valid():
        chosen = form.cleaned_data
        with refusals_in(form):
            endpoint = register_endpoint(
                project=chosen["project"], terms=form.terms, key=chosen["key"], by=user_of(request)
            )
            return showing_secret(endpoint)
    context = {
        **frame,
        "title": _("Webhooks"),
        "form": form,
        "window": _endpoints(request, projects),
        "may_write": projects.exists(),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "desk/webhooks/list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show an endpoint with its delivery log, actions and settings. A POST changes the settings."""
    user = user_of(request)
    endpoint = endpoint_for_writer(user, pk)
    form = EndpointForm(request.POST if request.method == "POST" else None, endpoint=endpoint)
    if form.is_valid():
        if change_endpoint(endpoint=endpoint, terms=form.terms, by=user):
            messages.success(request, _("Saved."))
        return redirect("admin:webhook", pk)
    context = {
        **frame,
        "title": endpoint.name,
        "endpoint": endpoint,
        "form": form,
        "secret": shown_once.read_token(request, COOKIE),
        "key": get_random_string(40),
        "again_form": AgainForm(),
        "log": _log(request, endpoint),
    }
    status = 422 if form.errors else 200
    page = TemplateResponse(request, "desk/webhooks/endpoint.html", context, status=status)
    page["Cache-Control"] = "no-store"
    path = reverse("admin:webhook", args=[pk])
    shown_once.delete_token(request, page, COOKIE, path=path)
    return page


@require_safe
def delivery(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show a delivery with its content, and the responses to the latest attempts."""
    row = delivery_for_writer(user_of(request), pk)
    attempts = list(row.calls.order_by("-pk")[:ATTEMPTS_SHOWN])
    context = {
        **frame,
        "title": _("Delivery"),
        "delivery": row,
        "endpoint": row.endpoint,
        "attempts": attempts,
        "sent": list(_named(json.loads(row.event.body))) if row.event.body else [],
        "content_days": CONTENT_DAYS,
    }
    return TemplateResponse(request, "desk/webhooks/delivery.html", context)


@dataclass(frozen=True)
class Log:
    """A page of an endpoint's deliveries, newest first. `state` limits them to one state. If it is
    "", all are shown."""

    window: Window
    state: str
    states: list[tuple[str, str | Promise]]

    @property
    def kept(self) -> str:
        """Return the chosen state as a query string that ends with "&", for links to other pages of
        the log. Return "" if no state is chosen."""
        return f"state={self.state}&" if self.state else ""


def _log(request: HttpRequest, endpoint: Endpoint) -> Log:
    state = request.GET.get("state", "")
    if state and state not in State.values:
        raise Http404
    deliveries = endpoint.deliveries.select_related("event")
    if state:
        deliveries = deliveries.filter(state=state)
    return Log(
        window(deliveries, LATEST_FIRST, cursor_of(request.GET), size=PER_PAGE),
        state,
        [("", _("All")), *((state.value, state.label) for state in State)],
    )


def _projects(request: HttpRequest) -> QuerySet[Project]:
    return projects_looked_at(request).filter(pk__in=projects_of(request, write=True).values("pk"))


def _endpoints(request: HttpRequest, projects: QuerySet[Project]) -> Window:
    waiting = number_of(Delivery.objects.filter(state=State.WAITING), by="endpoint")
    rows = Endpoint.objects.filter(project__in=projects).select_related("project")
    rows = rows.annotate(waiting=waiting)
    return window(rows, BY_PROJECT, cursor_of(request.GET), size=ENDPOINTS_SHOWN)


def _named(content: dict[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield each value of a payload with its path, for example `batch.id`."""
    for name, value in content.items():
        if isinstance(value, dict):
            yield from _named(value, f"{before}{name}.")
        else:
            yield before + name, ", ".join(map(str, value)) if isinstance(value, list) else value
