"""What is computed of a batch's annotators, kept with its time: pages read it and compute
nothing. And what a task is still to reject."""

from typing import ClassVar

from django.db import models

from analysis.folds import Fold
from core.database.locks import Work
from hits.models import Assignment, BackgroundTask, Batch, Enrolment


class AnnotatorFold(Fold):
    """When the annotators of a batch were last computed, and of how many submissions; `typical`: of
    each measure the median and the middle half over the annotators."""

    LOCK = Work.ANNOTATORS

    batch = models.OneToOneField(
        Batch,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="annotator_fold",
        verbose_name="batch",
    )
    typical = models.JSONField("of all annotators", default=dict)


class AnnotatorFigures(models.Model):
    """The measures of one person in one batch, by name as `quality.measures.Figure` writes them,
    and the flags that rules found, each with its evidence."""

    enrolment = models.OneToOneField(
        Enrolment,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="annotator_figures",
        verbose_name="enrolment",
    )
    measures = models.JSONField("measures", default=dict)
    flags = models.JSONField("flags", default=list)

    def measure(self, name: str) -> dict[str, object]:
        """Return what is stored of a measure; nothing of one that is new."""
        return self.measures.get(name, {})


class PlannedRejection(models.Model):
    """An answer that a task is to reject by a rule; gone with the part of the task that does."""

    task = models.ForeignKey(
        BackgroundTask,
        on_delete=models.CASCADE,
        related_name="planned_rejections",
        db_index=False,
        verbose_name="task",
    )
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="+", verbose_name="assignment"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also finds what is left of a task.
            models.UniqueConstraint(name="planned_once", fields=["task", "assignment"]),
        ]
