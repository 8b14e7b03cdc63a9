"""The page “Payments”: a chart of the balance, the amounts owed, the batches and the ledger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.database.keyset import LATEST_FIRST, PER_PAGE, Window, cursor_of, window, window_of_sorted
from desk.pages import ListPage, Values
from desk.payments.forms import LedgerFilter
from desk.progress import Part
from desk.projects import chosen_project, projects_looked_at
from hits.models import Batch, Enrolment
from hits.money.earnings import Spending, spending_by_batch
from hits.money.escrow import ProjectMoney, project_money
from payments.models import Account, Entry, Transaction
from payments.payouts import PayoutList, payout_lists
from payments.reversals import REVERSIBLE
from people.access import is_writer, project_for_member, projects_of, user_of
from people.models import Project
from recruiting.payees import Owed, has_prolific, latest_parts, owed_to

# Labels of the accounts in the picture.
PLACES: Mapping[str, str | Promise] = {
    Account.Kind.OUTSIDE: _("Outside Rateroom"),
    Account.Kind.BALANCE: _("Available balance"),
    Account.Kind.ESCROW: _("Reserved"),
    Account.Kind.EARNINGS: _("Owed"),
    Account.Kind.FEES: _("Fees"),
    Account.Kind.PANEL: _("Paid out"),
}
BATCHES_SHOWN, LISTS_SHOWN = 8, 6


@dataclass(frozen=True)
class Share:
    """A share of all funds ever added: its CSS class in the chart, its label and its amount."""

    bar: str
    word: str | Promise
    amount: Decimal


@dataclass(frozen=True)
class Picture:
    """A chart of a project's funds. Its shares add up to all funds ever added (`money.added`)."""

    project: Project
    money: ProjectMoney

    @property
    def place(self) -> str:
        return f"picture-{self.project.pk}"

    @property
    def shares(self) -> list[Share]:
        money = self.money
        return [
            Share("f-clear", _("Available balance"), money.available),
            Share("f-mid", _("Reserved"), money.escrow),
            Share("f-amber", _("Owed"), money.earned),
            Share("f-1", _("Paid out"), money.paid),
            Share("f-quiet", _("Fees"), money.fees),
        ]

    @property
    def bar(self) -> list[Part]:
        return Part.of(self.money.added, [(share.bar, share.amount) for share in self.shares])


@dataclass(frozen=True)
class BatchSpending:
    batch: Batch
    spending: Spending

    @property
    def bar(self) -> list[Part]:
        spending = self.spending
        amounts = (spending.paid, spending.owed, spending.fees, spending.reserved)
        bars = ("f-1", "f-amber", "f-quiet", "f-mid")
        return Part.of(spending.total, zip(bars, amounts, strict=True))


@dataclass(frozen=True)
class Movement:
    """A ledger transaction, with the accounts between which money moves and the pseudonyms of the
    people affected."""

    entry: Transaction
    people: Sequence[str]

    @property
    def moved_from(self) -> list[str | Promise]:
        return [PLACES[part.account.kind] for part in self.entry.entries.all() if part.amount < 0]

    @property
    def moved_to(self) -> list[str | Promise]:
        return [PLACES[part.account.kind] for part in self.entry.entries.all() if part.amount > 0]


def movements(entries: Sequence[Transaction]) -> list[Movement]:
    """Return the transactions, each with the pseudonyms of the people whose earnings it changes."""
    earners = {
        entry: [part.account.annotator_id for part in entry.entries.all()] for entry in entries
    }
    people = {person for each in earners.values() for person in each if person}
    parts = latest_parts({entry.project_id for entry in entries}, people)
    return [
        Movement(
            entry,
            [parts[key][1] for person in each if (key := (entry.project_id, person)) in parts],
        )
        for entry, each in earners.items()
    ]


@dataclass(frozen=True)
class Payees:
    """A page of the people who are owed money, for people who are allowed to pay them. `ready` are
    the people who can be paid now, and `waiting` are the others."""

    window: Window
    ready: Sequence[Owed]
    waiting: Sequence[Owed]
    lists: Sequence[PayoutList]
    has_prolific: bool

    @property
    def title(self) -> str:
        people = len(self.ready)
        return ngettext(
            "%(people)s person can be paid now", "%(people)s people can be paid now", people
        ) % {"people": people}

    @property
    def ready_total(self) -> Decimal:
        return sum((row.amount for row in self.ready), Decimal(0))

    @property
    def waiting_total(self) -> Decimal:
        return sum((row.amount for row in self.waiting), Decimal(0))


