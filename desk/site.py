"""The admin's site as a desk: its first page lists open decisions, and every page of the admin uses
the desk's frame."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from desk.accounts.urls import account_urls
from desk.acts.views import acts
from desk.amending.urls import amending_urls
from desk.annotators.urls import annotator_urls
from desk.archive.views import put_away
from desk.background.urls import task_urls
from desk.batches.urls import batch_urls
from desk.broken.urls import broken_urls
from desk.datasets.urls import dataset_urls
from desk.exports.urls import export_urls
from desk.finding.views import find
from desk.home.view import home
from desk.judging.urls import judging_urls
from desk.members.urls import member_urls
from desk.messages.urls import message_urls
from desk.payments.urls import payment_urls
from desk.personal.urls import personal_urls
from desk.projects import open_demo, switch_project
from desk.prompts.urls import prompt_urls
from desk.quality.urls import quality_urls
from desk.recruiting.urls import recruiting_urls
from desk.results.checklist import ChecklistPage
from desk.results.makers import MakersPage
from desk.results.views import results
from desk.review.urls import review_urls
from desk.rubrics.urls import rubric_urls
from desk.running.urls import running_urls
from desk.steps.urls import step_urls
from desk.tables.urls import table_urls
from desk.tokens.urls import token_urls
from desk.wages.urls import wage_urls
from desk.webhooks.urls import webhook_urls
from people.admin_site import GuardedSite

# The parts that have more than one address, each with a list of its own.
PARTS = (
    account_urls,
    table_urls,
    member_urls,
    batch_urls,
    running_urls,
    amending_urls,
    quality_urls,
    annotator_urls,
    review_urls,
    broken_urls,
    dataset_urls,
    message_urls,
    payment_urls,
    personal_urls,
    wage_urls,
    export_urls,
    judging_urls,
    prompt_urls,
    rubric_urls,
    recruiting_urls,
    step_urls,
    task_urls,
    token_urls,
    webhook_urls,
)


class DeskSite(GuardedSite):
    site_header = site_title = "Rateroom"
    enable_nav_sidebar = False  # the desk has its own navigation

    def get_urls(self) -> list[URLPattern | URLResolver]:
        own = [
            path("archive/<str:kind>/<bigint:pk>/", self._framed(put_away), name="put_away"),
            path("switch/", self.admin_view(switch_project), name="switch_project"),
            path("demo/", self.admin_view(open_demo), name="open_demo"),
            path("acts/", self._framed(acts), name="acts"),
            path("find/", self._framed(find), name="find"),
            path("results/", self._framed(results), name="results"),
            path(
                "results/<bigint:pk>/checklist/",
                self._framed(ChecklistPage.as_view()),
                name="checklist",
            ),
            path("results/<bigint:pk>/makers/", self._framed(MakersPage.as_view()), name="makers"),
        ]
        parts = [route for part in PARTS for route in part(self._framed, self.admin_view)]
        return [*own, *parts, *super().get_urls()]

    def _framed(self, view: Callable[..., HttpResponseBase]) -> Any:
        """The view for researchers, given what the frame needs."""

        @self.admin_view
        @wraps(view)
        def framed(request: HttpRequest, **values: object) -> HttpResponseBase:
            return view(request, self.each_context(request), **values)

        return framed

    def index(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> TemplateResponse:
        return home(request, self.each_context(request) | (extra_context or {}))
