"""What is filled in about Prolific: the workspace, the places, a rejection, a bonus."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from desk.members.forms import new_key
from recruiting.prolific.api.shapes import RejectionCategory
from recruiting.prolific.deciding import SHORTEST_MESSAGE
from recruiting.prolific.models import Workspace
from recruiting.prolific.studies import MOST_PLACES

CATEGORIES = (
    (RejectionCategory.FAILED_CHECK.value, _("Failed attention checks")),
    (RejectionCategory.FAILED_INSTRUCTIONS.value, _("Instructions not followed")),
    (RejectionCategory.LOW_EFFORT.value, _("Little effort")),
    (RejectionCategory.MALINGERING.value, _("Answers that are not meant")),
    (RejectionCategory.TOO_QUICKLY.value, _("Exceptionally fast")),
    (RejectionCategory.TOO_SLOWLY.value, _("Too slow")),
    (RejectionCategory.NO_CODE.value, _("No completion code")),
    (RejectionCategory.BAD_CODE.value, _("A wrong completion code")),
    (RejectionCategory.NO_DATA.value, _("No answers")),
    (RejectionCategory.UNSUPP_DEVICE.value, _("Unsuitable device")),
    (RejectionCategory.INCOMP_LONGITUDINAL.value, _("An earlier part is missing")),
    (RejectionCategory.OTHER.value, _("Another reason")),
)


class WorkspaceForm(forms.ModelForm):
    token = forms.CharField(
        label=_("API token"),
        max_length=400,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("It is stored encrypted and shown nowhere. Blank keeps the one there is."),
        required=False,
    )

    class Meta:
        model = Workspace
        fields: ClassVar[list[str]] = [
            "fee_rate",
            "workspace_id",
            "prolific_project_id",
            "signed_entry",
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("token") and not self.instance.pk:
            self.add_error("token", _("Enter the token: without it nothing can be called."))
        elif cleaned.get("token"):
            self.instance.token = cleaned["token"]
        return cleaned


class PlacesForm(forms.Form):
    places = forms.IntegerField(label=_("Places"), min_value=1, max_value=MOST_PLACES)


class RejectForm(forms.Form):
    category = forms.ChoiceField(label=_("What was wrong"), choices=CATEGORIES)
    message = forms.CharField(
        label=_("Message"),
        max_length=2000,
        min_length=SHORTEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("At least 100 characters; the person reads it at Prolific."),
    )


class BonusForm(forms.Form):
    amount = forms.DecimalField(
        label=_("Amount"), min_value=0, max_value=1000, max_digits=6, decimal_places=2
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput, initial=new_key)
