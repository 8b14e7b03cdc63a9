"""Judge runs on a batch. A worker performs a run, or a client imports it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.problems import Conflict, Invalid, not_found
from api.resources.shapes import ModelTerms, Money, names
from core.errors import Problem, RateroomError
from core.tabular.uploaded import uploaded
from judges.models import JudgeRun
from judges.prompts.prompting import unseen
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.replies.scored import judge_by_scores
from judges.replies.tables import read_replies
from judges.runs.changing import COST, change_run
from judges.runs.plan import estimate, joined, planned_count, with_replies
from judges.runs.planning import (
    PLANNED,
    endpoints_for,
    first_values,
    not_applying,
    plan_run,
    templates_for,
)
from judges.runs.starting import cancel_run, pause_run, retry_failed, start_run


class JoinedShape(serializers.Serializer):
    """Verdicts combined from several replies, one reply per criterion. `wanted` is the number of
    expected verdicts, and `whole` the number of complete verdicts. `missing` has, for each
    criterion, the number of verdicts without a reply on it."""

    wanted = serializers.IntegerField()
    whole = serializers.IntegerField()
    missing = serializers.DictField(child=serializers.IntegerField())


class RunShape(serializers.ModelSerializer):
    """A judge's run on a batch. `replies` is the number of replies that are stored."""

    criteria = serializers.ListField(child=serializers.CharField())
    replies = serializers.SerializerMethodField()

    class Meta:
        model = JudgeRun
        fields = names(
            "id batch",
            *PLANNED,
            "state planned replies stopped_because simulated rubric_sha256 prompt_sha256",
            "created_at",
        )

    def get_replies(self, run: JudgeRun) -> int:
        return run.verdicts.count()


class RunDetail(RunShape):
    """A run in detail. `verdicts` is null unless each criterion has its own prompt. It then has the
    numbers of verdicts, each combined from one reply per criterion. `unseen` lists the fields that
    people see but the judge does not, or is null if we do not know them."""

    verdicts = serializers.SerializerMethodField()
    unseen = serializers.SerializerMethodField()

    class Meta(RunShape.Meta):
        fields = names(*RunShape.Meta.fields, "verdicts unseen")

    @extend_schema_field(JoinedShape(allow_null=True))
    def get_verdicts(self, run: JudgeRun) -> dict[str, object] | None:
        verdicts = joined(run)
        return JoinedShape(verdicts).data if verdicts else None

    @extend_schema_field(serializers.ListField(child=serializers.CharField(), allow_null=True))
    def get_unseen(self, run: JudgeRun) -> list[str] | None:
        try:
            return None if run.is_imported else unseen(run)
        except RateroomError:
            return None  # the template does not fit the rubric


class NewRun(ModelTerms):
    """A new run. Settings that you leave out are copied from the project's last run."""

    endpoint = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    template = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=2**63 - 1
    )
    parameters = serializers.DictField(required=False)
    criteria = serializers.ListField(child=serializers.CharField(max_length=60), required=False)

    class Meta:
        model = JudgeRun
        fields: ClassVar[list[str]] = list(PLANNED)
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in PLANNED}


class EstimateShape(serializers.Serializer):
    """The numbers of calls and tokens that a run will need. `cost` is null if no prices are set."""

    planned = serializers.IntegerField()
    tokens = serializers.IntegerField()
    cost = Money(allow_null=True)


class NewReplies(serializers.Serializer):
    """A form with a file of raw replies (JSON Lines or CSV) with columns item, system, reply."""

    replies = serializers.FileField()
    name = serializers.CharField(max_length=120)
    model = serializers.CharField(max_length=120)
    skip_unknown = serializers.BooleanField(default=False)


class ImportOutcome(serializers.Serializer):
    """The imported run, with the number of readable replies (`read`), refused replies by error code
    (`failed`), and skipped replies (`skipped`)."""

    run = RunShape()
    read = serializers.IntegerField()
    failed = serializers.DictField(child=serializers.IntegerField())
    skipped = serializers.IntegerField()


class Runs(Resource):
    @Operation("list_judge_runs", answer=RunShape, paged=True)
    def get(self, batch: int) -> QuerySet[JudgeRun]:
        """List the batch's judge runs."""
        return with_replies(JudgeRun.objects.filter(batch=self.batch(batch)))

    @Operation("plan_judge_run", body=NewRun, answer=RunShape, status=201)
    def post(self, batch: int, sent: dict[str, Any]) -> JudgeRun:
        """Plan a judge run. No requests are sent until you start it. Settings that do not apply to
        the batch's dataset and rubric are refused."""
        row = self.batch(batch, write=True)
        if unfit := sorted(set(sent) & set(not_applying(row))):
            what = _("This setting does not apply to this dataset and rubric.")
            raise Invalid(Problem(what, name) for name in unfit)
        for name, rows in (("endpoint", endpoints_for(row)), ("template", templates_for(row))):
            if sent.get(name) is not None:
                sent[name] = _chosen(name, rows, sent[name])
        return plan_run(run=JudgeRun(batch=row, **(first_values(row) | sent)), by=self.user)


