"""Scores that came with a dataset, as metrics of a batch with that dataset."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from analysis.metrics.describing import describe_metric
from analysis.metrics.uploading import Uploaded, upload_metrics
from analysis.models import Metric
from core.errors import RateroomError
from hits.models import Batch
from people.models import User
from stimuli.imports.running import local_file
from stimuli.imports.scores import scores_of


@transaction.atomic
def take_scores(*, batch: Batch, by: User | None) -> Uploaded:
    """Store the scores in the dataset's file as metrics of the batch, described as in that file. A
    repeat stores the same again. Raises RateroomError."""
    brought_by = scores_of(batch.dataset_id)
    if brought_by is None:
        raise RateroomError(
            _("No scores came with this dataset."), where=batch.title, remedy=_("Upload metrics")
        )
    with local_file(brought_by.scores) as path:
        uploaded = upload_metrics(batch_id=batch.pk, path=path, by=by, replace=True)
    descriptions = brought_by.contents["scores"]
    for metric in uploaded.metrics:
        _describe(metric, descriptions.get(metric.name, {}), by)
    return uploaded


def _describe(metric: Metric, description: Mapping[str, Any], by: User | None) -> None:
    """Store the file's description of a score, but keep a person's."""
    metric.source = description.get("by", "")
    metric.save(update_fields=["source"])
    if description.get("best") and not metric.best:
        scale = {name: description[name] for name in ("best", "low", "high")}
        describe_metric(metric=metric, by=by, **scale)