class PaymentsPage(ListPage):
    """The payments of one project or of all chosen projects, with the ledger as a list."""

    template_name = "desk/payments/page.html"
    title = _("Payments")
    size = 12
    filters = LedgerFilter

    @cached_property
    def project(self) -> Project | None:
        """Return the project in the URL. If there is none, return the chosen project, or None if
        several are chosen."""
        if "pk" in self.kwargs:
            return project_for_member(self.user, self.kwargs["pk"])
        return chosen_project(self.request)

    @cached_property
    def projects(self) -> list[Project]:
        if self.project is not None:
            return [self.project]
        return list(projects_looked_at(self.request).order_by("name", "pk"))

    def rows(self, wanted: Values) -> QuerySet[Transaction]:
        return ledger(self.projects, wanted)

    def get_context_data(self, **more: object) -> Values:
        project = self.project
        if project is not None:
            more |= _of_one(self.request, project)
        project_window = window_of_sorted(
            self.projects, cursor_of(self.request.GET, "projects_"), size=PER_PAGE
        )
        context = super().get_context_data(
            pictures=[Picture(each, project_money(each)) for each in project_window.rows],
            project_window=project_window,
            project=project,
            may_write=project is not None and is_writer(self.user, project.pk),
            **more,
        )
        return context | {"movements": movements(context["window"].rows)}


def ledger(projects: Sequence[Project], wanted: Values) -> QuerySet[Transaction]:
    """Return the projects' transactions that match the filter values in `wanted`, with their
    entries."""
    entries = Entry.objects.select_related("account").order_by("amount")
    rows = (
        Transaction.objects.filter(project__in=[project.pk for project in projects])
        .select_related("project", "batch", "created_by", "token")
        .prefetch_related(Prefetch("entries", entries))
    )
    if kind := wanted.get("kind"):
        rows = rows.filter(kind=kind)
    if batch := wanted.get("batch"):
        rows = rows.filter(batch=batch)
    if since := wanted.get("since"):
        rows = rows.filter(created_at__date__gte=since)
    if person := wanted.get("person"):
        parts = Enrolment.objects.filter(
            batch__project__in=[project.pk for project in projects], pseudonym__iexact=person
        )
        people = parts.values("annotator")
        rows = rows.filter(
            pk__in=Entry.objects.filter(account__annotator__in=people).values("transaction")
        )
    return rows


def _of_one(request: HttpRequest, project: Project) -> Values:
    """Return the template variables for one project: a page of its batches with their spending and,
    for users who can pay, the people to pay."""
    batches = window(
        Batch.objects.filter(project=project, published_at__isnull=False),
        LATEST_FIRST,
        cursor_of(request.GET, "batches_"),
        size=BATCHES_SHOWN,
    )
    spending = spending_by_batch(project, batches.rows)
    parts: Values = {
        "batches": batches,
        "spending": [BatchSpending(batch, spending[batch.pk]) for batch in batches.rows],
        "elsewhere": spending[None],
    }
    # Only people who may pay can see the names of payees.
    if is_writer(user_of(request), project.pk):
        parts["payees"] = _payees(request, project)
    return parts


def _payees(request: HttpRequest, project: Project) -> Payees:
    owed = owed_to(project)
    ready = [row for row in owed if row.payee.can_be_paid]
    cursor = cursor_of(request.GET, "owed_")
    return Payees(
        window=window_of_sorted(owed, cursor, size=PER_PAGE, number=attrgetter("annotator.pk")),
        ready=ready,
        waiting=[row for row in owed if not row.payee.can_be_paid],
        lists=payout_lists(project)[:LISTS_SHOWN],
        has_prolific=has_prolific(project),
    )


def entry_page(request: HttpRequest, frame: dict[str, object], pk: int) -> TemplateResponse:
    """Show a ledger transaction with its amounts by account and its author."""
    rows = Transaction.objects.filter(project__in=projects_of(request))
    rows = rows.select_related("project", "batch", "created_by", "token", "reverses", "reversal")
    entry = rows.filter(pk=pk).first()
    if entry is None:
        raise Http404
    context = {
        **frame,
        "title": entry.get_kind_display(),
        "entry": entry,
        "people": movements([entry])[0].people,
        "entries": [
            (PLACES[part.account.kind], part.amount)
            for part in entry.entries.select_related("account").order_by("amount")
        ],
        "may_correct": entry.kind in REVERSIBLE
        and not hasattr(entry, "reversal")
        and is_writer(user_of(request), entry.project_id),
    }
    return TemplateResponse(request, "desk/payments/entry.html", context)
