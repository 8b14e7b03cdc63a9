"""LLM judges: runs over a batch, and a verdict for each HIT, kept whole."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models import HIT, Batch
from people.models import User


class JudgeRun(models.Model):
    """One model, prompt and setting over a batch."""

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="judge_runs", verbose_name=_("batch"))
    name = models.CharField(_("name"), max_length=120)
    model = models.CharField(_("model"), max_length=120)
    prompt = models.TextField(_("prompt"), blank=True)
    prompt_sha256 = models.CharField(_("SHA-256 of the prompt"), max_length=64, blank=True)
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    rubric_sha256 = models.CharField(_("rubric SHA-256"), max_length=64)
    simulated = models.BooleanField(_("simulated"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("judge run")
        verbose_name_plural = _("judge runs")
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="judge_run_name_once",
                fields=["batch", "name"],
                violation_error_message=_("This batch already has a judge run of this name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Verdict(models.Model):
    """A judge's reply for one HIT in one order. Read whole (`error_code` is empty) or refused whole."""

    run = models.ForeignKey(JudgeRun, on_delete=models.CASCADE, related_name="verdicts")
    hit = models.ForeignKey(HIT, on_delete=models.PROTECT, related_name="verdicts")
    shown_order = models.CharField(_("order shown"), max_length=2, default="a")
    sample = models.PositiveSmallIntegerField(_("sample"), default=1)
    raw_reply = models.TextField(_("raw reply"), blank=True)
    error_code = models.CharField(_("error code"), max_length=40, blank=True)
    error_detail = models.TextField(_("error"), blank=True)
    warnings = models.JSONField(_("warnings"), default=list, blank=True)
    reader_version = models.PositiveSmallIntegerField(_("reader version"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="verdict_once", fields=["run", "hit", "shown_order", "sample"]),
            models.CheckConstraint(name="verdict_shown_order", condition=Q(shown_order__in=["a", "ab", "ba"])),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # The list of failures by code.
            models.Index(name="verdict_failures", fields=["run", "error_code"], condition=~Q(error_code="")),
        ]

    def __str__(self) -> str:
        return f"{self.run} · {self.hit}"


class VerdictAnswer(models.Model):
    """One question's value in one verdict: the same columns as a person's answer, so that one union holds both."""

    pk = models.CompositePrimaryKey("verdict_id", "key")
    verdict = models.ForeignKey(Verdict, on_delete=models.CASCADE, related_name="answers", db_index=False)
    key = models.CharField(_("question"), max_length=120)
    number = models.IntegerField(_("number"), null=True, blank=True)
    text = models.TextField(_("text"), null=True, blank=True)  # noqa: DJ001 - null: the answer is a number

    class Meta:
        verbose_name = _("verdict answer")
        verbose_name_plural = _("verdict answers")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="verdict_answer_number_or_text",
                condition=Q(number__isnull=False, text__isnull=True) | Q(number__isnull=True, text__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} = {self.number if self.text is None else self.text}"
