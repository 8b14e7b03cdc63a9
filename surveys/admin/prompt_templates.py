"""A researcher's own prompts in the admin: written once, checked against the rubric, shown
filled."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.errors import DocumentError
from people.access import projects_of, user_of
from people.project_admin import ProjectAdmin
from surveys.base import Medium
from surveys.models import PromptTemplate, Rubric, RubricVersion
from surveys.prompts import prompt_text
from surveys.prompts.own import own_template, render_template
from surveys.samples import sample_stimulus
from surveys.spec import Rubric as Spec
from surveys.versions.templates import store_template

PICTURES = {"image": Medium("(picture)"), "video": Medium("(clip)")}


def newest(rubric: Rubric) -> Spec:
    return RubricVersion.objects.filter(rubric=rubric).order_by("-number")[0].spec


class PromptTemplateForm(forms.ModelForm):
    """The sources are written one a line, `Document = page_title + body`; those that explain
    themselves may be left.
    """

    lines = forms.CharField(
        label=_("What the placeholders stand for"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "class": "yaml"}),
        help_text=_(
            "One a line, for example: Document = page_title + section_title + body. "
            "A source is item fields joined by +, output, output 1, output 2, reply, rest (what "
            "is placed nowhere else), or text: and your words."
        ),
    )

    omitted = forms.CharField(
        label=_("What the judge does not see"),
        required=False,
        help_text=_("Item fields, pictures or frames, separated by commas."),
    )

    class Meta:
        model = PromptTemplate
        fields = ("project", "rubric", "name", "system", "text")
        widgets = {  # noqa: RUF012
            "system": forms.Textarea(attrs={"rows": 6, "class": "yaml", "spellcheck": "false"}),
            "text": forms.Textarea(attrs={"rows": 24, "class": "yaml", "spellcheck": "false"}),
        }

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        sources, strange = _sources(cleaned.get("lines") or "")
        for line in strange:
            self.add_error("lines", _("“%(line)s” has no “=”.") % {"line": line})
        if cleaned.get("rubric") and cleaned.get("text") and not strange:
            try:
                template = own_template(
                    newest(cleaned["rubric"]),
                    cleaned["text"],
                    sources,
                    system=cleaned.get("system") or "",
                    omit=[each for part in cleaned["omitted"].split(",") if (each := part.strip())],
                )
                self.instance.sources = dict(template.sources)
                self.instance.omit = list(template.omit)
            except DocumentError as error:
                for problem in error.problems:
                    self.add_error("text", str(problem))
        return cleaned


def _sources(lines: str) -> tuple[dict[str, str], list[str]]:
    """Source by placeholder, and the lines that say nothing of the kind."""
    parts = [line.partition("=") for line in lines.split("\n") if line.strip()]
    strange = [before.strip() for before, equals, _after in parts if not equals]
    return {before.strip(): after.strip() for before, equals, after in parts if equals}, strange


@admin.register(PromptTemplate)
class PromptTemplateAdmin(ProjectAdmin):
    form = PromptTemplateForm
    list_display = ("name", "rubric", "project", "created_at")
    readonly_fields = ("filled",)

    class Media:
        css = {"all": ["admin_rateroom/rubrics.css"]}  # noqa: RUF012

    def get_queryset(self, request: HttpRequest) -> QuerySet[PromptTemplate]:
        return super().get_queryset(request).select_related("rubric")

    def get_fields(self, request: HttpRequest, obj: object = None) -> Any:
        first = ("project", "rubric", "name", "system", "text")
        return (
            (*first, "lines", "omitted") if obj is None else (*first, "sources", "omit", "filled")
        )

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> Any:
        return () if obj is None else (
            "project", "rubric", "name", "system", "text", "sources", "omit", "filled",
        )  # fmt: skip

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "rubric":
            mine = projects_of(request, write=True)
            kwargs["queryset"] = Rubric.objects.filter(
                Q(project__isnull=True) | Q(project__in=mine)
            ).order_by("name")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    @admin.display(description=_("filled with made-up content"))
    def filled(self, prompt_template: PromptTemplate) -> str:
        rubric = newest(prompt_template.rubric)
        try:
            template = own_template(
                rubric,
                prompt_template.text,
                prompt_template.sources,
                system=prompt_template.system,
                omit=prompt_template.omit,
            )
        except DocumentError as error:
            return str(error)
        return prompt_text(render_template(rubric, sample_stimulus(rubric, PICTURES), template))

    def save_model(
        self, request: HttpRequest, obj: PromptTemplate, form: object, change: bool
    ) -> None:
        store_template(template=obj, by=user_of(request))

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
