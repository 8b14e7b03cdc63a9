"""People to pay, the names that their payers know them by, and CSV files for paying them."""

import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from decimal import Decimal

from django.utils.translation import gettext as _

from core.tabular.formulas import guarded
from hits.models import Enrolment
from payments.payouts import payable, payouts_of
from people.models import Project, User
from recruiting.models import Guest, PanelPerson
from recruiting.prolific.models import Submission

PROLIFIC, EMAIL = "Prolific", "Email"
_PROLIFIC_ID = re.compile(r"[0-9a-f]{24}\Z")
OWED_COLUMNS = ("Annotator", "Payer", "Payee", "Amount", "Currency", "Problem")
COLUMNS = (
    "List",
    "Annotator",
    "Email",
    "Amount",
    "Currency",
    "Transaction",
    "Recorded",
    "Reversed",
    "Payer",
    "Payee",
)


@dataclass(frozen=True)
class Payee:
    """How a person can be paid: `payer`, and the `name` that the payer knows the person by. Both
    are "" if they are unknown. `problem` says why the person cannot be paid, or is ""."""

    payer: str = ""
    name: str = ""
    problem: str = ""

    @property
    def can_be_paid(self) -> bool:
        return bool(self.name) and not self.problem

    @property
    def is_prolific(self) -> bool:
        return self.payer.lower() == PROLIFIC.lower()


@dataclass(frozen=True)
class Owed:
    """The unpaid earnings of one person. `enrolment` is the id of the person's latest enrolment,
    which messages to the person use."""

    annotator: User
    amount: Decimal
    pseudonym: str
    enrolment: int | None
    payee: Payee


def owed_to(project: Project) -> list[Owed]:
    """Return all people's unpaid earnings, sorted by payer. People who cannot be paid yet come
    last."""
    due = payable(project)
    people = [earner.annotator for earner in due]
    payees = payees_of(project, people)
    parts = latest_parts({project.pk}, [person.pk for person in people])
    rows = []
    for earner in due:
        pk, pseudonym = parts.get((project.pk, earner.annotator.pk), (None, ""))
        rows.append(
            Owed(earner.annotator, earner.amount, pseudonym, pk, payees[earner.annotator.pk])
        )
    return sorted(
        rows, key=lambda row: (not row.payee.can_be_paid, row.payee.payer, row.annotator.pk)
    )


def latest_parts(
    projects: Collection[int], people: Collection[int]
) -> dict[tuple[int, int | None], tuple[int, str]]:
    """Return the id and pseudonym of each person's latest enrolment in each project, by (project
    id, person id)."""
    parts = Enrolment.objects.filter(batch__project__in=projects, annotator__in=people)
    rows = parts.order_by("pk").values_list("pk", "batch__project", "annotator", "pseudonym")
    return {(project, person): (pk, name) for pk, project, person, name in rows}


def payees_of(project: Project, people: Collection[User]) -> dict[int, Payee]:
    """Return how each person can be paid, by the person's id. Three ways are tried in this order:
    at the person's panel, by email, or under the person's name in the list of links. Executes four
    queries."""
    at_panels = _people_of_panels(project, people)
    links = {
        guest.pk: guest.invitation
        for guest in Guest.objects.filter(user__in=people, invitation__isnull=False).select_related(
            "invitation"
        )
    }
    payees = {}
    for person in people:
        link = links.get(person.pk)
        if person.pk in at_panels:
            payees[person.pk] = _at_panel(*at_panels[person.pk])
        elif person.email:
            payees[person.pk] = Payee(EMAIL, person.email)
        elif link is not None and link.uses == 1 and link.address:
            payees[person.pk] = Payee(EMAIL, link.address)
        elif link is not None and link.uses == 1 and link.label:
            payees[person.pk] = Payee(_("Your list of links"), link.label)
        else:
            payees[person.pk] = Payee(problem=_("We have no email address for this person."))
    return payees


def _people_of_panels(project: Project, people: Collection[User]) -> dict[int, tuple[str, str]]:
    named = PanelPerson.objects.filter(project=project, user__in=people).order_by("pk")
    identities = {
        user: (panel, name)
        for user, panel, name in named.values_list("user", "panel_name", "outside_id")
    }
    submissions = Submission.objects.filter(
        sitting__enrolment__annotator__in=people, sitting__enrolment__batch__project=project
    ).order_by("pk")
    sent = submissions.values_list("sitting__enrolment__annotator", "participant")
    return identities | {user: (PROLIFIC, participant) for user, participant in sent}


def has_prolific(project: Project) -> bool:
    named = PanelPerson.objects.filter(project=project, panel_name__iexact=PROLIFIC)
    submissions = Submission.objects.filter(sitting__enrolment__batch__project=project)
    return named.exists() or submissions.exists()


def _at_panel(panel: str, name: str) -> Payee:
    payee = Payee(panel, name)
    if not payee.is_prolific or _PROLIFIC_ID.match(name):
        return payee
    problem = _(
        "“%(name)s” is not a valid Prolific ID. It must have 24 characters, 0 to 9 and a to f."
    )
    return Payee(panel, name, problem % {"name": name})


def payout_csv(project: Project, name: str) -> str:
    """Return a payout list as CSV, with formulas escaped. If no list has this name, return only the
    header row."""
    parts = payouts_of(project, name)
    payees = payees_of(project, [part.annotator for part in parts])
    rows = []
    for part in parts:
        person, payee = part.annotator, payees[part.annotator.pk]
        rows.append(
            (
                name,
                guarded(person.username),
                guarded(person.email),
                part.amount,
                project.currency,
                part.transaction,
                part.recorded_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                int(part.is_reversed),
                guarded(payee.payer),
                guarded(payee.name),
            )
        )
    return _csv((COLUMNS, *rows))


def owed_csv(project: Project) -> str:
    """Return unpaid earnings as CSV. The column `Problem` says why a person cannot be paid yet."""
    rows = [
        (
            row.pseudonym,
            guarded(row.payee.payer),
            guarded(row.payee.name),
            row.amount,
            project.currency,
            row.payee.problem,
        )
        for row in owed_to(project)
    ]
    return _csv((OWED_COLUMNS, *rows))


def bonus_csv(project: Project, name: str = "") -> str:
    """Return payments through Prolific in the format of Prolific's bonus page: an id and an amount
    per line, without a header row. These are the payouts in the list `name` that were not reversed
    or, if `name` is "", all unpaid earnings."""
    if name:
        parts = [part for part in payouts_of(project, name) if not part.is_reversed]
        payees = payees_of(project, [part.annotator for part in parts])
        amounts = [(payees[part.annotator.pk], part.amount) for part in parts]
    else:
        amounts = [(row.payee, row.amount) for row in owed_to(project)]
    return _csv(
        (payee.name, amount) for payee, amount in amounts if payee.is_prolific and payee.can_be_paid
    )


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()
