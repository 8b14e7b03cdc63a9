"""Tests of the options of blocks: watch share, playback rates, captions and marked differences."""

import pytest

from core.errors import DocumentError
from surveys.base import Medium, Part, ShownOutput, Stimulus
from surveys.blocks.playing import PlayingBlock
from surveys.blocks.video.block import CAPTIONS
from surveys.loading import library_names, library_rubric, load_rubric, starter_source
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.own import own_template, render_template
from surveys.samples import sample_stimulus
from tests.surveys.shown import untranslated

VIDEO = untranslated("video-caption").replace("    watch_share: 0.9\n", "")
PAIR = untranslated("instruction-following-pair")
CLIP = {"video": Medium("/clip", "video/webm")}


def with_video(options: str):
    return load_rubric(VIDEO.replace("    field: video\n", f"    field: video\n    {options}\n", 1))


def complaint(source: str) -> str:
    with pytest.raises(DocumentError) as error:
        load_rubric(source, document="mine.yaml")
    return str(error.value)


@pytest.mark.parametrize(
    ("share", "percent"), [("0.9", 90), ("0.29", 29), ("0.333", 34), ("1", 100), ("0.001", 1)]
)
def test_the_share_is_told_in_whole_percent_rounded_up(share, percent):
    assert with_video(f"watch_share: {share}").stimulus[0].watch_percent == percent


def test_the_clips_own_rate_is_always_offered():
    assert with_video("rates: [2, 0.5]").stimulus[0].rates_offered == [0.5, 1, 2]
    assert load_rubric(VIDEO).stimulus[0].rates_offered == []


def test_library_rubrics_that_play_something_ask_for_a_share():
    rubrics = {name: library_rubric(name) for name in library_names()}
    rubrics["starter"] = load_rubric(starter_source())
    shares = {
        name: block.watch_share
        for name, rubric in rubrics.items()
        for block in rubric.stimulus
        if isinstance(block, PlayingBlock)
        and ({need.type for need in block.needs()} | {rubric.outputs.kind}) & {"video", "audio"}
    }
    assert shares == dict.fromkeys(
        ("audio-opinion-score", "key-points", "sound-caption", "video-caption", "video-pair"), 0.9
    )


@pytest.mark.parametrize(
    "options", ["watch_share: 1.1", "watch_share: -0.1", "rates: [0]", "rates: [5]"]
)
def test_what_no_browser_can_do_is_refused(options):
    with pytest.raises(DocumentError, match="stimulus.0"):
        with_video(options)


def test_options_left_out_keep_the_rubrics_hash():
    assert with_video("watch_share: 0").sha256 == load_rubric(VIDEO).sha256
    assert with_video("watch_share: 0.5").sha256 != load_rubric(VIDEO).sha256


def test_captions_are_an_optional_field_that_a_judge_reads_too():
    rubric = with_video("captions: words")
    assert [(one.name, one.type, one.required) for one in rubric.fields()][1] == (
        "words",
        "text",
        False,
    )
    shown = Stimulus(fields={"words": " WEBVTT\n\nHello. ", "references": []}, media=CLIP)
    assert "[video: video]\n\n[Captions]:\nWEBVTT\n\nHello.\n\n" in prompt_text(
        render_prompt(rubric, shown)
    )
    without = Stimulus(fields={"references": []}, media=CLIP)
    assert "[Captions]" not in prompt_text(render_prompt(rubric, without))
    assert sample_stimulus(rubric, CLIP).fields["words"] == CAPTIONS


def test_differences_are_of_two_plain_outputs():
    marking = "- block: outputs\n    mark_differences: true\n"
    assert load_rubric(PAIR.replace("- block: outputs\n", marking)).stimulus[-1].mark_differences
    one = complaint(VIDEO.replace("- block: outputs\n", marking))
    assert "a page with one output has nothing to compare." in one
    markdown = complaint(PAIR.replace("- block: outputs\n", marking + "    format: markdown\n"))
    assert "`mark_differences` needs `format: plain`" in markdown


@pytest.mark.parametrize("name", ["seen", "action", "confirmed"])
def test_the_forms_own_names_are_no_question(name):
    source = VIDEO.replace("key: reason\n", f"key: {name}\n", 1).replace(
        "reasons: reason", f"reasons: {name}"
    )
    assert f"`{name}` is reserved for the page." in complaint(source)


@pytest.mark.parametrize(
    ("title", "heads"), [("", ["Answer 1", "Answer 2"]), ("Reply", ["Reply 1", "Reply 2"])]
)
def test_a_judge_reads_outputs_under_the_title_that_the_page_gives_them(title, heads):
    rubric = load_rubric(
        PAIR.replace(
            "- block: outputs\n    title: Answer", f"- block: outputs\n    title: '{title}'"
        )
    )
    shown = Stimulus(
        {"instruction": "Add."}, {}, [ShownOutput("b", 1, "Four."), ShownOutput("a", 2, "Five.")]
    )
    outputs = [Part("text", f"[{heads[0]}]:\nFour."), Part("text", f"[{heads[1]}]:\nFive.")]
    assert [
        part for part in render_prompt(rubric, shown) if part in outputs or "[]" in part.content
    ] == outputs
    assert (
        render_template(rubric, shown, own_template(rubric, "Choose: {instruction}"))[:-1]
        == outputs
    )
