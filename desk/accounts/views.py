"""Pages for accounts: the list of accounts, a new account, one account, and the actions on an
account."""

from collections.abc import Sequence
from typing import Any, ClassVar

from allauth.mfa.models import Authenticator
from django import forms
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.database.keyset import Key
from desk.pages import ActPage, Column, FormPage, ListPage, PageLink, Question, Values
from desk.superusers import ForSuperusers
from people.accounts import change_account, create_account, set_password
from people.factors.confirmation import confirmed
from people.factors.events import reset_factors
from people.logins.ending import end_sessions
from people.models import User
from people.sessions import hash_of_this


class AccountsFilter(forms.Form):
    name = forms.CharField(
        required=False, max_length=120, label=gettext_lazy("User name or email address")
    )
    show = forms.ChoiceField(
        required=False,
        label=gettext_lazy("State"),
        choices=[
            ("", gettext_lazy("All")),
            ("staff", gettext_lazy("Access to the research pages")),
            ("superuser", gettext_lazy("Superuser")),
            ("inactive", gettext_lazy("Deactivated")),
        ],
    )


class AccountForm(forms.ModelForm):
    class Meta:
        model = User
        fields: tuple[str, ...] = (
            "username",
            "email",
            "first_name",
            "last_name",
            "is_active",
            "is_staff",
            "is_superuser",
        )
        labels: ClassVar[dict[str, Any]] = {
            "is_active": gettext_lazy("Active"),
            "is_staff": gettext_lazy("Access to the research pages"),
            "is_superuser": gettext_lazy("Superuser"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "username": "",
            "is_active": gettext_lazy("A deactivated account is logged out and cannot log in."),
            "is_staff": gettext_lazy("People see only the projects they have a role in."),
            "is_superuser": gettext_lazy("Can see and change everything on this site."),
        }

    def clean_username(self) -> str:
        """Return the account name. Raises ValidationError if another account's name differs only in
        case, because people could confuse the two."""
        name = str(self.cleaned_data["username"])
        others = User.objects.exclude(pk=self.instance.pk)
        if others.filter(username__iexact=name).exists():
            raise ValidationError(_("This name is already taken."))
        return name


class NewAccountForm(AccountForm):
    password = forms.CharField(
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        label=gettext_lazy("Password"),
        help_text=gettext_lazy("Leave blank to email the person a link to choose a password."),
    )

    class Meta(AccountForm.Meta):
        fields = ("username", "email", "is_staff")

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if password:
            validate_password(password, self.instance)
        return password


SHOWN = {
    "staff": Q(is_staff=True),
    "superuser": Q(is_superuser=True),
    "inactive": Q(is_active=False),
}


def state_of(account: User) -> str:
    if not account.is_active:
        return _("Deactivated")
    if account.is_superuser:
        return _("Superuser")
    if account.is_guest:
        return _("Guest (no login)")
    return _("Access to the research pages") if account.is_staff else _("Annotator")


class AccountsPage(ForSuperusers, ListPage):
    title = gettext_lazy("Accounts")
    empty = gettext_lazy("No accounts yet. Create one, or invite people to a project.")
    filters = AccountsFilter
    size = 10
    keys = (Key("username"), Key("pk"))
    columns = (
        Column(gettext_lazy("Name"), lambda account: account.username),
        Column(gettext_lazy("Email address"), lambda account: account.email or "–"),
        Column(gettext_lazy("State"), state_of),
        Column(gettext_lazy("Created"), lambda account: account.date_joined, "time"),
    )

    def rows(self, wanted: Values) -> QuerySet[User]:
        rows = User.objects.filter(SHOWN.get(wanted.get("show", ""), Q()))
        for word in wanted.get("name", "").split():
            named = Q(username__icontains=word) | Q(email__icontains=word)
            rows = rows.filter(named | Q(first_name__icontains=word) | Q(last_name__icontains=word))
        return rows

    def address(self, row: Any) -> str:
        return reverse("admin:account", args=[row.pk])

    def links(self) -> Sequence[PageLink]:
        return (PageLink(_("New account"), reverse("admin:new_account"), is_main=True),)


# A stolen session must not be enough to open an account or to control the whole site.
@method_decorator(confirmed, name="get")
@method_decorator(confirmed, name="post")
class NewAccount(ForSuperusers, FormPage):
    title = gettext_lazy("New account")
    button = gettext_lazy("Create account")
    back = gettext_lazy("Accounts")
    form_class = NewAccountForm

    def check_access(self) -> None:
        self.account = User()

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"instance": self.account}

    def get_success_url(self) -> str:
        return reverse("admin:accounts")

    def write(self, cleaned: Values) -> str:
        create_account(account=self.account, password=cleaned["password"], by=self.user)
        return _("“%(name)s” created.") % {"name": self.account}


