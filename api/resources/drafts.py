"""Drafts of batches, which clients can create, change, price, check and publish."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied

from api.operations import MONEY, Operation, Resource
from api.problems import Conflict, Invalid, not_found
from api.resources.background import TaskShape
from api.resources.batches import (
    PEOPLE,
    SAMPLE,
    BatchFilter,
    BatchLine,
    BatchShape,
    OfBatch,
    batches_listed,
)
from api.resources.shapes import ModelTerms, Money, Shape, names
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from hits.archive import delete
from hits.batches.drafting import change_draft, versions_for
from hits.batches.preflight.checks import named_systems
from hits.batches.preflight.running import Preflight
from hits.batches.terms.draft import change_terms
from hits.batches.terms.published import change_open_terms, closed_terms, open_terms
from hits.models import BackgroundTask, Batch, MaskedOutput
from hits.terms import TERMS
from people.models import User
from recruiting.around.consent_texts import begin_draft
from recruiting.cost import cost_context
from recruiting.publishing import NotLookedAt, decide, look, publish
from stimuli.access import dataset_for_researcher
from stimuli.models import System
from surveys.models import RubricVersion


class BatchTerms(ModelTerms):
    """Settings of a draft. Settings that you leave out do not change. `systems` lists system names.
    `sample_ids` lists item ids from your table, if the sample rule is `list`. Set `sitting_hits` to
    pay `sitting_reward` per session of that number of HITs; `reward` is then calculated. If
    `sitting_hits` is null, pay is per HIT."""

    dataset = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    rubric_version = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    systems = serializers.ListField(child=serializers.CharField(), required=False, min_length=1)
    sample_ids = serializers.ListField(
        child=serializers.CharField(), required=False, allow_null=True
    )
    pairing_reference = serializers.CharField(
        required=False, allow_null=True, help_text="Name of a system."
    )
    completion_url = serializers.CharField(required=False, allow_blank=True, max_length=500)
    sitting_reward = Money(required=False, allow_null=True, max_digits=8)

    class Meta:
        model = Batch
        fields = names("dataset rubric_version", *PEOPLE, "sitting_reward systems", *SAMPLE)
        extra_kwargs: ClassVar[dict[str, object]] = {
            name: {"required": False} for name in (*PEOPLE, *SAMPLE)
        }


class ChangedTerms(BatchTerms):
    """The settings of a draft. Owners can also decide whether members can work on the batch."""

    class Meta(BatchTerms.Meta):
        fields = names(*BatchTerms.Meta.fields, "members_may_work")
        extra_kwargs: ClassVar[dict[str, object]] = {
            **BatchTerms.Meta.extra_kwargs,
            "members_may_work": {"required": False},
        }


class NewBatch(BatchTerms):
    """A new draft from a dataset. If you name no rubric, the draft uses the rubric that fits best.
    Settings that you leave out are copied from the project's last batch."""

    dataset = serializers.IntegerField(min_value=1, max_value=LARGEST)


class CostShape(serializers.Serializer):
    """The estimated cost of the draft, in the project's currency."""

    currency = serializers.CharField()
    available = Money()
    eligible = serializers.IntegerField(
        help_text="Number of items with an output from every system."
    )
    items = serializers.IntegerField(help_text="Number of items drawn for the sample.")
    hits = serializers.IntegerField()
    assignments = serializers.IntegerField()
    checks = serializers.IntegerField()
    fee_per_assignment = Money()
    reward = Money()
    fee = Money()
    total = Money()
    pay_per_hour = Money(allow_null=True)
    is_below_floor = serializers.BooleanField()


class ExampleShape(serializers.Serializer):
    """An example of a row with the problem that the check found."""

    item = serializers.CharField()
    system = serializers.CharField()
    before = serializers.CharField()
    marked = serializers.CharField()
    after = serializers.CharField()


class FindingShape(serializers.Serializer):
    """A check's finding. If `must` is true, you must fix the problem, or exclude its items, before
    publishing."""

    check = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    rows = serializers.IntegerField()
    items = serializers.IntegerField()
    must = serializers.BooleanField()
    may_mask = serializers.BooleanField()
    examples = ExampleShape(many=True)


