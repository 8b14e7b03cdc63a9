"""Pages for actions that move money. They show the effect first. The rules are in payments/ and
hits/money/."""

from collections.abc import Sequence
from decimal import Decimal

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from desk.pages import ActPage, Question, Values
from desk.payments.forms import AskForm, Bonus, BonusForm, FundsForm, PayoutForm, ReasonForm
from desk.payments.page import PLACES, movements
from hits.amounts import money
from hits.messages import answer_annotator
from hits.money.bonuses import pay_goodwill
from payments.models import Transaction
from payments.payouts import record_payouts
from payments.posting import available, deposit
from payments.reversals import reverse_transaction
from people.access import project_for_writer
from people.models import Project
from recruiting.payees import Owed, owed_to


class PaymentAct(ActPage):
    """An action on a project's money, for people who can change the project."""

    back = gettext_lazy("Payments")

    def check_access(self) -> None:
        self.project = self.project_acted_on()

    def project_acted_on(self) -> Project:
        """Return the project whose money the action moves. Raises Http404 for people without a role
        in it, and PermissionDenied for viewers."""
        return project_for_writer(self.user, self.kwargs["pk"])

    def money(self, amount: Decimal) -> str:
        return money(amount, self.project.currency)

    def get_success_url(self) -> str:
        return reverse("admin:project_payments", args=[self.project.pk])

    def get_context_data(self, **more: object) -> Values:
        return super().get_context_data(project=self.project, bookkeeping=True, **more)


class AddFunds(PaymentAct):
    title = gettext_lazy("Add funds")
    button = gettext_lazy("Add funds")
    form_class = FundsForm

    def question(self, cleaned: Values) -> Question | None:
        if not cleaned:
            return None
        amount, now = cleaned["amount"], available(self.project)
        return Question(
            _("Add %(amount)s to “%(project)s”?")
            % {"amount": self.money(amount), "project": self.project},
            [_("This records money that your panel, bank or office has reserved for the project.")],
            str(self.title),
            [
                (_("Available balance"), self.money(now)),
                (_("Funds added"), self.money(amount)),
                (_("Balance afterwards"), self.money(now + amount)),
            ],
        )

    def write(self, cleaned: Values) -> str:
        deposit(project=self.project, by=self.user, **cleaned)
        return _("Funds added")


class PeopleAct(PaymentAct):
    """An action on the chosen people or, if no one is chosen, on everyone it applies to."""

    @cached_property
    def owed(self) -> list[Owed]:
        return owed_to(self.project)

    def is_meant(self, row: Owed) -> bool:
        """Return whether the action applies to the person in `row` when no one is chosen."""
        raise NotImplementedError

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not self.chosen:
            messages.info(request, _("This action applies to no one on the list."))
            return redirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def get_form_kwargs(self) -> Values:
        people = [row.annotator.pk for row in self.owed]
        return super().get_form_kwargs() | {"people": people}

    def get_initial(self) -> Values:
        return {**super().get_initial(), "person": self.request.GET.getlist("person")}

    @property
    def chosen(self) -> list[Owed]:
        """Return the people who are selected in the form or, before it is submitted, in the query.
        If no one is selected, return everyone the action applies to."""
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        people = set(sent.getlist("person"))
        if people:
            return [row for row in self.owed if str(row.annotator.pk) in people]
        return [row for row in self.owed if self.is_meant(row)]


class PayOut(PeopleAct):
    title = gettext_lazy("Pay out")
    form_class = PayoutForm

    def is_meant(self, row: Owed) -> bool:
        return row.payee.can_be_paid

    def question(self, _cleaned: Values) -> Question:
        chosen = self.chosen
        total = self.money(sum((row.amount for row in chosen), Decimal(0)))
        text = ngettext(
            "Record %(total)s as paid to %(people)s person?",
            "Record %(total)s as paid to %(people)s people?",
            len(chosen),
        )
        values = {"people": len(chosen), "total": total}
        by_payer: dict[str, Decimal] = {}
        for row in chosen:
            word = row.payee.payer or _("Unknown payer")
            by_payer[word] = by_payer.get(word, Decimal(0)) + row.amount
        return Question(
            text % values,
            [
                _("We record the money as paid out. People can see this under “Your work”."),
                _(
                    "Afterwards, download the payout list, and use it to pay the people you have "
                    "not paid yet."
                ),
            ],
            str(self.title),
            [
                *((word, self.money(amount)) for word, amount in by_payer.items()),
                (_("Total"), total),
            ],
        )

    def write(self, cleaned: Values) -> str:
        people = [row.annotator.pk for row in self.chosen]
        number = record_payouts(
            project=self.project, name=cleaned["name"], people=people, by=self.user
        )
        outcome = ngettext("%(number)s payout recorded.", "%(number)s payouts recorded.", number)
        return outcome % {"number": number}


