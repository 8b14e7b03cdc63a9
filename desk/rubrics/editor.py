"""The rubric editor. It shows each problem with its line, and keeps the text that the user
typed."""

from collections.abc import Sequence
from functools import cached_property

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.whole_numbers import whole_number
from core.errors import DocumentError, Problem
from desk.of_project import NewInProject, OfProject
from desk.pages import Values
from desk.rubrics.lists import versions_in
from desk.steps.asked import choose_rubric
from desk.steps.steps import step_address
from hits.models import Batch
from people.access import projects_of
from people.models import Project
from surveys.loading import starter_source
from surveys.models import RubricVersion
from surveys.versions.storing import load_version


class RubricForm(OfProject):
    source = forms.CharField(
        label=gettext_lazy("Rubric (YAML)"),
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "false", "class": "yaml"}),
        help_text=gettext_lazy(
            "If a rubric with this name exists, it gets a new version. Its earlier versions do "
            "not change."
        ),
    )


class WriteRubric(NewInProject):
    """The page to write a new rubric, from a minimal example or from a copy (`?copy=`). The rubric
    is for a draft (`?batch=`) or for later use."""

    template_name = "desk/rubrics/write.html"
    title = gettext_lazy("Write rubric")
    form_class = RubricForm
    problems: Sequence[Problem] = ()
    version: RubricVersion | None = None

    @cached_property
    def draft(self) -> Batch | None:
        wanted = whole_number(self.request.GET.get("batch", "")) or 0
        drafts = Batch.objects.filter(project__in=self.projects, state=Batch.State.DRAFT)
        return drafts.filter(pk=wanted).first()

    def get_form_kwargs(self) -> Values:
        projects = self.projects.filter(pk=self.draft.project_id) if self.draft else self.projects
        return super().get_form_kwargs() | {"projects": projects}

    def get_initial(self) -> Values:
        wanted = whole_number(self.request.GET.get("copy", "")) or 0
        copied = versions_in(projects_of(self.request)).filter(pk=wanted).first()
        return {"source": copied.source if copied else starter_source()}

    def get_success_url(self) -> str:
        if self.draft:
            return step_address(self.draft, "asked")
        if self.version is None:
            return reverse("admin:rubrics")
        return reverse("admin:rubric_version", args=[self.version.pk])

    def write(self, cleaned: Values) -> str:
        try:
            self.version = load_version(**cleaned, by=self.user)
        except DocumentError as error:
            self.problems = error.problems
            raise
        if self.draft:
            choose_rubric(self.draft, self.version)
        return _("“%(name)s” saved.") % {"name": self.version}

    def get_context_data(self, **more: object) -> Values:
        library = versions_in(Project.objects.none())
        return super().get_context_data(problems=self.problems, library=library, **more)
