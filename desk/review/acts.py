"""Acts on chosen responses that move money: overturning rejections, and bonuses."""

from decimal import Decimal

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from desk.pages import ActPage, Question, Values, new_key
from desk.review.many import chosen_responses
from hits.access import batch_for_researcher
from hits.amounts import money
from hits.models import Assignment
from hits.money.bonuses import pay_bonus
from hits.money.escrow import price
from hits.review.decisions import overturn_rejections
from hits.states import ANSWERED, State
from payments.posting import available


class ResponsesForm(forms.Form):
    """The chosen responses, by their numbers."""

    ids = forms.CharField(widget=forms.HiddenInput)


class BonusForm(ResponsesForm):
    amount = forms.DecimalField(
        min_value=Decimal("0.01"),
        max_digits=12,
        decimal_places=2,
        label=gettext_lazy("Bonus per response"),
    )
    reason = forms.CharField(
        max_length=200,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The person can read this."),
    )
    key = forms.CharField(max_length=60, widget=forms.HiddenInput, initial=new_key)


class ResponsesAct(ActPage):
    """An act on responses of one batch. They come chosen on a list, or from the act's own form."""

    back = gettext_lazy("Responses")
    states: tuple[State, ...] = ANSWERED

    def check_access(self) -> None:
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=True)

    @cached_property
    def chosen(self) -> list[Assignment]:
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        numbers = chosen_responses(sent, self.batch)
        rows = Assignment.objects.filter(batch=self.batch, state__in=self.states, pk__in=numbers)
        return list(rows.select_related("batch__project", "annotator").order_by("pk"))

    @property
    def comes_from_list(self) -> bool:
        """Return whether the request chooses responses, and fills in nothing yet."""
        return "ids" not in self.request.POST

    def get_initial(self) -> Values:
        ids = ",".join(str(assignment.pk) for assignment in self.chosen)
        return {**super().get_initial(), "ids": ids}

    def get_form_kwargs(self) -> Values:
        filled_in = super().get_form_kwargs()
        return {"initial": self.get_initial()} if self.comes_from_list else filled_in

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not self.chosen:
            return redirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if self.comes_from_list or not self.chosen:
            return self.get(request, *args, **kwargs)
        return super().post(request, *args, **kwargs)

    def get_success_url(self) -> str:
        return f"{reverse('admin:review_table')}?batch={self.batch.pk}&state=all"

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
        button = ngettext(
            "Approve %(number)s for %(total)s", "Approve %(number)s for %(total)s", number
        )
        return Question(
            text % values,
            [
                _("The annotators are paid, and the responses count in results again."),
                _("A replacement that no one has taken yet is cancelled."),
            ],
            button % values,
            [(_("Rewards and fees"), str(values["total"]))],
        )

    def write(self, _cleaned: Values) -> str:
        ids = [assignment.pk for assignment in self.chosen]
        done = overturn_rejections(batch=self.batch, ids=ids, by=self.user)
        outcome = ngettext(
            "%(number)s rejection overturned and paid.",
            "%(number)s rejections overturned and paid.",
            done,
        )
        return outcome % {"number": done}


class PayResponseBonuses(ResponsesAct):
    """The same bonus on each: all of them or none."""

    title = gettext_lazy("Bonus")
    button = gettext_lazy("Continue")
    form_class = BonusForm

    def question(self, cleaned: Values) -> Question | None:
        if not cleaned:
            return None
        number, now = len(self.chosen), available(self.batch.project)
        total = number * cleaned["amount"]
        values = {"number": number, "total": self.money(total)}
        text = ngettext(
            "Pay %(number)s bonus, %(total)s?", "Pay %(number)s bonuses, %(total)s?", number
        )
        button = ngettext(
            "Pay %(number)s bonus, %(total)s", "Pay %(number)s bonuses, %(total)s", number
        )
        return Question(
            text % values,
            [_("It moves from the available balance to owed, and goes out with the next payout.")],
            button % values,
            [
                (_("Available balance now"), self.money(now)),
                (_("Bonuses"), self.money(total)),
                (_("Available balance then"), self.money(now - total)),
            ],
        )

    @transaction.atomic
    def write(self, cleaned: Values) -> str:
        paid = sum(
            pay_bonus(
                assignment=assignment,
                amount=cleaned["amount"],
                reason=cleaned["reason"],
                key=cleaned["key"],
                by=self.user,
            )
            for assignment in self.chosen
        )
        outcome = ngettext("%(number)s bonus paid.", "%(number)s bonuses paid.", paid)
        return outcome % {"number": paid}
