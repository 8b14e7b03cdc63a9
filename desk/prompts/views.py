"""The list of prompt templates, a new one, and one as a judge would get it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import TemplateView

from core.errors import DocumentError
from desk.of_project import NewInProject, new_link
from desk.pages import PROJECT, Column, Framed, ListPage, PageLink, Values
from desk.projects import projects_shown
from desk.prompts.forms import PromptForm
from people.access import projects_of
from surveys.base import Medium
from surveys.models import PromptTemplate
from surveys.prompts import prompt_text
from surveys.prompts.own import render_template
from surveys.samples import sample_stimulus
from surveys.versions.templates import checked, newest_spec, store_template

PICTURES = {"image": Medium("(picture)"), "video": Medium("(clip)")}
STORED = ("project", "rubric", "name", "system", "text", "sources", "omit")


class PromptsPage(ListPage):
    title = gettext_lazy("Prompt templates")
    empty = gettext_lazy(
        "No prompt templates yet. Judges use the prompt of the rubric until you write one."
    )
    size = 10
    columns = (
        Column(gettext_lazy("Name"), lambda template: template.name),
        PROJECT,
        Column(gettext_lazy("Rubric"), lambda template: template.rubric),
        Column(gettext_lazy("Created"), lambda template: template.created_at, "time"),
    )

    def rows(self, wanted: Values) -> QuerySet[PromptTemplate]:
        del wanted
        rows = PromptTemplate.objects.filter(project__in=projects_shown(self.request))
        return rows.select_related("project", "rubric")

    def address(self, row: Any) -> str:
        return reverse("admin:prompt", args=[row.pk])

    def links(self) -> Sequence[PageLink]:
        return new_link(self.request, _("Write prompt template"), "admin:write_prompt")


class WritePrompt(NewInProject):
    """A prompt template, stored once its check finds nothing; then it never changes."""

    template_name = "desk/prompts/write.html"
    title = gettext_lazy("Write prompt template")
    button = gettext_lazy("Save")
    back = gettext_lazy("Prompt templates")
    form_class = PromptForm

    def get_success_url(self) -> str:
        return reverse("admin:prompts")

    def write(self, cleaned: Values) -> str:
        template = store_template(**{name: cleaned[name] for name in STORED}, by=self.user)
        return _("“%(name)s” saved.") % {"name": template.name}


class PromptPage(Framed, TemplateView):
    """What a template says, and the prompt that it makes of made-up content."""

    template_name = "desk/prompts/prompt.html"

    def get_context_data(self, **more: object) -> Values:
        rows = PromptTemplate.objects.filter(project__in=projects_of(self.request))
        template = get_object_or_404(rows.select_related("project", "rubric"), pk=self.kwargs["pk"])
        self.title = template.name
        return super().get_context_data(template=template, filled=_filled(template), **more)


def _filled(stored: PromptTemplate) -> str:
    """The whole prompt, or why the newest version of the rubric cannot use the template."""
    rubric = newest_spec(stored.rubric)
    try:
        template = checked(stored)
    except DocumentError as error:
        return str(error)
    return prompt_text(render_template(rubric, sample_stimulus(rubric, PICTURES), template))
