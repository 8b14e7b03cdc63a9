"""Background tasks, with their progress. Tasks can be cancelled and restarted."""

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.problems import Conflict
from api.resources.people import owned
from api.resources.shapes import names
from core.database.whole_numbers import LARGEST
from hits.background.asking import begin_again, cancel_task
from hits.models import BackgroundTask, DeclaredRule
from people.access import projects_for

BASE = "/api/v1/"


class TaskShape(serializers.ModelSerializer):
    """A background task. `done` is its progress, for example bytes of a snapshot or responses
    checked by a rule. Read the task again at `address`. `snapshot` is the address of the finished
    file."""

    address = serializers.SerializerMethodField()
    snapshot = serializers.SerializerMethodField()
    subject = serializers.IntegerField(source="subject_id")

    class Meta:
        model = BackgroundTask
        fields = names(
            "id address project kind subject subject_name state done error result snapshot "
            "created_at finished_at"
        )

    def get_address(self, task: BackgroundTask) -> str:
        return address_of(task)

    def get_snapshot(self, task: BackgroundTask) -> str | None:
        if task.kind != BackgroundTask.Kind.SNAPSHOT or "sha256" not in task.result:
            return None
        return f"{BASE}batches/{task.subject_id}/snapshots/{task.result['sha256']}"


def address_of(task: BackgroundTask) -> str:
    """Return the address that reports the progress of a task."""
    return f"{BASE}tasks/{task.pk}"


class TaskFilter(serializers.Serializer):
    """Filters for tasks by project and by state."""

    project = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    state = serializers.ChoiceField(choices=BackgroundTask.State.choices, required=False)


class TaskResource(Resource):
    """Base class of resources about one task."""

    def task(self, pk: int, *, write: bool = False) -> BackgroundTask:
        """Return the task. Raises Http404 for people without a role in its project, and
        PermissionDenied for viewers who want to change it."""
        task = BackgroundTask.objects.filter(pk=pk, project__in=projects_for(self.user)).first()
        if task is None:
            raise Http404
        self.project(task.project_id, write=write)
        return task


class Tasks(Resource):
    @Operation("list_tasks", query=TaskFilter, answer=TaskShape, paged=True)
    def get(self, sent: dict[str, object]) -> QuerySet[BackgroundTask]:
        """List the background tasks of your projects."""
        return BackgroundTask.objects.filter(project__in=projects_for(self.user), **sent)


class OneTask(TaskResource):
    @Operation("read_task", answer=TaskShape)
    def get(self, pk: int) -> BackgroundTask:
        """Return the progress of a task, and its result once it is done."""
        return self.task(pk)


class CancelTask(TaskResource):
    @Operation("cancel_task", answer=TaskShape)
    def post(self, pk: int) -> BackgroundTask:
        """Cancel the task if it is not finished. The task's work is discarded, but responses that
        it has already rejected stay rejected."""
        cancel_task(task=self.task(pk, write=True), by=self.user)
        return self.task(pk)


class AgainTask(TaskResource):
    @Operation("repeat_task", answer=TaskShape, status=202, later=TaskShape)
    def post(self, pk: int) -> BackgroundTask:
        """Run a failed or cancelled task again, unless another task is doing the same work.
        Repeating a rejection or a merge of annotators needs the scope `money`, like the original
        request. Only owners can repeat a merge."""
        task = self.task(pk, write=True)
        if task.is_for_owners:
            owned(self, task.project_id)
        if _moves_money(task):
            self.require_scope(MONEY)
        if not begin_again(task=task, by=self.user):
            raise Conflict(
                "The task is running or done, or another task is already doing the same."
            )
        return self.task(pk)


def _moves_money(task: BackgroundTask) -> bool:
    """Return whether the task withholds pay or moves earnings from one person to another."""
    if task.kind == BackgroundTask.Kind.MERGE:
        return True
    is_rule = task.kind == BackgroundTask.Kind.RULE
    return is_rule and task.parameters.get("act") == DeclaredRule.Effect.REJECT
