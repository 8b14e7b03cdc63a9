"""The forms on the pages about payments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.pages import new_key
from hits.messages import LONGEST
from hits.models import Enrolment
from payments.models import Transaction
from people.models import Project, User

LONGEST_REASON = 200
MOST_PEOPLE = 200  # people in one form
_AMOUNT = re.compile(r"(?!0+(\.0*)?\Z)[0-9]{1,8}(\.[0-9]{1,2})?\Z")


class LedgerFilter(forms.Form):
    """Filters for the ledger. Links set the batch."""

    kind = forms.ChoiceField(
        choices=[("", gettext_lazy("All")), *Transaction.Kind.choices],
        required=False,
        label=gettext_lazy("Type"),
    )
    since = forms.DateField(
        required=False, label=gettext_lazy("Since"), widget=forms.DateInput(attrs={"type": "date"})
    )
    person = forms.CharField(max_length=20, required=False, label=gettext_lazy("Pseudonym"))
    batch = forms.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, widget=forms.HiddenInput
    )


class FundsForm(forms.Form):
    amount = forms.DecimalField(
        min_value=Decimal("0.01"), max_digits=12, decimal_places=2, label=gettext_lazy("Amount")
    )
    memo = forms.CharField(
        max_length=LONGEST_REASON, required=False, label=gettext_lazy("Reference")
    )
    key = forms.CharField(max_length=60, widget=forms.HiddenInput, initial=new_key)


def new_name() -> str:
    """Return a name for a payout list: the date and six random letters or digits, so that names
    rarely clash."""
    return f"{timezone.now():%Y-%m-%d}-{get_random_string(6).lower()}"


class PeopleForm(forms.Form):
    """A form to select people who are owed money. If no one is selected, each action applies to its
    own default group of people."""

    def __init__(self, *args: Any, people: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"] = forms.TypedMultipleChoiceField(
            coerce=int,
            required=False,
            widget=forms.MultipleHiddenInput,
            choices=[(pk, pk) for pk in people],
        )


class PayoutForm(PeopleForm):
    name = forms.RegexField(r"^[^:/]{1,40}\Z", initial=new_name, label=gettext_lazy("Name"))


class AskForm(PeopleForm):
    text = forms.CharField(
        max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 5}), label=gettext_lazy("Message")
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=LONGEST_REASON, label=gettext_lazy("Reason"))


@dataclass(frozen=True)
class Bonus:
    pseudonym: str
    annotator: User
    amount: Decimal


class BonusForm(forms.Form):
    """A form for bonuses. Each person can get a different amount."""

    amount = forms.DecimalField(
        min_value=Decimal("0.01"),
        max_digits=10,
        decimal_places=2,
        required=False,
        label=gettext_lazy("Bonus per person"),
    )
    people = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 5}),
        label=gettext_lazy("People"),
        help_text=gettext_lazy(
            "One pseudonym per line. To pay someone a different amount, add it after "
            "the pseudonym, for example R-M6YH2S 2.40"
        ),
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=gettext_lazy("Reason (the annotator can read it)"),
    )
    key = forms.CharField(max_length=60, widget=forms.HiddenInput, initial=new_key)

    def __init__(self, *args: Any, project: Project, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.project = project

    def clean_people(self) -> list[Bonus]:
        lines = [line.split() for line in self.cleaned_data["people"].splitlines() if line.strip()]
        if len(lines) > MOST_PEOPLE:
            raise forms.ValidationError(_("Enter at most %(most)s people.") % {"most": MOST_PEOPLE})
        names = {line[0].upper() for line in lines}
        parts = Enrolment.objects.filter(batch__project=self.project, pseudonym__in=names)
        by_pseudonym: dict[str, set[User]] = {}
        for part in parts.select_related("annotator"):
            by_pseudonym.setdefault(part.pseudonym, set()).add(part.annotator)
        return list(_bonuses(lines, by_pseudonym, self.cleaned_data.get("amount")))


def _bonuses(
    lines: list[list[str]], by_pseudonym: dict[str, set[User]], usual: Decimal | None
) -> Iterator[Bonus]:
    """Yield a bonus for each line. Lines without an amount get the amount `usual`. Raises
    ValidationError for the first invalid line."""
    for number, (name, *written) in enumerate(lines, start=1):
        people = by_pseudonym.get(name.upper(), set())
        if len(people) != 1:
            problem = _("Line %(line)s: no one has the pseudonym “%(name)s”. Check the spelling.")
            if people:
                problem = _(
                    "Line %(line)s: the pseudonym “%(name)s” is not unique. Use "
                    "another pseudonym of this person."
                )
            raise forms.ValidationError(problem % {"line": number, "name": name})
        amount = usual if usual and not written else _amount(written, number)
        yield Bonus(name.upper(), next(iter(people)), amount)


def _amount(written: list[str], number: int) -> Decimal:
    if len(written) != 1 or not _AMOUNT.match(written[0]):
        raise forms.ValidationError(
            _("Line %(line)s: enter a pseudonym and an amount, for example R-M6YH2S 2.40")
            % {"line": number}
        )
    return Decimal(written[0])
