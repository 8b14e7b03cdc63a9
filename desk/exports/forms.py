"""The choices of an export as a form."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.extras import MissingExtra
from hits.exports import ExportChoice, Form, Pseudonyms, Table, check_form
from hits.models import Batch
from hits.states import ANSWERED

ASKED = 5  # unknown names that an error gives
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
# The purpose of a HIT is no choice here: gold and training HITs are looked at where they are made.


class ExportForm(forms.Form):
    """What the file holds. `batch`: whose annotators may be named."""

    table = forms.ChoiceField(
        choices=Table, initial=Table.WIDE, widget=forms.RadioSelect, label=gettext_lazy("Rows")
    )
    file_format = forms.ChoiceField(
        choices=Form, initial=Form.CSV, widget=forms.RadioSelect, label=gettext_lazy("Format")
    )
    bom = forms.BooleanField(
        required=False, label=gettext_lazy("Begin CSV with a byte-order mark, for Excel")
    )
    states = forms.MultipleChoiceField(
        choices=[(state.value, state.label) for state in ANSWERED],
        initial=[state.value for state in ANSWERED],
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("State"),
    )
    counted = forms.BooleanField(
        required=False,
        label=gettext_lazy("Only what figures use: leave out what a rule or a person excluded"),
    )
    annotators = forms.CharField(
        required=False,
        strip=True,
        label=gettext_lazy("Only these annotators"),
        help_text=gettext_lazy("Their pseudonyms in this batch, with spaces or commas between."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocomplete": "off"}),
    )
    since = forms.DateField(
        required=False, widget=DAY, label=gettext_lazy("Submitted from (day in UTC)")
    )
    until = forms.DateField(
        required=False, widget=DAY, label=gettext_lazy("Submitted until (day in UTC)")
    )
    pseudonyms = forms.ChoiceField(
        choices=Pseudonyms,
        initial=Pseudonyms.BATCH,
        widget=forms.RadioSelect,
        label=gettext_lazy("Annotators are called"),
    )

    def __init__(self, *args: Any, batch: Batch, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.batch = batch

    def clean_annotators(self) -> list[str]:
        """The pseudonyms, each once."""
        names = sorted(set(filter(None, re.split(r"[\s,;]+", self.cleaned_data["annotators"]))))
        pseudonyms = set(
            self.batch.enrolments.filter(pseudonym__in=names).values_list("pseudonym", flat=True)
        )
        if unknown := [name for name in names if name not in pseudonyms]:
            raise forms.ValidationError(
                _("Nobody in this batch is called %(names)s.")
                % {"names": ", ".join(unknown[:ASKED])}
            )
        return names

    def clean_file_format(self) -> str:
        """Refused if the site lacks the packages for it."""
        file_format = str(self.cleaned_data["file_format"])
        try:
            check_form(file_format)
        except MissingExtra as error:
            raise forms.ValidationError(str(error)) from error
        return file_format

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        if cleaned.get("table") == Table.MTURK and cleaned.get("file_format") != Form.CSV:
            self.add_error("file_format", _("A file like Mechanical Turk's is CSV."))
        return cleaned

    def choice(self, *, site: str) -> ExportChoice:
        """What was chosen; `site`: what links of the rows begin with."""
        chosen = self.cleaned_data
        lists = {name: tuple(chosen[name]) for name in ("states", "annotators")}
        return ExportChoice(**{**chosen, **lists, "site": site})


def in_words(choice: ExportChoice) -> list[tuple[str, str]]:
    """What was chosen as (label, value), in the words of the form; what was left open is not
    among it."""
    rows = []
    for name, field in ExportForm.base_fields.items():
        chosen = getattr(choice, name)
        words = dict(getattr(field, "choices", ()))
        if isinstance(chosen, bool):
            value = _("yes") if chosen else ""
        elif isinstance(chosen, tuple):
            value = ", ".join(str(words.get(part, part)) for part in chosen)
        else:
            value = str(words.get(chosen, chosen or ""))
        rows.append((str(field.label), value))
    return [(label, value) for label, value in rows if value]


def default_values() -> dict[str, Any]:
    """What is chosen before anybody has."""
    fields = ExportForm.base_fields
    return {name: field.initial for name, field in fields.items() if field.initial is not None}
