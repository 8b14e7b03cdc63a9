"""Comparison of today's replies with a certificate: ratings, tests, and outcome in sentences."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Literal, NamedTuple
from uuid import uuid4

import numpy as np
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override
from numpy.typing import NDArray

from analysis.data.facts import Facts
from analysis.data.frame import Frame
from analysis.data.ratings import batch_frame
from analysis.gate.checking import (
    READ,
    AgreementCheck,
    DriftCheck,
    Scores,
    check_agreement,
    check_drift,
    columns_of,
)
from analysis.gate.limits import Limits
from analysis.gate.readings import Reading, store_readings
from analysis.models import Report
from core.extras import MissingExtra, require_extra
from hits.background.performing import gone
from hits.models import HIT, Assignment, BackgroundTask, Batch
from hits.states import ANSWERED
from judges.halves import ids_of_part
from judges.models import JudgeRun

Outcome = Literal["passed", "refused", "undecided"]


class Ratings(NamedTuple):
    """The judge's certified ratings and today's ratings, people's fresh ratings of the same HITs,
    and the shares of replies that could be read then and today."""

    before: Frame
    after: Frame
    fresh: Frame
    judge: str
    read: tuple[Scores, Scores]


def outcome_of(task: BackgroundTask) -> dict[str, object]:
    """Return the outcome with its reasons, the statistics of both tests, and the name of the chart.
    If the certificate no longer applies, it is refused without a test. Texts are in the site's
    language."""
    chosen = task.parameters
    common = {name: chosen[name] for name in ("run", "margin", "limits", "unstated")}
    if chosen["stale"]:
        return {**common, "outcome": "refused", "reasons": chosen["stale"]}
    ratings, facts = _ratings(task)
    limits, margin = Limits(**chosen["limits"]), chosen["margin"]
    drift = check_drift(columns_of(facts, ratings.before, ratings.after, ratings.read), limits)
    agreement = (
        check_agreement(facts, ratings.fresh, ratings.judge, margin, limits)
        if limits.labels and margin is not None
        else []
    )
    with override(settings.LANGUAGE_CODE):
        titles = {READ: _("Replies read in full")} | {each.key: each.title for each in facts}
        against, open_reasons = _reasons(drift, agreement, margin, limits, titles)
    outcome: Outcome = "refused" if against else "undecided" if open_reasons else "passed"
    shifts = _shifts(drift, titles)
    return {
        **common,
        "outcome": outcome,
        "reasons": [*against, *open_reasons],
        "titles": titles,
        "drift": asdict(drift),
        "agreement": [asdict(each) for each in agreement],
        "shifts": shifts,
        "chart": _chart(task, shifts) if shifts else "",
    }


def _ratings(task: BackgroundTask) -> tuple[Ratings, list[Facts]]:
    chosen = task.parameters
    report = Report.objects.select_related("batch").filter(pk=chosen["report"]).first()
    run = JudgeRun.objects.select_related("batch").filter(pk=chosen["run"]).first()
    on = Batch.objects.select_related("rubric_version").filter(pk=chosen["on"]).first()
    if report is None or run is None or on is None:
        raise gone(task)
    readings = [Reading(*each) for each in chosen["readings"]]
    name = uuid4().hex
    with transaction.atomic():
        store_readings(JudgeRun(batch=on, name=name, model=run.model), readings)
        frame = batch_frame(on)
        transaction.set_rollback(True)
    certified = frame if run.batch_id == on.pk else batch_frame(run.batch)
    before, after = certified.where(certified.by_judge(run.name)), frame.where(frame.by_judge(name))
    fresh = frame.where(_is_fresh(frame, on, report) | frame.by_judge(name))
    criterion_keys = {*after.criterion.texts()} | {*before.criterion.texts()}
    facts = [each for each in frame.facts.values() if each.key in criterion_keys]
    return Ratings(before, after, fresh, name, _read(run, readings)), facts


def _is_fresh(frame: Frame, on: Batch, report: Report) -> NDArray[np.bool_]:
    """Return a mask of people's ratings in the locked half that are newer than the certificate."""
    locked = ids_of_part(on, JudgeRun.Part.LOCKED)
    answered = Assignment.objects.filter(batch=on, hit__in=locked, state__in=ANSWERED)
    later = answered.filter(submitted_at__gt=report.created_at)
    fresh = {(str(hit), who) for hit, who in later.values_list("hit", "enrolment__pseudonym")}
    pairs = zip(frame.hit.texts(), frame.rater.texts(), strict=True)
    return ~frame.judge & np.array([pair in fresh for pair in pairs], dtype=bool)


