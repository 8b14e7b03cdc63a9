"""Requests for reports, which workers compute once for the same ratings and settings."""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.db.models import Q

from analysis.comparison.results import ComparisonSettings
from analysis.data.answers import check_rubrics
from analysis.data.facts import Answers
from analysis.makers import makers_of
from analysis.models import Report
from analysis.report.content import comparison_of, content_key, set_from
from analysis.report.plan import PlanLine, plan_lines
from hits.batches.unveiling import sees_means
from hits.models import HIT, Adjudication, Batch, Exclusion, JudgeMargin
from hits.states import UNREJECTED
from people.models import User
from tasks.long_work.rows import cancel, fresh
from tasks.long_work.sending import send_on_commit

COMPUTE = "analysis.tasks.compute_report"


def settings_for(batches: Sequence[Batch], answers: Answers = "counted") -> ComparisonSettings:
    """Return the settings for a comparison of the batches. They include the margin for judges if
    all batches set the same margin before publishing."""
    margins = JudgeMargin.objects.filter(batch__in=batches).values_list("margin", flat=True)
    agreed = set(margins) if len(margins) == len(batches) else set()
    margin = float(agreed.pop()) if len(agreed) == 1 else None
    makers = {name: maker for name, maker in makers_of(batches).items() if maker}
    return ComparisonSettings(answers=answers, margin=margin, makers=makers)


@transaction.atomic
def report_for(
    batch: Batch, settings: ComparisonSettings | None = None, *, together_with: Sequence[Batch] = ()
) -> Report:
    """Return the report of the batch's current ratings. If it does not exist or is outdated, have a
    worker compute it. `together_with` has further batches to include. Raises RateroomError if the
    batches' rubrics differ."""
    chosen = settings or settings_for([batch, *together_with])
    check_rubrics([batch, *together_with])
    report, created = Report.objects.get_or_create(
        batch=batch,
        content_key=content_key([batch, *together_with], chosen),
        defaults={"settings": asdict(chosen), "with_batches": _numbers(together_with)},
    )
    if created:
        send_on_commit(COMPUTE, report.pk)
    elif report.state == Report.State.OUTDATED:
        # The ratings are the same again, for example after an undone rejection.
        _again(report, Report.State.OUTDATED)
    return report


def choices_of_answers(batches: Sequence[Batch]) -> list[Answers]:
    """Return the selections of people's answers that a report can use. The first is counted
    answers. If answers were excluded but not rejected, the next selection includes these answers.
    If HITs were adjudicated, people's answers to these HITs and the adjudicators' answers
    follow."""
    left_out = Exclusion.objects.filter(
        assignment__batch__in=batches,
        assignment__state__in=UNREJECTED,
        assignment__hit__purpose=HIT.Purpose.MAIN,
        taken_back_at=None,
    )
    adjudicated = Adjudication.objects.filter(hit__batch__in=batches, replaced_at=None)
    choices: list[Answers] = ["counted"]
    choices += ["with_excluded"] if left_out.exists() else []
    choices += ["beside_adjudicated", "adjudicated"] if adjudicated.exists() else []
    return choices


def _numbers(batches: Sequence[Batch]) -> list[int]:
    return [batch.pk for batch in batches]


def report_to_read(
    batch: Batch, together_with: Sequence[Batch] = (), settings: ComparisonSettings | None = None
) -> Report | None:
    """Return the report of the current ratings, or the last computed report, for people who cannot
    start a calculation.

    An unfinished report is returned only if there is no finished report. Return None if no one has
    requested a report.
    """
    check_rubrics([batch, *together_with])
    chosen = settings or settings_for([batch, *together_with])
    key = content_key([batch, *together_with], chosen)
    reports = Report.objects.filter(batch=batch, with_batches=_numbers(together_with))
    # Reports from before answers could be chosen cover the counted answers.
    of_others = Q(settings__has_key="answers") & ~Q(settings__answers=chosen.answers)
    reports = (
        reports.exclude(of_others)
        if chosen.answers == "counted"
        else reports.filter(settings__answers=chosen.answers)
    )
    done = reports.filter(state=Report.State.DONE)
    current = reports.filter(content_key=key).exclude(state=Report.State.OUTDATED).first()
    return done.filter(content_key=key).first() or done.order_by("-finished_at").first() or current


def plan_to_read(batch: Batch, user: User) -> list[PlanLine]:
    """Return a published batch's plan compared with what happened. The result of the primary
    comparison is included only if the person can see results by system and a report exists."""
    if batch.state == Batch.State.DRAFT:
        return []
    report = report_to_read(batch) if sees_means(batch, user) else None
    return plan_lines(batch, comparison_of(report) if report else None)


@transaction.atomic
def retry_report(report: Report) -> bool:
    """Compute a failed or cancelled report again. Return False if the report has another state."""
    return _again(report, Report.State.FAILED) or _again(report, Report.State.CANCELLED)


def cancel_report(report: Report, *, by: User) -> bool:
    """Cancel a report that is being computed. Return False if the report has already ended."""
    return cancel(report, by=by)


def _again(report: Report, expected: Report.State) -> bool:
    if not set_from(
        report, expected, state=Report.State.WAITING, error="", finished_at=None, **fresh()
    ):
        return False
    send_on_commit(COMPUTE, report.pk)
    report.refresh_from_db()
    return True
