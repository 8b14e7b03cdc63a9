"""The page with a person's notification settings."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from people.access import user_of
from people.factors.confirmation import ask_to_confirm, is_confirmed, typed_before, typed_in
from people.models import NoticeSettings, User
from people.notices.kinds import kinds_for
from people.notices.of_account import change_address

FORM = "notices"


class NoticesForm(forms.Form):
    """The form for a person's notification settings: a switch for each kind, the language, and the
    email address."""

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

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(kind.name, kind.label) for kind in kinds_for(user)]
        self.fields["on"].choices = kinds  # type: ignore[attr-defined]
        # Guests have nothing to confirm their identity with.
        self.fields["email"].disabled = user.is_guest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponseBase:
    """Show the person's notification settings and email address. POST stores them. A new address is
    stored only after the person has confirmed their identity."""
    user = user_of(request)
    stored = NoticeSettings.objects.filter(user=user).first()
    off = set(stored.off) if stored else set()
    names = [kind.name for kind in kinds_for(user)]
    initial = {
        "on": [name for name in names if name not in off],
        "language": stored.language if stored else get_language(),
        "email": user.email,
    }
    if request.method == "POST":
        form = NoticesForm(request.POST, initial=initial, user=user)
    else:
        form = NoticesForm(initial=initial | typed_before(request, FORM), user=user)
    if form.is_valid():
        if form.cleaned_data["email"] != user.email and not is_confirmed(request):
            back = reverse("notices")
            return ask_to_confirm(request, back=back, name=FORM, typed=typed_in(form))
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


urlpatterns = [path("notices/", notices, name="notices")]
