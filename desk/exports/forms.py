"""The choices of an export as a form."""

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.field_checks import add_errors
from core.errors import FieldsError
from hits.exports import ExportChoice, Form, Pseudonyms, Table
from hits.exports.choice import check_choice, names_in
from hits.exports.queries import TABLES
from hits.models import Batch
from hits.states import ANSWERED

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
OF_TABLES = partial(
    forms.ChoiceField, initial=Table.WIDE, widget=forms.RadioSelect, label=gettext_lazy("Rows")
)
# The purpose of a HIT is not offered: gold and training HITs have pages of their own.


class ExportForm(forms.Form):
    """What the file holds. `batch`: whose annotators may be named."""

    table = OF_TABLES(choices=Table)
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
        label=gettext_lazy(
            "Counted responses only, without those that a rule or a person excluded"
        ),
    )
    annotators = forms.CharField(
        required=False,
        strip=True,
        label=gettext_lazy("Only these annotators"),
        help_text=gettext_lazy("Pseudonyms in this batch, separated by spaces or commas."),
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
        if not TABLES[Table.MARKS](batch, ExportChoice()).columns():
            choices = [each for each in Table.choices if each[0] != Table.MARKS]
            self.fields["table"] = OF_TABLES(choices=choices)

    def clean_annotators(self) -> tuple[str, ...]:
        return names_in(self.cleaned_data["annotators"])

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        chosen = {name: cleaned[name] for name in self.fields if name in cleaned}
        try:
            check_choice(self.batch, ExportChoice(**chosen))
        except FieldsError as error:
            add_errors(self, error)
        return cleaned

    def choice(self, *, site: str) -> ExportChoice:
        """Return what was chosen; `site`: what links of the rows begin with."""
        states = tuple(self.cleaned_data["states"])
        return ExportChoice(**{**self.cleaned_data, "states": states, "site": site})


def in_words(choice: ExportChoice) -> list[tuple[str, str]]:
    """Return what was chosen as (label, value), in the words of the form; what was left open is not
    among it."""
    rows = []
    for name, field in ExportForm.base_fields.items():
        chosen = getattr(choice, name)
        words = dict(getattr(field, "choices", ()))
        if isinstance(chosen, bool):
            value = _("Yes") if chosen else ""
        elif isinstance(chosen, tuple):
            value = ", ".join(str(words.get(part, part)) for part in chosen)
        else:
            value = str(words.get(chosen, chosen or ""))
        rows.append((str(field.label), value))
    return [(label, value) for label, value in rows if value]


def default_values() -> dict[str, object]:
    """Return what is chosen before anybody has."""
    fields = ExportForm.base_fields
    return {name: field.initial for name, field in fields.items() if field.initial is not None}