@method_decorator(confirmed, name="get")
@method_decorator(confirmed, name="post")
class OfAccount(ForSuperusers, FormPage):
    form_class: type[Any] = forms.Form

    def check_access(self) -> None:
        self.account = get_object_or_404(User, pk=self.kwargs["pk"])
        self.back = self.account.username

    def get_success_url(self) -> str:
        return reverse("admin:account", args=[self.account.pk])


class AccountPage(OfAccount):
    """The page of an account. Superusers can change the account's fields there."""

    template_name = "desk/accounts/account.html"
    button = gettext_lazy("Save")
    form_class = AccountForm

    def check_access(self) -> None:
        super().check_access()
        self.title = self.account.username

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"instance": User.objects.get(pk=self.account.pk)}

    def get_context_data(self, **more: object) -> Values:
        number = Authenticator.objects.filter(user=self.account).count()
        factors = ngettext(
            "Two-factor authentication: %(number)s method",
            "Two-factor authentication: %(number)s methods",
            number,
        )
        return super().get_context_data(
            account=self.account,
            state=state_of(self.account),
            roles=self.account.memberships.select_related("project").order_by("project__name"),
            number_of_factors=number,
            factors=factors % {"number": number},
            **more,
        ) | {"back": _("Accounts"), "back_address": reverse("admin:accounts")}

    def write(self, cleaned: Values) -> str:
        if change_account(account_id=self.account.pk, changes=cleaned, by=self.user):
            return _("“%(name)s” saved.") % {"name": cleaned["username"]}
        return _("Nothing changed.")


class SetPassword(OfAccount):
    title = gettext_lazy("Set password")
    button = gettext_lazy("Set password")
    form_class = SetPasswordForm

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"user": self.account}

    def write(self, cleaned: Values) -> str:
        set_password(account=self.account, password=cleaned["new_password1"], by=self.user)
        return _("Password set. Tell the person their new password.")


class ResetFactors(OfAccount, ActPage):
    title = gettext_lazy("Reset two-factor authentication")

    def question(self, cleaned: Values) -> Question:
        del cleaned
        return Question(
            _("Reset two-factor authentication of %(name)s?") % {"name": self.account},
            [
                _(
                    "The person’s authenticator apps, security keys and recovery codes will be "
                    "deleted. The person will be logged out."
                ),
                _(
                    "The person’s password does not change. Make sure that the person made this "
                    "request."
                ),
            ],
            _("Reset two-factor authentication"),
            takes=True,
        )

    def write(self, cleaned: Values) -> str:
        del cleaned
        reset_factors(user=self.account)
        return _("Removed two-factor authentication")


class LogOutEverywhere(OfAccount, ActPage):
    title = gettext_lazy("Log out everywhere")

    def question(self, cleaned: Values) -> Question:
        del cleaned
        return Question(
            _("Log %(name)s out on all devices?") % {"name": self.account},
            [
                _(
                    "The person can log in again. If this is your account, this device stays "
                    "logged in."
                )
            ],
            _("Log out everywhere"),
            takes=True,
        )

    def write(self, cleaned: Values) -> str:
        del cleaned
        this = hash_of_this(self.request)
        number = end_sessions(user=self.account, by=self.user, except_hash=this)
        words = ngettext("%(number)d device logged out.", "%(number)d devices logged out.", number)
        return words % {"number": number}
