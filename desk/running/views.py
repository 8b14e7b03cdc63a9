"""The page of a published batch, the part of the page that is updated, and early access to mean
scores. The number of queries does not depend on the batch size."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from analysis.models import RunningFigures
from analysis.wages import wages_so_far
from desk.acts.rows import ActRow, latest_acts
from desk.asking import asks_first
from desk.pages import Question
from desk.progress import Part, answers_bar, money_bar
from desk.running.chart import Chart, chart_of
from desk.steps.steps import places_on
from hits.access import batch_for_researcher
from hits.batches.expected import people_of
from hits.batches.standstill import Reason, why_no_hit, why_nobody_works
from hits.batches.unveiling import sees_means, unveil_means
from hits.models import Amendment, Batch
from hits.money.escrow import BatchMoney, batch_money
from hits.money.wages import Wages, has_many_answers
from hits.progress.running import (
    Coverage,
    Pace,
    Progress,
    answers_over_time,
    coverage_of,
    expected_end,
    hourly_pay,
    is_large,
    median_seconds,
    pace_of,
    progress_of,
)
from hits.review.rules_status import rules_status
from people.access import is_writer, user_of
from people.acts import acts_of
from people.models import User
from people.named import find_people

ACTS = 5


@dataclass(frozen=True)
class Running:
    """The data of a published batch's page. `seconds` is the median time of the latest HITs, or
    None if there are none. `figures` are the latest stored interim statistics: agreement and
    means."""

    batch: Batch
    progress: Progress
    pace: Pace | None
    end: datetime | None
    coverage: Coverage | None
    chart: Chart | None
    money: BatchMoney
    seconds: float | None
    reasons: Sequence[Reason]
    figures: RunningFigures | None
    sees_means: bool
    acts: Sequence[ActRow]
    amendments: Sequence[Amendment]
    wages: Wages | None

    @property
    def wages_at(self) -> datetime | None:
        """Return when a task computed the hourly pay, or None if it was computed for this page."""
        if (figures := self.figures) is None or self.wages is None or not figures.wages:
            return None
        is_folded = has_many_answers(self.batch) and Wages.of(figures.wages) == self.wages
        return figures.computed_at if is_folded else None

    @property
    def hourly(self) -> Decimal | None:
        return None if self.seconds is None else hourly_pay(self.batch.reward, self.seconds)

    @property
    def drawn(self) -> list[Part]:
        progress = self.progress
        return answers_bar(
            wanted=progress.wanted,
            approved=progress.approved,
            waiting=progress.waiting,
            in_work=progress.in_work,
        )

    @property
    def in_words(self) -> str:
        progress = self.progress
        return _(
            "%(approved)s approved, %(waiting)s to review, %(in_work)s in progress, "
            "%(free)s available"
        ) % {
            "approved": progress.approved,
            "waiting": progress.waiting,
            "in_work": progress.in_work,
            "free": progress.free,
        }

    @property
    def coverage_in_words(self) -> str:
        if (covered := self.coverage) is None:
            return ""
        return _("%(complete)s complete, %(begun)s partly done, %(untouched)s not started") % {
            "complete": covered.complete,
            "begun": covered.begun,
            "untouched": covered.untouched,
        }

    @property
    def coverage_drawn(self) -> list[Part]:
        if (covered := self.coverage) is None:
            return []
        return Part.of(covered.items, [("f-1", covered.complete), ("f-mid", covered.begun)])

    @property
    def money_drawn(self) -> list[Part]:
        return money_bar(self.money)

    @property
    def means(self) -> tuple[list[str], list[tuple[str, list[float | None]]]]:
        """Return the systems' names, and a row for each criterion with its title and each system's
        mean score. A missing mean is None."""
        criteria = [row for row in self.figures.criteria if row["systems"]] if self.figures else []
        names = sorted({each["system"] for row in criteria for each in row["systems"]})
        means = [{each["system"]: each["mean"] for each in row["systems"]} for row in criteria]
        return names, [
            (row["title"], [by_system.get(name) for name in names])
            for row, by_system in zip(criteria, means, strict=True)
        ]


def running_figures(batch: Batch, viewer: User) -> Running:
    """Return the page's data for the user `viewer`. The coverage of a large batch comes from the
    latest task that computed it, and is None if there was no such task."""
    progress, pace = progress_of(batch), pace_of(batch)
    is_open = batch.state == Batch.State.LIVE
    figures = RunningFigures.objects.filter(batch=batch).first()
    return Running(
        batch=batch,
        progress=progress,
        pace=pace,
        end=expected_end(progress, pace) if is_open else None,
        coverage=_coverage(batch, figures),
        chart=chart_of(answers_over_time(batch)),
        money=batch_money(batch),
        seconds=median_seconds([batch]).get(batch.pk),
        reasons=why_nobody_works(batch, progress),
        figures=figures,
        sees_means=sees_means(batch, viewer),
        acts=latest_acts(acts_of(batch), ACTS),
        wages=wages_so_far([batch]).get(batch.pk),
        amendments=list(batch.amendments.select_related("made_by").order_by("-pk")[:ACTS]),
    )


def _coverage(batch: Batch, figures: RunningFigures | None) -> Coverage | None:
    if not is_large(batch):
        return coverage_of(batch)
    return Coverage(*figures.coverage) if figures and figures.coverage else None


def running(request: HttpRequest, frame: dict[str, object], pk: int) -> HttpResponse:
    """Show the page of a published batch. For a draft, redirect to its last step."""
    batch = batch_for_researcher(user_of(request), pk)
    if batch.state == Batch.State.DRAFT:
        return redirect("admin:batch_step", batch.pk, "publish")
    person = request.GET.get("person", "").strip()
    context = {
        **frame,
        **_context(request, batch),
        "title": batch.title,
        "places": places_on(request, batch),
        "rules": rules_status(batch),
        "link": request.build_absolute_uri(reverse("batch", args=[batch.pk])),
        "person": person,
        "answer": _why(batch, person) if person else None,
    }
    return TemplateResponse(request, "desk/running.html", context)


def parts(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the parts of a batch's page that change. A script requests them repeatedly."""
    batch = batch_for_researcher(user_of(request), pk)
    return render(request, "desk/running/_live.html", _context(request, batch))


