"""The pre-flight of a draft with many outputs: found by a worker, and valid for as long as the
draft is what it looked at."""

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max, Sum
from django.utils import timezone

from hits.batches.preflight.base import Finding
from hits.batches.preflight.checks import CHECKS
from hits.batches.preflight.running import Preflight, decided, find, preflight
from hits.batches.sampling import drawn_count, pilot_left_out
from hits.models import HIT, BackgroundTask, Batch, GoldKey, LeftOutItem, MaskedOutput
from tabular.errors import RateroomError

MOST_OUTPUTS = 2_000  # are looked at in the request; more by a worker
FRESH = timedelta(days=1)  # after which the storage may have lost files
FORM = 1  # of what is stored: another number where older results cannot be read
TERMS = (
    "dataset_id",
    "rubric_version_id",
    "seed",
    "sample_rule",
    "sample_count",
    "sample_fraction",
    "sample_ids",
    "stratify_by",
)


def fingerprint(batch: Batch) -> str:
    """Of all that the checks read of a draft, as it is stored: equal where they would look at the
    same outputs. What a dataset holds stays as it was imported, so its key says enough."""
    rows = [
        _rows(LeftOutItem.objects.filter(batch=batch)),
        _rows(MaskedOutput.objects.filter(batch=batch)),
        GoldKey.objects.filter(batch=batch).aggregate(n=Count("pk"), items=Sum("item")),
    ]
    if pilot := pilot_left_out(batch):
        rows.append({"pilot": pilot, **_rows(HIT.objects.filter(batch=pilot))})
    seen = {
        "form": FORM,
        "checks": [check.NAME for check in CHECKS],
        "systems": sorted(batch.systems.values_list("pk", flat=True)),
        "rows": rows,
        **{name: getattr(batch, name) for name in TERMS},
    }
    return sha256(json.dumps(seen, sort_keys=True, default=str).encode()).hexdigest()


def _rows(rows: Any) -> dict[str, Any]:
    """What tells these rows from others: they are added and deleted, and never changed."""
    return rows.order_by().aggregate(n=Count("pk"), latest=Max("pk"), keys=Sum("pk"))


def is_long(outputs: int) -> bool:
    """Whether the checks of so many take longer than a request should."""
    return outputs > MOST_OUTPUTS


def is_long_draft(batch: Batch) -> bool:
    """The same of a draft's sample. Raises RateroomError where none can be drawn."""
    return is_long(drawn_count(batch) * batch.systems.count())


def standing(batch: Batch) -> Preflight | None:
    """What a worker found in the draft as it is now; None where none has looked at it, or not of
    late."""
    tasks = BackgroundTask.objects.filter(
        kind=BackgroundTask.Kind.PREFLIGHT,
        subject_id=batch.pk,
        state=BackgroundTask.State.DONE,
        finished_at__gt=timezone.now() - FRESH,
    )
    task = tasks.order_by("-pk").first()
    if task is None or task.result.get("fingerprint") != fingerprint(batch):
        return None
    findings = [Finding.of(stored) for stored in task.result["findings"]]
    return decided(batch, findings, looked_at=task.finished_at)


def standing_or_new(batch: Batch) -> Preflight:
    """What a worker found, or what the checks find now. Raises RateroomError where no sample can be
    drawn."""
    return standing(batch) or preflight(batch)


def result_of(batch: Batch, tell: Callable[[int], None]) -> dict[str, Any]:
    """What the checks find, to be stored with the fingerprint of what they looked at. Raises
    RateroomError where no sample can be drawn, or the draft is another one by then."""
    before = fingerprint(batch)
    findings = [finding.stored() for finding in find(batch, tell=tell)]
    if fingerprint(Batch.objects.get(pk=batch.pk)) != before:
        raise RateroomError(
            "The draft was changed while it was looked at.",
            where="Pre-flight",
            remedy="Look at it again.",
        )
    return {"fingerprint": before, "findings": findings}
