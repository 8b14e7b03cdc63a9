"""Stored statistics of a batch's annotators, which pages show without computing them again, and the
list of responses that a task will reject."""

from typing import ClassVar

from django.db import models

from analysis.folds import Fold
from core.database.locks import Work
from hits.models import Assignment, BackgroundTask, Batch, Enrolment


class AnnotatorFold(Fold):
    """A record of when the statistics of a batch's annotators were last computed, and from how many
    submissions. `typical` has the median, quartiles and range of each measure over the
    annotators."""

    LOCK = Work.ANNOTATORS

    batch = models.OneToOneField(
        Batch,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="annotator_fold",
        verbose_name="batch",
    )
    typical = models.JSONField("statistics of all annotators", default=dict)


class AnnotatorFigures(models.Model):
    """The measures of one person in one batch, by name, and the person's flags with their evidence.
    A measure has the form that `quality.figures.Figure` stores."""

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
        """Return the stored values of the measure `name`. Return an empty dict if the person has
        none."""
        return self.measures.get(name, {})


class PlannedRejection(models.Model):
    """A response that a task will reject because it breaks a declared rule. The row is deleted when
    the response is rejected."""

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
            # This constraint is also the index for a task's remaining responses.
            models.UniqueConstraint(name="planned_once", fields=["task", "assignment"])
        ]