def bonus_question(project: Project, bonuses: Sequence[Bonus]) -> Question:
    """Return the question to confirm these bonuses, with their amounts and the balance
    afterwards."""
    now, currency = available(project), project.currency
    total = sum((bonus.amount for bonus in bonuses), Decimal(0))
    values = {"number": len(bonuses), "total": money(total, currency)}
    text = ngettext(
        "Pay %(number)s bonus of %(total)s?",
        "Pay %(number)s bonuses, %(total)s in total?",
        len(bonuses),
    )
    return Question(
        text % values,
        [_("Bonuses come from the available balance and are included in the next payout.")],
        _("Pay %(total)s") % values,
        [
            *((bonus.pseudonym, money(bonus.amount, currency)) for bonus in bonuses),
            (_("Balance afterwards"), money(now - total, currency)),
        ],
    )


def bonuses_paid(number: int) -> str:
    return ngettext("%(number)s bonus paid.", "%(number)s bonuses paid.", number) % {
        "number": number
    }


class PayBonuses(PaymentAct):
    title = gettext_lazy("Pay bonus")
    button = gettext_lazy("Continue")
    form_class = BonusForm

    def get_form_kwargs(self) -> Values:
        return super().get_form_kwargs() | {"project": self.project}

    def question(self, cleaned: Values) -> Question | None:
        return bonus_question(self.project, cleaned["people"]) if cleaned else None

    @transaction.atomic
    def write(self, cleaned: Values) -> str:
        paid = sum(
            pay_goodwill(
                project=self.project,
                annotator=bonus.annotator,
                amount=bonus.amount,
                reason=cleaned["reason"],
                key=f"{cleaned['key']}:{number}",
                by=self.user,
            )
            for number, bonus in enumerate(cleaned["people"])
        )
        return bonuses_paid(paid)


class AskForAddress(PeopleAct):
    """The page to send a message to people whose payment details are unknown."""

    title = gettext_lazy("Ask for payment details")
    form_class = AskForm

    def is_meant(self, row: Owed) -> bool:
        return not row.payee.can_be_paid and row.enrolment is not None

    def get_initial(self) -> Values:
        text = _(
            "You have earned money in this batch, and we do not know how to pay you. Please answer "
            "this message with an email address or another way to pay you."
        )
        return {**super().get_initial(), "text": text}

    def question(self, _cleaned: Values) -> Question:
        number = len(self.chosen)
        text = ngettext(
            "Ask %(number)s person how they can be paid?",
            "Ask %(number)s people how they can be paid?",
            number,
        )
        return Question(
            text % {"number": number},
            [
                _(
                    "Annotators see the message as plain text, without your name. If they gave "
                    "an email address, they also get an email."
                ),
                _("You still owe these people the money until you pay it out."),
            ],
            str(self.title),
        )

    @transaction.atomic
    def write(self, cleaned: Values) -> str:
        enrolments = [row.enrolment for row in self.chosen if row.enrolment is not None]
        for enrolment in enrolments:
            answer_annotator(enrolment_id=enrolment, by=self.user, text=cleaned["text"])
        return _("Message sent.")


class Correct(PaymentAct):
    """The page to reverse one transaction of the ledger."""

    title = gettext_lazy("Correct entry")
    form_class = ReasonForm

    def project_acted_on(self) -> Project:
        self.entry = get_object_or_404(Transaction, pk=self.kwargs["pk"])
        return project_for_writer(self.user, self.entry.project_id)

    def question(self, _cleaned: Values) -> Question:
        parts = self.entry.entries.select_related("account").order_by("amount")
        values = {"kind": self.entry.get_kind_display(), "amount": self.money(self.entry.given)}
        people = ", ".join(movements([self.entry])[0].people)
        return Question(
            _("Reverse “%(kind)s” of %(amount)s?") % values,
            [
                people,
                _(
                    "Entries cannot be changed. We add a reversal that records your reason and "
                    "moves the money back:"
                ),
            ],
            str(self.title),
            [(PLACES[part.account.kind], self.money(-part.amount)) for part in parts],
            takes=any(part.account.annotator_id and part.amount > 0 for part in parts),
        )

    def write(self, cleaned: Values) -> str:
        done = reverse_transaction(
            transaction_id=self.entry.pk, reason=cleaned["reason"], by=self.user
        )
        return _("Saved.") if done else _("Nothing changed.")
