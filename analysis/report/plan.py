"""The plan set before publishing, compared with what happened."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Min
from django.utils.translation import gettext as _

from analysis.comparison.results import PEOPLE, Comparison, CriterionResult
from analysis.report.findings import counted
from analysis.report.rounding import rounded
from hits.models import Amendment, Assignment, Batch, Exclusion, Hypothesis
from hits.models.decisions import counted as counted_of
from hits.review.rules_status import RulesStatus, rules_status
from people.models import Act

Expected = Hypothesis.Expected
EXPECTATIONS = {
    Expected.BETTER: "{system} is better than {against} in {criterion}",
    Expected.NOT_WORSE: "{system} is not worse than {against} by {margin} or more in {criterion}",
    Expected.DIFFERENT: "{system} differs from {against} in {criterion}",
}


@dataclass(frozen=True)
class PlanLine:
    """A line of the plan: what was planned, what happened, and whether the two differ."""

    title: str
    planned: str
    happened: str = ""
    deviates: bool = False


def hypothesis_of(batch: Batch) -> Hypothesis | None:
    return Hypothesis.objects.filter(batch=batch).select_related("batch__rubric_version").first()


def plan_lines(batch: Batch, comparison: Comparison | None = None) -> list[PlanLine]:
    """Return the lines of a published batch's plan. The result of the primary comparison comes from
    `comparison` if it covers only this batch."""
    status = rules_status(batch)
    return [
        *_locked(status),
        *_hypothesis(batch, comparison),
        *_size(batch),
        *_rules(batch, status),
        *_amendments(batch),
        *_early_looks(batch),
    ]


def comparison_in_words(hypothesis: Hypothesis) -> str:
    """Return the planned primary comparison as a sentence, or "" if there is none."""
    if not hypothesis.expected:
        return ""
    criteria = hypothesis.batch.rubric_version.spec.criteria
    titles = {each.key: each.title for each in criteria}
    margin = hypothesis.margin.normalize() if hypothesis.margin is not None else None
    return EXPECTATIONS[Expected(hypothesis.expected)].format(
        system=hypothesis.system,
        against=hypothesis.against,
        criterion=titles.get(hypothesis.criterion, hypothesis.criterion),
        margin=f"{margin:f}" if margin is not None else "",
    )


def _locked(status: RulesStatus) -> Iterator[PlanLine]:
    if status.plan is not None:
        locked = f"{_day(status.plan.frozen_at.date())}, SHA-256 {status.plan.sha256[:12]}…"
        yield PlanLine(_("Locked"), locked)


def _hypothesis(batch: Batch, comparison: Comparison | None) -> Iterator[PlanLine]:
    hypothesis = hypothesis_of(batch)
    if hypothesis is None:
        return
    yield PlanLine(_("Hypothesis"), hypothesis.text)
    if planned := comparison_in_words(hypothesis):
        result = primary_result(hypothesis, comparison) if comparison else ""
        yield PlanLine(_("Primary comparison"), planned, result)
    if hypothesis.size_reason:
        yield PlanLine(_("Sample size"), hypothesis.size_reason)


def primary_result(hypothesis: Hypothesis, comparison: Comparison) -> str:
    """Return, as text, the paired difference between the two systems with its interval, and the
    conclusion. If the difference or its interval could not be computed, the text gives the
    reason."""
    criteria = {each.facts.key: each for each in comparison.criteria}
    criterion = criteria.get(hypothesis.criterion)
    tests = criterion.system_tests.get(PEOPLE) if criterion else None
    compared = {hypothesis.system, hypothesis.against}
    pairs = tests.pairs if tests else ()
    pair = next((each for each in pairs if {each.first, each.second} == compared), None)
    if criterion is None or pair is None or pair.difference is None:
        return (tests.reason if tests else "") or "No result."
    turned = -1 if pair.first != hypothesis.system else 1
    text = f"Difference {rounded(turned * pair.difference)}"
    if pair.low is None or pair.high is None or pair.p_value is None:
        return f"{text}, {counted(pair.items, 'item')}; {pair.reason}."
    low, high = sorted((turned * pair.low, turned * pair.high))
    p_value = "p < 0.001" if pair.p_value < 0.001 else f"p = {rounded(pair.p_value, 3)}"
    return (
        f"{text} (95 % CI {rounded(low)} to {rounded(high)}), {p_value}, "
        f"{counted(pair.items, 'item')}. {_verdict(hypothesis, criterion, low, high)}"
    )


def _verdict(hypothesis: Hypothesis, criterion: CriterionResult, low: float, high: float) -> str:
    """Return a sentence that says whether the interval supports or contradicts the hypothesis, or
    does not decide it."""
    if criterion.facts.best == "lowest" and not criterion.facts.preference:
        low, high = -high, -low
    bound = -float(hypothesis.margin or 0)
    if hypothesis.expected == Expected.DIFFERENT:
        holds, fails = low > 0 or high < 0, False
    else:
        holds, fails = low > bound, high < bound
    if holds:
        return "The interval supports the hypothesis."
    what = "contradicts" if fails else "neither supports nor contradicts"
    return f"The interval {what} the hypothesis."


def _size(batch: Batch) -> Iterator[PlanLine]:
    """Yield the lines about HITs and responses. Later additions are not part of the plan."""
    added = Amendment.objects.filter(batch=batch).values_list("hits", "assignments")
    hits = batch.hits_planned - sum(row[0] for row in added)
    responses = batch.assignments_planned - sum(row[1] for row in added)
    used = counted_of(Assignment.objects.filter(batch=batch))
    rated, answers = used.values("hit").distinct().count(), used.count()
    is_over = batch.state == Batch.State.CLOSED
    for title, planned, happened in (
        (_("HITs"), hits, rated),
        (_("Responses"), responses, answers),
    ):
        deviates = happened > planned or (is_over and happened < planned)
        yield PlanLine(title, f"{planned:,}", f"{happened:,}", deviates)


def _rules(batch: Batch, status: RulesStatus) -> Iterator[PlanLine]:
    applied = [f"{line.rule} ({counted(line.answers, 'response')})" for line in status.applied]
    declared = status.in_words or _("No rules have been set.")
    title = _("Exclusion rules")
    yield PlanLine(title, declared, "; ".join(applied), bool(status.late))
    by_hand = Exclusion.objects.filter(
        assignment__batch=batch, taken_back_at=None, rule=Exclusion.BY_HAND
    ).count()
    if by_hand:
        yield PlanLine(_("Excluded by hand"), "", counted(by_hand, "response"), deviates=True)


def _amendments(batch: Batch) -> Iterator[PlanLine]:
    for each in Amendment.objects.filter(batch=batch):
        happened = f"{_day(each.made_at.date())}: {each.in_words}"
        yield PlanLine(each.get_kind_display(), "", happened, deviates=True)


def _early_looks(batch: Batch) -> Iterator[PlanLine]:
    """Yield a line with the date if someone saw results by system before the batch closed."""
    acts = Act.objects.filter(
        subject_type=Batch._meta.label_lower, subject_id=batch.pk, verb=Act.Verb.UNVEILED
    )
    first = acts.aggregate(at=Min("at"))["at"]
    if first is not None:
        title = _("Results seen before the batch closed")
        yield PlanLine(title, "", _day(first.date()), deviates=True)


def _day(day: date) -> str:
    return f"{day:%-d %B %Y}"


def plan_as_markdown(lines: list[PlanLine]) -> str:
    """Return a Markdown table that compares the plan with what happened."""
    rows = [
        "| Plan | Set before publishing | What happened | Deviation |",
        "| --- | --- | --- | --- |",
        *(
            f"| {_cell(line.title)} | {_cell(line.planned)} | {_cell(line.happened)} | "
            f"{'yes' if line.deviates else ''} |"
            for line in lines
        ),
    ]
    return "\n".join(rows)


def _cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")
