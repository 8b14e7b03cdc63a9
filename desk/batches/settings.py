"""The page with a batch's settings, both those that can still change and those that are locked."""

from collections.abc import Collection
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.form_fields import MinutesField
from desk.pages import ChangePage, Values
from hits.access import batch_for_researcher
from hits.batches.audience import who_may_work
from hits.batches.terms.published import change_open_terms, open_terms
from hits.models import Batch
from hits.terms import TERMS, Step, Until, names_in
from people.access import is_writer

CHANGEABLE = {Until.ALWAYS, Until.PROMISED_CODE}


class SettingsForm(forms.ModelForm):
    """A form for the settings of a batch that are listed in `names`."""

    expected_seconds = MinutesField(
        min_value=0,
        max_digits=8,
        decimal_places=2,
        label=gettext_lazy("Expected time for one HIT, in minutes"),
    )

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = [
            term.name for term in TERMS if term.until in CHANGEABLE and not term.apart
        ]
        widgets: ClassVar[dict[str, Any]] = {"description": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, names: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in set(self.fields) - set(names):
            del self.fields[name]


class SettingsPage(ChangePage):
    """The page to change a batch's settings, for people who are allowed to. Most settings of a
    draft are in its steps, so this page has only the settings about its audience."""

    template_name = "desk/batches/settings.html"
    title = gettext_lazy("Settings")
    button = gettext_lazy("Save")
    form_class = SettingsForm

    def check_access(self) -> None:
        is_post = self.request.method == "POST"
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=is_post)
        self.may_write = is_writer(self.user, self.batch.project_id)
        self.is_draft = self.batch.state == Batch.State.DRAFT

    def get_form_kwargs(self) -> Values:
        names = open_terms(self.batch, self.user) if self.may_write else frozenset()
        if self.is_draft:
            names &= set(names_in(Step.AUDIENCE))
        return super().get_form_kwargs() | {"instance": self.batch, "names": names}

    def get_success_url(self) -> str:
        return reverse("admin:batch_settings", args=[self.kwargs["pk"]])

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except ValidationError as error:
            form.add_error(None, error.messages)
            return self.form_invalid(form)

    def write(self, cleaned: Values) -> str:
        change_open_terms(batch_id=self.batch.pk, changes=cleaned, by=self.user)
        return _("Saved.")

    def get_context_data(self, **more: object) -> Values:
        # Read the batch again, because the form has changed the object.
        batch = batch_for_researcher(self.user, self.batch.pk)
        people = {} if batch.state == Batch.State.CLOSED else who_may_work(batch)
        return super().get_context_data(
            batch=batch, may_write=self.may_write, is_draft=self.is_draft, **people, **more
        )