class PreflightShape(serializers.Serializer):
    """Results of the pre-publish check. Publishing accepts the `open` findings. `masked` is the
    number of outputs with masked words, and `clean` is the number of checks without findings."""

    open = FindingShape(many=True)
    accepted = FindingShape(many=True)
    masked = serializers.IntegerField()
    clean = serializers.IntegerField()


class Decision(Shape):
    """A decision on a finding. `mask` and `unmask` are possible only for the check that finds words
    that name the system (`may_mask`)."""

    act = serializers.ChoiceField(choices=["accept", "leave_out", "take_in", "mask", "unmask"])
    check = serializers.CharField(max_length=60)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Return the decision. Raises ValidationError if a decision to mask or unmask is not about
        the check that finds names of systems."""
        if attrs["act"] in {"mask", "unmask"} and attrs["check"] != named_systems.NAME:
            raise serializers.ValidationError(
                {"check": f"Only findings of {named_systems.NAME} can be masked."}
            )
        return attrs


class MaskedShape(serializers.Serializer):
    """An output as annotators and judges see it. In `text`, a mask replaces the words in which
    `check` found the system's name. `original` is the text in the dataset."""

    item = serializers.CharField(source="output.item.external_id")
    system = serializers.CharField(source="output.system.name")
    check = serializers.CharField(source="check_name")
    text = serializers.CharField()
    original = serializers.CharField(source="output.text")
    masked_at = serializers.DateTimeField()


class Batches(Resource):
    @Operation("list_batches", query=BatchFilter, answer=BatchLine, paged=True)
    def get(self, sent: dict[str, object]) -> QuerySet[Batch]:
        """List the batches of your projects."""
        return batches_listed(self, sent)

    @Operation("begin_batch", body=NewBatch, answer=BatchShape, status=201)
    def post(self, sent: dict[str, Any]) -> Batch:
        """Create a draft with these settings."""
        dataset = dataset_for_researcher(self.user, sent.pop("dataset"), write=True)
        version = None
        if pk := sent.pop("rubric_version", None):
            version = _version(dataset.project, pk)
        batch = begin_draft(dataset=dataset, version=version, by=self.user)
        _change_terms(batch, sent)
        return self.made(self.batch(batch.pk))


