"""The page to write a consent text from answers about the study. The text can then be edited."""

from django import forms
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.pages import FormPage, Values
from hits.access import batch_for_researcher
from recruiting.around.consent_form import QUESTIONS, store_text, suggested_answers, written_text
from recruiting.around.consent_texts import consent_text_of
from recruiting.around.models import Page
from recruiting.around.rows import may_change

LONGEST = 20_000


class ConsentForm(forms.Form):
    """A form with answers about the study, and the consent text that is written from them."""

    text = forms.CharField(
        max_length=LONGEST,
        required=False,
        label=capfirst(gettext_lazy("consent text")),
        widget=forms.Textarea(attrs={"rows": 14}),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name, title in QUESTIONS.items():
            self.fields[name] = forms.CharField(
                max_length=2000,
                required=False,
                label=str(title),
                widget=forms.Textarea(attrs={"rows": 2}),
            )

    @property
    def answers(self) -> list[forms.BoundField]:
        return [self[name] for name in QUESTIONS]


class WriteConsent(FormPage):
    title = gettext_lazy("Consent")
    back = gettext_lazy("Consent and questionnaires")
    template_name = "desk/around/consent.html"
    form_class = ConsentForm

    def check_access(self) -> None:
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=True)
        if not may_change(self.batch, Page.CONSENT):
            raise Http404

    def get_initial(self) -> Values:
        return suggested_answers(self.batch) | {"text": consent_text_of(self.batch)}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        if "compose" not in self.request.POST:
            return super().form_valid(form)
        written = self.form_class(form.cleaned_data | {"text": written_text(form.cleaned_data)})
        return self.render_to_response(self.get_context_data(form=written))

    def write(self, cleaned: Values) -> str:
        store_text(batch=self.batch, text=cleaned["text"].strip(), by=self.user)
        return _("Saved.")

    def get_success_url(self) -> str:
        return reverse("admin:around", args=[self.batch.pk])

    def get_context_data(self, **more: object) -> Values:
        asks_again = self.batch.state != self.batch.State.DRAFT
        return super().get_context_data(batch=self.batch, asks_again=asks_again, **more)
