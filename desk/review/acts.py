"""Actions on selected responses that pay annotators: overturning rejections, and paying bonuses."""

from decimal import Decimal
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from desk.pages import ActPage, Question, Values
from desk.payments.acts import bonus_question, bonuses_paid
from desk.payments.forms import Bonus, BonusForm
from desk.review.forms import AnswersFilter
from desk.review.many import chosen_responses, kept_filters
from hits.access import batch_for_researcher
from hits.amounts import money
from hits.models import Assignment
from hits.money.bonuses import pay_bonus
from hits.money.escrow import price
from hits.review.decisions import overturn_rejections
from hits.states import ANSWERED, State


class ResponsesForm(forms.Form):
    """A form with the ids of the selected responses. `list_query` is the query string of the list
    where they were selected."""

    ids = forms.CharField(widget=forms.HiddenInput)
    list_query = forms.CharField(widget=forms.HiddenInput, required=False, max_length=500)


class ResponsesBonusForm(ResponsesForm, BonusForm):
    pass


class ResponsesAct(ActPage):
    """An action on responses of a batch. They were selected in a list, or are already in the
    action's own form."""

    back = gettext_lazy("Responses")
    states: tuple[State, ...] = ANSWERED

    def check_access(self) -> None:
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=True)

    @property
    def sent(self) -> QueryDict:
        return self.request.POST if self.request.method == "POST" else self.request.GET

    @cached_property
    def chosen(self) -> list[Assignment]:
        numbers = chosen_responses(self.sent, self.batch, self.user)
        rows = Assignment.objects.filter(batch=self.batch, state__in=self.states, pk__in=numbers)
        related = rows.select_related("batch__project", "annotator", "enrolment")
        return list(related.order_by("pk"))

    @property
    def comes_from_list(self) -> bool:
        """Return whether the request comes from a list and not from this action's form."""
        return "ids" not in self.request.POST

    def get_initial(self) -> Values:
        ids = ",".join(str(assignment.pk) for assignment in self.chosen)
        list_query = urlencode(kept_filters(self.sent))
        return {**super().get_initial(), "ids": ids, "list_query": list_query}

    def get_form_kwargs(self) -> Values:
        values = super().get_form_kwargs()
        if self.comes_from_list:
            return {**values, "data": None, "files": None}
        return values

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not self.chosen:
            messages.info(request, _("Select at least one response."))
            return redirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if self.comes_from_list or not self.chosen:
            return self.get(request, *args, **kwargs)
        return super().post(request, *args, **kwargs)

    def get_success_url(self) -> str:
        query = (
            QueryDict(self.request.POST["list_query"])
            if "list_query" in self.request.POST
            else self.sent
        )
        filters = dict(kept_filters(query)) or {"state": AnswersFilter.ALL}
        return reverse("admin:review_table", query={"batch": self.batch.pk, **filters})

    def money(self, amount: Decimal) -> str:
        return money(amount, self.batch.project.currency)


class OverturnRejections(ResponsesAct):
    title = gettext_lazy("Overturn rejections")
    form_class = ResponsesForm
    states = (State.REJECTED,)

    def question(self, _cleaned: Values) -> Question:
        number = len(self.chosen)
        values = {"number": number, "total": self.money(number * price(self.batch))}
        text = ngettext(
            "Approve %(number)s rejected response after all?",
            "Approve %(number)s rejected responses after all?",
            number,
        )
        return Question(
            text % values,
            [
                _("The annotators are paid, and the results include the responses again."),
                _("Replacement assignments that no one has taken yet will be cancelled."),
            ],
            str(self.title),
            [(_("Total"), str(values["total"]))],
        )

    def write(self, _cleaned: Values) -> str:
        ids = [assignment.pk for assignment in self.chosen]
        done = overturn_rejections(batch=self.batch, ids=ids, by=self.user)
        outcome = ngettext(
            "%(number)s rejected response approved and paid.",
            "%(number)s rejected responses approved and paid.",
            done,
        )
        return outcome % {"number": done}


class PayResponseBonuses(ResponsesAct):
    """The page to pay a bonus to each person with selected responses. The bonus is recorded on the
    person's first selected response. If one bonus fails, none is paid."""

    title = gettext_lazy("Pay bonus")
    button = gettext_lazy("Continue")
    form_class = ResponsesBonusForm

    def get_initial(self) -> Values:
        names = {row.enrolment.pseudonym: None for row in self.chosen if row.enrolment}
        return {**super().get_initial(), "people": "\n".join(names)}

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"project": self.batch.project}

    def question(self, cleaned: Values) -> Question | None:
        return bonus_question(self.batch.project, cleaned["people"]) if cleaned else None

    @transaction.atomic
    def write(self, cleaned: Values) -> str:
        paid = sum(
            pay_bonus(
                assignment=self._response_of(bonus),
                amount=bonus.amount,
                reason=cleaned["reason"],
                key=f"{cleaned['key']}:{number}",
                by=self.user,
            )
            for number, bonus in enumerate(cleaned["people"])
        )
        return bonuses_paid(paid)

    def _response_of(self, bonus: Bonus) -> Assignment:
        for response in self.chosen:
            if response.annotator_id == bonus.annotator.pk:
                return response
        raise RateroomError(
            _(
                "The list names someone who gave none of the selected responses. "
                "Remove this person from the list."
            )
        )
