"""Interim statistics of running batches: agreement, means by system, coverage and hourly pay.
Background tasks compute them; pages only read them."""

import math
import time

import numpy as np
from django.utils import timezone

from analysis.comparison.among_people import alpha_figures
from analysis.comparison.replicates import Replicates
from analysis.data.ratings import batch_frame
from analysis.data.units import Units, make_units
from analysis.folds import folded_from
from analysis.models import RunningFigures
from hits.models import Batch
from hits.money.wages import has_many_answers, wages_of
from hits.progress.running import coverage_of, is_large


def fold_figures(*, batch_id: int) -> bool:
    """Compute and store the batch's interim statistics. Return False if the batch was deleted."""
    batch = Batch.objects.select_related("rubric_version", "project").filter(pk=batch_id).first()
    if batch is None:
        return False
    at, began = timezone.now(), time.monotonic()
    counts = folded_from(batch_id)  # before the ratings are read, so that no news is missed
    covered = coverage_of(batch) if is_large(batch) else None
    wages = wages_of([batch]).get(batch.pk) if has_many_answers(batch) else None
    folded = {
        **counts,
        "computed_at": at,
        "criteria": figures_of(batch),
        "coverage": [covered.items, covered.complete, covered.begun] if covered else None,
        "seconds": time.monotonic() - began,
        "wages": wages.stored() if wages else None,
    }
    RunningFigures.objects.update_or_create(batch=batch, defaults=folded)
    return True


def figures_of(batch: Batch) -> list[dict[str, object]]:
    """Return statistics by criterion: Krippendorff's alpha (None if it cannot be estimated), the
    number of units with two or more ratings, and the mean and number of ratings of each system.

    A preference has no means by system. Only the report has intervals.
    """
    people = batch_frame(batch, judges=False)
    return [
        _criterion(make_units(people.of_criterion(facts.key), facts))
        for facts in people.facts.values()
    ]


def _criterion(units: Units) -> dict[str, object]:
    ratings, level = units.people, units.facts.level
    counts = np.bincount(ratings.unit, minlength=len(units))
    return {
        "key": units.facts.key,
        "title": units.facts.title,
        "alpha": _alpha(units) if (counts > 1).any() else None,
        "level": level,
        "units": int((counts > 1).sum()),
        "systems": [] if units.facts.preference or level == "nominal" else _means(units),
    }


def _alpha(units: Units) -> float | None:
    """Return Krippendorff's alpha as in the report, but only for the whole sample. Return None if
    alpha cannot be estimated."""
    sample = Replicates.make(units.items, len(units.systems), draws=0, seed=0)
    alpha = float(alpha_figures(units, sample)[0])
    return None if math.isnan(alpha) else alpha


def _means(units: Units) -> list[dict[str, object]]:
    system = units.cell[units.people.unit] % len(units.systems)
    number = np.bincount(system, minlength=len(units.systems))
    total = np.bincount(system, units.people.value, minlength=len(units.systems))
    return [
        {"system": name, "mean": float(total[place] / number[place]), "ratings": int(number[place])}
        for place, name in enumerate(units.systems)
        if number[place] and name
    ]
