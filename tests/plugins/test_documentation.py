"""Tests of the files and the rubric that the pages for developers show."""

import re
from pathlib import Path

import pytest

from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.replies.asked import scored
from surveys.samples import sample_stimulus

DOCS = Path(__file__).parents[2] / "docs/developers"
EXTRAS = Path(__file__).parent / "extras"
PAGES = {
    "adding-a-kind": "kinds/points",
    "adding-a-block": "blocks/quote",
    "adding-a-reply-format": "replies/key_lines",
}
FILE = re.compile(r"^`myplugin/([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def text_of(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "folder"), PAGES.items())
def test_the_files_shown_are_those_that_run(page, folder):
    shown = dict(FILE.findall(text_of(page).replace("myplugin.", "tests.plugins.extras.")))
    files = [path for path in (EXTRAS / folder).iterdir() if path.is_file()]
    assert shown == {
        str(path.relative_to(EXTRAS)): path.read_text(encoding="utf-8") for path in files
    }


@pytest.mark.parametrize("page", ["adding-a-kind", "adding-a-block"])
def test_the_rubric_shown_asks_and_reads(page, settings):
    settings.PLUGINS = ["tests.plugins.extras"]
    (source,) = re.findall(r"^```yaml\n(.*?)^```$", text_of(page), re.DOTALL | re.MULTILINE)
    rubric = load_rubric(source)
    stimulus = sample_stimulus(rubric, {})
    values = {question.key: value for value, question in enumerate(scored(rubric, stimulus), 1)}
    reply = rubric.reply.write(rubric, stimulus, values)
    assert dict(rubric.reply.read(rubric, stimulus, reply).values) == values
    prompt = prompt_text(render_prompt(rubric, stimulus))
    assert [
        line
        for question in scored(rubric, stimulus)
        for line in question.prompt_lines()
        if line not in prompt
    ] == []
