"""A batch's quality checks, gold questions and declared exclusion rules."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.problems import Conflict, Invalid, not_found
from api.resources.background import TaskShape
from api.resources.shapes import Changed, ModelTerms, Shape, names
from core.small_tables import small_table
from hits.batch_locks import lock_batch
from hits.batches.drafting import change_draft
from hits.models import BackgroundTask, Batch, DeclaredRule
from hits.review.rules_status import RulesStatus, rules_status
from hits.terms import Step, names_in
from quality.declared.applying import apply_declared
from quality.declared.declaring import declare_rule, withdraw_rule
from quality.declared.rejecting import reject_declared
from quality.gold.degraded import MOST_COPIES, make_degraded_gold
from quality.gold.retiring import retire_gold
from quality.gold.rows import budget_of, gold_rows
from quality.gold.uploading import set_gold
from quality.long_rules import ask_for_declared, is_long_declared
from quality.rules import rules
from stimuli.copies.making import Way

TERMS = names_in(Step.CHECKS)
LONGEST_REASON = 2000


class GoldShape(serializers.Serializer):
    """A gold question, and the number of people who answered and failed it. `doubtful` is true if
    good annotators often fail the question, so the accepted answer can be wrong."""

    id = serializers.IntegerField(source="key.pk")
    item = serializers.CharField()
    systems = serializers.ListField(child=serializers.CharField())
    accepted = serializers.CharField()
    retired_at = serializers.DateTimeField(source="key.retired_at", allow_null=True)
    answered = serializers.IntegerField(source="outcome.answered")
    failed = serializers.IntegerField(source="outcome.failed")
    doubtful = serializers.BooleanField(source="outcome.is_doubtful")


class ChecksShape(serializers.ModelSerializer):
    """The settings of a batch's quality checks, the numbers of planned and unclaimed checks, and
    all gold questions."""

    planned = serializers.SerializerMethodField()
    unclaimed = serializers.SerializerMethodField()
    gold = serializers.SerializerMethodField()

    class Meta:
        model = Batch
        fields = names(*TERMS, "planned unclaimed gold")

    def get_planned(self, batch: Batch) -> int:
        return budget_of(batch).planned

    def get_unclaimed(self, batch: Batch) -> int:
        return budget_of(batch).unclaimed

    @extend_schema_field(GoldShape(many=True))
    def get_gold(self, batch: Batch) -> object:
        return GoldShape(gold_rows(batch), many=True).data


class CheckTerms(ModelTerms):
    """Settings of a draft's quality checks. Settings that you leave out do not change."""

    class Meta:
        model = Batch
        fields: ClassVar[list[str]] = list(TERMS)
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in TERMS}


class GoldTable(serializers.Serializer):
    """A CSV or JSON Lines file with the columns `item`, `systems`, `question` and `accepted`."""

    table = serializers.FileField()


class ReasonShape(Shape):
    """The reason for an action."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class DeclaredShape(serializers.ModelSerializer):
    """An exclusion rule of the batch, with its name in exports and papers."""

    class Meta:
        model = DeclaredRule
        fields = names("id effect name number written")


class RulesShape(serializers.Serializer):
    """The batch's exclusion rules. `sha256` and `text` are null until the batch is published."""

    declared = DeclaredShape(many=True)
    sha256 = serializers.CharField(source="plan.sha256", allow_null=True, default=None)
    text = serializers.CharField(source="plan.text", allow_null=True, default=None)


class NewRule(Shape):
    """A rule from the library, with its threshold `number` and its effect."""

    rule = serializers.ChoiceField(choices=sorted(rules()))
    number = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    effect = serializers.ChoiceField(choices=DeclaredRule.Effect.choices)


class AppliedRule(Shape):
    """The reason that annotators see if the rule rejects their responses."""

    reason = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_REASON
    )


