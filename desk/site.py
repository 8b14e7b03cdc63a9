"""The admin site as a desk: its first page lists open decisions, and every page of the admin uses
the desk's frame."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from desk.accounts.urls import ACCOUNT_URLS
from desk.acts.views import acts
from desk.addresses import Address, framed, guarded
from desk.amending.urls import AMENDING_URLS
from desk.annotators.urls import ANNOTATOR_URLS
from desk.archive.views import put_away
from desk.background.views import act_on_task, task_page, task_part, tasks_page
from desk.batches.urls import BATCH_URLS
from desk.broken.views import broken_hit, broken_hits, decide
from desk.datasets.urls import DATASET_URLS
from desk.exports.urls import EXPORT_URLS
from desk.finding.views import find
from desk.home.view import home
from desk.judging.urls import JUDGING_URLS
from desk.members.urls import MEMBER_URLS
from desk.messages.views import read, thread, threads
from desk.payments.urls import PAYMENT_URLS
from desk.personal.views import download_person, erase_person
from desk.projects import open_demo, switch_project
from desk.prompts.urls import PROMPT_URLS
from desk.quality.urls import QUALITY_URLS
from desk.recruiting.urls import RECRUITING_URLS
from desk.results.checklist import ChecklistPage
from desk.results.makers import MakersPage
from desk.results.views import results
from desk.review.urls import REVIEW_URLS
from desk.rubrics.urls import RUBRIC_URLS
from desk.running.urls import RUNNING_URLS
from desk.steps.urls import STEP_URLS
from desk.tables.views import RowPage, TablePage, TablesPage
from desk.tokens.views import end_one, tokens_page
from desk.wages.views import top_up, wages
from desk.webhooks.urls import WEBHOOK_URLS
from people.admin_site import GuardedSite

# Addresses of small packages, then of packages with their own list.
ADDRESSES = (
    framed("archive/<str:kind>/<bigint:pk>/", put_away, "put_away"),
    guarded("switch/", switch_project, "switch_project"),
    guarded("demo/", open_demo, "open_demo"),
    framed("acts/", acts, "acts"),
    framed("find/", find, "find"),
    framed("results/", results, "results"),
    framed("results/<bigint:pk>/checklist/", ChecklistPage, "checklist"),
    framed("results/<bigint:pk>/makers/", MakersPage, "makers"),
    framed("tables/", TablesPage, "tables"),
    framed("tables/<str:label>/", TablePage, "table"),
    framed("tables/<str:label>/<bigint:pk>/", RowPage, "table_row"),
    framed("wages/<bigint:pk>/", wages, "wages"),
    guarded("wages/<bigint:pk>/top-up/", top_up, "top_up"),
    framed("broken/", broken_hits, "broken_hits"),
    guarded("broken/<bigint:pk>/", broken_hit, "broken_hit"),
    framed("broken/<bigint:pk>/decide/", decide, "decide_broken"),
    framed("messages/", threads, "message_threads"),
    framed("messages/<bigint:pk>/", thread, "message_thread"),
    guarded("messages/<bigint:pk>/read/", read, "message_read"),
    framed("erase/<bigint:pk>/", erase_person, "erase_person"),
    guarded("erase/<bigint:pk>/download/", download_person, "download_person"),
    framed("tokens/", tokens_page, "tokens"),
    framed("tokens/<bigint:pk>/end/", end_one, "end_token"),
    framed("tasks/", tasks_page, "tasks"),
    framed("tasks/<bigint:pk>/", task_page, "task"),
    guarded("tasks/<bigint:pk>/part/", task_part, "task_part"),
    guarded("tasks/<bigint:pk>/act/", act_on_task, "act_on_task"),
    *ACCOUNT_URLS,
    *MEMBER_URLS,
    *BATCH_URLS,
    *RUNNING_URLS,
    *AMENDING_URLS,
    *QUALITY_URLS,
    *ANNOTATOR_URLS,
    *REVIEW_URLS,
    *DATASET_URLS,
    *PAYMENT_URLS,
    *EXPORT_URLS,
    *JUDGING_URLS,
    *PROMPT_URLS,
    *RUBRIC_URLS,
    *RECRUITING_URLS,
    *STEP_URLS,
    *WEBHOOK_URLS,
)


class DeskSite(GuardedSite):
    site_header = site_title = "Rateroom"
    enable_nav_sidebar = False  # the desk has its own navigation

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [*map(self._pattern, ADDRESSES), *super().get_urls()]

    def _pattern(self, address: Address) -> URLPattern:
        wrap = self._framed if address.framed else self.admin_view
        return path(address.route, wrap(address.view), address.values, address.name or None)

    def _framed(self, view: Callable[..., HttpResponseBase]) -> Any:
        """Return the view for researchers, with the frame's context as an argument."""

        @self.admin_view
        @wraps(view)
        def framed(request: HttpRequest, **values: object) -> HttpResponseBase:
            return view(request, self.each_context(request), **values)

        return framed

    def index(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> TemplateResponse:
        return home(request, self.each_context(request) | (extra_context or {}))
