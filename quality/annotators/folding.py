"""Computing the measures and flags of a batch's annotators in a background task."""

import time
from collections.abc import Mapping, Sequence

import numpy as np
from django.db import transaction
from django.utils import timezone

from analysis.folds import folded_from
from hits.models import Batch
from quality.evidence.arrays import Evidence
from quality.evidence.reading import read_evidence
from quality.figures import Figure
from quality.flags import flags_of
from quality.measures import measures
from quality.models import AnnotatorFigures, AnnotatorFold

ByPerson = Sequence[Mapping[str, Figure]]
ROWS = 500  # per statement


def fold_annotators(*, batch_id: int) -> bool:
    """Compute and store the statistics of everyone who has submitted a HIT in the batch. The time
    of the computation is stored too. Return False if the batch no longer exists."""
    batch = Batch.objects.select_related("rubric_version").filter(pk=batch_id).first()
    if batch is None:
        return False
    at, began = timezone.now(), time.monotonic()
    counts = folded_from(batch_id)  # before the evidence is read
    evidence = read_evidence(batch)
    figures = measured(evidence)
    typical = typical_of(figures)
    rows = [
        AnnotatorFigures(
            enrolment_id=pk,
            measures={name: figure.stored() for name, figure in of_person.items()},
            flags=flags_of(of_person, typical),
        )
        for pk, of_person in zip(evidence.people, figures, strict=True)
    ]
    fold = {"computed_at": at, **counts, "typical": typical}
    _store(batch, rows, {**fold, "seconds": time.monotonic() - began})
    return True


def measured(evidence: Evidence) -> ByPerson:
    people: list[dict[str, Figure]] = [{} for _person in evidence.people]
    for name, measure in measures().items():
        for person, figure in measure.figures(evidence).items():
            people[person][name] = figure
    return people


def typical_of(figures: ByPerson) -> dict[str, dict[str, float]]:
    """Return the median, quartiles, range and number of people for each measure. People without a
    value are left out, and so are measures that no one has."""
    typical = {}
    for name in measures():
        of_all = [of_person[name] for of_person in figures if name in of_person]
        values = [figure.value for figure in of_all if figure.value is not None]
        if values:
            low, first, median, third, high = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
            typical[name] = {
                "median": median,
                "first": first,
                "third": third,
                "low": low,
                "high": high,
                "people": len(values),
            }
    return typical


@transaction.atomic
def _store(batch: Batch, rows: Sequence[AnnotatorFigures], fold: Mapping[str, object]) -> None:
    # The batch's row first: of two concurrent computations, one waits and writes last.
    AnnotatorFold.objects.update_or_create(batch=batch, defaults=fold)
    AnnotatorFigures.objects.filter(enrolment__batch=batch).exclude(
        enrolment__in=[row.enrolment_id for row in rows]
    ).delete()
    AnnotatorFigures.objects.bulk_create(
        rows,
        batch_size=ROWS,
        update_conflicts=True,
        unique_fields=["enrolment"],
        update_fields=["measures", "flags"],
    )
