"""Review of responses: decisions, exclusions from the results, and bonuses."""

from decimal import Decimal
from typing import Any, cast

from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.problems import Invalid
from api.resources.background import TaskShape
from api.resources.shapes import Changed, Money, Shape
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from hits.access import answer_for_researcher
from hits.models import BackgroundTask, Exclusion
from hits.money.bonuses import pay_bonus, pay_goodwill
from hits.review.bulk import MOST, Act, decide_each
from hits.review.decisions import Rejection, overturn_rejections
from hits.review.exclusions import exclusions_by_rule, take_back_exclusions
from hits.states import RejectionCategory
from payments.posting import deposit
from people.models import User
from quality.long_rules import ask_for_rule, ask_for_take_back, is_long_rule
from quality.rules import apply_rule, preview_rule, rules

LONGEST = 200


def ids_field() -> serializers.ListField:
    """Return a serializer field for a list of assignment ids."""
    number = serializers.IntegerField(min_value=1, max_value=LARGEST)
    return serializers.ListField(child=number, min_length=1, max_length=MOST)


class DecisionShape(Shape):
    """A decision on one or more responses. A rejection or exclusion needs a `reason`. `category`
    and `evidence` are only allowed for a rejection."""

    act = serializers.ChoiceField(choices=["approve", "reject", "exclude"])
    assignments = ids_field()
    reason = serializers.CharField(required=False, allow_blank=True, default="")
    category = serializers.ChoiceField(
        choices=RejectionCategory.choices, required=False, default=RejectionCategory.OTHER
    )
    evidence = serializers.CharField(required=False, allow_blank=True, default="")


class OutcomeShape(serializers.Serializer):
    """The outcome for one response: the decision was carried out now (`done`), or the response was
    skipped because it had already been decided."""

    assignment = serializers.IntegerField(source="assignment.pk")
    done = serializers.BooleanField()


class OutcomesShape(serializers.Serializer):
    """The outcomes for the responses in the request. Responses of other batches are left out."""

    outcomes = OutcomeShape(many=True)


class Decisions(Resource):
    @Operation("decide_answers", body=DecisionShape, answer=OutcomesShape, scope=MONEY)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, object]:
        """Approve and pay responses, reject them, or exclude them from the results. Responses that
        were already decided are skipped."""
        row = self.batch(batch, write=True)
        act = cast("Act", sent["act"])
        grounds = {name: sent[name] for name in ("reason", "category", "evidence")}
        outcomes = decide_each(
            batch=row,
            ids=sent["assignments"],
            act=act,
            by=self.user,
            rejection=Rejection(**grounds),
            reason=sent["reason"],
        )
        return {"outcomes": outcomes}


class OverturnShape(Shape):
    """The rejections to overturn."""

    assignments = ids_field()
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)


class Overturns(Resource):
    @Operation("overturn_rejections", body=OverturnShape, answer=Changed, scope=MONEY)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, int]:
        """Overturn rejections, which approves and pays the responses."""
        row = self.batch(batch, write=True)
        ids, reason = sent["assignments"], sent["reason"]
        return {"changed": overturn_rejections(batch=row, ids=ids, by=self.user, reason=reason)}


class ExcludedShape(serializers.Serializer):
    """Responses that a rule excludes, or that it excluded before the exclusion was undone."""

    rule = serializers.CharField()
    standing = serializers.BooleanField()
    answers = serializers.IntegerField()
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class RuleLine(serializers.Serializer):
    """A rule that you can apply, with the allowed range of its threshold."""

    name = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.CharField()
    bounds = serializers.ListField(child=serializers.IntegerField())


class ExclusionsShape(serializers.Serializer):
    """The excluded responses, and the rules that you can apply."""

    excluded = ExcludedShape(many=True)
    rules = RuleLine(many=True)


class RuleShape(Shape):
    """A rule with its number. With `preview`, nothing changes."""

    rule = serializers.ChoiceField(choices=sorted(rules()))
    number = serializers.IntegerField()
    reason = serializers.CharField(required=False, allow_blank=True, default="")
    preview = serializers.BooleanField(default=False)


class RuleOutcome(serializers.Serializer):
    """The number of responses that the rule now excludes, and the rule's name in exports."""

    rule = serializers.CharField()
    answers = serializers.IntegerField()


