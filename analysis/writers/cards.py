"""The dataset card of a folder for Hugging Face: a README.md with a YAML header."""

import json
from collections.abc import Mapping

from analysis.report.checklist.croissant import PSEUDONYMS
from analysis.report.checklist.lines import checklist
from analysis.writers.interface import Study
from people.site_addresses import site_address

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
SIMULATED = "This is a demo: its systems, people and judges are simulated."
STATED = {
    "How the data were collected": ("sample", "systems", "annotators"),
    "Consent": ("consent",),
    "Uses": ("uses", "purpose"),
    "Limits": ("limits", "biases", "impact"),
}


Columns = Mapping[str, Mapping[str, str]]  # for each table, the types of its columns by name


def card(study: Study, *, rows: int, columns: Columns, about: str) -> bytes:
    batch, lines = study.batch, checklist(study.batch, None)
    address = site_address("report", pk=batch.pk)
    head = {
        "pretty_name": batch.title,
        "license": lines.text("licence"),
        "annotations_creators": ["machine-generated" if _is_demo(study) else "crowdsourced"],
        "size_categories": [next((name for most, name in SIZES if rows < most), "n>1M")],
        "tags": ["human-feedback", "rateroom"],
        "configs": [
            {"config_name": name, "data_files": [{"split": "train", "path": f"{name}.jsonl"}]}
            for name in columns
        ],
        "dataset_info": [
            {
                "config_name": name,
                "features": [{"name": key, "dtype": dtype} for key, dtype in types.items()],
            }
            for name, types in columns.items()
        ],
    }
    yaml = [f"{name}: {_line(value)}" for name, value in head.items() if value]
    sections = {
        "": f"{SIMULATED if _is_demo(study) else ''}\n\n{about}".strip(),
        "What people were asked": _asked(study),
        "Personal data": PSEUDONYMS,
        **{title: lines.text(*keys) for title, keys in STATED.items()},
        "Source": f"{batch.project.name}, {address}, {study.at:%d %B %Y}.",
    }
    body = [f"## {title}\n\n{text}" if title else text for title, text in sections.items() if text]
    return "\n".join(
        ["---", *yaml, "---", "", f"# {batch.title}", "", "\n\n".join(body), ""]
    ).encode()


def _line(value: object) -> str:
    """Return the value as JSON, which is valid YAML if emoji are not escaped."""
    return json.dumps(value, ensure_ascii=False)


def _is_demo(study: Study) -> bool:
    return study.batch.dataset.simulated


def _asked(study: Study) -> str:
    spec = study.batch.rubric_version.spec
    criteria = [f"- `{each.key}`: {each.title}. {each.definition}" for each in spec.criteria]
    people = f"{study.people} people answered. The rubric's SHA-256 is `{study.rubric}`."
    return "\n".join([spec.instructions, "", *criteria, "", people])
