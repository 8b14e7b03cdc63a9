"""Long work that a worker does: how far it is, cancelled or begun again."""

from typing import ClassVar

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import MONEY, Operation, Resource
from api.problems import Conflict
from api.resources.people import owned
from core.database.whole_numbers import LARGEST
from hits.background.asking import begin_again, cancel_task
from hits.models import BackgroundTask, DeclaredRule
from people.access import projects_for

BASE = "/api/v1/"


class TaskShape(serializers.ModelSerializer):
    """A task: `done` is how many bytes of a snapshot, or answers of a rule, it has got through.
    `address` is where to ask again; `snapshot`, once it is kept, where its bytes are read."""

    address = serializers.SerializerMethodField()
    snapshot = serializers.SerializerMethodField()
    subject = serializers.IntegerField(source="subject_id")

    class Meta:
        model = BackgroundTask
        fields: ClassVar[list[str]] = [
            "id",
            "address",
            "project",
            "kind",
            "subject",
            "subject_name",
            "state",
            "done",
            "error",
            "result",
            "snapshot",
            "created_at",
            "finished_at",
        ]

    def get_address(self, task: BackgroundTask) -> str:
        return address_of(task)

    def get_snapshot(self, task: BackgroundTask) -> str | None:
        if task.kind != BackgroundTask.Kind.SNAPSHOT or "sha256" not in task.result:
            return None
        return f"{BASE}batches/{task.subject_id}/snapshots/{task.result['sha256']}"


def address_of(task: BackgroundTask) -> str:
    """Return where a program asks how far a task is."""
    return f"{BASE}tasks/{task.pk}"


class TaskFilter(serializers.Serializer):
    """Tasks of one project, or in one state."""

    project = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    state = serializers.ChoiceField(choices=BackgroundTask.State.choices, required=False)


class TaskResource(Resource):
    """What is about one task."""

    def task(self, pk: int, *, write: bool = False) -> BackgroundTask:
        """404 where the person has no role in its project; PermissionDenied for a viewer who would
        change it."""
        task = BackgroundTask.objects.filter(pk=pk, project__in=projects_for(self.user)).first()
        if task is None:
            raise Http404
        self.project(task.project_id, write=write)
        return task


class Tasks(Resource):
    @Operation("list_tasks", query=TaskFilter, answer=TaskShape, paged=True)
    def get(self, _request: Request, sent: dict[str, object]) -> QuerySet[BackgroundTask]:
        """Return the tasks of your projects."""
        return BackgroundTask.objects.filter(project__in=projects_for(self.user), **sent)


class OneTask(TaskResource):
    @Operation("read_task", answer=TaskShape)
    def get(self, _request: Request, pk: int) -> BackgroundTask:
        """Return how far a task is, and what came of it."""
        return self.task(pk)


class CancelTask(TaskResource):
    @Operation("cancel_task", answer=TaskShape)
    def post(self, _request: Request, pk: int) -> BackgroundTask:
        """Cancel it without a trace, if it has not ended. Responses that a rejection has rejected
        by then stay rejected."""
        cancel_task(task=self.task(pk, write=True), by=self.user)
        return self.task(pk)


class AgainTask(TaskResource):
    @Operation("repeat_task", answer=TaskShape, status=202, later=TaskShape)
    def post(self, _request: Request, pk: int) -> BackgroundTask:
        """Have one that failed or was cancelled run once more, where no other does the same. A
        rejection, and making two persons one, which owners do, need the scope `money`, as they did
        when they were asked for."""
        task = self.task(pk, write=True)
        if task.is_for_owners:
            owned(self, task.project_id)
        if _moves_money(task):
            self.require_scope(MONEY)
        if not begin_again(task=task, by=self.user):
            raise Conflict("It runs or is done, or another task does the same by now.")
        return self.task(pk)


def _moves_money(task: BackgroundTask) -> bool:
    """Return whether it takes pay away, or gives what one person earned to another."""
    if task.kind == BackgroundTask.Kind.MERGE:
        return True
    is_rule = task.kind == BackgroundTask.Kind.RULE
    return is_rule and task.parameters.get("act") == DeclaredRule.Effect.REJECT
