"""The list of prompt templates, the form for a new one, and the page with a sample prompt."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import TemplateView

from core.errors import DocumentError
from desk.of_project import NewInProject, OfProject, new_link
from desk.pages import PROJECT, Column, Framed, ListPage, PageLink, Values
from desk.projects import projects_shown
from people.access import projects_of
from people.models import Project
from surveys.base import Medium
from surveys.models import PromptTemplate, Rubric
from surveys.prompts import prompt_text
from surveys.prompts.own import render_template
from surveys.samples import sample_stimulus
from surveys.versions.templates import checked, newest_spec, store_template

YAML = {"class": "yaml", "spellcheck": "false"}


class PromptForm(OfProject):
    """The form for a new prompt template. Each line of `lines` gives the source of one placeholder,
    for example `Document = page_title + body`. Obvious sources can be left out."""

    rubric = forms.ModelChoiceField(queryset=Rubric.objects.none(), label=gettext_lazy("Rubric"))
    name = forms.CharField(
        max_length=PromptTemplate._meta.get_field("name").max_length, label=gettext_lazy("Name")
    )
    system = forms.CharField(
        required=False,
        widget=forms.Textarea(YAML | {"rows": 6}),
        label=gettext_lazy("System message"),
    )
    text = forms.CharField(
        widget=forms.Textarea(YAML | {"rows": 24}), label=gettext_lazy("User message")
    )
    lines = forms.CharField(
        label=gettext_lazy("Placeholders"),
        required=False,
        widget=forms.Textarea(YAML | {"rows": 5}),
        help_text=gettext_lazy(
            "One placeholder per line, for example: Document = page_title + section_title + "
            "body. After “=”, write item fields joined by +, or one of output, output 1, "
            "output 2, reply, criterion, rest (all content without a placeholder). To insert "
            "your own text, write it after “text:”."
        ),
    )
    omitted = forms.CharField(
        label=gettext_lazy("Not shown to the judge"),
        required=False,
        help_text=gettext_lazy(
            "Names of item fields, or the words pictures, frames and sounds, separated by commas."
        ),
    )

    def __init__(self, *args: Any, projects: QuerySet[Project], **kwargs: Any) -> None:
        super().__init__(*args, projects=projects, **kwargs)
        field: Any = self.fields["rubric"]
        usable = Q(project__isnull=True) | Q(project__in=projects)
        field.queryset = Rubric.objects.filter(usable).order_by("name")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        sources, strange = _sources(cleaned.get("lines") or "")
        for line in strange:
            self.add_error(
                "lines", gettext_lazy("The line “%(line)s” has no “=”.") % {"line": line}
            )
        omitted = (part.strip() for part in (cleaned.get("omitted") or "").split(","))
        return cleaned | {"sources": sources, "omit": [name for name in omitted if name]}


def _sources(lines: str) -> tuple[dict[str, str], list[str]]:
    """Return the source of each placeholder as a dict, and a list of the lines without `=`."""
    parts = [line.partition("=") for line in lines.split("\n") if line.strip()]
    strange = [before.strip() for before, equals, _after in parts if not equals]
    return {before.strip(): after.strip() for before, equals, after in parts if equals}, strange


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
    """The page to write a prompt template. The template is stored if its check finds no problems. A
    stored template cannot be changed."""

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
    """The page of a prompt template: its text, and a prompt filled with sample content."""

    template_name = "desk/prompts/prompt.html"

    def get_context_data(self, **more: object) -> Values:
        rows = PromptTemplate.objects.filter(project__in=projects_of(self.request))
        template = get_object_or_404(rows.select_related("project", "rubric"), pk=self.kwargs["pk"])
        self.title = template.name
        return super().get_context_data(template=template, filled=_filled(template), **more)


def _filled(stored: PromptTemplate) -> str:
    """Return the prompt filled with sample content, or an error message if the template does not
    fit the newest version of the rubric."""
    rubric = newest_spec(stored.rubric)
    try:
        template = checked(stored)
    except DocumentError as error:
        return str(error)
    return prompt_text(render_template(rubric, sample_stimulus(rubric, PICTURES), template))
