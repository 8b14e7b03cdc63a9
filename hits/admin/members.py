"""The members of a project on its page: owners add people by account name or address, and change or
end their roles."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.access import has_projects, owns, user_of
from people.acts import record
from people.models import Act, Membership, User
from people.named import find_people


class MembershipForm(forms.ModelForm):
    """A role; for a new member also the account, written and not chosen: nobody is to browse all
    accounts."""

    account = forms.CharField(max_length=254, label=gettext_lazy("Account name or address"))

    class Meta:
        model = Membership
        fields = ("role",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["account"].disabled = True
            self.fields["account"].initial = self.instance.user.get_username()

    def clean_account(self) -> str:
        written = self.cleaned_data["account"]
        if not self.instance.pk:
            self.instance.user = _researcher(written)
        return str(written)


def _researcher(written: str) -> User:
    """The account; ValidationError where there is none, or where it cannot open these pages."""
    named = find_people(written)
    if len(named.users) != 1:
        raise ValidationError(
            _("There is no one account of this name or address. Ask them for their account name."),
            code="unknown",
        )
    (user,) = named.users
    if not user.is_staff:
        raise ValidationError(
            _(
                "This account is not a researcher's. "
                "Ask the administrator of this site to give it staff status."
            ),
            code="not_staff",
        )
    return user


class MembershipFormSet(forms.BaseInlineFormSet):
    """Refuses the same person twice, and a project that nobody owns."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        is_leaving = self._should_delete_form  # type: ignore[attr-defined]
        staying = [form for form in self.forms if form.instance.user_id and not is_leaving(form)]
        people = [form.instance.user_id for form in staying]
        if len(people) != len(set(people)):
            raise ValidationError(_("This person already has a role in the project."))
        if not any(form.instance.role == Membership.Role.OWNER for form in staying):
            raise ValidationError(
                _("A project needs an owner: leave one, or make somebody else one first.")
            )

    def note_changes(self, by: User) -> None:
        """The acts of what was saved: who was taken in, and whose role is another or ended."""
        for membership in self.new_objects:
            _note(Act.Verb.JOINED, membership, by, after={"role": membership.role})
        for form in self.initial_forms:
            before, membership = {"role": form.initial["role"]}, form.instance
            if membership in self.deleted_objects:
                _note(Act.Verb.ROLE_CHANGED, membership, by, before=before)
            elif form.has_changed():
                after = {"role": membership.role}
                _note(Act.Verb.ROLE_CHANGED, membership, by, before=before, after=after)


def _note(verb: str, membership: Membership, by: User, **changes: Mapping[str, object]) -> None:
    record(
        actor=by,
        verb=verb,
        subject=membership.user,
        project_id=membership.project_id,
        **changes,
    )


class MembershipInline(admin.TabularInline):
    model = Membership
    form = MembershipForm
    formset = MembershipFormSet
    fields = ("account", "role")
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return has_projects(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and owns(user_of(request), obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_add_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_add_permission(request, obj)
