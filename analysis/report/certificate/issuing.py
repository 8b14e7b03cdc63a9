"""Issuing of a report's certificates, one for each judge run with verdicts on the locked half."""

import hashlib
import json
from collections.abc import Sequence
from datetime import timedelta

from django.db import connection

from analysis.comparison.catalogue import CLOSENESS
from analysis.comparison.results import Comparison, CriterionResult, JudgeResult
from analysis.data.answers import runs_of
from analysis.models import Report
from analysis.report.certificate.contents import (
    Agreement,
    Certificate,
    Data,
    Declared,
    Figure,
    Judge,
    Replies,
    Rubric,
)
from analysis.report.checklist.facts import sample
from analysis.statistics.estimates import Estimate
from core.database.sql import SQLValue, load
from hits.models import Batch
from hits.review.rules_status import rules_status
from judges.halves import hits_of_part, looks
from judges.models import JudgeRun
from judges.prompts.prompting import fields_unseen
from judges.runs.plan import coverage

VALID = timedelta(days=90)
HALF = "Items whose id has a SHA-256 with a first byte of 128 or more."
_HASH = "analysis/report/certificate/sql/data.sql"


def certified_runs(batches: Sequence[Batch]) -> list[JudgeRun]:
    """Return the judge runs that a report can certify: those with verdicts on the locked half. The
    result is empty for a report on several batches."""
    if len(batches) > 1:
        return []
    runs = runs_of(batches).filter(part=JudgeRun.Part.LOCKED, verdicts__isnull=False)
    return list(runs.distinct())


def certificate_of(report: Report, comparison: Comparison, run: JudgeRun) -> Certificate:
    """Return the certificate of one of the runs in `certified_runs`, with the report's results."""
    batch, look = report.batch, looks(report.batch)[run.pk]
    version, covered = batch.rubric_version, coverage(run)
    plan = rules_status(batch).plan
    data = _data(batch)
    return Certificate(
        batch=batch.pk,
        issued=report.created_at,
        valid_until=(report.created_at + VALID).date(),
        simulated=batch.dataset.simulated or run.simulated,
        look=look.number,
        looks=look.of,
        judge=Judge(
            run=run.name,
            model=run.model,
            prompt_sha256=_wording(run),
            parameters=run.parameters,
            orders=run.orders,
            samples=run.samples,
            criteria=run.criteria,
            one_prompt_per_criterion=run.per_criterion,
            not_shown=list(fields_unseen(run)),
        ),
        rubric=Rubric(name=version.rubric.name, version=version.number, sha256=version.sha256),
        data=data,
        people=comparison.people,
        replies=Replies(read=covered.read, refused=dict(covered.failed)),
        agreement=[
            _agreement(criterion, judge)
            for criterion in comparison.criteria
            if (judge := criterion.judge(run.name))
        ],
        declared=Declared(margin=comparison.settings.margin, sha256=plan.sha256 if plan else ""),
    )


def _wording(run: JudgeRun) -> str:
    """Return a hash of the wording of the prompts: of the template's texts or, for generated
    prompts, of the rubric."""
    if run.is_imported:
        return run.prompt_sha256
    template = run.template
    words = (
        [template.system, template.text, template.sources, template.omit]
        if template
        else [run.rubric_sha256, run.frames]
    )
    return hashlib.sha256(json.dumps(words, sort_keys=True).encode()).hexdigest()


def _data(batch: Batch) -> Data:
    with connection.cursor() as cursor:
        values: dict[str, SQLValue] = {"batch": batch.pk, "part": str(JudgeRun.Part.LOCKED)}
        cursor.execute(load(_HASH, "locked", hits=hits_of_part()), values)
        sha256, items, hits = cursor.fetchone()
    return Data(
        dataset=batch.dataset.name,
        sha256=sha256,
        sample=sample(batch),
        half=HALF,
        items=items,
        hits=hits,
    )


def _agreement(criterion: CriterionResult, judge: JudgeResult) -> Agreement:
    test, orders = judge.person_test, judge.orders
    statistic = test.statistic if test else CLOSENESS[criterion.facts.level]
    figure, bias = judge.figure(statistic), judge.figure("bias")
    missing = Estimate(None, 0, reason="–")
    effects = {effect.covariate: _figure(effect.estimate) for effect in judge.effects}
    return Agreement(
        criterion=criterion.facts.key,
        title=criterion.facts.title,
        level=criterion.facts.level,
        statistic=statistic,
        judge=_figure(figure.judge if figure else missing),
        people=_figure(figure.human if figure else missing),
        difference=_figure(test.difference if test else missing),
        verdict=test.verdict if test else None,
        coverage=judge.coverage,
        bias=_figure(bias.judge) if bias else None,
        first_shown=_figure(orders.first_share) if orders else None,
        consistency=_figure(orders.consistency) if orders else None,
        length=effects.get("length"),
        own_family=effects.get("own_family"),
    )


def _figure(estimate: Estimate) -> Figure:
    return Figure(
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        n=estimate.n,
        reason=estimate.reason if estimate.value is None else "",
    )
