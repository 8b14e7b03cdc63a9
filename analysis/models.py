"""A batch's report, computed once for the same ratings and settings, with its figures and
statements; metrics of outputs; and the statistics of a running batch."""

from math import inf
from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from analysis.folds import Fold
from core.database.locks import Work
from hits.models import Batch
from people.models import Project, User
from stimuli.models import Item, System
from tasks.long_work.rows import LongWork, WorkState


class Report(LongWork):
    """One comparison of a batch. `content_key` identifies the ratings, the settings and the version
    of the statistics. The state `outdated` means that ratings changed before the report could be
    computed."""

    LOCK = Work.REPORT
    REMEDY = "Generate the report again. If it fails again, tell the site administrator."

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        OUTDATED = "outdated", "outdated"
        CANCELLED = "cancelled", _("Cancelled")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="reports", verbose_name="batch"
    )
    # The numbers of the batches compared together with `batch`, in order, so that a single column
    # identifies them.
    with_batches = ArrayField(
        models.BigIntegerField(), verbose_name="together with", default=list, blank=True
    )
    content_key = models.CharField("content key", max_length=64)
    settings = models.JSONField("settings", default=dict)
    state = models.CharField("state", max_length=10, choices=State, default=State.WAITING)
    progress = models.FloatField("progress", default=0)
    result = models.JSONField("result", null=True, blank=True)
    error = models.TextField("error", blank=True)
    # Figures and the bundle are created later, when readers can already see the statistics.
    illustrated = models.BooleanField("illustrated", default=False)
    bundle = models.CharField("bundle", max_length=200, blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)
    finished_at = models.DateTimeField("finished", null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="report_content_once", fields=["batch", "content_key"]),
            models.CheckConstraint(
                name="report_progress", condition=Q(progress__gte=0, progress__lte=1)
            ),
            models.CheckConstraint(
                name="report_state_and_result",
                condition=Q(state="done", result__isnull=False, finished_at__isnull=False)
                | (~Q(state="done") & Q(result__isnull=True)),
            ),
        ]

    @property
    def batches(self) -> list[Batch]:
        others = Batch.objects.select_related("rubric_version").in_bulk(self.with_batches)
        return [self.batch, *(others[pk] for pk in self.with_batches)]

    @property
    def work_state(self) -> WorkState:
        is_outdated = self.state == self.State.OUTDATED
        return WorkState.CANCELLED if is_outdated else WorkState(self.state)

    @classmethod
    def under_way(cls) -> QuerySet[Self]:
        """Return the reports whose statistics or figures are not finished yet."""
        return cls.objects.filter(
            Q(state__in=[cls.State.WAITING, cls.State.RUNNING])
            | Q(state=cls.State.DONE, illustrated=False)
        )

    @classmethod
    def cancellable(cls) -> QuerySet[Self]:
        return cls.under_way().exclude(state=cls.State.DONE)

    @classmethod
    def failed_with(cls, reason: str) -> dict[str, object]:
        """Return the changes to store if a report fails. A report that already has its statistics
        remains done, without figures."""
        done = Q(state=cls.State.DONE)
        return {
            "state": Case(When(done, then=F("state")), default=Value(cls.State.FAILED.value)),
            "illustrated": Case(When(done, then=Value(True)), default=F("illustrated")),
            "error": reason,
            "finished_at": timezone.now(),
        }

    @classmethod
    def cancelled_with(cls) -> dict[str, object]:
        return {"state": cls.State.CANCELLED, "finished_at": timezone.now()}


class ReportFigure(models.Model):
    """One figure of a report, in the formats for a page and for a paper."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="figures")
    place = models.PositiveSmallIntegerField("place")
    name = models.SlugField("name", max_length=120)
    title = models.CharField("title", max_length=300)
    alt = models.TextField("in words")
    # `Drawn.numbers`; empty if the figure was drawn before these were stored.
    numbers = models.JSONField("numbers", default=list, db_default=[])
    svg = models.BinaryField()
    pdf = models.BinaryField()

    class Meta:
        ordering: ClassVar[list[str]] = ["place"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="report_figure_once", fields=["report", "name"])
        ]


class Statement(models.Model):
    """People's statement about an item of the reporting checklist. It applies to a batch or,
    without a batch, to all batches of the project."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="statements")
    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, null=True, blank=True, related_name="statements"
    )
    item = models.CharField("item", max_length=30)
    text = models.TextField("text")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="statement_once", fields=["project", "batch", "item"], nulls_distinct=False
            ),
            models.CheckConstraint(name="statement_has_text", condition=~Q(text="")),
        ]


class Metric(models.Model):
    """An automatic metric of a batch's outputs, for example BLEU. `best` is the better end of its
    scale, or "" until a person sets it. `low` and `high` are the ends of the scale, or null if
    open."""

    class Best(models.TextChoices):
        HIGHEST = "highest", _("Higher is better")
        LOWEST = "lowest", _("Lower is better")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="metrics", verbose_name="batch"
    )
    name = models.CharField("name", max_length=80)
    # The source of the values, such as a judge's model; blank if no file named it.
    source = models.CharField("source", max_length=200, blank=True, default="", db_default="")
    best = models.CharField("best end", max_length=7, choices=Best, blank=True, default="")
    low = models.FloatField("lowest value", null=True, blank=True)
    high = models.FloatField("highest value", null=True, blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="metric_once", fields=["batch", "name"]),
            models.CheckConstraint(name="metric_is_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="metric_best", condition=Q(best__in=["", "highest", "lowest"])
            ),
            # PostgreSQL sorts NaN above every number, so these conditions exclude it.
            models.CheckConstraint(
                name="metric_range_is_finite",
                condition=(Q(low__isnull=True) | Q(low__gt=-inf, low__lt=inf))
                & (Q(high__isnull=True) | Q(high__gt=-inf, high__lt=inf)),
            ),
            models.CheckConstraint(
                name="metric_range",
                condition=Q(low__isnull=True) | Q(high__isnull=True) | Q(low__lt=F("high")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def holds(self, value: float) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


class MetricValueQuerySet(models.QuerySet["MetricValue"]):
    def outside(self, low: float | None, high: float | None) -> Self:
        """Return the metric's values that are outside the range, in a fixed order."""
        below = Q(value__lt=low) if low is not None else Q(pk=None)
        above = Q(value__gt=high) if high is not None else Q(pk=None)
        return self.filter(below | above).order_by("pk")


class MetricValue(models.Model):
    """A metric's value of one system's output for one item."""

    metric = models.ForeignKey(
        Metric, on_delete=models.CASCADE, related_name="values", db_index=False
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    value = models.FloatField("value")

    objects = models.Manager.from_queryset(MetricValueQuerySet)()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="metric_value_once", fields=["metric", "item", "system"]),
            models.CheckConstraint(
                name="metric_value_is_finite", condition=Q(value__gt=-inf, value__lt=inf)
            ),
        ]


class RunningFigures(Fold):
    """Interim statistics of a running batch: agreement, means, coverage and hourly pay. They are
    computed by `analysis.running`."""

    LOCK = Work.FIGURES

    batch = models.OneToOneField(
        Batch,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="running_figures",
        verbose_name="batch",
    )
    criteria = models.JSONField("by criterion")
    # For a large batch, whose page does not count these: items, and items with all and some
    # answers.
    coverage = ArrayField(
        models.PositiveBigIntegerField(), verbose_name="coverage", null=True, blank=True, size=3
    )

    # For a batch with many answers, whose page does not count these; `Wages.of` reads them.
    wages = models.JSONField("pay by the hour", null=True, blank=True)
