"""Tests that the rubric gallery is up to date and says correctly which texts prompts contain."""

from dataclasses import replace

import pytest

from surveys.base import MEDIA, Medium
from surveys.loading import library_names, library_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.samples import sample_stimulus
from surveys.texts_by_audience import addressed_texts
from tools.rubric_gallery import FOLDER, pages


def test_the_gallery_is_up_to_date():
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "Run `make gallery`."


def plain(text: str) -> str:
    unnamed = text.replace("{output}: ", "").replace("{output} ", "")
    return " ".join(unnamed.replace("{n}", "1").split())


@pytest.mark.parametrize("name", library_names())
def test_a_prompt_holds_what_is_for_judges_and_nothing_that_is_for_people_alone(name):
    rubric = library_rubric(name)
    stimulus = sample_stimulus(rubric, {kind: Medium("/x") for kind in MEDIA})
    outputs = [replace(output, text="-") for output in stimulus.outputs]
    prompt = plain(prompt_text(render_prompt(rubric, replace(stimulus, outputs=outputs))))
    texts = addressed_texts(rubric)
    absent = [
        each.place for each in texts if each.audience != "page" and plain(each.text) not in prompt
    ]
    for_both = {plain(each.text) for each in texts if each.audience != "page"}
    strays = [
        each.place
        for each in texts
        if each.audience == "page"
        and len(each.text.split()) > 1
        and plain(each.text) not in for_both
        and plain(each.text) in prompt
    ]
    assert (absent, strays) == ([], [])
