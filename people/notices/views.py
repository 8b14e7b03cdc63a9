"""The page with a person's notification settings."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.access import user_of
from people.models import NoticeSettings, User
from people.notices.kinds import kinds_for
from people.notices.of_account import change_address
from people.requests import limits


class NoticesForm(forms.Form):
    """The form for a person's notification settings: a switch for each kind, the language, and the
    email address. To change the address, the person must enter their password."""

    on = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Email me when")
    )
    language = forms.ChoiceField(choices=settings.LANGUAGES, label=gettext_lazy("Language"))
    email = forms.EmailField(
        required=False,
        max_length=254,
        label=gettext_lazy("Email address"),
        help_text=gettext_lazy("Leave blank for no email. We also send password reset links here."),
    )
    password = forms.CharField(
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        label=gettext_lazy("Your password (only to change the address)"),
    )

    def __init__(self, *args: Any, user: User, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.request = user, request
        kinds = [(kind.name, kind.label) for kind in kinds_for(user)]
        self.fields["on"].choices = kinds  # type: ignore[attr-defined]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if cleaned.get("email", self.user.email) != self.user.email:
            self._check_password(cleaned.get("password", ""))
        return cleaned

    def _check_password(self, password: str) -> None:
        limits.count_try(self.request, action="current_password", account=self.user.get_username())
        if not self.user.check_password(password):
            self.add_error("password", _("This is not your current password."))


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """Show the person's notification settings and email address. POST stores them."""
    user = user_of(request)
    stored = NoticeSettings.objects.filter(user=user).first()
    off = set(stored.off) if stored else set()
    names = [kind.name for kind in kinds_for(user)]
    initial = {
        "on": [name for name in names if name not in off],
        "language": stored.language if stored else get_language(),
        "email": user.email,
    }
    form = NoticesForm(request.POST or None, initial=initial, user=user, request=request)
    if request.method == "POST" and form.is_valid():
        _store(user, form.cleaned_data, off, names)
        messages.success(request, _("Saved."))
        return redirect("notices")
    context = {"form": form, "mail_server": bool(settings.EMAIL_URL)}
    return TemplateResponse(request, "account/notices.html", context)


def _store(user: User, chosen: dict[str, Any], off: set[str], names: list[str]) -> None:
    """Store the person's notification settings and email address. Kinds that are not on the page do
    not change."""
    still_off = (off - set(names)) | (set(names) - set(chosen["on"]))
    NoticeSettings.objects.update_or_create(
        user=user, defaults={"off": sorted(still_off), "language": chosen["language"]}
    )
    change_address(user, chosen["email"])
