"""Description of metrics (the good end and the range of their scale), and deletion of metrics."""

from math import isfinite

from django.db import transaction
from django.utils.translation import gettext as _

from analysis.models import Metric
from core.errors import RateroomError
from hits.batch_locks import lock_batch
from people.acts import record
from people.models import Act, User


@transaction.atomic
def describe_metric(
    *, metric: Metric, best: str, low: float | None, high: float | None, by: User | None
) -> Metric:
    """Set which end of the metric's scale is better, and its range. `low` or `high` is None if the
    scale has no limit there. Raises RateroomError if the range is invalid or a value is
    outside it."""
    lock_batch(metric.batch_id)
    ends = [end for end in (low, high) if end is not None]
    if not all(map(isfinite, ends)) or (len(ends) > 1 and ends[0] >= ends[1]):
        raise RateroomError(
            _("The lowest value must be below the highest."),
            where=metric.name,
            remedy=_("Leave blank for no limit."),
        )
    before = {name: getattr(metric, name) for name in ("best", "low", "high")}
    metric.best, metric.low, metric.high = best, low, high
    outside = metric.values.outside(low, high).select_related("item", "system").first()
    if outside is not None:
        raise RateroomError(
            _("%(value)s is outside the range of “%(name)s”.")
            % {"value": outside.value, "name": metric.name},
            where=f"{outside.item} · {outside.system}",
            remedy=_("Widen the range, or upload correct values."),
        )
    metric.save(update_fields=["best", "low", "high"])
    after = {name: getattr(metric, name) for name in before}
    if after != before:
        record(
            by,
            Act.Verb.AMENDED,
            metric,
            project_id=metric.batch.project_id,
            before=before,
            after=after,
        )
    return metric


@transaction.atomic
def delete_metric(*, metric: Metric, by: User | None) -> bool:
    """Delete the metric with its values. Return False if the metric was already deleted."""
    lock_batch(metric.batch_id)
    if not Metric.objects.filter(pk=metric.pk).exists():
        return False
    record(by, Act.Verb.DELETED, metric, project_id=metric.batch.project_id)
    metric.delete()
    return True
