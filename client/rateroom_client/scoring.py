"""People as a scorer: outputs go in, people's scores come out, as they come."""

import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from rateroom_client.asking import POLL_SECONDS, Row
from rateroom_client.site import Rateroom

if TYPE_CHECKING:
    import pandas as pd

LATE = timedelta(minutes=1)  # a submission may become visible so long after its time
ENDED = "closed"


class Scores:
    """The scores of a batch: `watch()` yields each answer once; `frame()` holds those so far, a row
    for each question."""

    def __init__(self, site: Rateroom, batch: int) -> None:
        self.site, self.batch = site, batch
        self.rows: dict[int, Row] = {}

    def new(self) -> list[Row]:
        """Return the answers that came since it was last asked."""
        since = {}
        if self.rows:
            times = (datetime.fromisoformat(row["submitted_at"]) for row in self.rows.values())
            since["since"] = (max(times) - LATE).isoformat()
        fresh = [
            row
            for row in self.site.answers(self.batch, **since)
            if row["assignment"] not in self.rows
        ]
        self.rows |= {row["assignment"]: row for row in fresh}
        return fresh

    @property
    def is_done(self) -> bool:
        """Return whether no more are to come."""
        progress = self.site.progress(self.batch)
        wanted = progress["answered"] >= progress["wanted"] > 0
        return bool(progress["state"] == ENDED or wanted)

    def watch(self, *, every: float = POLL_SECONDS) -> Iterator[Row]:
        """Yield each answer as it comes, until all are there."""
        while True:
            is_done = self.is_done  # before, so that what comes meanwhile is read once more
            yield from self.new()
            if is_done:
                return
            time.sleep(every)

    def records(self) -> list[Row]:
        """Return a row for each question of each answer that counts. Of several outputs on a page,
        `a.` in a question's key is the first of `systems`."""
        return [
            {
                "item": row["item"],
                "system": " ".join(row["systems"]),
                "annotator": row["annotator"],
                "question": question,
                "value": value,
            }
            for row in self.rows.values()
            if row["counted"]
            for question, value in row["answers"].items()
        ]

    def frame(self) -> "pd.DataFrame":
        """Return the records as a DataFrame."""
        import pandas as pd

        columns = ["item", "system", "annotator", "question", "value"]
        return pd.DataFrame(self.records(), columns=columns)


def score(
    site: Rateroom,
    *,
    project: str,
    rubric: str,
    outputs: Iterable[Mapping[str, Any]],
    name: str,
    **terms: Any,
) -> Scores:
    """Have people rate `outputs` (rows with `item`, `system`, `output`, and what the rubric shows)
    and return their scores. A repeat with the same `name` goes on with the same batch.

    `terms` are those of a batch: `reward`, `annotators_per_hit`, `audience` … Raises
    RateroomError.
    """
    owner = site.project(project)["id"]
    version = site.rubric(rubric, project=owner)["id"]
    dataset = site.import_rows(owner, outputs, name=name, key=f"{name}: import")
    title = {"title": name} | terms
    batch = site.begin(dataset["id"], rubric_version=version, key=f"{name}: begin", **title)
    site.publish(batch["id"])
    return Scores(site, batch["id"])
