"""Scores that came with a dataset, as metrics of a batch about it."""

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
    """Store the scores that the dataset's file held as metrics of the batch, described as that file
    describes them. A repeat stores the same again. Raises RateroomError."""
    brought_by = scores_of(batch.dataset_id)
    if brought_by is None:
        raise RateroomError(
            _("No scores came with this dataset."),
            where=batch.title,
            remedy=_("Upload metrics"),
        )
    with local_file(brought_by.scores) as path:
        uploaded = upload_metrics(batch_id=batch.pk, path=path, by=by, replace=True)
    descriptions = brought_by.contents["scores"]
    for metric in uploaded.metrics:
        _describe(metric, descriptions.get(metric.name, {}), by)
    return uploaded


def _describe(metric: Metric, description: Mapping[str, Any], by: User | None) -> None:
    """Write down what the file says of a score; what a person has said stays."""
    metric.source = description.get("by", "")
    metric.save(update_fields=["source"])
    if description.get("best") and not metric.best:
        scale = {name: description[name] for name in ("best", "low", "high")}
        describe_metric(metric=metric, by=by, **scale)
