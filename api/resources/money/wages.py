"""Hourly pay compared with the project's minimum, and bonuses that raise pay to the minimum."""

from functools import partial

from celery import current_app
from django.db import transaction
from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.resources.prolific.studies import require_owner
from api.resources.prolific.submissions import SEND_CALLS
from api.resources.shapes import Money, Shape
from hits.models import Enrolment
from hits.money.topping_up import LONGEST_MARK, TopUps, pay_top_ups, pays_top_ups, top_ups
from hits.money.wages import wages_of
from recruiting.prolific.reversing import refused_bonuses
from recruiting.prolific.topping_up import pay_top_ups_there, pays_at_prolific


class HourlyShape(serializers.Serializer):
    """Hourly pay of the batch's people, for all work that was not rejected. `median` is the median,
    and `upper` the 75th percentile. `below` is the number of people below `floor`, the project's
    minimum (null if the project has none). `seconds` is the median of people's time per HIT. For
    `noted` of the `hits` HITs, the time is active time. `price` is the reward that would raise the
    median to the minimum."""

    floor = Money(allow_null=True)
    people = serializers.IntegerField()
    below = serializers.IntegerField()
    median = Money()
    upper = Money()
    seconds = serializers.FloatField()
    hits = serializers.IntegerField()
    noted = serializers.IntegerField()
    is_low = serializers.BooleanField()
    price = Money(allow_null=True)


class TopUpShape(serializers.Serializer):
    """The amount owed to one person for approved work. Bonuses already paid count as pay."""

    annotator = serializers.CharField()
    hits = serializers.IntegerField()
    seconds = serializers.FloatField()
    amount = Money()


class RefusedShape(serializers.Serializer):
    """A bonus that Prolific refused, and its transaction, which you can reverse."""

    transaction = serializers.IntegerField()
    annotator = serializers.CharField(source="pseudonym")
    amount = Money()


class WagesShape(serializers.Serializer):
    """Hourly pay and bonuses due. `hourly` is null while there is no work. `due` lists the people
    to pay now; `mark` identifies this list. `paid_by` is `project`, `prolific`, or null if neither
    can pay these people. Bonuses `refused` by Prolific count as pay until you reverse them."""

    currency = serializers.CharField()
    hourly = HourlyShape(allow_null=True)
    due = TopUpShape(many=True)
    total = Money()
    mark = serializers.CharField()
    paid_by = serializers.ChoiceField(choices=["project", "prolific"], allow_null=True)
    refused = RefusedShape(many=True)


class TopUpTerms(Shape):
    """The mark of the list that you have read. If the list has changed since, nothing is paid."""

    mark = serializers.CharField(max_length=LONGEST_MARK)


class ToppedUp(serializers.Serializer):
    """The number of people paid, and the total amount. A repeat pays nothing."""

    people = serializers.IntegerField()
    total = Money()


class Wages(Resource):
    @Operation("read_wages", answer=WagesShape)
    def get(self, batch: int) -> dict[str, object]:
        """Return hourly pay, and how much each person is owed to reach the minimum hourly pay."""
        row = self.batch(batch)
        due = top_ups(row)
        paid_by = None
        if pays_top_ups(row):
            paid_by = "project"
        elif pays_at_prolific(row):
            paid_by = "prolific"
        return {
            "currency": row.project.currency,
            "hourly": wages_of([row]).get(row.pk),
            "due": _with_pseudonyms(row.pk, due),
            "total": due.total,
            "mark": due.mark,
            "paid_by": paid_by,
            "refused": refused_bonuses(row),
        }


class TopUpWages(Resource):
    @Operation("top_up_wages", body=TopUpTerms, answer=ToppedUp, scope=MONEY)
    def post(self, batch: int, sent: dict[str, str]) -> dict[str, object]:
        """Pay everyone on the list that `mark` identifies. People sent by Prolific get bonuses
        through Prolific; the project pays all other people. Only owners can pay through
        Prolific."""
        row, mark = self.batch(batch, write=True), sent["mark"]
        if pays_top_ups(row):
            paid = pay_top_ups(batch_id=row.pk, mark=mark, by=self.user)
        else:
            require_owner(self)
            paid = pay_top_ups_there(batch_id=row.pk, mark=mark, by=self.user)
            transaction.on_commit(partial(current_app.send_task, SEND_CALLS))
        return {"people": len(paid.people), "total": paid.total}


def _with_pseudonyms(batch_id: int, due: TopUps) -> list[dict[str, object]]:
    parts = Enrolment.objects.filter(
        batch=batch_id, annotator__in=[person.annotator for person in due.people]
    )
    pseudonyms = dict(parts.values_list("annotator", "pseudonym"))
    return [
        {
            "annotator": pseudonyms.get(person.annotator, ""),
            "hits": person.hits,
            "seconds": person.seconds,
            "amount": person.amount,
        }
        for person in due.people
    ]