def _asks_for_means(request: HttpRequest, pk: int) -> Question:
    batch = batch_for_researcher(user_of(request), pk, write=True)
    return Question(
        _("Show the results of “%(batch)s” before it closes?") % {"batch": batch.title},
        [
            _(
                "The activity log will record that you viewed the results. Early results can "
                "influence when you stop collecting responses."
            )
        ],
        _("Show results (this is logged)"),
        back=batch.title,
        back_address=reverse("admin:batch_running", args=[pk]),
    )


@asks_first(_asks_for_means)
def unveil(request: HttpRequest, pk: int) -> HttpResponse:
    """Let this user see mean scores by system from now on, and record this."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    unveil_means(batch=batch, by=user_of(request))
    return redirect(reverse("admin:batch_running", args=[pk]) + "#means")


def _context(request: HttpRequest, batch: Batch) -> dict[str, object]:
    user = user_of(request)
    return {
        "batch": batch,
        "currency": batch.project.currency,
        "running": running_figures(batch, user),
        "now": timezone.now(),
        "may_write": is_writer(user, batch.project_id),
    }


def _why(batch: Batch, person: str) -> Reason:
    """Return the reason why the person with this pseudonym, name or email address gets no HIT, or
    that the person was not found."""
    annotator = User.objects.filter(
        enrolments__batch=batch, enrolments__pseudonym__iexact=person
    ).first()
    if annotator is None:
        named = find_people(person, people_of(batch.project))
        if len(named.users) != 1:
            what = _("“%(name)s” was not found.")
            return Reason("unknown", what % {"name": person})
        (annotator,) = named.users
    return why_no_hit(batch, annotator)