def _read(run: JudgeRun, readings: Sequence[Reading]) -> tuple[Scores, Scores]:
    """Return the shares of replies that could be read, by item and HIT: certified and today."""
    certified = run.verdicts.values_list("hit", "error_code")
    rows = [list(certified), [(each.hit, each.error) for each in readings]]
    hits = {hit for side in rows for hit, _error in side}
    items = dict(HIT.objects.filter(pk__in=hits).values_list("pk", "item__external_id"))
    sides: list[dict[str, dict[str, float]]] = []
    for side in rows:
        readable_of: dict[int, list[bool]] = {}
        for hit, error in side:
            readable_of.setdefault(hit, []).append(not error)
        scores: dict[str, dict[str, float]] = {}
        for hit, each in readable_of.items():
            scores.setdefault(items[hit], {})[str(hit)] = sum(each) / len(each)
        sides.append(scores)
    return sides[0], sides[1]


def _reasons(
    drift: DriftCheck,
    agreement: Sequence[AgreementCheck],
    margin: float | None,
    limits: Limits,
    titles: Mapping[str, str],
) -> tuple[list[str], list[str]]:
    """Return the reasons against the judge, and the reasons why tests are inconclusive."""
    against = [
        _("%(what)s: changed by %(shift)s standard deviations (p = %(p)s).")
        % {
            "what": " · ".join(filter(None, [titles[each.criterion], each.in_words])),
            "shift": f"{each.shift:+.2f}",
            "p": f"{each.p:.3f}",
        }
        for each in drift.moved
        if each.p <= limits.alpha_each
    ]
    left_open = []
    if not against and drift.more_items:
        words = _(
            "Too few items to tell whether scores have changed. About %(number)s more items are "
            "needed."
        )
        left_open.append(words % {"number": drift.more_items})
    if limits.labels and margin is None:
        left_open.append(_("No margin was set before publishing. Set a margin for the check."))
    for each in agreement:
        values: dict[str, object] = {"criterion": titles[each.criterion], "number": each.more_items}
        if each.p is not None and each.p <= limits.alpha_each / len(agreement):
            words = _(
                "%(criterion)s: the judge’s agreement with people is lower than people’s own, "
                "by more than the margin of %(margin)s (difference %(difference)s, p = %(p)s)."
            )
            values |= {"difference": f"{each.difference.value:+.2f}", "margin": margin}
            against.append(words % {**values, "p": f"{each.p:.3f}"})
        elif each.more_items is None:
            left_open.append(
                _("%(criterion)s: too few new ratings by people for a decision.") % values
            )
        elif each.more_items:
            words = _(
                "%(criterion)s: too few new ratings by people for a decision. About %(number)s "
                "more items are needed."
            )
            left_open.append(words % values)
    return against, left_open


def _shifts(drift: DriftCheck, titles: Mapping[str, str]) -> dict[str, list[float]]:
    """Return the chart's data for each criterion: the shift of its mean, or of the label that
    shifted most, with the interval and the number of items."""
    moved_scores = [each for each in drift.moved if each.what not in {"spread", READ}]
    largest = sorted(moved_scores, key=lambda each: abs(each.shift))
    most = {each.criterion: each for each in largest}
    return {
        title: [most[key].shift, most[key].low, most[key].high, drift.items]
        for key, title in titles.items()
        if key in most
    }


def _chart(task: BackgroundTask, shifts: Mapping[str, list[float]]) -> str:
    """Draw the chart of the checks and return its name. Return "" if the drawing library is not
    installed."""
    with suppress(MissingExtra):
        require_extra("figures")
        from analysis.gate.drawing import draw_checks  # imported here because it loads Matplotlib

        return draw_checks(task, shifts)
    return ""
