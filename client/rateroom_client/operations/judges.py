"""Judge runs, what they are asked, and where. Written by `make client`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from rateroom_client.operations.asking import Asking, Row, given


class Judges(Asking):
    """Judge runs, what they are asked, and where."""

    def list_judge_runs(self, batch: int) -> Iterator[Row]:
        """The batch's judge runs."""
        return self._pages(f"batches/{batch}/judge-runs")

    def plan_judge_run(self, batch: int, *, key: str = "", **terms: Any) -> Row:
        """Plan a run; nothing is asked until it is started."""
        return self._sent("POST", f"batches/{batch}/judge-runs", terms, key=key)

    def read_endpoint(self, endpoint: int) -> Row:
        """One endpoint."""
        return self._read(f"endpoints/{endpoint}")

    def change_endpoint(self, endpoint: int, **terms: Any) -> Row:
        """Change it; runs that are under way ask by the new terms."""
        return self._sent("PATCH", f"endpoints/{endpoint}", terms)

    def read_judge_run(self, run: int) -> Row:
        """One run, and how far it is."""
        return self._read(f"judge-runs/{run}")

    def change_judge_run(self, run: int, *, key: str = "", **terms: Any) -> Row:
        """Change the caps and prices of a run that is planned, paused or cancelled: one that
        runs is paused first."""
        return self._sent("PATCH", f"judge-runs/{run}", terms, key=key)

    def cancel_judge_run(self, run: int, *, key: str = "") -> Row:
        """Give it up; what was answered is kept."""
        return self._sent("POST", f"judge-runs/{run}/cancel", key=key)

    def estimate_judge_run(self, run: int) -> Row:
        """What it will ask, and what that may cost."""
        return self._read(f"judge-runs/{run}/estimate")

    def pause_judge_run(self, run: int, *, key: str = "") -> Row:
        """Stop asking; what was answered is kept."""
        return self._sent("POST", f"judge-runs/{run}/pause", key=key)

    def export_prompts(self, run: int, provider: str, file: IO[bytes]) -> int:
        """The prompts still to be answered, in the batch format of `openai` or `anthropic`."""
        return self._downloaded(f"judge-runs/{run}/prompts/{quote(provider, safe='')}", file)

    def import_results(self, run: int, results: Path, *, key: str = "") -> Row:
        """Take the results of a batch service in: all lines, or none where one is wrong. A line
        that is here already is only counted."""
        return self._uploaded(f"judge-runs/{run}/results", {"results": results}, key=key)

    def retry_judge_run(self, run: int, *, key: str = "") -> Row:
        """Forget the calls that got no reply, so that starting it asks them again."""
        return self._sent("POST", f"judge-runs/{run}/retry", key=key)

    def start_judge_run(self, run: int, *, key: str = "") -> Row:
        """Start it, or go on: a worker asks the judge. Needs the scope `money`."""
        return self._sent("POST", f"judge-runs/{run}/start", key=key)

    def list_verdicts(
        self, run: int, *, error: str | None = None, refused: bool | None = None
    ) -> Iterator[Row]:
        """What the run's judge replied, the latest first."""
        return self._pages(f"judge-runs/{run}/verdicts", error=error, refused=refused)

    def list_endpoints(self, project: int) -> Iterator[Row]:
        """The project's endpoints."""
        return self._pages(f"projects/{project}/endpoints")

    def make_endpoint(self, project: int, *, name: str, **terms: Any) -> Row:
        """Name an address that speaks OpenAI's chat protocol, for the project's judge runs."""
        return self._sent("POST", f"projects/{project}/endpoints", {"name": name, **terms})

    def list_prompt_templates(self, project: int) -> Iterator[Row]:
        """The project's own prompts."""
        return self._pages(f"projects/{project}/prompt-templates")

    def store_prompt_template(
        self,
        project: int,
        *,
        rubric: str,
        name: str,
        text: str,
        system: str | None = None,
        sources: Mapping[str, Any] | None = None,
        key: str = "",
    ) -> Row:
        """Store a prompt, checked against the rubric's newest version."""
        return self._sent(
            "POST",
            f"projects/{project}/prompt-templates",
            {"rubric": rubric, "name": name, "text": text, **given(system=system, sources=sources)},
            key=key,
        )
