"""The forms to create links to a batch."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.database.form_fields import SmallTableField
from desk.members.forms import new_key
from people.invitations.granting import MOST_DAYS
from recruiting.links.making import MOST_USES, LinkTerms

NEWCOMERS_HELP = _(
    "How many people on one network can work on their first HIT at the same time. For a "
    "classroom, enter the class size."
)


class _LinkForm(forms.Form):
    days = forms.IntegerField(
        min_value=1, max_value=MOST_DAYS, initial=30, label=_("Days until expiry")
    )
    key = forms.CharField(max_length=24, widget=forms.HiddenInput, initial=new_key)


class OpenLinkForm(_LinkForm):
    label = forms.CharField(required=False, max_length=120, label=_("Recipient"))
    uses = forms.IntegerField(
        min_value=1, max_value=MOST_USES, initial=20, label=_("Maximum number of people")
    )
    cap = forms.IntegerField(
        min_value=1,
        required=False,
        initial=20,
        label=capfirst(_("maximum HITs per annotator")),
        help_text=_("Required if several people can use the link."),
    )
    newcomers_per_network = forms.IntegerField(
        min_value=1,
        max_value=MOST_USES,
        required=False,
        initial=LinkTerms.newcomers_per_network,
        label=capfirst(_("maximum new people per network")),
        help_text=NEWCOMERS_HELP,
    )
    confirms_email = forms.BooleanField(
        required=False, label=_("Require a confirmed email address")
    )
    field_order = ("label", "uses", "cap", "newcomers_per_network", "confirms_email", "days", "key")

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("uses", 1) > 1 and not cleaned.get("cap") and "cap" not in self.errors:
            self.add_error("cap", _("Enter how many HITs each person can do."))
        return cleaned

    def terms(self) -> LinkTerms:
        values = self.cleaned_data
        names = ("uses", "days", "cap", "label", "newcomers_per_network", "confirms_email")
        return LinkTerms(**{name: values[name] for name in names if values[name] is not None})


class ManyLinksForm(_LinkForm):
    file = SmallTableField(
        label=_("Table (CSV)"),
        help_text=_("One row per person, with the columns “id”, “address” (email) or both."),
    )
    cap = forms.IntegerField(
        min_value=1, required=False, label=capfirst(_("maximum HITs per annotator"))
    )
    mail = forms.BooleanField(required=False, label=_("Email each person their link"))
    field_order = ("file", "cap", "days", "mail", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "many_%s"  # distinguishes the ids from those of the page's other form
