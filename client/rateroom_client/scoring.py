"""Human scores for outputs: functions that send outputs and return people's scores as they
arrive."""

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

LATE = timedelta(minutes=1)  # how long after its timestamp a submission can appear
ENDED = "closed"
UNPUBLISHED = ("draft", "publishing")


class OutputScore(NamedTuple):
    """A score of an output: the mean of people's answers, and the number of people who answered."""

    mean: float
    people: int


class Scores:
    """The scores of a batch. `watch()` yields each response once. `frame()` returns all included
    responses received so far, with a row for each question."""

    def __init__(self, site: Rateroom, batch: int) -> None:
        self.site, self.batch = site, batch
        self.rows: dict[int, Row] = {}

    def new(self) -> list[Row]:
        """Return the responses that have arrived since the last call."""
        return self._read(is_done=False)

    def _read(self, *, is_done: bool) -> list[Row]:
        """Fetch responses, store them in `rows`, and return the new ones. If the batch is done,
        fetch all responses again, because decisions on them may have changed."""
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
        """Return whether no more responses will arrive: the batch has ended, or all HITs are
        answered."""
        progress = self.site.progress(self.batch)
        wanted = progress["answered"] >= progress["wanted"] > 0
        return bool(progress["state"] == ENDED or wanted)

    def watch(self, *, every: float = POLL_SECONDS) -> Iterator[Row]:
        """Yield each response as it arrives, until no more will arrive. `every` is the wait between
        requests in seconds."""
        while True:
            is_done = self.is_done  # read first, so that no response is missed
            yield from self._read(is_done=is_done)
            if is_done:
                return
            time.sleep(every)

    def records(self) -> list[Row]:
        """Return a row for each question of each included response. If a HIT shows several outputs,
        `system` contains several names. A question's key that begins with `a.` is about the first
        of them, `b.` about the second, and so on."""
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
        """Return people's scores on the question by (item, system). Answers that are not numbers
        are left out."""
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
    """Have people rate `outputs` in one batch, and return their scores. Each output is a row with
    `item`, `system`, `output`, and any other fields that the rubric shows.

    If you call this again with the same `name`, it continues the same batch, even hours later.
    `terms` are settings of the batch, for example `reward`, `annotators_per_hit` and `audience`.
    Raises RateroomError, for example if the batch with this name has other outputs.
    """
    owner = site.project(project)["id"]
    lines = sorted(json.dumps(dict(row), sort_keys=True) for row in outputs)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    stored = f"{name} ({digest[:12]})"  # the dataset's name identifies its outputs
    batch = next((row for row in site.batches(project=owner) if row["title"] == name), None)
    if batch is None:
        dataset = _dataset(site, owner, map(json.loads, lines), stored)
        version = site.rubric(rubric, project=owner)["id"]
        title, key = {"title": name, **terms}, f"{stored}: begin"
        batch = site.begin(dataset, rubric_version=version, key=key, **title)
    elif site.dataset(batch["dataset"])["name"] != stored:
        what = f"The batch “{name}” has other outputs."
        remedy = "Choose another name, or use the outputs of that batch."
        raise RateroomError(409, "The name is taken", [Problem(what, remedy=remedy)])
    if batch["state"] in UNPUBLISHED:
        site.publish(batch["id"])
    return Scores(site, batch["id"])


def _dataset(site: Rateroom, project: int, outputs: Iterable[Row], name: str) -> int:
    """Return the id of the project's dataset with this name. If there is none, import the outputs
    first."""
    for dataset in site.list_datasets(project=project):
        if dataset["name"] == name:
            return int(dataset["id"])
    return int(site.import_rows(project, outputs, name=name, key=f"{name}: import")["id"])
