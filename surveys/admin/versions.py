"""Rubric versions in the admin: what each says, and taking in a new one.

Versions are never changed or deleted.
"""

import difflib
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.whole_numbers import whole_number
from core.errors import DocumentError, Problem
from people.access import has_projects, project_ids_of, project_ids_shown, projects_of, user_of
from people.guarded_admin import GuardedAdmin
from people.models import Project
from surveys.loading import starter_source
from surveys.models import RubricVersion
from surveys.versions.difference import rubric_difference
from surveys.versions.storing import load_version


class RubricForm(forms.Form):
    project = forms.ModelChoiceField(queryset=Project.objects.none(), label=gettext_lazy("Project"))
    source = forms.CharField(
        label=gettext_lazy("Rubric (YAML)"),
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false", "class": "yaml"}),
        help_text=gettext_lazy(
            "The same name as before makes a new version; the old ones stay as they are."
        ),
    )


@admin.register(RubricVersion)
class RubricVersionAdmin(GuardedAdmin):
    list_display = ("__str__", "owner", "used", "short_hash", "created_at")
    fields = ("rubric", "number", "sha256", "created_at", "source")
    readonly_fields = fields
    change_form_template = "admin/surveys/rubricversion/change_form.html"
    change_list_template = "admin/surveys/rubricversion/change_list.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/rubrics.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[RubricVersion]:
        """A list shows those of the projects looked at; a row can be opened in any of theirs."""
        match = request.resolver_match
        is_list = match is not None and match.url_name == "surveys_rubricversion_changelist"
        projects = project_ids_shown(request) if is_list else project_ids_of(request)
        shared = Q(rubric__project__isnull=True) | Q(rubric__project__in=projects)
        rows = super().get_queryset(request).filter(shared)
        return rows.select_related("rubric__project").annotate(batches_n=Count("batches"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return has_projects(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None or obj.rubric.project_id is None:
            return has_projects(request)
        return projects_of(request).filter(pk=obj.rubric.project_id).exists()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.display(description=gettext_lazy("owner"))
    def owner(self, version: RubricVersion) -> str:
        return str(version.rubric.project or _("library"))

    @admin.display(description=gettext_lazy("used by batches"))
    def used(self, version: RubricVersion) -> int:
        return version.batches_n  # type: ignore[attr-defined]

    @admin.display(description="SHA-256")
    def short_hash(self, version: RubricVersion) -> str:
        return version.sha256[:12]

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("load/", guarded(self.take_in), name="surveys_rubricversion_load"),
            path(
                "<bigint:pk>/difference/",
                guarded(self.difference),
                name="surveys_rubricversion_difference",
            ),
            *super().get_urls(),
        ]

    def difference(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What changed since another version (`?since=`, by default the one before), and what stays
        comparable.
        """
        new = self._visible(request, pk)
        others = [
            version for version in new.rubric.versions.order_by("-number") if version.pk != new.pk
        ]
        since = _number(request.GET.get("since"))
        old = next(
            (
                version
                for version in others
                if version.pk == since or (not since and version.number < new.number)
            ),
            None,
        )
        if old is None and others:
            old = others[-1]
        page: dict[str, object] = {
            "new": new,
            "old": old,
            "others": others,
            "title": _("What changed"),
            "opts": self.opts,
        }
        if old is not None:
            page |= {
                "difference": rubric_difference(old.spec, new.spec),
                "lines": _lines(old.source, new.source),
            }
        return render(
            request,
            "admin/surveys/rubricversion/difference.html",
            {**self.admin_site.each_context(request), **page},
        )

    def _visible(self, request: HttpRequest, pk: int) -> RubricVersion:
        version = self.get_queryset(request).filter(pk=pk).first()
        if version is None:
            raise Http404
        return version

    def take_in(self, request: HttpRequest) -> HttpResponse:
        """A researcher's own rubric: every mistake is named with its line, and nothing typed is
        lost.
        """
        mine = projects_of(request, write=True)
        if not mine.exists():
            raise PermissionDenied
        start = RubricVersion.objects.filter(pk=_number(request.GET.get("copy"))).first()
        visible = start is not None and self.has_view_permission(request, start)
        source = start.source if start and visible else starter_source()
        project = mine.order_by("name").first() if mine.count() == 1 else None
        form = RubricForm(request.POST or None, initial={"source": source, "project": project})
        form.fields["project"].queryset = mine  # type: ignore[attr-defined]
        problems: list[Problem] = []
        if request.method == "POST" and form.is_valid():
            cleaned = form.cleaned_data
            try:
                version = load_version(
                    source=cleaned["source"],
                    project=cleaned["project"],
                    by=user_of(request),
                )
            except DocumentError as error:
                problems = error.problems
            else:
                messages.success(request, _("%(version)s is stored.") % {"version": version})
                return HttpResponseRedirect(
                    reverse("admin:surveys_rubricversion_change", args=[version.pk])
                )
        page = {
            "form": form,
            "problems": problems,
            "is_nav_sidebar_enabled": False,
            "title": _("Write a rubric"),
            "opts": self.opts,
            "library": self._library(),
        }
        return render(
            request,
            "admin/surveys/rubricversion/load.html",
            {**self.admin_site.each_context(request), **page},
        )

    @staticmethod
    def _library() -> QuerySet[RubricVersion]:
        return RubricVersion.objects.filter(rubric__project__isnull=True).select_related("rubric")


def _number(text: str | None) -> int:
    return whole_number(text or "") or 0


def _lines(old: str, new: str) -> list[tuple[str, str]]:
    """Return (a line's state: "new", "gone", "place" or "", the line) of the differences, with
    their context.
    """
    marks = {"+": "new", "-": "gone", "@": "place"}
    diff = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=3)
    return [(marks.get(line[:1], ""), line) for line in diff if not line.startswith(("---", "+++"))]
