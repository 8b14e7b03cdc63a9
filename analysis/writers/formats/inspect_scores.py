"""The format of people's scores that the Python client writes into an Inspect log."""

import json
from statistics import fmean
from typing import IO

from django.utils.translation import gettext_lazy as _

from analysis.writers.interface import Study, Tool
from people.site_addresses import site_address


def write(study: Study, file: IO[bytes]) -> None:
    """Write JSON with the `provenance`, and with `scores`: the mean rating of each output and the
    number of people who rated it."""
    batch = study.batch
    provenance = {
        "raters": "people",
        "site": site_address("report", pk=batch.pk),
        "project": batch.project.name,
        "batch": batch.title,
        "rubric_sha256": study.rubric,
        "retrieved_at": study.at.isoformat(timespec="seconds"),
    }
    scores = [
        {
            "criterion": criterion,
            "item": item,
            "system": system,
            "value": fmean(values),
            "people": len(values),
        }
        for (criterion, item, system), values in study.scores().items()
    ]
    content = {"provenance": provenance, "scores": scores}
    file.write(json.dumps(content, ensure_ascii=False, indent=1).encode())


TOOL = Tool(
    "inspect", _("Scores for an Inspect log"), "json", "application/json", write, has_means=True
)
