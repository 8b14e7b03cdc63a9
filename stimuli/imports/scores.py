"""Scores that were imported from another tool's file, together with a dataset."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from stimuli.imports.running import local_file
from stimuli.models import DatasetImport

ScoreRow = Mapping[str, Any]  # keys: item, system, metric, value, passed, reason


def scores_of(dataset_id: int | None) -> DatasetImport | None:
    """Return the latest import that added scores for the dataset's outputs, or None if there is
    none."""
    done = DatasetImport.objects.filter(dataset=dataset_id, state=DatasetImport.State.DONE)
    return done.exclude(scores="").order_by("-pk").first()


@contextmanager
def score_rows(brought_by: DatasetImport) -> Iterator[Iterator[ScoreRow]]:
    """Yield an iterator over the imported scores. A score has the item, the system, the metric, the
    value, whether the output passed, and the reason."""
    with local_file(brought_by.scores) as path, path.open(encoding="utf-8") as file:
        yield map(json.loads, file)
