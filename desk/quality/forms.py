"""The form of a draft's checks."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from hits.models import Batch

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
