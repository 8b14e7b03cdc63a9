"""Decisions that wait for a researcher: what to decide, the number of cases, the time since they
began to wait, and what happens in the meantime."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from desk.home import annotators
from desk.home.decision import MOST, Decision
from hits.batches.audience import live_without_people
from hits.models import AdjudicationRule, Appeal, Assignment, Batch
from hits.review.adjudication import differing
from hits.review.decisions import DAY
from judges.models import JudgeRun
from people.models import Project
from stimuli.models import DatasetImport

NAMED = 3  # batches named in a sentence
MOST_COUNTED = 5_000  # responses to review; more are not counted


def decisions(projects: QuerySet[Project]) -> list[Decision]:
    """Return the open decisions of these projects, the most urgent kinds first. Runs one query per
    kind, and one for each of the few batches whose HITs are searched."""
    kinds = (
        _to_review,
        _objections,
        _to_adjudicate,
        annotators.low_pay,
        annotators.broken_hits,
        annotators.unread_messages,
        annotators.erasures,
        _without_people,
        _publications,
        _judge_runs,
        _imports,
    )
    return [decision for kind in kinds for decision in kind(projects)]


def _to_review(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield one decision about all responses to review, if there are any. Their number is exact up
    to MOST_COUNTED."""
    submitted = Assignment.objects.filter(
        batch__project__in=projects, state=Assignment.State.SUBMITTED
    )
    looked_at = Assignment.objects.filter(pk__in=submitted.values("pk")[: MOST_COUNTED + 1])
    batches = list(
        looked_at.values("batch__title")
        .annotate(
            count=Count("pk"), oldest=Min("submitted_at"), days=Min("batch__auto_approve_days")
        )
        .order_by("-count", "batch__title")
    )
    if not batches:
        return
    count = sum(batch["count"] for batch in batches)
    yield Decision(
        icon="review",
        tone="",
        title=_answers_to_review(count),
        text=" · ".join(_named(batches, count)) + ". " + _meanwhile(batches),
        act=_("Review"),
        address=reverse("admin:review"),
        since=min(batch["oldest"] for batch in batches),
    )


def _meanwhile(batches: Sequence[Mapping[str, Any]]) -> str:
    """Return a sentence that says what happens if no one reviews the batches' responses."""
    promised = [batch["oldest"] + DAY * batch["days"] for batch in batches if batch["days"]]
    if not promised:
        return _("Responses are not paid until you review them.")
    return _("The first responses will be approved automatically on %(day)s.") % {
        "day": date_format(localtime(min(promised)), "DATE_FORMAT")
    }


def _answers_to_review(count: int) -> str:
    number = f"{MOST_COUNTED}+" if count > MOST_COUNTED else count
    words = ngettext("%(number)s response to review", "%(number)s responses to review", count)
    return words % {"number": number}


def _named(batches: Sequence[Mapping[str, Any]], count: int) -> Iterator[str]:
    """Yield the titles of the batches with the most responses, and then the number of other
    batches. If `count` is exact, each title is followed by the batch's number of responses."""
    for batch in batches[:NAMED]:
        if count > MOST_COUNTED:
            yield batch["batch__title"]
        else:
            yield f"{batch['batch__title']}: {batch['count']}"
    if (more := len(batches) - NAMED) > 0:
        yield f"+ {more}"


def _objections(projects: QuerySet[Project]) -> Iterator[Decision]:
    waiting = Appeal.objects.filter(
        assignment__batch__project__in=projects, decision=Appeal.Decision.OPEN
    )
    seen = waiting.aggregate(count=Count("pk"), oldest=Min("made_at"))
    if count := seen["count"]:
        yield Decision(
            icon="messages",
            tone="warn",
            title=ngettext("%(number)s appeal to decide", "%(number)s appeals to decide", count)
            % {"number": count},
            text="",
            act=_("Appeals"),
            address=reverse("admin:appeals") + "?show=open",
            since=seen["oldest"],
        )


def _to_adjudicate(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield a decision for each of the newest batches that has HITs to adjudicate."""
    rules = AdjudicationRule.objects.filter(
        batch__project__in=projects, batch__archived_at__isnull=True
    ).select_related("batch__rubric_version")
    for rule in rules.order_by("-batch")[:MOST]:
        seen = differing(rule)
        if count := len(seen.hits):
            yield Decision(
                icon="review",
                tone="",
                title=ngettext(
                    "Responses to %(number)s HIT of %(batch)s differ",
                    "Responses to %(number)s HITs of %(batch)s differ",
                    count,
                )
                % {"number": f"{count}{'+' * bool(seen.following)}", "batch": rule.batch.title},
                text="",
                act=_("Adjudication"),
                address=reverse("admin:adjudication", args=[rule.batch_id]),
            )


def _without_people(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield a decision for each live batch whose audience is empty, so that no one can work on
    it."""
    nobody = live_without_people([project.pk for project in projects])[:MOST]
    for batch in Batch.objects.filter(pk__in=nobody).order_by("published_at"):
        yield Decision(
            icon="annotators",
            tone="bad",
            title=_("No one can work on %(batch)s") % {"batch": batch.title},
            text=_("The batch’s audience “%(audience)s” is empty.")
            % {"audience": batch.get_audience_display()},
            act=_("Allowed and blocked people"),
            address=reverse("admin:batch_audience", args=[batch.pk]),
            since=batch.published_at,
        )


def _publications(projects: QuerySet[Project]) -> Iterator[Decision]:
    stopped = Batch.objects.filter(
        project__in=projects, state=Batch.State.PUBLISHING, cancelled_at__isnull=True
    ).exclude(publish_error="")
    for batch in stopped.order_by("pk")[:MOST]:
        yield Decision(
            icon="batches",
            tone="bad",
            title=_("Publication of %(batch)s has stopped") % {"batch": batch.title},
            text=batch.publish_error,
            act=_("Batch"),
            address=reverse("admin:batch_running", args=[batch.pk]),
        )


def _judge_runs(projects: QuerySet[Project]) -> Iterator[Decision]:
    paused = JudgeRun.objects.filter(batch__project__in=projects, state=JudgeRun.State.PAUSED)
    for run in paused.select_related("batch").order_by("pk")[:MOST]:
        yield Decision(
            icon="judges",
            tone="warn",
            title=_("Judge run paused: %(run)s on %(batch)s")
            % {"run": run.name, "batch": run.batch.title},
            text=run.stopped_because,
            act=_("Judge run"),
            address=reverse("admin:judge_run", args=[run.pk]),
        )


def _imports(projects: QuerySet[Project]) -> Iterator[Decision]:
    """Yield a decision for each failed import, unless a later import has the same dataset name."""
    later = DatasetImport.objects.filter(
        project=OuterRef("project"), dataset_name=OuterRef("dataset_name"), pk__gt=OuterRef("pk")
    )
    refused = DatasetImport.objects.filter(
        project__in=projects, state=DatasetImport.State.FAILED
    ).annotate(again=Exists(later))
    for record in refused.filter(again=False).order_by("-pk")[:MOST]:
        yield Decision(
            icon="imports",
            tone="warn",
            title=_("The import “%(name)s” failed") % {"name": record.dataset_name},
            text=_("Nothing was imported."),
            act=_("Import"),
            address=reverse("admin:batch_columns", args=[record.pk]),
            since=record.finished_at,
        )
