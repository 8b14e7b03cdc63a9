"""Forms for Prolific: the workspace, the study's settings, more places, a rejection, and a
bonus."""

from typing import ClassVar

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.database.form_fields import PercentField
from core.errors import RateroomError
from desk.members.forms import new_key
from recruiting.prolific.api.shapes import Device
from recruiting.prolific.deciding import CATEGORY_LABELS, SHORTEST_MESSAGE
from recruiting.prolific.models import LONGEST_TIME, Workspace
from recruiting.prolific.studies.planning import MOST_PLACES
from recruiting.prolific.studies.settings import StudySettings

DEVICES = (
    (Device.DESKTOP.value, _("Computer")),
    (Device.TABLET.value, _("Tablet")),
    (Device.MOBILE.value, _("Phone")),
)


class WorkspaceForm(forms.ModelForm):
    token = forms.CharField(
        label=_("API token"),
        max_length=400,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Stored encrypted and never shown. Leave blank to keep the stored value."),
        required=False,
    )
    fee_rate = PercentField(
        label=_("Prolific’s fee on the reward"),
        max_digits=5,
        decimal_places=2,
        or_nothing=True,
        help_text=_("In percent, for example 42.8. Your invoice shows the fee."),
    )

    class Meta:
        model = Workspace
        fields: ClassVar[list[str]] = [
            "fee_rate",
            "workspace_id",
            "prolific_project_id",
            "signed_entry",
        ]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("token"):
            self.instance.token = cleaned["token"]
        return cleaned


class NamesField(forms.CharField):
    def prepare_value(self, value: object) -> object:
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: object) -> object:
        names = (" ".join(name.split()) for name in (super().clean(value) or "").split(","))
        return list(dict.fromkeys(filter(None, names)))


class StudyForm(forms.Form):
    """The form for a study's settings. See `recruiting.prolific.studies.settings`."""

    description = forms.CharField(
        label=capfirst(_("description")), widget=forms.Textarea(attrs={"rows": 4}), required=False
    )
    devices = forms.MultipleChoiceField(
        label=capfirst(_("Devices")),
        choices=DEVICES,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    needs_sound = forms.BooleanField(label=capfirst(_("participants need sound")), required=False)
    most_minutes = forms.IntegerField(
        label=capfirst(_("maximum time in minutes")),
        min_value=1,
        max_value=LONGEST_TIME,
        required=False,
    )
    countries = NamesField(
        label=_("Countries of residence"),
        max_length=2000,
        required=False,
        help_text=_("English names, separated by commas. Leave blank for all countries."),
    )
    languages = NamesField(
        label=capfirst(_("Fluent languages")),
        max_length=2000,
        required=False,
        help_text=_(
            "People need to speak only one of these languages. Leave blank to allow all languages."
        ),
    )
    least_approval = forms.IntegerField(
        label=capfirst(_("minimum approval rate, in percent")),
        min_value=1,
        max_value=100,
        required=False,
    )
    return_message = forms.CharField(
        label=_("Message for return requests"),
        max_length=300,
        required=False,
        help_text=_(
            "Shown after the reason for the return (no consent, unsuitable device or no HITs left)."
        ),
    )

    def say_least_time(self, minutes: int) -> None:
        help_text = _("At least %(least)d minutes. Leave blank to use this minimum.")
        self.fields["most_minutes"].help_text = help_text % {"least": minutes}

    def settings(self) -> StudySettings:
        return StudySettings(**self.cleaned_data)

    def refuse(self, error: RateroomError) -> None:
        """Add the error to the form, at the field that it names or, if the form has no such field,
        for the whole form."""
        name = getattr(error, "field", "")
        has_field = name in self.fields
        self.add_error(
            name if has_field else None, f"{error.what} {error.remedy}" if has_field else str(error)
        )


class PlacesForm(forms.Form):
    places = forms.IntegerField(
        label=_("Total number of places"), min_value=1, max_value=MOST_PLACES
    )


class RejectForm(forms.Form):
    category = forms.ChoiceField(label=_("Rejection category"), choices=CATEGORY_LABELS)
    message = forms.CharField(
        label=_("Message"),
        max_length=2000,
        min_length=SHORTEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("At least 100 characters. The person can read it on Prolific."),
    )


class BonusForm(forms.Form):
    amount = forms.DecimalField(
        label=_("Amount"), min_value=0, max_value=1000, max_digits=6, decimal_places=2
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput, initial=new_key)
