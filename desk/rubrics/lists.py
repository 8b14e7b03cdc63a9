"""The list of rubric versions from the library and from the chosen projects."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Case, OuterRef, Q, QuerySet, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.database.aggregates import number_of
from core.database.keyset import Key
from desk.of_project import new_link
from desk.pages import Column, ListPage, PageLink, Values
from desk.projects import projects_shown
from hits.models import Batch
from people.models import Project
from surveys.languages.translations import languages_in_words
from surveys.models import RubricVersion


def versions_in(projects: QuerySet[Project] | Sequence[Project]) -> QuerySet[RubricVersion]:
    """Return the rubric versions of the library and of these projects."""
    shared = Q(rubric__project__isnull=True) | Q(rubric__project__in=projects)
    return RubricVersion.objects.filter(shared).select_related("rubric__project")


class RubricsFilter(forms.Form):
    name = forms.CharField(required=False, max_length=60, label=_("Name"))


class RubricsPage(ListPage):
    title = _("Rubrics")
    empty = _("No rubrics yet. Write one, or start with a copy from the library.")
    filters = RubricsFilter
    size = 10
    # The projects' own rubrics come before those of the library.
    keys = (Key("is_shared"), Key("rubric__name"), Key("number", descending=True), Key("pk"))
    columns = (
        Column(_("Version"), str),
        Column(_("Rubric"), lambda version: version.spec.title),
        Column(_("Owner"), lambda version: version.rubric.project or _("Library")),
        Column(_("Languages"), lambda version: languages_in_words(version.spec)),
        Column(_("Batches"), lambda version: version.batches_n, "num"),
        Column(_("Created"), lambda version: version.created_at, "time"),
    )

    def rows(self, wanted: Values) -> QuerySet[RubricVersion]:
        rows = versions_in(projects_shown(self.request))
        if name := wanted.get("name"):
            rows = rows.filter(rubric__name__icontains=name)
        batches = Batch.objects.filter(rubric_version=OuterRef("pk"))
        is_shared = Case(When(rubric__project=None, then=1), default=0)
        return rows.annotate(batches_n=number_of(batches, by="rubric_version"), is_shared=is_shared)

    def address(self, row: Any) -> str:
        return reverse("admin:rubric_version", args=[row.pk])

    def links(self) -> Sequence[PageLink]:
        return new_link(self.request, _("Write rubric"), "admin:write_rubric")
