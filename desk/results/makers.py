"""The page to enter the developers of a batch's systems and of its judges' models, one per line."""

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.makers import LONGEST, declare_makers, makers_of
from desk.pages import FormPage, Values
from hits.access import batch_for_researcher


class MakersPage(FormPage):
    title = gettext_lazy("Makers of systems and judges")
    button = gettext_lazy("Save")
    back = gettext_lazy("Results")
    form_class = forms.Form

    def check_access(self) -> None:
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=True)
        self.makers = makers_of([self.batch])

    def get_form(self, form_class: type[forms.Form] | None = None) -> forms.Form:
        form = super().get_form(form_class)
        form.fields = {
            str(number): forms.CharField(
                label=name, initial=maker, required=False, max_length=LONGEST
            )
            for number, (name, maker) in enumerate(self.makers.items())
        }
        return form

    def write(self, cleaned: Values) -> str:
        makers = {name: str(cleaned[str(number)]) for number, name in enumerate(self.makers)}
        declare_makers(batch=self.batch, makers=makers, by=self.user)
        return _("Saved.")

    def get_success_url(self) -> str:
        return reverse("report", args=[self.batch.pk])