class RunCost(ModelTerms):
    """The prices and the limits of a run. A limit that is null means no limit."""

    class Meta:
        model = JudgeRun
        fields: ClassVar[list[str]] = list(COST)
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in COST}


class OneRun(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the run as a GET does, and lock the run until the write is done."""
        JudgeRun.objects.select_for_update(no_key=True).filter(pk=self.kwargs["pk"]).first()
        return RunDetail(run_of(self, self.kwargs["pk"])).data

    @Operation("read_judge_run", answer=RunDetail)
    def get(self, pk: int) -> JudgeRun:
        """Return one run with its progress."""
        return run_of(self, pk)

    @Operation("change_judge_run", body=RunCost, answer=RunShape)
    def patch(self, pk: int, sent: dict[str, object]) -> JudgeRun:
        """Change the limits and prices of a run that is planned, paused or cancelled. Pause a run
        before you change it."""
        run = run_of(self, pk, write=True)
        change_run(run_id=run.pk, changes=sent, by=self.user)
        return run_of(self, pk)


class RunEstimate(Resource):
    @Operation("estimate_judge_run", answer=EstimateShape)
    def get(self, pk: int) -> dict[str, object]:
        """Return the number of calls that the run will make, with their estimated tokens and
        cost."""
        run = run_of(self, pk)
        usage = estimate(run)
        return {"planned": planned_count(run), "tokens": usage.tokens, "cost": usage.cost}


class StartRun(Resource):
    @Operation("start_judge_run", answer=RunShape, status=202, scope=MONEY)
    def post(self, pk: int) -> JudgeRun:
        """Start or resume the run. A worker sends the prompts to the judge."""
        start_run(run_id=run_of(self, pk, write=True).pk)
        return run_of(self, pk)


class PauseRun(Resource):
    @Operation("pause_judge_run", answer=RunShape)
    def post(self, pk: int) -> JudgeRun:
        """Pause the run. Stored replies are kept."""
        pause_run(run_id=run_of(self, pk, write=True).pk)
        return run_of(self, pk)


class CancelRun(Resource):
    @Operation("cancel_judge_run", answer=RunShape)
    def post(self, pk: int) -> JudgeRun:
        """Cancel the run. Stored replies are kept."""
        cancel_run(run_id=run_of(self, pk, write=True).pk, by=self.user)
        return run_of(self, pk)


class RetryRun(Resource):
    @Operation("retry_judge_run", answer=RunShape)
    def post(self, pk: int) -> JudgeRun:
        """Delete the calls that got no reply, so that starting the run sends these calls again."""
        retry_failed(run_id=run_of(self, pk, write=True).pk)
        return run_of(self, pk)


class ImportRun(Resource):
    @Operation("import_judge_run", body=NewReplies, answer=ImportOutcome, status=201)
    def post(self, batch: int, sent: dict[str, Any]) -> object:
        """Import a judge's raw replies as a run. If a line is invalid, nothing is imported. A name
        that another run of the batch has is refused (409)."""
        row = self.batch(batch, write=True)
        if JudgeRun.objects.filter(batch=row, name=sent["name"]).exists():
            raise Conflict("The batch already has a run with this name.")
        with uploaded(sent["replies"]) as path:
            return import_judge_run(
                batch=row,
                settings=JudgeSettings(name=sent["name"], model=sent["model"]),
                replies=read_replies(path),
                by=self.user,
                skip_unknown=sent["skip_unknown"],
                document=path.name,
            )


class ScoresAsJudge(serializers.Serializer):
    """The names of the imported scores that rate each criterion, by the criterion's key."""

    answers = serializers.DictField(child=serializers.CharField())


class ImportOutcomes(serializers.Serializer):
    """The outcome of the import for the run of each model."""

    runs = ImportOutcome(many=True)


class JudgeByScores(Resource):
    @Operation("judge_by_scores", body=ScoresAsJudge, answer=ImportOutcomes, status=201)
    def post(self, batch: int, sent: dict[str, Any]) -> object:
        """Create a judge run for each model from scores imported with the batch's dataset."""
        row = self.batch(batch, write=True)
        return {"runs": judge_by_scores(batch=row, answers=sent["answers"], by=self.user)}


def _chosen(name: str, rows: QuerySet[Any], pk: int) -> object:
    """Return the row with this id from `rows`. Raises Invalid if there is no such row."""
    if (row := rows.filter(pk=pk).first()) is None:
        raise Invalid([not_found(pk, name)])
    return row


def run_of(view: Resource, pk: int, *, write: bool = False) -> JudgeRun:
    """Return the run. Raises Http404 or PermissionDenied if the person has no access to its
    batch."""
    run = JudgeRun.objects.select_related("endpoint", "template").filter(pk=pk).first()
    if run is None:
        raise Http404
    run.batch = view.batch(run.batch_id, write=write)
    return run
