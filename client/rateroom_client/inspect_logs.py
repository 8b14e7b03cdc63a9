"""Adding people's scores to a copy of an Inspect log. Inspect need not be installed."""

import json
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any, cast

from rateroom_client.errors import Problem, RateroomError

SAMPLE = re.compile(r"samples/.+_epoch_[0-9]+\.json")
HEADER, START, SUMMARIES = "header.json", "_journal/start.json", "summaries.json"
Object = dict[str, Any]


def write_scores(log: Path, scores: Mapping[str, Any], copy: Path) -> int:
    """Write a copy of `log` with people's scores added, and return the number of samples with
    scores. `scores` is the content of the site's export for Inspect. The name of a score is
    `people/` followed by the criterion.

    For the first epoch that the site imports, the id of an item is the id of its sample. For other
    epochs, " epoch " and the epoch's number are added. Existing scores with the same names are
    replaced. Raises RateroomError if the log cannot be read, or if no sample has scores. In this
    case, `copy` is unchanged.
    """
    if copy.exists() and copy.samefile(log):
        raise _refused(f"{copy} is the log itself.", "Choose another file for the copy.")
    with suppress(ImportError):
        __import__("zipfile_zstd")  # comes with Inspect, and lets Python read its archives
    added = _Added(scores)
    draft = copy.with_name(f".{copy.name}.part")
    try:
        _write(log, added, draft)
        if not added.of_sample:
            remedy = "Use the log that the batch was created from."
            raise _refused(f"No sample of {log} by {added.model} has scores.", remedy)
        draft.replace(copy)
    except (KeyError, TypeError, ValueError, NotImplementedError, zipfile.BadZipFile) as error:
        remedy = "If it is compressed with Zstandard, install zipfile-zstd."
        raise _refused(f"{log} cannot be read as an Inspect log: {error!r}.", remedy) from error
    finally:
        draft.unlink(missing_ok=True)
    return len(added.of_sample)


def _refused(what: str, remedy: str) -> RateroomError:
    return RateroomError(422, "The scores were not written", [Problem(what, remedy=remedy)])


class _Added:
    """People's scores by sample, and the scores that have been added. `model` is the name of the
    log's model."""

    def __init__(self, scores: Mapping[str, Any]) -> None:
        self.model = ""
        self.of_sample: dict[tuple[str, int], dict[str, Object]] = {}
        self.first: dict[str, int] = {}  # the first epoch of each sample that the site imports
        self.scores: dict[tuple[str, str], dict[str, Object]] = {}
        for row in scores["scores"]:
            about = {**scores["provenance"], "people": row["people"]}
            explanation = f"Mean of {row['people']} people, rated in “{about['batch']}”."
            score = {"value": row["value"], "answer": None, "explanation": explanation}
            of_output = self.scores.setdefault((row["item"], row["system"]), {})
            of_output[f"people/{row['criterion']}"] = {**score, "metadata": about, "history": []}

    def into(self, sample: Object) -> None:
        """Add people's scores to a sample, if there are any. Call this for the samples of the first
        epoch before those of later epochs."""
        name, epoch = str(sample["id"]), int(sample["epoch"])
        found = self.scores.get((f"{name} epoch {epoch}", self.model))
        is_first = _is_imported(sample) and self.first.setdefault(name, epoch) == epoch
        if found is None and is_first:
            found = self.scores.get((name, self.model))
        if found:
            self.of_sample[name, epoch] = found
            sample["scores"] = {**(sample.get("scores") or {}), **found}

    def into_header(self, header: Object) -> None:
        """Add the mean of each score over the samples with scores to the log's header."""
        values: dict[str, list[float]] = {}
        for scores in self.of_sample.values():
            for name, score in scores.items():
                values.setdefault(name, []).append(score["value"])
        results = header.get("results") or {}
        others = [each for each in results.get("scores") or [] if each["name"] not in values]
        means = [
            {
                "name": name,
                "scorer": name,
                "scored_samples": len(given),
                "metrics": {"mean": {"name": "mean", "value": fmean(given)}},
            }
            for name, given in values.items()
        ]
        header["results"] = {**results, "scores": [*others, *means]}


def _is_imported(sample: Object) -> bool:
    """Return whether the site imports the sample. The sample must have text in its output, or an
    assistant message with text or tool calls. Failed and invalidated samples are not imported."""
    if sample.get("error") or sample.get("invalidation"):
        return False
    output = sample.get("output") or {}
    choices = output.get("choices") or [{}]
    if _has_words(output.get("completion") or (choices[0].get("message") or {}).get("content")):
        return True
    said = [each for each in sample.get("messages") or [] if each.get("role") == "assistant"]
    return any(each.get("tool_calls") or _has_words(each.get("content")) for each in said)


def _has_words(content: object) -> bool:
    """Return whether the content of a message has text other than spaces."""
    parts = content if isinstance(content, list) else [content]
    texts = (part.get("text") if isinstance(part, dict) else part for part in parts)
    return any(isinstance(text, str) and text.strip() for text in texts)


def _write(log: Path, added: _Added, copy: Path) -> None:
    if zipfile.is_zipfile(log):
        _write_archive(log, added, copy)
        return
    content = json.loads(log.read_bytes())
    added.model = content["eval"]["model"]
    for sample in sorted(content["samples"], key=lambda sample: int(sample["epoch"])):
        added.into(sample)
    added.into_header(content)
    copy.write_text(json.dumps(content), encoding="utf-8")


def _write_archive(log: Path, added: _Added, copy: Path) -> None:
    with (
        zipfile.ZipFile(log) as old,
        zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        names = old.namelist()
        start = HEADER if HEADER in names else START
        added.model = json.loads(old.read(start))["eval"]["model"]
        samples = sorted(filter(SAMPLE.fullmatch, names), key=_epoch)
        for name in samples:
            sample = cast("Object", json.loads(old.read(name)))
            added.into(sample)
            new.writestr(name, json.dumps(sample))
        for name in sorted({*names} - {*samples}):
            content = old.read(name)
            if name == SUMMARIES:
                summaries = json.loads(content)
                for summary in summaries:
                    key = str(summary["id"]), int(summary["epoch"])
                    of_sample = added.of_sample.get(key, {})
                    summary["scores"] = {**(summary.get("scores") or {}), **of_sample}
                content = json.dumps(summaries).encode()
            elif name == HEADER:
                header = json.loads(content)
                added.into_header(header)
                content = json.dumps(header).encode()
            new.writestr(name, content)


def _epoch(name: str) -> int:
    return int(name.rpartition("_")[2].removesuffix(".json"))