class Checks(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the same data as a GET request. The batch is locked until the change is stored."""
        self.batch(self.kwargs["batch"])
        lock_batch(self.kwargs["batch"])
        return ChecksShape(self.batch(self.kwargs["batch"])).data

    @Operation("read_checks", answer=ChecksShape)
    def get(self, batch: int) -> Batch:
        """Return the settings and gold questions of the batch's quality checks."""
        return self.batch(batch)

    @Operation("change_checks", body=CheckTerms, answer=ChecksShape)
    def patch(self, batch: int, sent: dict[str, object]) -> Batch:
        """Change the settings of a draft's quality checks."""
        _draft(lock_batch(self.batch(batch, write=True).pk))
        change_draft(batch_id=batch, changes=sent)
        return self.batch(batch)


class Gold(Resource):
    @Operation("upload_gold", body=GoldTable, answer=ChecksShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Replace all gold questions of a draft with the rows of a table."""
        row = _draft(self.batch(batch, write=True))
        with small_table(sent["table"]) as path:
            set_gold(batch_id=row.pk, path=path, by=self.user)
        return self.batch(batch)


class CopiesShape(Shape):
    """Settings for degraded copies of at most `number` outputs of a system. `way` is the method of
    degrading. On the criterion with the key `criterion`, a copy should not score higher than its
    original."""

    system = serializers.CharField(max_length=200)
    way = serializers.ChoiceField(choices=Way.choices)
    criterion = serializers.CharField(max_length=80)
    number = serializers.IntegerField(min_value=1, max_value=MOST_COPIES)


class DegradedGold(Resource):
    @Operation("make_degraded_gold", body=CopiesShape, answer=ChecksShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Create gold questions from degraded copies of a system's outputs. The batch must be a
        draft."""
        row = _draft(self.batch(batch, write=True))
        name = sent.pop("system")
        system = row.systems.filter(name=name).first()
        if system is None:
            raise Invalid([not_found(name, "system")])
        make_degraded_gold(batch_id=row.pk, system_id=system.pk, by=self.user, **sent)
        return self.batch(batch)


class RetireGold(Resource):
    @Operation("retire_gold", body=ReasonShape, answer=Changed, scope=MONEY)
    def post(self, batch: int, pk: int, sent: dict[str, str]) -> dict[str, int]:
        """Retire a gold question, and undo the decisions that rules made because of it. Repeating
        the request changes nothing."""
        row = self.batch(batch, write=True)
        if not row.gold_keys.filter(pk=pk).exists():
            raise Http404
        undone = retire_gold(key_id=pk, reason=sent["reason"], by=self.user)
        return {"changed": int(undone is not None)}


class DeclaredRules(Resource):
    @Operation("list_declared_rules", answer=RulesShape)
    def get(self, batch: int) -> RulesStatus:
        """List the batch's exclusion rules."""
        return rules_status(self.batch(batch))

    @Operation("declare_rule", body=NewRule, answer=RulesShape)
    def post(self, batch: int, sent: dict[str, Any]) -> RulesStatus:
        """Add an exclusion rule to a draft. Repeating the request changes nothing."""
        row = self.batch(batch, write=True)
        name, number, effect = sent["rule"], sent["number"], sent["effect"]
        declare_rule(batch_id=row.pk, name=name, number=number, effect=effect, by=self.user)
        return rules_status(row)


class OneDeclaredRule(Resource):
    @Operation("withdraw_rule", answer=Changed)
    def delete(self, batch: int, pk: int) -> dict[str, int]:
        """Remove an exclusion rule from a draft."""
        row = self.batch(batch, write=True)
        return {"changed": int(withdraw_rule(batch_id=row.pk, declared_id=pk, by=self.user))}


class ApplyDeclared(Resource):
    @Operation(
        "apply_declared_rule", body=AppliedRule, answer=Changed, later=TaskShape, scope=MONEY
    )
    def post(self, batch: int, pk: int, sent: dict[str, str]) -> dict[str, int] | BackgroundTask:
        """Exclude or reject the responses that currently break the rule. In a batch of more than
        5,000 responses, or if many rejections are needed, a background task does this."""
        row = self.batch(batch, write=True)
        declared = DeclaredRule.objects.filter(batch=row, pk=pk).first()
        if declared is None:
            raise Http404
        if row.state in {Batch.State.DRAFT, Batch.State.PUBLISHING}:
            raise Conflict("There are no answers yet. Publish the batch first.")
        if is_long_declared(declared):
            return ask_for_declared(declared=declared, reason=sent["reason"], by=self.user)
        if declared.effect == DeclaredRule.Effect.REJECT:
            number = reject_declared(declared=declared, reason=sent["reason"], by=self.user)
        else:
            number = apply_declared(declared=declared, by=self.user)
        return {"changed": number}


def _draft(batch: Batch) -> Batch:
    if batch.state != Batch.State.DRAFT:
        raise Conflict("The batch is published, so its checks can no longer change.")
    return batch
