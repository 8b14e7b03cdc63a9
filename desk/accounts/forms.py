"""What a superuser fills in about an account."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.models import User


class AccountsFilter(forms.Form):
    name = forms.CharField(required=False, max_length=120, label=gettext_lazy("Name or email"))
    show = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Show"),
        choices=[
            ("", gettext_lazy("All")),
            ("staff", gettext_lazy("Can use the desk")),
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
            "is_staff": gettext_lazy("Can use the desk"),
            "is_superuser": gettext_lazy("Superuser"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "username": "",
            "is_active": gettext_lazy("A deactivated account is logged out and cannot log in."),
            "is_staff": gettext_lazy("People see only the projects they have a role in."),
            "is_superuser": gettext_lazy("Sees and changes everything on this site."),
        }

    def clean_username(self) -> str:
        """Refuse a name that another account has in other letters: people would mix them up."""
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
        help_text=gettext_lazy("Leave blank to let the person choose one by email."),
    )

    class Meta(AccountForm.Meta):
        fields = ("username", "email", "is_staff")

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if password:
            validate_password(password, self.instance)
        return password
