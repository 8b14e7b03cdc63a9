"""Forms for a project, a member's role, and an invitation."""

from typing import Any

from django import forms
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from people.invitations.granting import MOST_DAYS, MOST_USES
from people.models import Membership, Project

# The role with the fewest permissions is first, so forms start with it.
ROLES = (
    (Membership.Role.VIEWER, _("Viewer: sees everything, changes nothing")),
    (Membership.Role.RESEARCHER, _("Researcher: creates batches, reviews and pays")),
    (Membership.Role.OWNER, _("Owner: also manages members")),
)


def new_key() -> str:
    """Return a random key for a new form, so that a form sent twice is stored only once."""
    return get_random_string(20)


class ProjectForm(forms.ModelForm):
    """The form for a new project. The page “Project settings” has the other settings."""

    class Meta:
        model = Project
        fields = ("name", "currency")


class SettingsForm(forms.ModelForm):
    class Meta:
        model = Project
        fields = ("name", "hourly_floor", "megapixels", "storage_gb")


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=ROLES, label=_("Role"))


class InvitationForm(RoleForm):
    """The form for an invitation to the project with a role, or only to the site without a role."""

    role = forms.ChoiceField(
        choices=(*ROLES, ("", _("No role: only an account on this site"))),
        required=False,
        label=_("Role"),
    )
    address = forms.EmailField(
        required=False,
        max_length=254,
        label=_("Email address"),
        help_text=_("Leave blank to get a link that you can share."),
    )
    uses = forms.IntegerField(
        min_value=1, max_value=MOST_USES, initial=1, label=_("Maximum number of people")
    )
    days = forms.IntegerField(
        min_value=1, max_value=MOST_DAYS, initial=14, label=_("Days until expiry")
    )
    key = forms.CharField(max_length=60, widget=forms.HiddenInput, initial=new_key)
    field_order = ("address", "role", "uses", "days", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].initial = Membership.Role.RESEARCHER
