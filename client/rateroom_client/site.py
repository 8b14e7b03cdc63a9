"""A client for one site, with a method for each request of its API. Replies are dictionaries. The
reference at `/api/v1/reference` describes them.

Methods that wait, read files or search by name are in this module. The other methods are in
`operations/`.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rateroom_client.asking import WAITING, OnProgress, Row
from rateroom_client.errors import Problem, RateroomError
from rateroom_client.http import Http
from rateroom_client.operations.batches import Batches
from rateroom_client.operations.checks import Checks
from rateroom_client.operations.data import Data
from rateroom_client.operations.judges import Judges
from rateroom_client.operations.people import People
from rateroom_client.operations.projects import Projects
from rateroom_client.operations.prolific import Prolific
from rateroom_client.operations.recruiting import Recruiting
from rateroom_client.operations.results import Results
from rateroom_client.operations.webhooks import Webhooks

if TYPE_CHECKING:
    import pandas as pd


class Rateroom(
    Projects,
    Data,
    Batches,
    Recruiting,
    Checks,
    People,
    Results,
    Judges,
    Prolific,
    Webhooks,
):
    """A client for a Rateroom site. `address` is the site's URL. Create the `token` on the site
    under “API tokens”.

    `seconds` is how long each attempt waits for a reply. `total_seconds` is how long a request can
    take with all its attempts. None means no limit.
    """

    def __init__(
        self,
        address: str,
        token: str,
        *,
        seconds: float = 60.0,
        total_seconds: float | None = None,
    ) -> None:
        self.http = Http(address, token, seconds=seconds, total_seconds=total_seconds)

    # ---- projects and data ----

    def projects(self) -> Iterator[Row]:
        """Yield the projects in which the token's owner has a role."""
        return self.http.pages("projects")

    def project(self, name: str) -> Row:
        """Return the project with this name. Raises RateroomError if there is none."""
        for row in self.projects():
            if row["name"] == name:
                return row
        what = f"The token's owner has no project named {name}."
        raise RateroomError(404, "There is no such project", [Problem(what)])

    def import_table(
        self,
        project: int,
        table: Path,
        *,
        archive: Path | None = None,
        name: str = "",
        options: Mapping[str, object] | None = None,
        key: str = "",
        on_progress: OnProgress | None = None,
    ) -> Row:
        """Import a CSV or JSON Lines file, with an optional ZIP archive of its media. Return the
        dataset when it is ready. Raises RateroomError with all problems found."""
        files = {"table": (table.name, table.read_bytes())}
        if archive is not None:
            files["archive"] = (archive.name, archive.read_bytes())
        return self._imported(project, files, name, options or {}, key, on_progress)

    def import_rows(
        self, project: int, rows: Iterable[Mapping[str, object]], *, name: str, key: str = ""
    ) -> Row:
        """Import rows with `item`, `system`, `output` and any other fields that the rubric shows.
        Return the dataset when it is ready."""
        content = "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows)
        columns = {"item_column": "item", "system_column": "system", "output_column": "output"}
        files = {"table": ("rows.jsonl", content.encode())}
        return self._imported(project, files, name, columns, key)

    def _imported(
        self,
        project: int,
        files: Mapping[str, tuple[str, bytes]],
        name: str,
        options: Mapping[str, object],
        key: str,
        on_progress: OnProgress | None = None,
    ) -> Row:
        fields = {"options": json.dumps(dict(options))} | ({"name": name} if name else {})
        record = self.http.upload(f"projects/{project}/imports", fields, files, key=key)
        record = self._awaited(
            record, f"imports/{record['id']}", on_progress, lambda row: row["state"] not in WAITING
        )
        if record["state"] != "done":
            problems = [Problem(**each) for each in record["findings"]]
            raise RateroomError(422, "The table was rejected", problems)
        return self.dataset(record["dataset"])

    def delete_dataset(self, dataset: int, *, on_progress: OnProgress | None = None) -> None:
        """Delete the dataset and its contents, and wait until this is done. Raises RateroomError if
        something depends on the dataset."""
        task = self.http.send("DELETE", f"datasets/{dataset}")
        if task is not None:
            self._finished(task, on_progress)

    def dataset(self, dataset: int) -> Row:
        """Return the dataset, with its numbers of items and systems."""
        row: Row = self.http.get(f"datasets/{dataset}")
        return row

    # ---- rubrics ----

    def rubric(self, name: str, *, project: int | None = None) -> Row:
        """Return the newest version of the rubric with this name. A rubric of the project takes
        precedence over one that comes with the site. Raises RateroomError if there is none."""
        rows = list(self.http.pages("rubrics", name=name))
        usable = [row for row in rows if row["project"] in {None, project}]
        if not usable:
            what = f"There is no rubric {name} that the project can use."
            remedy = "The site's page “Rubrics” lists all rubrics."
            raise RateroomError(404, "There is no such rubric", [Problem(what, remedy=remedy)])
        return max(usable, key=lambda row: (row["project"] is not None, row["number"]))

    def store_rubric(self, project: int, source: str) -> Row:
        """Store a rubric (YAML) for the project, and return its version. Raises RateroomError with
        all mistakes found."""
        row: Row = self.http.post(f"projects/{project}/rubrics", {"source": source})
        return row

    # ---- batches ----

    def batches(self, **chosen: object) -> Iterator[Row]:
        """Yield batches. `chosen` can filter them by `project`, `dataset` or `state`."""
        return self.http.pages("batches", **chosen)

    def batch(self, batch: int) -> Row:
        """Return the batch with all its settings."""
        row: Row = self.http.get(f"batches/{batch}")
        return row

    def begin(self, dataset: int, *, key: str = "", **terms: object) -> Row:
        """Create a draft batch from the dataset, and return it. `terms` are settings of the
        batch."""
        row: Row = self.http.post("batches", {"dataset": dataset, **terms}, key=key)
        return row

    def change(self, batch: int, **terms: object) -> Row:
        """Change the settings of a draft, and return the batch."""
        row: Row = self.http.send("PATCH", f"batches/{batch}", terms)
        return row

    def cost(self, batch: int) -> Row:
        """Return the cost of publishing the draft, and the project's available balance."""
        row: Row = self.http.get(f"batches/{batch}/cost")
        return row

    def preflight(self, batch: int, *, on_progress: OnProgress | None = None) -> Row:
        """Wait for the pre-publish check, and return its results: the `open` and `accepted`
        findings, and the number of `clean` checks."""
        path = f"batches/{batch}/preflight"
        row: Row = self.http.get(path)
        while "open" not in row:
            self._finished(row, on_progress)
            row = self.http.get(path)
        return row

    def publish(
        self, batch: int, *, wait: bool = True, on_progress: OnProgress | None = None
    ) -> Row:
        """Run the pre-publish check on the draft, publish it, and return the batch. With `wait`,
        return only when the batch is live. Raises RateroomError if publishing fails."""
        if self.batch(batch)["state"] == "draft":
            self.preflight(batch, on_progress=on_progress)
        row: Row = self.http.post(f"batches/{batch}/publish")
        if not wait:
            return row
        row = self._awaited(row, f"batches/{batch}", on_progress, _is_published)
        if row["state"] == "publishing":
            raise RateroomError(422, "Not published", [Problem(row["publish_error"])])
        return row

    def act(self, batch: int, act: str) -> Row:
        """Perform an action on a batch, for example `pause`, `resume`, `close` or `duplicate`, and
        return the reply."""
        row: Row = self.http.post(f"batches/{batch}/{act}")
        return row

    def progress(self, batch: int) -> Row:
        """Return the progress of the batch."""
        row: Row = self.http.get(f"batches/{batch}/progress")
        return row

    def link(self, batch: int, *, key: str = "", **terms: object) -> str:
        """Create a link for people without an account, and return its URL. `terms` can include
        `uses`, `cap`, `days` and `label`."""
        row = self.http.post(f"batches/{batch}/links", terms, key=key)
        return str(row["link"])

    # ---- judges and reports ----

    def import_replies(self, batch: int, replies: Path, *, name: str, model: str) -> Row:
        """Import a judge's raw replies as a run. The file has the columns `item`, `system` and
        `reply`. Return the `run`, the number of replies `read`, and the numbers `failed` by error
        code."""
        row: Row = self.http.upload(
            f"batches/{batch}/judge-runs/import",
            {"name": name, "model": model},
            {"replies": (replies.name, replies.read_bytes())},
        )
        return row

    def check_certificate(
        self, batch: int, certificate: Path, replies: Path, **limits: object
    ) -> Row:
        """Check a judge's certificate against the judge's current raw replies. Return the `outcome`
        (passed, refused or undecided), the `reasons` and statistics. `limits` can include `on`,
        `margin` and `alpha`."""
        files = {"certificate": certificate, "replies": replies}
        task = self._finished(self._uploaded(f"batches/{batch}/gate", files, limits), None)
        outcome: Row = task["result"]
        return outcome

    def report(self, batch: int, *, on_progress: OnProgress | None = None) -> Row:
        """Compute a report on the current ratings, and return it with its `findings`. Raises
        RateroomError if the computation fails."""
        row = self.http.post(f"batches/{batch}/reports", {})
        path = f"batches/{batch}/reports/{row['id']}"
        row = self._awaited(row, path, on_progress, lambda row: row["state"] not in WAITING)
        if row["state"] != "done":
            raise RateroomError(422, f"The report is {row['state']}", [Problem(row["error"])])
        return row

    def report_file(self, report: Row, name: str) -> str:
        """Return the text of one of the report's files, for example `systems.tex` or
        `methods.txt`."""
        file = io.BytesIO()
        self.http.download(f"batches/{report['batch']}/reports/{report['id']}/files/{name}", file)
        return file.getvalue().decode("utf-8")

    # ---- answers ----

    def answers(self, batch: int, **chosen: object) -> Iterator[Row]:
        """Yield the responses in order of submission. `chosen` can filter them by `since` or
        `states`."""
        return self.http.pages(f"batches/{batch}/answers", limit=200, **chosen)

    def approve(self, batch: int, assignments: list[int]) -> Row:
        """Approve and pay responses. Return the reply."""
        body = {"act": "approve", "assignments": assignments}
        row: Row = self.http.post(f"batches/{batch}/decisions", body)
        return row

    def export(self, batch: int, file: IO[bytes], **choice: object) -> int:
        """Write an export to `file`, and return the number of bytes. `choice` can include `table`
        and `file_format`."""
        return self.http.download(f"batches/{batch}/export", file, **choice)

    def snapshot(
        self, batch: int, *, key: str = "", on_progress: OnProgress | None = None, **choice: object
    ) -> Row:
        """Store an export as a snapshot that cannot be changed, and return the snapshot with its
        `sha256` when it is ready. `choice` can include `table` and `file_format`."""
        path = f"batches/{batch}/snapshots"
        row: Row = self.http.post(path, choice, key=key)
        if "sha256" in row:
            return row
        sha256 = self._finished(row, on_progress)["result"]["sha256"]
        return next(each for each in self.http.pages(path) if each["sha256"] == sha256)

    def snapshot_file(self, batch: int, sha256: str, file: IO[bytes]) -> int:
        """Write the content of a snapshot to `file`, and return the number of bytes."""
        return self.http.download(f"batches/{batch}/snapshots/{sha256}", file)

    def frame(self, batch: int, **choice: object) -> "pd.DataFrame":
        """Return the long export as a DataFrame or, with `table="ratings"`, the ratings of people
        and judges. Use `file_format="jsonl"` if the site cannot write Parquet."""
        import pandas as pd

        file, chosen = io.BytesIO(), {"table": "long", "file_format": "parquet", **choice}
        self.export(batch, file, **chosen)
        file.seek(0)
        if chosen["file_format"] == "jsonl":
            return pd.read_json(file, lines=True)
        return pd.read_parquet(file)


def _is_published(batch: Row) -> bool:
    return bool(batch["state"] != "publishing" or batch["publish_error"])
