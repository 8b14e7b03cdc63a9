"""People as a scorer: outputs go in, people's scores come out, as they come."""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from rateroom_client.asking import POLL_SECONDS, Row
from rateroom_client.errors import Problem, RateroomError
from rateroom_client.site import Rateroom

if TYPE_CHECKING:
    import pandas as pd

LATE = timedelta(minutes=1)  # a submission may become visible so long after its time
ENDED = "closed"
UNPUBLISHED = ("draft", "publishing")


class OutputScore(NamedTuple):
    """The mean of people's answers about an output, and how many people answered."""

    mean: float
    people: int


class Scores:
    """The scores of a batch: `watch()` yields each answer once; `frame()` holds those so far, a row
    for each question."""

    def __init__(self, site: Rateroom, batch: int) -> None:
        self.site, self.batch = site, batch
        self.rows: dict[int, Row] = {}

    def new(self) -> list[Row]:
        """Return the answers that came since it was last asked."""
        return self._read(is_done=False)

    def _read(self, *, is_done: bool) -> list[Row]:
        """Read what came. Where no more are to come, read all: people decided about some since."""
        since = {}
        if self.rows and not is_done:
            times = (datetime.fromisoformat(row["submitted_at"]) for row in self.rows.values())
            since["since"] = (max(times) - LATE).isoformat()
        rows = {row["assignment"]: row for row in self.site.answers(self.batch, **since)}
        fresh = [row for number, row in rows.items() if number not in self.rows]
        self.rows = rows if is_done else self.rows | rows
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
            yield from self._read(is_done=is_done)
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

    def of_outputs(self, question: str) -> dict[tuple[str, str], OutputScore]:
        """Return what people answered to the question, by (item, system)."""
        values: dict[tuple[str, str], list[float]] = {}
        for row in self.records():
            if row["question"] == question and isinstance(row["value"], int | float):
                values.setdefault((row["item"], row["system"]), []).append(row["value"])
        return {output: OutputScore(fmean(given), len(given)) for output, given in values.items()}

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
    in one batch and return their scores.

    A repeat with the same `name` continues the same batch, after hours too: the site has all there
    is to know. `terms` are those of a batch: `reward`, `annotators_per_hit`, `audience` … Raises
    RateroomError, also where the batch of this name has other outputs.
    """
    owner = site.project(project)["id"]
    lines = sorted(json.dumps(dict(row), sort_keys=True) for row in outputs)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    stored = f"{name} ({digest[:12]})"  # the dataset's name says which outputs it has
    batch = next((row for row in site.batches(project=owner) if row["title"] == name), None)
    if batch is None:
        dataset = _dataset(site, owner, map(json.loads, lines), stored)
        version = site.rubric(rubric, project=owner)["id"]
        title, key = {"title": name, **terms}, f"{stored}: begin"
        batch = site.begin(dataset, rubric_version=version, key=key, **title)
    elif site.dataset(batch["dataset"])["name"] != stored:
        what = f"The batch “{name}” has other outputs."
        remedy = "Choose another name, or give the outputs of that batch."
        raise RateroomError(409, "The name is taken", [Problem(what, remedy=remedy)])
    if batch["state"] in UNPUBLISHED:
        site.publish(batch["id"])
    return Scores(site, batch["id"])


def _dataset(site: Rateroom, project: int, outputs: Iterable[Row], name: str) -> int:
    """Return the number of the dataset of this name, imported unless it is there."""
    for dataset in site.list_datasets(project=project):
        if dataset["name"] == name:
            return int(dataset["id"])
    return int(site.import_rows(project, outputs, name=name, key=f"{name}: import")["id"])
