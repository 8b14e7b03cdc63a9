"""Payout lists: all that a project's annotators have earned, recorded at one moment under one name,
to be sent."""

import csv
import io
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import connection, transaction

from payments.models import Transaction
from payments.paying import pay_out
from payments.posting import Kind, account_of, locked_balance
from people.models import Project, User
from tabular.errors import RateroomError
from tabular.formulas import guarded_sql

COLUMNS = (
    "List",
    "Annotator",
    "Email",
    "Amount",
    "Currency",
    "Transaction",
    "Recorded",
    "Reversed",
)
_EARNED = """
    select a.annotator_id, sum(e.amount) as amount
      from payments_account a join payments_entry e on e.account_id = a.id
     where a.project_id = %s and a.kind = 'earnings'
     group by a.annotator_id having sum(e.amount) > 0
     order by a.annotator_id
"""
_LISTS = """
    select split_part(t.key, ':', 2) as name, min(t.created_at),
           count(*) filter (where r.id is null),
           coalesce(sum(e.amount) filter (where r.id is null), 0)
      from payments_transaction t join payments_entry e on e.transaction_id = t.id
      join payments_account a on a.id = e.account_id
      left join payments_transaction r on r.reverses_id = t.id
     where t.project_id = %s and t.kind = 'payout' and a.kind = 'outside'
     group by 1 order by 2 desc
"""
_ROWS = f"""
    select split_part(t.key, ':', 2), {guarded_sql("u.username")}, {guarded_sql("u.email")},
           -e.amount, p.currency, t.id,
           to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
           case when r.id is null then 0 else 1 end
      from payments_transaction t join payments_entry e on e.transaction_id = t.id
      join payments_account a on a.id = e.account_id
      join people_user u on u.id = a.annotator_id join people_project p on p.id = t.project_id
      left join payments_transaction r on r.reverses_id = t.id
     where t.project_id = %s and t.kind = 'payout' and split_part(t.key, ':', 2) = %s
       and a.kind = 'earnings'
     order by u.username
"""


@dataclass(frozen=True)
class PayoutList:
    """A recorded list; people and total are what was not reversed since."""

    name: str
    recorded_at: datetime
    people: int
    total: Decimal


@dataclass(frozen=True)
class Payable:
    """What one annotator has earned in the project and was not paid out."""

    annotator: User
    amount: Decimal


def payable(project: Project) -> list[Payable]:
    """Everybody who has something coming, in two queries."""
    with connection.cursor() as cursor:
        cursor.execute(_EARNED, [project.pk])
        amounts = dict(cursor.fetchall())
    people = User.objects.in_bulk(amounts)
    return [Payable(people[pk], amount) for pk, amount in amounts.items()]


@transaction.atomic
def record_payouts(*, project: Project, name: str, by: User | None = None) -> int:
    """Pay out to everybody all they have earned, as one list; returns to how many. 0 when it was
    recorded before."""
    if not name or set(name) & set(":/"):
        raise RateroomError(
            "A payout list needs a name without colons and slashes.",
            where="Name",
            remedy="Give its date.",
        )
    locked_balance(account_of(project.pk, Kind.OUTSIDE))  # lists are recorded one after the other
    if Transaction.objects.filter(
        project=project, kind=Transaction.Kind.PAYOUT, key__startswith=f"payout:{name}:"
    ):
        return 0
    due = payable(project)
    for payee in due:
        pay_out(
            project=project,
            annotator=payee.annotator,
            amount=payee.amount,
            key=name,
            by=by,
            memo=f"List {name}",
        )
    return len(due)


def payout_lists(project: Project) -> list[PayoutList]:
    """The project's lists, the newest first."""
    with connection.cursor() as cursor:
        cursor.execute(_LISTS, [project.pk])
        return [PayoutList(*row) for row in cursor.fetchall()]


def payout_csv(project: Project, name: str) -> str:
    """The list as CSV, safe against formulas; only the heading when there is no such list."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [project.pk, name])
        writer.writerows(cursor.fetchall())
    return out.getvalue()
