"""The reporting checklist of a batch: what is known of each item, and a form for the rest."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.report.checklist.items import PUBLISHED
from analysis.report.checklist.lines import Checklist, Line, checklist
from analysis.report.checklist.stating import LONGEST, agreed_texts, covering_texts, state
from analysis.report.content import comparison_of
from analysis.requests import report_to_read
from desk.pages import FormPage, Values
from hits.access import batch_for_researcher
from people.access import is_writer


class ChecklistForm(forms.Form):
    """A text for each item, in three groups; and whether consents cover counts of people."""

    covers_demographics = forms.BooleanField(
        required=False,
        label=gettext_lazy("The consent texts cover publishing counts of demographic answers"),
        help_text=gettext_lazy(
            "The methods text then says how many people gave each answer, never fewer than 5. "
            "Confirm again after a change of the consent."
        ),
    )

    def __init__(self, *args: Any, lines: Checklist, may_write: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for line in lines.lines:
            self.fields[line.item.key] = forms.CharField(
                max_length=LONGEST,
                required=False,
                label=str(line.item.title),
                help_text=line.facts or str(line.item.question),
                widget=forms.Textarea(attrs={"rows": 2}),
                disabled=not may_write,
            )
        self.fields["covers_demographics"].disabled = not may_write

    def of(self, lines: list[Line]) -> list[forms.BoundField]:
        return [self[line.item.key] for line in lines]


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
        return super().get_form_kwargs() | {"lines": self.lines, "may_write": self.may_write}

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
        published = [line for line in self.lines.lines if line.item in PUBLISHED]
        return context | {
            "groups": [
                (_("Missing"), form.of(self.lines.missing), True),
                (_("Reported"), form.of(self.lines.reported), False),
                (_("Published data"), [form["covers_demographics"], *form.of(published)], False),
            ],
        }
