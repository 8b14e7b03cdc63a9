"""A batch's training and test: the settings and HITs of a draft, and people's results."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Conflict
from api.resources.exports import as_file
from api.resources.shapes import Changed, ModelTerms, Shape, names
from api.resources.work.checks import GoldTable
from api.resources.work.parts import part_of
from core.database.keyset import Cursor
from core.small_tables import small_table
from hits.batch_locks import lock_batch
from hits.exports import Form
from hits.models import Batch, Enrolment, GoldKey, QualifiedPerson, TrainingAttempt
from hits.money.training_pay import places_of
from quality.gold.uploading import TRAINING_PURPOSES, set_training
from quality.qualifications.granting import MOST_LETTERS, decide_on
from quality.training.changing import TERMS, change_training
from quality.training.exporting import answers_csv
from quality.training.results import test_counts
from quality.training.rows import key_window


class TrainingHit(serializers.Serializer):
    """A training or test HIT, with the numbers of people's answers and wrong answers."""

    id = serializers.IntegerField(source="key.pk")
    purpose = serializers.ChoiceField(choices=GoldKey.Purpose.choices, source="key.purpose")
    item = serializers.CharField()
    systems = serializers.ListField(child=serializers.CharField())
    accepted = serializers.CharField()
    answered = serializers.IntegerField()
    wrong = serializers.IntegerField()


class PlacesShape(serializers.Serializer):
    """The number of people whose training is budgeted, and the number of places left."""

    paid_for = serializers.IntegerField()
    remaining = serializers.IntegerField()


class TrainingShape(serializers.ModelSerializer):
    """Training settings, the number of HITs (see `list_training_hits`), and how many people started
    the training, passed the test, or failed their last test. `qualification` is the qualification
    that people get for passing. It is null if the batch has no test."""

    qualification = serializers.CharField(
        source="tested_qualification.name", allow_null=True, default=None
    )
    hits = serializers.SerializerMethodField()
    places = serializers.SerializerMethodField()
    began = serializers.SerializerMethodField()
    passed = serializers.SerializerMethodField()
    failed = serializers.SerializerMethodField()

    class Meta:
        model = Batch
        fields = names(*TERMS, "qualification hits places began passed failed")

    def to_representation(self, batch: Batch) -> dict[str, object]:
        """Return the training as data. The counts are read once for all fields."""
        self.counts = test_counts(batch)
        representation: dict[str, object] = super().to_representation(batch)
        return representation

    def get_hits(self, batch: Batch) -> int:
        return batch.gold_keys.filter(purpose__in=TRAINING_PURPOSES).count()

    @extend_schema_field(PlacesShape(allow_null=True))
    def get_places(self, batch: Batch) -> object:
        places = places_of(batch)
        return None if places is None else PlacesShape(places).data

    def get_began(self, _batch: Batch) -> int:
        return self.counts[0]

    def get_passed(self, _batch: Batch) -> int:
        return self.counts[1]

    def get_failed(self, _batch: Batch) -> int:
        return self.counts[2]


class TrainingHits(serializers.Serializer):
    """Up to a hundred HITs. Training HITs come before test HITs. To get the next HITs, set `after`
    to `following`, until `following` is null."""

    hits = TrainingHit(many=True)
    following = serializers.IntegerField(allow_null=True)


class HitsAfter(serializers.Serializer):
    """The id of the HIT to continue after."""

    after = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class TrainingTerms(ModelTerms):
    """Settings of a draft's training and test. Settings that you leave out do not change.
    `qualification` is the name of the qualification for passing the test. The qualification is
    created on first use. If `qualification` is "", the test grants no qualification."""

    qualification = serializers.CharField(required=False, allow_blank=True, max_length=120)

    class Meta:
        model = Batch
        fields = names(*TERMS, "qualification")
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in TERMS}


class TrainingRun(serializers.ModelSerializer):
    """A person's attempt at the training or test. `right` is the number of correct HITs, out of
    `hits`."""

    hits = serializers.SerializerMethodField()

    class Meta:
        model = TrainingAttempt
        fields = names("part number started_at finished_at hits right passed")

    def get_hits(self, attempt: TrainingAttempt) -> int:
        return len(attempt.key_ids)


