"""The form of a draft's checks."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from hits.models import Batch
from quality.gold.degraded import MOST_COPIES, criteria
from stimuli.copies.making import Way

MOST_BYTES = 2 * 1024 * 1024


class ChecksForm(forms.ModelForm):
    """Shares of checks, and a table of gold."""

    gold = forms.FileField(
        label=_("Gold (CSV or JSONL)"),
        required=False,
        help_text=_("Takes the place of the gold there is. At most 2 MB."),
    )

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = [
            "gold_percent",
            "retest_percent",
            "first_checks",
            "most_annotators",
            "retest_distance",
        ]

    def clean_gold(self) -> object:
        file = self.cleaned_data["gold"]
        if file and file.size > MOST_BYTES:
            raise forms.ValidationError(_("The table is larger than 2 MB."))
        return file


class CopiesForm(forms.Form):
    """Which outputs are made worse, how, how many, and by what they must not be scored higher."""

    system_id = forms.TypedChoiceField(label=_("Outputs of"), coerce=int)
    way = forms.ChoiceField(label=_("How they are made worse"), choices=Way.choices)
    criterion = forms.ChoiceField(label=_("Not to be scored higher by"))
    number = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST_COPIES, initial=10)

    def __init__(self, batch: Batch, data: Any = None) -> None:
        super().__init__(data, auto_id="copies_%s")
        self.fields["system_id"].choices = [  # type: ignore[attr-defined]
            (system.pk, system.name) for system in batch.systems.all()
        ]
        self.fields["criterion"].choices = [  # type: ignore[attr-defined]
            (criterion.key, criterion.label) for criterion in criteria(batch)
        ]
