"""The examples of docs/importing.md are imported as they stand there."""

import re
from pathlib import Path

from tests.imports.makers import content, load, table

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")


def test_examples_are_the_same_dataset(project, tmp_path):
    examples = re.findall(r"```(csv|jsonl)\n(.*?)```", TEXT, re.DOTALL)
    assert [kind for kind, _example in examples] == ["csv", "csv", "jsonl"]
    made = [
        content(
            load(
                project,
                table(tmp_path, example.encode(), f"table.{kind}"),
                name=f"Example {number}",
            ).dataset
        )
        for number, (kind, example) in enumerate(examples)
    ]
    wanted = {
        "63": (
            {"context": "Harbour"},
            {"Heron": "A quay at noon.", "Moss": "Two boats beside a quay."},
            {},
        ),
        "201": (
            {"context": "Hills"},
            {"Heron": "A hill, in rain.", "Moss": "Wet grass on a slope."},
            {},
        ),
    }
    assert made == [wanted] * 3
