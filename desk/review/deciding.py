"""Pages to approve, reject or exclude several selected responses at once."""

from collections.abc import Sequence
from typing import ClassVar

from django import forms
from django.http import HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from desk.pages import Question, Values
from desk.review.acts import ResponsesAct, ResponsesForm
from desk.review.forms import ExclusionForm, RejectionForm
from hits.review.bulk import Act, Forecast, Outcome, decide_each, forecast


class RejectResponsesForm(ResponsesForm, RejectionForm):
    pass


class ExcludeResponsesForm(ResponsesForm, ExclusionForm):
    pass


class DecideResponses(ResponsesAct):
    """A decision on the selected responses. Afterwards, a page shows the result for each
    response."""

    act: ClassVar[Act]

    @cached_property
    def outlook(self) -> Forecast:
        return forecast(batch=self.batch, ids=[row.pk for row in self.chosen], act=self.act)

    def asked(self, text: str, follows: Sequence[str | Promise], button: str) -> Question:
        """Return the question with the numbers filled in. If some selected responses will not
        change, add a sentence with their number."""
        values = {
            "number": self.outlook.answers,
            "total": self.money(self.outlook.price),
            "reward": self.money(self.outlook.reward),
        }
        sentences = [str(sentence) % values for sentence in follows]
        if self.outlook.passed_over:
            unchanged = ngettext(
                "%(number)s other response was already reviewed and does not change.",
                "%(number)s other responses were already reviewed and do not change.",
                self.outlook.passed_over,
            )
            sentences.append(unchanged % {"number": self.outlook.passed_over})
        words = button % values if self.outlook.answers else ""
        return Question(text % values, sentences, words, takes=self.act == "reject")

    def write(self, cleaned: Values) -> str:
        raise NotImplementedError

    def form_valid(self, form: forms.Form) -> HttpResponse:
        if "confirmed" not in self.request.POST:
            return super().form_valid(form)
        try:
            outcomes = decide_each(
                batch=self.batch,
                ids=[row.pk for row in self.chosen],
                act=self.act,
                by=self.user,
                rejection=form.rejection() if isinstance(form, RejectionForm) else None,
                reason=form.cleaned_data.get("reason", ""),
            )
        except RateroomError as error:
            form.add_error(None, str(error))
            return self.form_invalid(form)
        return self._outcome_page(outcomes)

    def _outcome_page(self, outcomes: Sequence[Outcome]) -> HttpResponse:
        done = sum(outcome.done for outcome in outcomes)
        context = {
            **self.args[0],
            "title": self.title,
            "batch": self.batch,
            "act": self.act,
            "outcomes": outcomes,
            "done": done,
            "passed_over": len(outcomes) - done,
            "back_address": self.get_success_url(),
        }
        return TemplateResponse(self.request, "desk/review_outcome.html", context)


class ApproveResponses(DecideResponses):
    title = gettext_lazy("Approve")
    act = "approve"
    form_class = ResponsesForm

    def question(self, _cleaned: Values) -> Question:
        number = self.outlook.answers
        return self.asked(
            ngettext("Approve %(number)s response?", "Approve %(number)s responses?", number),
            [_("Total cost %(total)s: %(reward)s for annotators, the rest in fees.")],
            str(self.title),
        )


class RejectResponses(DecideResponses):
    title = gettext_lazy("Reject responses")
    act = "reject"
    form_class = RejectResponsesForm

    def question(self, _cleaned: Values) -> Question:
        number = self.outlook.answers
        return self.asked(
            ngettext("Reject %(number)s response?", "Reject %(number)s responses?", number),
            [
                _(
                    "Rejected responses are not paid, and their annotators can appeal. The HITs "
                    "are offered to someone else, and the responses are excluded from the results."
                )
            ],
            ngettext("Reject %(number)s response", "Reject %(number)s responses", number),
        )


class ExcludeResponses(DecideResponses):
    title = gettext_lazy("Exclude responses")
    act = "exclude"
    form_class = ExcludeResponsesForm

    def question(self, _cleaned: Values) -> Question:
        number = self.outlook.answers
        return self.asked(
            ngettext(
                "Exclude %(number)s response from the results?",
                "Exclude %(number)s responses from the results?",
                number,
            ),
            [_("Pay does not change. You can undo this.")],
            ngettext("Exclude %(number)s response", "Exclude %(number)s responses", number),
        )
