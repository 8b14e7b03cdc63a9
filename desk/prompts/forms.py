"""Form of a prompt template."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from desk.of_project import OfProject
from people.models import Project
from surveys.models import PromptTemplate, Rubric

YAML = {"class": "yaml", "spellcheck": "false"}


class PromptForm(OfProject):
    """The sources are written one per line, `Document = page_title + body`. A source that explains
    itself can be left out."""

    rubric = forms.ModelChoiceField(queryset=Rubric.objects.none(), label=_("Rubric"))
    name = forms.CharField(
        max_length=PromptTemplate._meta.get_field("name").max_length, label=_("Name")
    )
    system = forms.CharField(
        required=False, widget=forms.Textarea(YAML | {"rows": 6}), label=_("System part")
    )
    text = forms.CharField(widget=forms.Textarea(YAML | {"rows": 24}), label=_("User part"))
    lines = forms.CharField(
        label=_("What the placeholders stand for"),
        required=False,
        widget=forms.Textarea(YAML | {"rows": 5}),
        help_text=_(
            "One per line, for example: Document = page_title + section_title + body. "
            "A source is item fields joined by +, output, output 1, output 2, reply, rest (what "
            "is placed nowhere else), or text: and your words."
        ),
    )
    omitted = forms.CharField(
        label=_("What the judge does not see"),
        required=False,
        help_text=_("Item fields, pictures, frames or sounds, separated by commas."),
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
            self.add_error("lines", _("“%(line)s” has no “=”.") % {"line": line})
        omitted = (part.strip() for part in (cleaned.get("omitted") or "").split(","))
        return cleaned | {"sources": sources, "omit": [name for name in omitted if name]}


def _sources(lines: str) -> tuple[dict[str, str], list[str]]:
    """Source by placeholder, and the lines that say nothing of the kind."""
    parts = [line.partition("=") for line in lines.split("\n") if line.strip()]
    strange = [before.strip() for before, equals, _after in parts if not equals]
    return {before.strip(): after.strip() for before, equals, after in parts if equals}, strange
