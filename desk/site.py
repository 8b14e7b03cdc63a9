"""The admin's site as a desk: its first page says what needs a decision, and every page of the
admin stands in the desk's frame."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from desk.acts.views import acts
from desk.amending import views as amending
from desk.archive.views import put_away
from desk.exports.replay import replay
from desk.exports.views import (
    export_file,
    export_page,
    keep_snapshot,
    snapshot_file,
    snapshot_page,
)
from desk.home.view import home
from desk.judging.views import judge_batch
from desk.members import views as members
from desk.navigation import help_address, navigation
from desk.projects import chosen_project, projects_to_choose, switch_project
from desk.quality import views as quality
from desk.recruiting import panels
from desk.recruiting import views as links
from desk.recruiting.merging import merge_page
from desk.recruiting.prolific import views as prolific
from desk.review.adjudication import adjudicate_hit, adjudication_queue
from desk.review.exclusions import exclude, exclusions
from desk.review.many import decide_many, review_table
from desk.review.views import decide, review_answer, review_queue
from desk.running import views as batch
from desk.steps.urls import step_urls
from people.admin_site import GuardedSite


class DeskSite(GuardedSite):
    enable_nav_sidebar = False  # the desk has its own navigation

    def get_urls(self) -> list[URLPattern | URLResolver]:
        own = [
            path("projects/", self._framed(members.projects_page), name="projects"),
            path("projects/new/", self._framed(members.new_project), name="new_project"),
            path("projects/<bigint:pk>/", self._framed(members.project_page), name="project"),
            path(
                "projects/<bigint:pk>/invite/", self._framed(members.invite_member), name="invite"
            ),
            path(
                "projects/<bigint:pk>/members/<bigint:user_pk>/",
                self.admin_view(members.set_role),
                name="set_role",
            ),
            path(
                "projects/<bigint:pk>/invitations/<bigint:invitation_pk>/revoke/",
                self.admin_view(members.take_back),
                name="revoke_invitation",
            ),
            path("archive/<str:kind>/<bigint:pk>/", self._framed(put_away), name="put_away"),
            path("switch/", self.admin_view(switch_project), name="switch_project"),
            path("acts/", self._framed(acts), name="acts"),
            path(
                "hits/batch/<bigint:pk>/running/", self._framed(batch.running), name="batch_running"
            ),
            path(
                "hits/batch/<bigint:pk>/running/parts/",
                self.admin_view(batch.parts),
                name="batch_running_parts",
            ),
            path(
                "hits/batch/<bigint:pk>/running/means/",
                self.admin_view(batch.unveil),
                name="batch_unveil",
            ),
            path("hits/batch/<bigint:pk>/amend/", self._framed(amending.amend), name="amend"),
            path(
                "hits/batch/<bigint:pk>/duplicate/",
                self.admin_view(amending.duplicate),
                name="duplicate",
            ),
            path("hits/batch/<bigint:pk>/pilot/", self.admin_view(amending.pilot), name="pilot"),
            path(
                "hits/batch/<bigint:pk>/main/",
                self._framed(amending.main_batch),
                name="main_batch",
            ),
            path(
                "hits/batch/<bigint:pk>/checks/",
                self._framed(quality.checks_page),
                name="batch_checks",
            ),
            path(
                "hits/batch/<bigint:pk>/checks/gold/<bigint:key>/retire/",
                self.admin_view(quality.retire),
                name="retire_gold",
            ),
            path("review/", self._framed(review_queue), name="review"),
            path("review/table/", self._framed(review_table), name="review_table"),
            path("review/many/", self._framed(decide_many), name="review_many"),
            path(
                "review/adjudication/<bigint:pk>/",
                self._framed(adjudication_queue),
                name="adjudication",
            ),
            path(
                "review/adjudication/<bigint:pk>/<bigint:hit>/",
                self.admin_view(adjudicate_hit),
                name="adjudicate",
            ),
            path("review/exclusions/<bigint:pk>/", self._framed(exclusions), name="exclusions"),
            path("review/exclusions/<bigint:pk>/act/", self.admin_view(exclude), name="exclude"),
            path("review/<assignment:pk>/", self._framed(review_answer), name="review_answer"),
            path("review/<assignment:pk>/decide/", self.admin_view(decide), name="decide"),
            path("export/<bigint:pk>/", self._framed(export_page), name="export"),
            path("export/<bigint:pk>/file/", self._framed(export_file), name="export_file"),
            path("export/<bigint:pk>/keep/", self._framed(keep_snapshot), name="keep_snapshot"),
            path("export/<bigint:pk>/<slug:sha256>/", self._framed(snapshot_page), name="snapshot"),
            path(
                "export/<bigint:pk>/<slug:sha256>/file/",
                self.admin_view(snapshot_file),
                name="snapshot_file",
            ),
            path("judge/<bigint:pk>/", self._framed(judge_batch), name="judge_batch"),
            path("prolific/<bigint:pk>/", self._framed(prolific.prolific_page), name="prolific"),
            path(
                "prolific/submissions/<bigint:pk>/",
                self._framed(prolific.submission_page),
                name="prolific_submission",
            ),
            path("replay/<bigint:pk>/", self.admin_view(replay), name="replay"),
            path("links/<bigint:pk>/", self._framed(links.links_page), name="links"),
            path("links/<bigint:pk>/one/", self._framed(links.make_one), name="make_link"),
            path("links/<bigint:pk>/many/", self._framed(links.make_many), name="make_links"),
            path("links/<bigint:pk>/keep-out/", self.admin_view(links.keep_out), name="keep_out"),
            path("links/<bigint:pk>/merge/", self._framed(merge_page), name="merge_people"),
            path("links/<bigint:pk>/panel/", self._framed(panels.panel_page), name="new_panel"),
            path(
                "links/<bigint:pk>/panel/<bigint:panel_pk>/",
                self._framed(panels.panel_page),
                name="panel",
            ),
            path(
                "links/<bigint:pk>/<bigint:link_pk>/revoke/",
                self.admin_view(links.take_back_link),
                name="revoke_link",
            ),
            *step_urls(self._framed, self.admin_view),
        ]
        return [*own, *super().get_urls()]

    def _framed(self, view: Callable[..., HttpResponseBase]) -> Any:
        """The view for researchers, given what the frame needs."""

        @self.admin_view
        def framed(request: HttpRequest, **values: Any) -> HttpResponseBase:
            return view(request, self.each_context(request), **values)

        return framed

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        return home(request, self.each_context(request) | (extra_context or {}))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """With the frame: navigation, the projects to switch between, and the one chosen."""
        groups = navigation(request)
        return super().each_context(request) | {
            "navigation": groups,
            "help_address": help_address(groups),
            "projects": projects_to_choose(request),
            "chosen_project": chosen_project(request),
        }
