"""Every Eval Ever's format: a ZIP with two files per system, for aggregate results and samples."""

import hashlib
import json
import math
import re
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import IO, Any

from analysis.data.facts import Facts
from analysis.writers.interface import Study, Tool, turns_of
from annotation import __version__
from people.site_addresses import site_address
from stimuli.models import Item, Output

VERSION = "0.3.0"
UNKNOWN = {"deployment_type": "unknown", "model_availability": "unknown"}
Scores = Mapping[str, Mapping[str, Sequence[float]]]  # by criterion and item
Object = dict[str, Any]


def write(study: Study, file: IO[bytes]) -> None:
    """Write the ZIP with the files of each system."""
    by_system: dict[str, dict[str, dict[str, list[float]]]] = {}
    for (criterion, item, system), values in study.scores().items():
        by_system.setdefault(system, {}).setdefault(criterion, {})[item] = values
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for system, scores in sorted(by_system.items()):
            _System(study, system, scores).write(archive)


@dataclass(frozen=True)
class _System:
    study: Study
    system: str
    scores: Scores

    @property
    def id(self) -> str:
        return f"rateroom-{self.study.batch.pk}/{self.system}/{self.study.at.timestamp():.0f}"

    def write(self, archive: zipfile.ZipFile) -> None:
        """Write the system's two files at the paths used by the format's collection of results."""
        developer, _slash, model = self.system.rpartition("/")
        folders = (f"rateroom-{self.study.batch.pk}", developer or "unknown", model)
        name = uuid.UUID(bytes=hashlib.sha256(self.id.encode()).digest()[:16], version=4)
        path = "/".join(["data", *map(_portable, folders), str(name)])
        samples = f"{path}_samples.jsonl"
        digest, rows = hashlib.sha256(), 0
        with archive.open(samples, "w", force_zip64=True) as entry:
            for row in self._samples():
                line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
                entry.write(line)
                digest.update(line)
                rows += 1
        details = {
            "format": "jsonl",
            "file_path": samples,
            "hash_algorithm": "sha256",
            "checksum": digest.hexdigest(),
            "total_rows": rows,
        }
        about = self._aggregate() | {"detailed_evaluation_results": details}
        archive.writestr(f"{path}.json", json.dumps(about, ensure_ascii=False, indent=1) + "\n")

    def _aggregate(self) -> Object:
        batch, at = self.study.batch, f"{self.study.at.timestamp():.0f}"
        return {
            "schema_version": VERSION,
            "evaluation_id": self.id,
            "retrieved_timestamp": at,
            "source_metadata": {
                "source_name": batch.title,
                "source_type": "evaluation_run",
                "source_organization_name": batch.project.name,
                "source_organization_url": site_address("report", pk=batch.pk),
                "evaluator_relationship": "other",
            },
            "eval_library": {"name": "Rateroom", "version": __version__},
            "model_info": {"name": self.system, "id": self.system, "additional_details": UNKNOWN},
            "evaluation_results": [
                self._result(self.study.scored[key], by_item)
                for key, by_item in self.scores.items()
            ],
        }

    def _result(self, facts: Facts, by_item: Mapping[str, Sequence[float]]) -> Object:
        """Return the result for a criterion: the mean over items of each item's mean rating, and
        the standard error of this mean."""
        batch, means = self.study.batch, list(map(fmean, by_item.values()))
        uncertainty: Object = {"num_samples": len(means)}
        if len(means) > 1:
            error = stdev(means) / math.sqrt(len(means))
            uncertainty["standard_error"] = {"value": error, "method": "analytic, by item"}
        config: Object = {
            "evaluation_description": facts.title,
            "metric_name": facts.key,
            "lower_is_better": facts.best == "lowest" and not facts.preference,
            "additional_details": {
                "raters": "people",
                "people": str(self.study.people),
                "rubric_sha256": self.study.rubric,
            },
        }
        if (ends := _ends(facts)) is not None:
            config |= {"score_type": "continuous", "min_score": ends[0], "max_score": ends[1]}
        return {
            "evaluation_result_id": facts.key,
            "evaluation_name": batch.title,
            "source_data": {"dataset_name": batch.dataset.name, "source_type": "other"},
            "metric_config": config,
            "score_details": {"score": fmean(means), "uncertainty": uncertainty},
        }

    def _samples(self) -> Iterator[Object]:
        for item in self.study.items():
            output = next(
                (each for each in item.outputs.all() if each.system.name == self.system), None
            )
            if output is None:
                continue
            sample = self._sample(item, output)
            for key, by_item in self.scores.items():
                if values := by_item.get(item.external_id):
                    yield sample | self._evaluation(self.study.scored[key], values, output)

    def _sample(self, item: Item, output: Output) -> Object:
        source = {"raw": self.study.prompt(item), "reference": []}
        hashed = json.dumps(source, sort_keys=True, separators=(",", ":"))
        return {
            "schema_version": VERSION,
            "evaluation_id": self.id,
            "model_id": self.system,
            "evaluation_name": self.study.batch.title,
            "sample_id": item.external_id,
            "sample_hash": hashlib.sha256(hashed.encode()).hexdigest(),
            "input": source,
            "answer_attribution": [],
            **_said(output),
        }

    def _evaluation(self, facts: Facts, values: Sequence[float], output: Output) -> Object:
        """Return an output's mean rating on a criterion. The output counts as correct if the mean
        is in the better half of the scale."""
        score, ends = fmean(values), _ends(facts)
        above = ends is not None and score >= sum(ends) / 2
        below = ends is not None and score <= sum(ends) / 2
        is_lowest = facts.best == "lowest" and not facts.preference
        turns = len(turns_of(output))
        return {
            "evaluation_result_id": facts.key,
            "evaluation": {
                "score": score,
                "is_correct": below if is_lowest else above,
                **({"num_turns": turns, "tool_calls_count": 0} if turns else {}),
            },
            "metadata": {"raters": "people", "people": str(len(values))},
        }


def _portable(name: str) -> str:
    """Return the name with "_" for every character that is not safe in a folder name."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", name).strip(".") or "_"


def _ends(facts: Facts) -> tuple[float, float] | None:
    if facts.preference:
        return 0.0, 1.0
    return None if facts.low is None or facts.high is None else (facts.low, facts.high)


def _said(output: Output) -> Object:
    if turns := turns_of(output):
        messages = [
            {"turn_idx": number, "role": turn.role, "content": turn.text}
            for number, turn in enumerate(turns)
        ]
        return {"interaction_type": "multi_turn", "output": None, "messages": messages}
    return {"interaction_type": "single_turn", "output": {"raw": [output.text]}, "messages": None}


TOOL = Tool("every-eval-ever", "Every Eval Ever", "zip", "application/zip", write, has_means=True)
