"""The page with a batch's reporting checklist. It shows the facts that are already recorded, and
asks for the others."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.report.checklist.lines import Checklist, Line, checklist
from analysis.report.checklist.stating import LONGEST, agreed_texts, covering_texts, state
from analysis.report.content import comparison_of
from analysis.requests import report_to_read
from desk.pages import FormPage, Values
from hits.access import batch_for_researcher
from hits.models import Batch
from people.access import is_writer

# The pages that record a missing fact for an item.
PLACES = {
    "consent": ("admin:around", gettext_lazy("Consent and questionnaires")),
    "demographics": ("admin:around", gettext_lazy("Consent and questionnaires")),
    "agreement": ("report", gettext_lazy("Results")),
    "tests": ("report", gettext_lazy("Results")),
}


def help_for(line: Line, batch: Batch) -> str:
    """Return the known facts for the checklist item or, if there are none, its question with a link
    to the page that records the answer."""
    if line.facts or line.item.key not in PLACES:
        return line.facts or str(line.item.question)
    route, word = PLACES[line.item.key]
    link = (line.item.question, reverse(route, args=[batch.pk]), word)
    return format_html('{} <a href="{}">{}</a>', *link)


class ChecklistForm(forms.Form):
    """A form with a text for each checklist item. It also asks whether consent covers the
    publication of demographic counts."""

    covers_demographics = forms.BooleanField(
        required=False,
        label=gettext_lazy("The consent text allows publishing counts of demographic answers"),
        help_text=gettext_lazy(
            "If you confirm this, the methods text says how many people gave each answer. "
            "Counts below 5 are combined. Confirm it again if you change the consent text."
        ),
    )

    def __init__(
        self, *args: Any, batch: Batch, lines: Checklist, may_write: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for line in lines.lines:
            self.fields[line.item.key] = forms.CharField(
                max_length=LONGEST,
                required=False,
                label=str(line.item.title),
                help_text=help_for(line, batch),
                widget=forms.Textarea(attrs={"rows": 2}),
                disabled=not may_write,
            )
        self.fields["covers_demographics"].disabled = not may_write

    def of(self, lines: list[Line]) -> Iterator[forms.BoundField]:
        for line in lines:
            if line.item.key == "demographics":
                yield self["covers_demographics"]
            yield self[line.item.key]


class ChecklistPage(FormPage):
    title = gettext_lazy("Reporting checklist")
    button = gettext_lazy("Save")
    back = gettext_lazy("Results")
    template_name = "desk/results/checklist.html"
    form_class = ChecklistForm

    def check_access(self) -> None:
        is_post = self.request.method == "POST"
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=is_post)
        self.may_write = is_writer(self.user, self.batch.project_id)
        report = report_to_read(self.batch)
        self.lines = checklist(self.batch, comparison_of(report) if report else None)

    def get_form_kwargs(self) -> Values:
        more = {"batch": self.batch, "lines": self.lines, "may_write": self.may_write}
        return super().get_form_kwargs() | more

    def get_initial(self) -> Values:
        stated = {line.item.key: line.stated for line in self.lines.lines}
        covered = agreed_texts(self.batch)
        is_covered = bool(covered) and set(covered) <= set(covering_texts(self.batch))
        return stated | {"covers_demographics": is_covered}

    def write(self, cleaned: Values) -> str:
        covers = cleaned.pop("covers_demographics")
        state(batch=self.batch, statements=cleaned, covers_demographics=covers, by=self.user)
        return _("Saved.")

    def get_success_url(self) -> str:
        return reverse("report", args=[self.batch.pk])

    def get_context_data(self, **more: object) -> Values:
        context = super().get_context_data(
            batch=self.batch, checklist=self.lines, may_write=self.may_write, **more
        )
        form = context["form"]
        return context | {
            "groups": [
                (_("Missing"), [*form.of(self.lines.missing)], True),
                (_("Already reported"), [*form.of(self.lines.reported)], False),
                (
                    _("Published data"),
                    [*form.of(self.lines.published)],
                    bool(self.lines.unpublished),
                ),
            ],
        }
