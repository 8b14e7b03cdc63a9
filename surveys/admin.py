"""Rubrics in the admin: what each version says, and taking in a new one. Versions are never changed or deleted."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.access import projects_of
from people.models import Project
from surveys.errors import RateroomError
from surveys.models import RubricVersion
from surveys.versions import load_version


class RubricForm(forms.Form):
    project = forms.ModelChoiceField(queryset=Project.objects.none(), label=gettext_lazy("Project"))
    source = forms.CharField(
        label=gettext_lazy("Rubric (YAML)"),
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false", "class": "yaml"}),
        help_text=gettext_lazy("The same name as before makes a new version; the old ones stay as they are."),
    )


@admin.register(RubricVersion)
class RubricVersionAdmin(admin.ModelAdmin):
    list_display = ("__str__", "owner", "used", "short_hash", "created_at")
    fields = ("rubric", "number", "sha256", "created_at", "source")
    readonly_fields = fields
    change_list_template = "admin/surveys/rubricversion/change_list.html"

    class Media:
        css: ClassVar[dict[str, list[str]]] = {"all": ["admin_rateroom/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[RubricVersion]:
        shared = Q(rubric__project__isnull=True) | Q(rubric__project__in=projects_of(request))
        rows = super().get_queryset(request).filter(shared)
        return rows.select_related("rubric__project").annotate(batches_n=Count("batches"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return projects_of(request).exists()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None or obj.rubric.project_id is None:
            return projects_of(request).exists()
        return projects_of(request).filter(pk=obj.rubric.project_id).exists()

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - versions come from `take_in`
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
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
        view = self.admin_site.admin_view(self.take_in)
        return [path("load/", view, name="surveys_rubricversion_load"), *super().get_urls()]

    def take_in(self, request: HttpRequest) -> HttpResponse:
        """A researcher's own rubric: every mistake is named with its line, and nothing typed is lost."""
        mine = projects_of(request, write=True)
        if not mine.exists():
            raise PermissionDenied
        start = RubricVersion.objects.filter(pk=_number(request.GET.get("copy"))).first()
        visible = start is not None and self.has_view_permission(request, start)
        form = RubricForm(request.POST or None, initial={"source": start.source if start and visible else ""})
        form.fields["project"].queryset = mine  # type: ignore[attr-defined]
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            try:
                made = load_version(source=given["source"], project=given["project"], by=request.user)  # type: ignore[arg-type]
            except RateroomError as error:
                for line in str(error).split("\n"):
                    form.add_error("source", line)
            else:
                messages.success(request, _("%(version)s is stored.") % {"version": made})
                return HttpResponseRedirect(reverse("admin:surveys_rubricversion_change", args=[made.pk]))
        page = {"form": form, "title": _("Load a rubric"), "opts": self.opts, "library": self._library()}
        return render(
            request, "admin/surveys/rubricversion/load.html", {**self.admin_site.each_context(request), **page}
        )

    @staticmethod
    def _library() -> QuerySet[RubricVersion]:
        return RubricVersion.objects.filter(rubric__project__isnull=True).select_related("rubric")


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 12 else 0  # noqa: PLR2004 - a key's digits
