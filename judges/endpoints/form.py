"""The form of an endpoint, for the pages and the API. The API key is stored, but never shown."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.outbound.addresses import AddressRefused, check_url
from judges.models import JudgeEndpoint

_EITHER = _("Enter a base URL or use the environment’s address, not both.")


class EndpointForm(forms.ModelForm):
    base_url = forms.URLField(
        label=_("Base URL"),
        required=False,
        assume_scheme="https",
        help_text=_("For example https://api.openai.com/v1"),
    )
    new_key = forms.CharField(
        label=_("API key"),
        required=False,
        widget=forms.PasswordInput(render_value=False, attrs={"autocomplete": "off"}),
        help_text=_("Stored encrypted and never shown. Leave blank to keep the stored value."),
    )

    class Meta:
        model = JudgeEndpoint
        fields = (
            "project",
            "name",
            "base_url",
            "new_key",
            "from_environment",
            "requests_per_minute",
            "concurrency",
            "timeout_seconds",
            "retries",
        )

    def clean_base_url(self) -> str:
        url: str = self.cleaned_data["base_url"]
        if url:
            try:
                check_url(url)
            except AddressRefused as error:
                raise forms.ValidationError(str(error)) from error
        return url

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        # The database has the same constraint for the encrypted key, which is not a field of this
        # form.
        if cleaned.get("from_environment"):
            if cleaned.get("base_url") or cleaned.get("new_key"):
                self.add_error("from_environment", _EITHER)
            self.instance.sealed_key = b""
        elif not cleaned.get("base_url") and "base_url" not in self.errors:
            self.add_error("base_url", _EITHER)
        elif cleaned.get("new_key"):
            self.instance.key = cleaned["new_key"]
        # A stored key must only be sent to the address that it was entered for.
        elif "base_url" in self.changed_data and self.instance.sealed_key:
            self.add_error("new_key", _("The address has changed. Enter the API key again."))
        return cleaned
