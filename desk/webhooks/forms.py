"""Forms for webhook endpoints."""

from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import DocumentError
from people.models import Project
from tasks.webhooks.models import CHOICES, URL_LENGTH, Endpoint, Kind
from tasks.webhooks.registering import NAME_LENGTH, Terms


class EndpointForm(forms.Form):
    """The form for an endpoint's settings. Errors are shown at the fields."""

    name = forms.CharField(max_length=NAME_LENGTH, label=gettext_lazy("Name"))
    url = forms.CharField(
        max_length=URL_LENGTH,
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("An https address on the public internet."),
        widget=forms.URLInput,
    )
    kinds = forms.MultipleChoiceField(
        choices=CHOICES, label=gettext_lazy("Events"), widget=forms.CheckboxSelectMultiple
    )
    percentages = forms.CharField(
        required=False,
        max_length=100,
        label=gettext_lazy("Percentages"),
        help_text=gettext_lazy(
            "Percentages of a batch’s responses that trigger one event each, for example 50, 100."
        ),
    )

    def __init__(self, data: Any, *, endpoint: Endpoint | None = None) -> None:
        super().__init__(data, initial=_initial(endpoint))

    def clean_percentages(self) -> list[int]:
        parts = self.cleaned_data["percentages"].replace("%", "").split(",")
        try:
            return [int(part) for part in parts if part.strip()]
        except ValueError:
            raise forms.ValidationError(
                _("Enter whole numbers separated by commas, for example 50, 100.")
            ) from None

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                _values = self.terms.values
            except DocumentError as error:
                for problem in error.problems:
                    self.add_error(problem.path, f"{problem.what} {problem.remedy}".strip())
        return cleaned

    @cached_property
    def terms(self) -> Terms:
        """Return the settings in the form. Call this only if the form is valid."""
        names = ("name", "url", "kinds", "percentages")
        return Terms(**{name: self.cleaned_data[name] for name in names})


class NewEndpointForm(EndpointForm):
    project = forms.ModelChoiceField(
        queryset=Project.objects.none(), label=gettext_lazy("Project"), empty_label=None
    )
    key = forms.CharField(max_length=60, widget=forms.HiddenInput)
    field_order = ("project", "name", "url", "kinds", "percentages")

    def __init__(self, data: object, *, projects: QuerySet[Project], key: str) -> None:
        super().__init__(data)
        choice: Any = self.fields["project"]
        choice.queryset = projects
        self.fields["key"].initial = key


class AgainForm(forms.Form):
    """The form to choose the period of the failed deliveries to retry."""

    hours = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Failed deliveries in the last"),
        choices=[
            (24, gettext_lazy("24 hours")),
            (7 * 24, gettext_lazy("7 days")),
            (30 * 24, gettext_lazy("30 days")),
        ],
    )


def _initial(endpoint: Endpoint | None) -> dict[str, object]:
    if endpoint is None:
        return {"kinds": [value for value, _label in CHOICES if value != Kind.PROGRESS]}
    return {
        "name": endpoint.name,
        "url": endpoint.url,
        "kinds": endpoint.kinds,
        "percentages": ", ".join(map(str, endpoint.percentages)),
    }