class TraineeShape(serializers.ModelSerializer):
    """One person's training and test runs, oldest first. `part` is the participation's id."""

    part = serializers.IntegerField(source="pk")
    annotator = serializers.CharField(source="pseudonym")
    qualified = serializers.BooleanField(
        help_text="Whether the person now has the qualification that the test grants."
    )
    attempts = TrainingRun(many=True, source="training_attempts")

    class Meta:
        model = Enrolment
        fields = names("part annotator qualified attempts")


class TraineeDecision(Shape):
    """A decision to grant or revoke the qualification for the batch's test, and the reason."""

    act = serializers.ChoiceField(choices=["grant", "revoke"])
    reason = serializers.CharField(max_length=MOST_LETTERS)


class Training(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the training as a GET request does, and lock the batch until the write is done."""
        self.batch(self.kwargs["batch"])
        lock_batch(self.kwargs["batch"])
        return TrainingShape(self.batch(self.kwargs["batch"])).data

    @Operation("read_training", answer=TrainingShape)
    def get(self, batch: int) -> Batch:
        """Return the batch's training and test."""
        return self.batch(batch)

    @Operation("change_training", body=TrainingTerms, answer=TrainingShape)
    def patch(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Change the training settings of a draft."""
        row = _draft(lock_batch(self.batch(batch, write=True).pk))
        tested = row.tested_qualification
        name = sent.pop("qualification", tested.name if tested else "")
        change_training(batch=row, terms=sent, qualification=name, by=self.user)
        return self.batch(batch)


class HitsOfTraining(Resource):
    @Operation("list_training_hits", query=HitsAfter, answer=TrainingHits)
    def get(self, batch: int, sent: dict[str, int]) -> dict[str, object]:
        """List the HITs of the training and the test, with people's results."""
        cursor = Cursor(sent["after"]) if "after" in sent else None
        rows, page = key_window(self.batch(batch), cursor)
        return {"hits": rows, "following": page.after}


class TrainingTable(Resource):
    @Operation("upload_training", body=GoldTable, answer=TrainingShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Batch:
        """Replace all training and test HITs of a draft with the rows of a table."""
        row = _draft(self.batch(batch, write=True))
        with small_table(sent["table"]) as path:
            set_training(batch_id=row.pk, path=path, by=self.user)
        return self.batch(batch)


class Trainees(Resource):
    @Operation("list_trainees", answer=TraineeShape, paged=True)
    def get(self, batch: int) -> QuerySet[Enrolment]:
        """List each person's progress in the training and the test, newest first."""
        row = self.batch(batch)
        standing = QualifiedPerson.objects.filter(
            qualification=row.tested_qualification_id or 0,
            user=OuterRef("annotator"),
            revoked_at__isnull=True,
        )
        rows = Enrolment.objects.filter(batch=row).annotate(qualified=Exists(standing))
        return rows.prefetch_related("training_attempts")


class OneTrainee(Resource):
    @Operation("decide_trainee", body=TraineeDecision, answer=Changed)
    def post(self, batch: int, pk: int, sent: dict[str, str]) -> dict[str, int]:
        """Grant a person the test's qualification, or revoke it. A repeat changes nothing."""
        part = part_of(self, batch, pk, write=True)
        if part.batch.tested_qualification is None:
            raise Http404
        number = decide_on(part, sent["act"], reason=sent["reason"], by=self.user)
        return {"changed": number}


class TrainingAnswers(Resource):
    @Operation("export_training_answers", files=["text/csv"])
    def get(self, batch: int) -> HttpResponseBase:
        """Return all training and test answers as CSV, with one row per question and HIT."""
        text = answers_csv(self.batch(batch))
        return as_file(HttpResponse(text), Form.CSV, f"batch-{batch}-training")


def _draft(batch: Batch) -> Batch:
    if batch.state != Batch.State.DRAFT:
        raise Conflict("The batch is published, so its training can no longer change.")
    return batch
