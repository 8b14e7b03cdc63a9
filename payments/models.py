"""The models of the double-entry, append-only ledger. Database triggers refuse unbalanced
transactions, changes and deletions."""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.models import Project, User


class Account(models.Model):
    """A ledger account of a project. A positive balance is money in the account."""

    class Kind(models.TextChoices):
        OUTSIDE = "outside", _("Outside Rateroom")  # source of deposits and destination of payouts
        BALANCE = "balance", _("Available")
        ESCROW = "escrow", _("Reserved")
        EARNINGS = "earnings", _("Owed")
        FEES = "fees", _("Fees")
        PANEL = "panel", _("Paid by a panel")  # money that panels have paid to annotators

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="accounts")
    kind = models.CharField("kind", max_length=10, choices=Kind)
    batch = models.ForeignKey(
        "hits.Batch", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    annotator = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="account_once",
                fields=["project", "kind", "batch", "annotator"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="account_of_one_thing",
                condition=Q(kind="escrow", batch__isnull=False, annotator__isnull=True)
                | Q(kind="earnings", batch__isnull=True, annotator__isnull=False)
                | Q(
                    kind__in=["outside", "balance", "fees", "panel"],
                    batch__isnull=True,
                    annotator__isnull=True,
                ),
            ),
        ]


class Transaction(models.Model):
    """A movement of money between accounts. `key` identifies the event that caused the transaction,
    so that it is posted only once."""

    class Kind(models.TextChoices):
        DEPOSIT = "deposit", _("Funds added")
        ESCROW = "escrow", _("Reserved")
        APPROVAL = "approval", _("Approved")
        REFUND = "refund", _("Refunded")
        BONUS = "bonus", _("Bonus")  # for an assignment, in addition to its reward
        GOODWILL = "goodwill", _("Goodwill")  # for an annotator, without a particular assignment
        PAYOUT = "payout", _("Payout")
        PANEL = "panel", _("Paid by a panel")
        TRAINING = "training", _("Training and test")
        REVERSAL = "reversal", _("Reversal")
        MERGE = "merge", _("Annotators merged")

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="transactions")
    kind = models.CharField("kind", max_length=12, choices=Kind)
    key = models.CharField("key", max_length=120)
    batch = models.ForeignKey(
        "hits.Batch", on_delete=models.PROTECT, null=True, blank=True, related_name="transactions"
    )
    assignment = models.ForeignKey(
        "hits.Assignment", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reverses = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reversal",
        verbose_name="reverses",
    )
    memo = models.CharField("memo", max_length=200, blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The API token that `created_by` used, or null in the browser. A transaction outlives the token
    # and its name, so this is not a foreign key in the database.
    token = models.ForeignKey(
        "people.ApiToken",
        on_delete=models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name="API token",
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="transaction_key_once", fields=["project", "key"]),
            models.CheckConstraint(
                name="transaction_reversal_names_one",
                condition=Q(kind="reversal", reverses__isnull=False)
                | (~Q(kind="reversal") & Q(reverses__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def given(self) -> Decimal:
        """Return the total amount that the transaction moves."""
        return sum((part.amount for part in self.entries.all() if part.amount > 0), Decimal(0))


class Entry(models.Model):
    """One account's share of a transaction. The amounts of a transaction's entries sum to zero."""

    transaction = models.ForeignKey(Transaction, on_delete=models.PROTECT, related_name="entries")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    amount = models.DecimalField("amount", max_digits=14, decimal_places=2)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="entry_account_once", fields=["transaction", "account"]),
            models.CheckConstraint(name="entry_not_zero", condition=~Q(amount=0)),
        ]
