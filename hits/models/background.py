"""The model of background tasks. A person requests a task that takes too long for a request, and a
worker runs it."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.locks import Work
from people.models import Project, User
from tasks.long_work.rows import LongWork, WorkState


class BackgroundTask(LongWork):
    """A background task with its subject, progress and result. `hits.background.performing`
    contains the function that runs each kind of task."""

    LOCK = Work.BACKGROUND
    REMEDY = "Try again. If the task keeps failing, choose less data at a time."

    class Kind(models.TextChoices):
        SNAPSHOT = "snapshot", _("Save snapshot")
        DELETION = "deletion", _("Delete")
        RULE = "rule", _("Exclusion rules")
        PREFLIGHT = "preflight", _("Pre-publish check")
        MERGE = "merge", _("Merge annotators")
        POWER = "power", _("Power and precision")
        GATE = "gate", _("Certificate checks")

    State = WorkState

    kind = models.CharField("kind", max_length=10, choices=Kind)
    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="tasks", db_index=False
    )
    # This is not a foreign key, because a task that deletes its subject remains afterwards.
    subject_id = models.BigIntegerField("object")
    subject_name = models.CharField("name of the object", max_length=200)
    parameters = models.JSONField("choices", default=dict, blank=True)
    # Hash of the parameters, which distinguishes two tasks about one object.
    parameters_sha256 = models.CharField(max_length=64, editable=False)
    state = models.CharField("state", max_length=10, choices=State, default=State.WAITING)
    done = models.PositiveBigIntegerField("done", default=0)
    total = models.PositiveBigIntegerField("of", null=True, blank=True)
    error = models.TextField("error", blank=True)
    result = models.JSONField("result", default=dict, blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name="by"
    )
    finished_at = models.DateTimeField("finished", null=True, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # hits.background.asking: the tasks about one object, the latest first.
            models.Index(name="task_of_subject", fields=["kind", "subject_id", "-id"]),
            # tasks.long_work.rows.lost: the few tasks that a worker should be doing.
            models.Index(
                name="task_under_way",
                fields=["sent_at"],
                condition=Q(state__in=["waiting", "running"]),
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # An identical request gets the unfinished task.
            models.UniqueConstraint(
                name="task_once_at_a_time",
                fields=["kind", "subject_id", "parameters_sha256"],
                condition=Q(state__in=["waiting", "running"]),
            ),
            models.CheckConstraint(
                name="task_finished_or_under_way",
                condition=Q(state__in=["waiting", "running"], finished_at__isnull=True)
                | Q(state__in=["done", "failed", "cancelled"], finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.subject_name}"

    @property
    def work_state(self) -> WorkState:
        return WorkState(self.state)

    @property
    def is_under_way(self) -> bool:
        return self.state in {self.State.WAITING, self.State.RUNNING}

    @property
    def by_parts(self) -> bool:
        """Return whether the task saves its work in parts, which are kept if the task fails or is
        cancelled. Other tasks change nothing until they are done."""
        return self.kind == self.Kind.RULE and self.parameters.get("act") == "reject"

    @property
    def is_for_owners(self) -> bool:
        """Return whether only owners of the project can start the task again."""
        return self.kind == self.Kind.MERGE

    @classmethod
    def under_way(cls) -> QuerySet[Self]:
        return cls.objects.filter(state__in=[cls.State.WAITING, cls.State.RUNNING])

    @classmethod
    def failed_with(cls, reason: str) -> dict[str, object]:
        return {"state": cls.State.FAILED, "error": reason, "finished_at": timezone.now()}

    @classmethod
    def cancelled_with(cls) -> dict[str, object]:
        return {"state": cls.State.CANCELLED, "finished_at": timezone.now()}
