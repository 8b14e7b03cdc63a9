"""Annotators' unpaid earnings, payout lists and a project's transactions."""

from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Subquery, Value
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers

from api.operations import MONEY, WRITE, Operation, Resource
from api.resources.exports import as_file
from api.resources.shapes import Changed, Money, Shape, name_of, names
from core.database.aggregates import sum_of
from hits.exports import Form
from payments.models import Entry, Transaction
from payments.payouts import payable, payout_lists, record_payouts
from payments.reversals import reverse_transaction
from people.access import is_writer, projects_for
from recruiting.payees import payout_csv

LONGEST_REASON = 200


class PayableShape(serializers.Serializer):
    """The unpaid earnings of one annotator."""

    annotator = serializers.CharField(source="annotator.username")
    amount = Money()


class PayoutListShape(serializers.Serializer):
    """A recorded payout list. The number of people and the total exclude reversed payouts."""

    name = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    people = serializers.IntegerField()
    total = Money()


class PayoutsShape(serializers.Serializer):
    """People with unpaid earnings now, and earlier payout lists, newest first."""

    currency = serializers.CharField()
    payable = PayableShape(many=True)
    lists = PayoutListShape(many=True)


class TransactionShape(serializers.ModelSerializer):
    """A transaction. `amount` is the sum moved. `annotator` is the account whose earnings changed.
    It is null if no earnings changed, or if you are a viewer. `created_by` is the person who
    created the transaction, or null if it was the site itself. `token` is the API token used, or
    null for a transaction from the browser. `token_name` is the token's name while the token
    exists."""

    annotator = serializers.CharField(source="earner", allow_null=True)
    created_by = name_of("created_by.username")
    token = serializers.IntegerField(source="token_id", allow_null=True)
    token_name = name_of("token.name")
    amount = Money(source="moved")
    reversed = serializers.BooleanField(source="is_reversed")

    class Meta:
        model = Transaction
        fields = names(
            "id kind amount key batch assignment annotator memo reverses reversed created_at "
            "created_by token token_name"
        )


class TransactionFilter(serializers.Serializer):
    """Filters for transactions: by kind and by batch."""

    kind = serializers.ChoiceField(choices=Transaction.Kind.choices, required=False)
    batch = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class ReversalReason(Shape):
    """The reason for the reversal."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class PayoutShape(Shape):
    """The name of a new payout list. Using a name again returns the existing list."""

    name = serializers.RegexField(r"^[A-Za-z0-9_-]{1,40}\Z")


class Payouts(Resource):
    @Operation("list_payouts", answer=PayoutsShape, scope=WRITE)
    def get(self, project: int) -> dict[str, object]:
        """List the people with unpaid earnings, and earlier payout lists. You need permission to
        pay."""
        row = self.project(project, write=True)
        return {"currency": row.currency, "payable": payable(row), "lists": payout_lists(row)}

    @Operation("record_payouts", body=PayoutShape, answer=Changed, scope=MONEY)
    def post(self, project: int, sent: dict[str, Any]) -> dict[str, int]:
        """Record all unpaid earnings as paid, in a payout list with this name. `changed` is the
        number of annotators in the list."""
        row = self.project(project, write=True)
        recorded = record_payouts(project=row, name=sent["name"], by=self.user)
        return {"changed": recorded}


class PayoutFile(Resource):
    @Operation("read_payout_list", files=["text/csv"], scope=WRITE)
    def get(self, project: int, name: str) -> HttpResponseBase:
        """Return a payout list as CSV with payment addresses. You need permission to pay."""
        row = self.project(project, write=True)
        if not any(payout_list.name == name for payout_list in payout_lists(row)):
            raise Http404
        return as_file(HttpResponse(payout_csv(row, name)), Form.CSV, f"payouts-{project}-{name}")


class Transactions(Resource):
    @Operation("list_transactions", query=TransactionFilter, answer=TransactionShape, paged=True)
    def get(self, project: int, sent: dict[str, object]) -> QuerySet[Transaction]:
        """List the project's transactions, newest first."""
        rows = Transaction.objects.filter(project=self.project(project), **sent)
        people = _earner() if is_writer(self.user, project) else Value(None, CharField())
        return _with_amounts(rows).annotate(earner=people).select_related("created_by", "token")


class ReverseTransaction(Resource):
    @Operation("reverse_transaction", body=ReversalReason, answer=Changed, scope=MONEY)
    def post(self, pk: int, sent: dict[str, str]) -> dict[str, int]:
        """Reverse a deposit, bonus, goodwill payment or payout. Each can be reversed only once."""
        row = Transaction.objects.filter(pk=pk, project__in=projects_for(self.user)).first()
        if row is None:
            raise Http404
        self.project(row.project_id, write=True)
        done = reverse_transaction(transaction_id=pk, reason=sent["reason"], by=self.user)
        return {"changed": int(done)}


def _earner() -> Subquery:
    """Return a subquery for the name of the account whose earnings changed. After a merge of two
    accounts, this is the remaining account."""
    earned = Entry.objects.filter(transaction=OuterRef("pk"), account__annotator__isnull=False)
    return Subquery(earned.order_by("-amount").values("account__annotator__username")[:1])


def _with_amounts(rows: QuerySet[Transaction]) -> QuerySet[Transaction]:
    received = Entry.objects.filter(transaction=OuterRef("pk"), amount__gt=0)
    reversals = Transaction.objects.filter(reverses=OuterRef("pk"))
    return rows.annotate(
        moved=sum_of(received, "amount", by="transaction"), is_reversed=Exists(reversals)
    )
