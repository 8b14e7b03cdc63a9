"""The admin's site as a desk: its first page says what needs a decision, and every page of the
admin stands in the desk's frame."""

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path

from desk.home.view import home
from desk.navigation import navigation
from desk.projects import chosen_project, projects_to_choose, switch_project
from people.admin_site import GuardedSite


class DeskSite(GuardedSite):
    enable_nav_sidebar = False  # the desk has its own navigation

    def get_urls(self) -> list[URLPattern | URLResolver]:
        own = [path("switch/", self.admin_view(switch_project), name="switch_project")]
        return [*own, *super().get_urls()]

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        return home(request, self.each_context(request) | (extra_context or {}))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """With the frame: navigation, the projects to switch between, and the one chosen."""
        return super().each_context(request) | {
            "navigation": navigation(request),
            "projects": projects_to_choose(request),
            "chosen_project": chosen_project(request),
        }