class Exclusions(Resource):
    @Operation("list_exclusions", answer=ExclusionsShape)
    def get(self, batch: int) -> dict[str, object]:
        """List the excluded responses by rule."""
        row = self.batch(batch)
        return {"excluded": exclusions_by_rule(row), "rules": list(rules().values())}

    @Operation("apply_rule", body=RuleShape, answer=RuleOutcome, later=TaskShape)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, object] | BackgroundTask:
        """Exclude the responses that currently break a rule, or preview the number of these
        responses. In a batch of more than 5,000 responses, a worker excludes the responses."""
        row = self.batch(batch, write=True)
        rule = rules()[sent["rule"]]
        number, reason = sent["number"], sent["reason"]
        if sent["preview"]:
            answers = preview_rule(batch=row, rule=rule, number=number).answers
        elif is_long_rule(row):
            return ask_for_rule(batch=row, rule=rule, number=number, reason=reason, by=self.user)
        else:
            answers = apply_rule(batch=row, rule=rule, number=number, by=self.user, reason=reason)
        return {"rule": rule.written(number), "answers": answers}


class RuleName(Shape):
    """The name of a rule, as returned by `list_exclusions`. With `assignments`, only these
    responses are included again."""

    rule = serializers.CharField(max_length=60)
    assignments = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST),
        required=False,
        max_length=MOST,
    )


class TakeBack(Resource):
    @Operation("take_back_exclusions", body=RuleName, answer=Changed, later=TaskShape)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, int] | BackgroundTask:
        """Include again the responses that a rule excluded. In a batch of more than 5,000
        responses, a worker includes the responses, unless you name `assignments`. To include
        rejected responses again, overturn their rejections instead."""
        row = self.batch(batch, write=True)
        if sent["rule"] == Exclusion.REJECTED:
            what = "To include rejected responses again, overturn their rejections."
            raise Invalid([Problem(what, "rule", remedy="Overturn each rejection.")])
        ids = sent.get("assignments")
        if ids is None and is_long_rule(row):
            return ask_for_take_back(batch=row, rule=sent["rule"], by=self.user)
        number = take_back_exclusions(batch=row, rule=sent["rule"], by=self.user, ids=ids)
        return {"changed": number}


class Payment(Shape):
    """An amount to pay in addition to the reward, and the reason for it. The annotator can read the
    reason."""

    amount = Money(min_value=Decimal("0.01"), max_digits=12)
    reason = serializers.CharField(max_length=LONGEST)


class Paid(serializers.Serializer):
    """Whether this request paid the amount. `paid` is false if a request with the same idempotency
    key has already paid it."""

    paid = serializers.BooleanField()


class Bonus(Resource):
    @Operation("pay_bonus", body=Payment, answer=Paid, scope=MONEY)
    def post(self, assignment: int, sent: dict[str, Any]) -> dict[str, bool]:
        """Pay a bonus for a response to its annotator, from the project's balance."""
        row = answer_for_researcher(self.user, assignment)
        self.batch(row.batch_id, write=True)
        paid = pay_bonus(assignment=row, key=self.write_key, by=self.user, **sent)
        return {"paid": paid}


class GoodwillShape(Payment):
    """A goodwill payment to an annotator of the project. `annotator` is the account name."""

    annotator = serializers.CharField(max_length=150)


class Goodwill(Resource):
    @Operation("pay_goodwill", body=GoodwillShape, answer=Paid, scope=MONEY)
    def post(self, project: int, sent: dict[str, Any]) -> dict[str, bool]:
        """Pay an annotator of the project an amount that is not for a particular response."""
        row = self.project(project, write=True)
        annotator = User.objects.filter(
            username=sent.pop("annotator"), enrolments__batch__project=row
        ).first()
        if annotator is None:
            what = "No one with this name has worked in the project."
            raise Invalid([Problem(what, "annotator")])
        key = self.write_key
        paid = pay_goodwill(project=row, annotator=annotator, key=key, by=self.user, **sent)
        return {"paid": paid}


class DepositShape(Shape):
    """An amount to add to the project's balance."""

    amount = Money(min_value=Decimal("0.01"), max_digits=12)


class Deposits(Resource):
    @Operation("deposit", body=DepositShape, answer=Paid, scope=MONEY)
    def post(self, project: int, sent: dict[str, Any]) -> dict[str, bool]:
        """Add funds to the project's balance."""
        row = self.project(project, write=True)
        amount, key = sent["amount"], self.write_key
        return {"paid": deposit(project=row, amount=amount, key=key, by=self.user)}
