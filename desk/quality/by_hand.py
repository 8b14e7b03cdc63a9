"""The page “Known answers”, where a draft's HIT gets accepted answers as a gold, training or test
HIT."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import RateroomError
from desk.pages import FormPage, Values
from desk.quality.items import first_address, items_pane, kept_query, pages_by_item, use_address
from hits.access import batch_for_researcher
from hits.batches.previewing import output_ids_in, outputs_of
from hits.models import Batch, GoldKey
from people.access import user_of
from quality.gold.by_hand import asked_about, key_of, rules_of, use_hit
from quality.gold.pilot import PilotOutcome, pilot_outcomes
from quality.gold.rules import SEPARATOR, rule_in_words
from quality.gold.uploading import LONGEST
from surveys.questions import Question

MOST_CHOICES = 11  # options; for questions with more, a range is entered
GIVEN = "given-"  # prefix of the answers that the preview sends


ATTENTION = GoldKey.Kind.INSTRUCTIONAL.value  # the kind of gold for attention checks


class UseForm(forms.Form):
    """The form for a HIT's purpose, the accepted answers to each question, and an explanation."""

    purpose = forms.ChoiceField(
        choices=[*GoldKey.Purpose.choices, (ATTENTION, gettext_lazy("Attention check"))],
        initial=GoldKey.Purpose.GOLD,
        label=gettext_lazy("Purpose"),
        widget=forms.RadioSelect,
    )
    explanation = forms.CharField(
        max_length=LONGEST,
        required=False,
        label=gettext_lazy("Explanation"),
        help_text=gettext_lazy("Shown to annotators after a training HIT."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, questions_by_key: dict[str, Question], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions_by_key = questions_by_key
        for key, question in questions_by_key.items():
            self.fields[f"accepted-{key}"] = _field(question)

    @property
    def questions(self) -> Iterator[forms.BoundField]:
        for key in self.questions_by_key:
            yield self[f"accepted-{key}"]


def _has_choices(question: Question) -> bool:
    return not question.decimals and 0 < len(question.values()) <= MOST_CHOICES


def _field(question: Question) -> forms.Field:
    if not _has_choices(question):
        return forms.CharField(
            max_length=100,
            required=False,
            label=question.label,
            help_text=_("For example 60..100. Leave blank to accept any answer."),
        )
    described = {**question.output_names(), **question.described()}
    choices = [
        (str(value), f"{value}: {described[value]}" if value in described else str(value))
        for value in question.values()
    ]
    return forms.MultipleChoiceField(
        choices=choices, required=False, label=question.label, widget=forms.CheckboxSelectMultiple
    )


def _stated(value: object) -> str:
    return SEPARATOR.join(value) if isinstance(value, list) else str(value).strip()


class UseHit(FormPage):
    """The page with three panes: the items, the HIT as annotators see it, and the accepted answers.
    A script copies answers from the HIT to the form. The pilot's answers to the HIT are also
    shown."""

    title = capfirst(gettext_lazy("known answers"))
    button = gettext_lazy("Save")
    template_name = "desk/quality/use_hit.html"
    form_class = UseForm
    back = gettext_lazy("Quality checks")

    def check_access(self) -> None:
        self.batch = batch_for_researcher(user_of(self.request), self.kwargs["pk"], write=True)
        ids = output_ids_in(self.kwargs["outputs"])
        self.outputs = outputs_of(self.batch, self.kwargs["item"], ids)
        if self.batch.state != Batch.State.DRAFT or not self.outputs:
            raise Http404
        self.questions_by_key = asked_about(self.batch, self.outputs)
        self.stored = key_of(self.batch, self.outputs)

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"questions_by_key": self.questions_by_key}

    def get_initial(self) -> Values:
        """Return the answers in the query or, if there are none, the stored answers. The stored
        purpose and explanation are included."""
        answers = {key: self.request.GET.get(f"{GIVEN}{key}", "") for key in self.questions_by_key}
        stored = self.stored
        values: Values = {}
        if stored is not None:
            use = ATTENTION if stored.kind == ATTENTION else stored.purpose
            values = {"purpose": use, "explanation": stored.explanation}
            if not any(answers.values()):
                answers |= dict(_stored_texts(stored))
        for key, text in answers.items():
            has_choices = _has_choices(self.questions_by_key[key])
            values[f"accepted-{key}"] = text.split(SEPARATOR) if has_choices else text
        return values

    def form_valid(self, form: forms.Form) -> HttpResponse:
        if "look" in self.request.POST:
            return self.render_to_response(self.get_context_data(form=form))
        return super().form_valid(form)

    def _accepted(self, cleaned: Values) -> dict[str, str]:
        return {key: _stated(cleaned[f"accepted-{key}"]) for key in self.questions_by_key}

    def write(self, cleaned: Values) -> str:
        is_attention = cleaned["purpose"] == ATTENTION
        use_hit(
            batch_id=self.batch.pk,
            outputs=self.outputs,
            purpose=GoldKey.Purpose.GOLD if is_attention else cleaned["purpose"],
            kind=ATTENTION if is_attention else GoldKey.Kind.KNOWN,
            accepted=self._accepted(cleaned),
            explanation=cleaned["explanation"],
            by=self.user,
        )
        return _("Saved.")

    def get_success_url(self) -> str:
        query = kept_query(self.request.GET)
        output_ids = [output.pk for output in self.outputs]
        return use_address(self.batch, self.outputs[0].item_id, output_ids, query)

    def get_context_data(self, **more: Any) -> Values:
        item = self.outputs[0].item
        output_ids = tuple(output.pk for output in self.outputs)
        pane = items_pane(self.request, self.batch, item.pk)
        pages = pages_by_item(self.batch, [item.pk]).get(item.pk, [])
        hits = [
            (use_address(self.batch, item.pk, each, pane["items_query"]), each == output_ids)
            for each in pages
        ]
        form = more.get("form") or self.get_form()
        return super().get_context_data(
            batch=self.batch,
            item=item,
            outputs_slug=self.kwargs["outputs"],
            stored=self.stored,
            hits=hits,
            pilot=self._in_pilot(form),
            **pane,
            **{**more, "form": form},
        )

    def _in_pilot(self, form: forms.Form) -> PilotOutcome | None:
        """Return how the pilot's answers to this HIT compare with the submitted or stored accepted
        answers. Return None if there are no accepted answers or no pilot data."""
        output_ids = tuple(output.pk for output in self.outputs)
        rules = self.stored.rules if self.stored is not None else []
        if form.is_bound and form.is_valid():
            try:
                accepted = self._accepted(form.cleaned_data)
                rules = rules_of(self.questions_by_key, accepted)
            except RateroomError:
                rules = []
        return pilot_outcomes(self.batch, {output_ids: rules}).get(output_ids) if rules else None


def give_answers(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to the page for known answers about the first suitable item of a draft. If no item
    is suitable, show an error."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    if batch.state != Batch.State.DRAFT:
        raise Http404
    if address := first_address(batch):
        return redirect(address)
    messages.error(request, _("No item has outputs from all selected systems."))
    return redirect("admin:batch_checks", batch.pk)


def _stored_texts(key: GoldKey) -> Iterator[tuple[str, str]]:
    for rule in key.rules:
        if "sign" not in rule:
            yield rule["question"], rule_in_words(rule).partition(": ")[2]
