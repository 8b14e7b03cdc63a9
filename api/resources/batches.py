"""Reading of batches: their settings, their progress and their money."""

from collections.abc import Mapping

from django.db.models import QuerySet
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.shapes import Money, names
from hits.batch_locks import lock_batch
from hits.models import Batch
from hits.money.escrow import batch_money
from hits.progress.running import coverage_of, expected_end, pace_of, progress_of
from hits.terms import Step, names_in
from people.access import projects_for
from recruiting.around.consent_texts import consent_text_of

PEOPLE = names_in(Step.PEOPLE, Step.PAY)
SAMPLE = names_in(Step.SAMPLE)


class BatchShape(serializers.ModelSerializer):
    """A batch with all its settings. Use the operation `read_progress` for its progress."""

    rubric = serializers.CharField(source="rubric_version.__str__")
    rubric_sha256 = serializers.CharField(source="rubric_version.sha256")
    currency = serializers.CharField(source="project.currency")
    systems = serializers.SerializerMethodField()
    sample_ids = serializers.ListField(child=serializers.CharField(), allow_null=True)
    completion_url = serializers.CharField(allow_blank=True)
    sitting_reward = Money(allow_null=True)
    archived = serializers.SerializerMethodField()

    class Meta:
        model = Batch
        fields = names(
            "id project dataset rubric_version rubric rubric_sha256 state currency fee",
            *PEOPLE,
            "sitting_reward",
            *names_in(Step.AUDIENCE),
            "systems",
            *SAMPLE,
            "is_pilot pilot hits_planned hits_made publish_error",
            "created_at published_at closed_at archived",
        )

    def to_representation(self, batch: Batch) -> dict[str, object]:
        """Return the batch's data with its consent text. A published batch stores this text as a
        page."""
        representation: dict[str, object] = super().to_representation(batch)
        return representation | {"consent_text": consent_text_of(batch)}

    def get_systems(self, batch: Batch) -> list[str]:
        return sorted(system.name for system in batch.systems.all())

    def get_archived(self, batch: Batch) -> bool:
        return batch.archived_at is not None


class BatchLine(serializers.ModelSerializer):
    """A batch in a list."""

    rubric = serializers.CharField(source="rubric_version.__str__")
    currency = serializers.CharField(source="project.currency")

    class Meta:
        model = Batch
        fields = names(
            "id project dataset rubric_version rubric title state reward fee currency "
            "annotators_per_hit hits_planned created_at published_at closed_at"
        )


class BatchFilter(serializers.Serializer):
    """Filters for the list of batches."""

    project = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    dataset = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    state = serializers.ChoiceField(choices=Batch.State.choices, required=False)
    archived = serializers.BooleanField(required=False, default=False)


class PaceShape(serializers.Serializer):
    """Responses per hour (`an_hour`), counted over the last `hours` hours."""

    an_hour = serializers.FloatField()
    hours = serializers.FloatField()


class CoverageShape(serializers.Serializer):
    """The numbers of items with all (`complete`), some (`begun`) or none (`untouched`) of their
    responses submitted."""

    items = serializers.IntegerField()
    complete = serializers.IntegerField()
    begun = serializers.IntegerField()
    untouched = serializers.IntegerField()


class ProgressShape(serializers.Serializer):
    """The progress of a batch. `counts` has the number of assignments in each state."""

    state = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    wanted = serializers.IntegerField()
    answered = serializers.IntegerField()
    waiting = serializers.IntegerField(help_text="Responses that wait for a decision.")
    approved = serializers.IntegerField()
    rejected = serializers.IntegerField()
    in_work = serializers.IntegerField()
    free = serializers.IntegerField()
    percent = serializers.FloatField()
    people = serializers.IntegerField(source="joined.people")
    pace = PaceShape(allow_null=True)
    expected_end = serializers.DateTimeField(allow_null=True)
    coverage = CoverageShape()


class BatchMoney(serializers.Serializer):
    """The money reserved for a batch, and how much of it was paid or refunded."""

    currency = serializers.CharField(source="batch.project.currency")
    escrowed = Money(source="money.escrowed")
    paid = Money(source="money.paid")
    fees = Money(source="money.fees")
    refunded = Money(source="money.refunded")
    remaining = Money(source="money.remaining")


class OfBatch(Resource):
    """Base class of resources about one batch. `If-Match` is compared with the ETag that
    `read_batch` returns."""

    def entity(self) -> Mapping[str, object]:
        """Return the batch in the form that `read_batch` returns, and lock the batch until the
        write is done."""
        self.batch(self.kwargs["batch"])
        lock_batch(self.kwargs["batch"])  # so that the batch cannot change before the write
        return BatchShape(self.batch(self.kwargs["batch"])).data


def batches_listed(view: Resource, sent: Mapping[str, object]) -> QuerySet[Batch]:
    """Return the batches that match the filter, from the projects that the person has access to."""
    rows = Batch.objects.filter(
        project__in=projects_for(view.user), archived_at__isnull=not sent["archived"]
    )
    named = {name: sent[name] for name in ("project", "dataset", "state") if name in sent}
    return rows.filter(**named).select_related("project", "rubric_version__rubric")


class BatchProgress(Resource):
    @Operation("read_progress", answer=ProgressShape)
    def get(self, batch: int) -> dict[str, object]:
        """Return the progress of the batch, the number of people who joined, and the pace."""
        row = self.batch(batch)
        progress, pace = progress_of(row), pace_of(row)
        names = ("wanted", "answered", "waiting", "approved", "rejected", "in_work", "free")
        return {
            **{name: getattr(progress, name) for name in names},
            "state": row.state,
            "counts": progress.counts,
            "percent": progress.percent,
            "joined": progress.joined,
            "pace": pace,
            "expected_end": expected_end(progress, pace),
            "coverage": coverage_of(row),
        }


class MoneyOfBatch(Resource):
    @Operation("read_batch_money", answer=BatchMoney)
    def get(self, batch: int) -> dict[str, object]:
        """Return the money reserved for the batch, and how much of it was paid or refunded."""
        row = self.batch(batch)
        return {"batch": row, "money": batch_money(row)}