class OneBatch(OfBatch):
    @Operation("read_batch", answer=BatchShape)
    def get(self, batch: int) -> Batch:
        """Return one batch with all its settings."""
        return self.batch(batch)

    @Operation("change_batch", body=ChangedTerms, answer=BatchShape)
    def patch(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Change a draft. In a published batch, you can change only its texts, its cap on HITs per
        person, and who can work on the batch. Other changes are refused."""
        row = self.batch(batch, write=True)
        self.subjects.for_owners = any(term.owner_only and term.name in sent for term in TERMS)
        if row.state != Batch.State.DRAFT and set(sent) <= open_terms(row, self.user):
            change_open_terms(batch_id=row.pk, changes=sent, by=self.user)
            return self.batch(batch)
        if "members_may_work" in sent:
            _let_members_work(row, sent.pop("members_may_work"), by=self.user)
        data: dict[str, Any] = {}
        if pk := sent.pop("dataset", None):
            data["dataset"] = dataset_for_researcher(self.user, pk, write=True)
            if data["dataset"].project_id != row.project_id:
                raise Invalid([Problem("The dataset belongs to another project.", "dataset")])
        if pk := sent.pop("rubric_version", None):
            data["rubric_version"] = _version(row.project, pk)
        if data:
            for name, value in data.items():
                setattr(row, name, value)
            if problem := row.outputs_problem():
                raise Invalid([Problem(problem, "rubric_version")])
            change_draft(batch_id=row.pk, changes=data)
        _change_terms(self.batch(batch, write=True), sent)
        return self.batch(batch)

    @Operation("delete_batch")
    def delete(self, batch: int) -> None:
        """Delete the draft."""
        row = self.batch(batch, write=True)
        delete(row=row, by=self.user)
        self.subjects.batch = None


class BatchCost(Resource):
    @Operation("read_cost", answer=CostShape)
    def get(self, batch: int) -> dict[str, Any]:
        """Return the cost of publishing the draft now, and the project's available balance. The
        request is refused if the cost cannot be calculated."""
        row = self.batch(batch)
        context = cost_context(row)
        if "cost_error" in context:
            raise Invalid([Problem(context["cost_error"])])
        preview, cost = context["preview"], context["cost"]
        return {
            "currency": row.project.currency,
            "available": context["available"],
            "eligible": preview.eligible,
            "items": preview.readings[0].reading.count,
            "hits": cost.hits,
            "assignments": cost.assignments,
            "checks": cost.checks,
            "fee_per_assignment": preview.fee,
            "reward": cost.reward,
            "fee": cost.fee,
            "total": cost.total,
            "pay_per_hour": context["hourly"],
            "is_below_floor": context["is_below"],
        }


class BatchPreflight(OfBatch):
    @Operation("read_preflight", answer=PreflightShape, later=TaskShape)
    def get(self, batch: int) -> Preflight | BackgroundTask:
        """Check the draft's sample for problems. If there are many outputs, a worker checks them.
        To get the findings, call this again when the worker's task is done."""
        return look(_draft(self.batch(batch)), by=self.user)

    @Operation("decide_finding", body=Decision, answer=PreflightShape, later=TaskShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Preflight | BackgroundTask:
        """Decide on a finding. You can accept it, exclude its items from the sample or include them
        again. You can also mask the words that name a system or unmask them."""
        row = _draft(self.batch(batch, write=True))
        decide(row, sent["act"], sent["check"], by=self.user)
        return look(row, by=self.user)


class MaskedOutputs(OfBatch):
    @Operation("list_masked_outputs", answer=MaskedShape, paged=True)
    def get(self, batch: int) -> QuerySet[MaskedOutput]:
        """List the outputs with masked words in a draft or a published batch."""
        rows = MaskedOutput.objects.filter(batch=self.batch(batch))
        return rows.select_related("output__item", "output__system")


class PublishBatch(OfBatch):
    @Operation("publish_batch", answer=BatchShape, status=202, scope=MONEY)
    def post(self, batch: int) -> Batch:
        """Publish the draft. Publishing fixes the settings and reserves the cost. A worker then
        creates the HITs. Open findings of the pre-publish check are accepted. If there are many
        outputs to check, run `read_preflight` first. A repeat changes nothing."""
        row = self.batch(batch, write=True)
        if row.state == Batch.State.DRAFT:
            try:
                publish(row, by=self.user)
            except NotLookedAt as error:
                raise Conflict(str(error)) from error
        return self.batch(batch)


def _let_members_work(batch: Batch, may: bool, *, by: User) -> None:
    """Store whether members can work on the batch. Raises PermissionDenied if the person is not an
    owner."""
    if closed_terms(batch, by):
        raise PermissionDenied
    change_draft(batch_id=batch.pk, changes={"members_may_work": may})


def _change_terms(batch: Batch, sent: dict[str, Any]) -> None:
    """Apply the changes to the draft. Raises FieldsError if a setting is invalid, and Invalid if a
    system is unknown."""
    systems = dict(batch.dataset.systems.compared().values_list("name", "pk"))
    chosen = _keys("systems", sent.pop("systems"), systems) if "systems" in sent else None
    if reference := sent.get("pairing_reference"):
        [key] = _keys("pairing_reference", [reference], systems)
        sent["pairing_reference"] = System.objects.get(pk=key)
    change_terms(batch=batch, terms=sent, systems=chosen)
    batch.refresh_from_db()


def _keys(path: str, names: list[str], systems: Mapping[str, int]) -> list[int]:
    if unknown := [name for name in names if name not in systems]:
        remedy = _("Choose from: %(names)s.") % {"names": ", ".join(sorted(systems))}
        raise Invalid(not_found(name, path, remedy=remedy) for name in unknown)
    return [systems[name] for name in names]


def _version(project: Any, pk: int) -> RubricVersion:
    """Return the rubric version. Raises Invalid unless this is the newest version of its rubric."""
    version = versions_for(project).filter(pk=pk).first()
    if version is None:
        remedy = "Use the newest version of a rubric of the project or the site."
        raise Invalid([not_found(pk, "rubric_version", remedy=remedy)])
    return version


def _draft(batch: Batch) -> Batch:
    if batch.state != Batch.State.DRAFT:
        raise Http404
    return batch
