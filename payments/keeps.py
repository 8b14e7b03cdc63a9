"""Personal data in `payments`: the ledger, which is kept in full when an account is deleted."""

from collections.abc import Iterable

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from payments.models import Account, Entry
from people.models import User
from people.personal_data.keepers import STAYS, Keeper, Row, Table


def money(user: User) -> Iterable[Row]:
    """Return the ledger entries of the person's earnings and payments, as rows for their data
    download."""
    entries = Entry.objects.filter(account__annotator=user).order_by("transaction")
    return entries.values(
        "amount",
        at=F("transaction__created_at"),
        project=F("transaction__project__name"),
        currency=F("transaction__project__currency"),
        kind=F("transaction__kind"),
        memo=F("transaction__memo"),
    )


def project_ids(user: User) -> Iterable[int]:
    return Account.objects.filter(annotator=user).values_list("project", flat=True)


KEEPER = Keeper(
    tables=(Table("money", money),),
    fields={"payments.Account.annotator": STAYS},
    stays=(_("the ledger: earnings and payments, without names"),),
    projects=project_ids,
    about={"payments.Transaction": "entries__account__annotator"},
)
