"""Tests that the examples in docs/importing.md can be imported unchanged."""

import re

from stimuli.models import OutputMedium
from tests.documentation import text_of
from tests.imports.makers import content, filed, load, picture, table, tone

TEXT = text_of("importing")
EXAMPLES = re.findall(r"```(csv|jsonl)\n(.*?)```", TEXT, re.DOTALL)


def datasets(project, tmp_path, examples, media=None):
    for number, (kind, example) in enumerate(examples):
        path = table(tmp_path, example.encode(), f"table.{kind}")
        yield load(project, path, media, name=f"Example {number}").dataset


def test_examples_are_the_same_dataset(project, tmp_path):
    assert [kind for kind, _example in EXAMPLES] == ["csv", "csv", "jsonl", "csv", "csv", "jsonl"]
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
    assert [content(made) for made in datasets(project, tmp_path, EXAMPLES[:3])] == [wanted] * 3


def test_examples_of_files(project, tmp_path):
    files = {"heron/63.png": picture(), "moss/63.jpg": picture("JPEG")}
    files |= {"a.wav": tone(), "b.wav": tone(seconds=0.5)}
    media = filed(tmp_path / "media", files)
    shown = [
        list(
            OutputMedium.objects.filter(output__item__dataset=dataset)
            .order_by("output__system__name", "place")
            .values_list("output__system__name", "output__kind", "medium__original_name")
        )
        for dataset in datasets(project, tmp_path, EXAMPLES[3:], media)
    ]
    heron = ("Heron", "image", "heron/63.png")
    pictures = [heron, ("Moss", "image", "moss/63.jpg")]
    sounds = [("Moss", "audio", "a.wav"), ("Moss", "audio", "b.wav")]
    assert shown == [pictures, pictures, [heron, *sounds]]
