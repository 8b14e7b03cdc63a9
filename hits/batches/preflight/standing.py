"""The stored result of the pre-publish check for a draft with many outputs. A background task runs
this check. The result is valid for a limited time, and only until the draft changes."""

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import Func, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.preflight.base import Finding
from hits.batches.preflight.checks import CHECKS
from hits.batches.preflight.running import Preflight, decided, find
from hits.batches.sampling import drawn_count, pilot_left_out
from hits.models import HIT, BackgroundTask, Batch, GoldKey, LeftOutItem, MaskedOutput

MOST_OUTPUTS = 2_000  # outputs that a request checks; a worker checks more
FRESH = timedelta(days=1)  # after this time, the storage may have lost files
FORM = 1  # version of the stored results: raise it if older ones cannot be read
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
    """Return a hash of everything in the draft that the checks read. Drafts with the same hash have
    the same findings. A dataset's contents do not change, so the hash covers only the dataset's
    id."""
    rows = [
        _distinct("item", LeftOutItem.objects.filter(batch=batch)),
        _distinct("output", MaskedOutput.objects.filter(batch=batch)),
        _distinct("item", GoldKey.objects.filter(batch=batch)),
    ]
    if pilot := pilot_left_out(batch):
        # Only the pilot's items count: while the pilot is live, retests add HITs of the same items.
        rows.append(_distinct("item", HIT.objects.filter(batch=pilot)))
    seen = {
        "form": FORM,
        "checks": [check.name for check in CHECKS],
        "systems": sorted(batch.systems.values_list("pk", flat=True)),
        "rows": rows,
        **{name: getattr(batch, name) for name in TERMS},
    }
    return sha256(json.dumps(seen, sort_keys=True, default=str).encode()).hexdigest()


class _Hash(Func):
    """The SHA-256 of a text, computed with a built-in PostgreSQL function. Django's own SHA256
    function needs an extension."""

    template = "encode(sha256(convert_to(%(expressions)s, 'UTF8')), 'hex')"
    output_field = TextField()


def _distinct(name: str, rows: QuerySet[Any]) -> str | None:
    """Return a hash of the distinct ids in the rows' foreign key `name`, whatever their order.
    Return None if there are no rows."""
    key = Cast(name, TextField())
    listed = StringAgg(key, ",", distinct=True, order_by=key)
    hashed: str | None = rows.order_by().aggregate(hash=_Hash(listed))["hash"]
    return hashed


def is_long(outputs: int) -> bool:
    """Return whether checking this number of outputs takes too long for a request."""
    return outputs > MOST_OUTPUTS


def is_long_draft(batch: Batch) -> bool:
    """Return whether checking the draft's sample takes too long for a request. Raises RateroomError
    if no sample can be drawn."""
    return is_long(drawn_count(batch) * batch.systems.count())


def standing(batch: Batch) -> Preflight | None:
    """Return the latest stored result that is still valid for the draft. Return None if no stored
    result is valid."""
    tasks = BackgroundTask.objects.filter(
        kind=BackgroundTask.Kind.PREFLIGHT,
        subject_id=batch.pk,
        state=BackgroundTask.State.DONE,
        finished_at__gt=timezone.now() - FRESH,
        result__has_key="fingerprint",
    )
    looks = list(tasks.order_by("-finished_at"))
    now = fingerprint(batch) if looks else ""
    task = next((look for look in looks if look.result["fingerprint"] == now), None)
    if task is None:
        return None
    findings = [Finding.of(stored) for stored in task.result["findings"]]
    return decided(batch, findings, looked_at=task.finished_at)


def result_of(batch: Batch, tell: Callable[[int], None]) -> dict[str, object]:
    """Run the checks on the draft, and return the findings with the draft's fingerprint, as data to
    store. Raises RateroomError if no sample can be drawn, or if the draft changes in the
    meantime."""
    before = fingerprint(batch)
    findings = [finding.stored() for finding in find(batch, tell=tell)]
    if fingerprint(Batch.objects.get(pk=batch.pk)) != before:
        raise RateroomError(
            _("The draft has changed since the last check."), where=_("Pre-publish check")
        )
    return {"fingerprint": before, "findings": findings}
