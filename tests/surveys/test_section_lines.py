"""Reading `section-lines` replies: what models really send."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surveys.base import ShownOutput, Stimulus
from surveys.loading import library_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.replies import ReplyError
from surveys.replies.base import REFUSALS

RUBRIC = library_rubric("image-paragraph")
SHOWN = Stimulus(outputs=[ShownOutput("a", 1, "A cat sits on a mat.")])
KEYS = ["naturalness", "coherence", "word_choice", "syntax", "coverage"]
TITLES = [
    "Naturalness of description",
    "Text Coherence",
    "Choice of words",
    "Syntactic Structure",
    "Scene Coverage",
]
GIVEN = dict(zip(KEYS, [1, 2, 1, 3, 2], strict=True))
CLEAN = "Section 1: 1\nSection 2: 2\nSection 3: 1\nSection 4: 3\nSection 5: 2"


def read(raw: str):
    return RUBRIC.reply.read(RUBRIC, SHOWN, raw)


@pytest.mark.parametrize(
    "raw",
    [
        CLEAN,
        CLEAN.replace("\n", "\r\n"),
        CLEAN.replace("Section", "**Section").replace(": ", ":** "),
        "```\n" + CLEAN + "\n```",
        CLEAN.upper(),
        CLEAN.replace("1\n", "1.0\n").replace(": 2", ": 2 (1-3)"),
        CLEAN.replace(": ", " - "),
        CLEAN.replace("Section ", "### Section "),
        CLEAN.replace("Section ", "- Section "),
        "\ufeff" + CLEAN.replace(" ", "\u00a0"),
        CLEAN.replace("1", "１"),
        "\n".join(
            f"Section {n} ({t}): {v}"
            for n, (t, v) in enumerate(zip(TITLES, GIVEN.values(), strict=True), 1)
        ),
        "\n".join(
            f"Section {n}: {t} - {v}"
            for n, (t, v) in enumerate(zip(TITLES, GIVEN.values(), strict=True), 1)
        ),
        "\n".join(
            f"{n}. {t}: {v}" for n, (t, v) in enumerate(zip(TITLES, GIVEN.values(), strict=True), 1)
        ),
        "\n".join(
            f"Section {n}: {t}\nAnswer: {v}\n"
            for n, (t, v) in enumerate(zip(TITLES, GIVEN.values(), strict=True), 1)
        ),
        "\n".join(f"**{t}**: {v}" for t, v in zip(TITLES, GIVEN.values(), strict=True)),
        "\n".join(f"Section {n}: option {v}. Some words." for n, v in enumerate(GIVEN.values(), 1)),
        '{"Section 1": 1, "Section 2": 2, "Section 3": 1, "Section 4": 3, "Section 5": 2}',
        '```json\n{"1": 1, "2": "2", "3": 1, "4": 3, "5": 2,}\n```',
        '{"answers": {"naturalness": {"answer": 1, "reason": "x"}, "coherence": 2, "word_choice": 1, "syntax": 3, "coverage": 2}}',
        '{"Section 1 (Naturalness of description)": 1, "Text Coherence": 2, "Choice of words": 1, "Syntactic Structure": 3, "Section 5": 2}',
    ],
)
def test_variants_are_read_quietly(raw):
    reading = read(raw)
    assert (dict(reading.values), list(reading.warnings)) == (GIVEN, [])


@pytest.mark.parametrize(
    ("raw", "warnings"),
    [
        ("Here are my ratings.\n" + CLEAN, ["extra_text"]),
        (CLEAN + "\nSection 3: 1", ["duplicate_block", "section_order"]),
        ("\n".join(reversed(CLEAN.split("\n"))), ["section_order"]),
    ],
)
def test_oddities_are_read_with_a_warning(raw, warnings):
    reading = read(raw)
    assert (dict(reading.values), list(reading.warnings)) == (GIVEN, warnings)


def test_feedback_is_kept_whole():
    reading = read(CLEAN + "\nFeedback: Hard to say.\nSection 9: is not a section here.")
    assert dict(reading.values) == GIVEN | {
        "feedback": "Hard to say.\nSection 9: is not a section here."
    }


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        ("", "empty_response", ""),
        ("  \n ", "empty_response", ""),
        ("I'm sorry, but I can't assist with that image.", "refusal", ""),
        ('{"error": {"message": "Rate limit exceeded", "code": 429}}', "upstream_error", ""),
        ("<!DOCTYPE html><title>502 Bad Gateway</title>", "upstream_error", ""),
        (CLEAN.rsplit("\n", 1)[0], "missing_section", "Section 5"),
        (CLEAN[:-2], "truncated", "Section 5"),
        ('{"Section 1": 1, "Section 2"', "truncated", "character 28"),
        ('{"Section 1": 1, "Section 2": {"answer": 2}', "truncated", "character 43"),
        ('{"Section 1": 1 "Section 2": 2}', "invalid_json", "character 16"),
        (CLEAN.replace("3: 1", "3: 4"), "out_of_range", "Section 3"),
        (CLEAN.replace("3: 1", "3: 0"), "out_of_range", "Section 3"),
        (CLEAN.replace("3: 1", "3: 1.5"), "not_integer", "Section 3"),
        (CLEAN.replace("3: 1", "3: 1-2"), "not_integer", "Section 3"),
        (CLEAN.replace("3: 1", "3: 8/10"), "scale_mismatch", "Section 3"),
        (CLEAN.replace("3: 1", "3: good"), "not_a_number", "Section 3"),
        (CLEAN + "\nSection 3: 2", "ambiguous_score", "Section 3"),
        (CLEAN + "\nSection 6: 2", "unknown_key", "Section 6"),
        (
            CLEAN.replace("Section 3: 1", "Section 3 (Scene Coverage): 1"),
            "label_mismatch",
            "Section 3",
        ),
        ('{"Section 1": 1, "Section 1": 2}', "duplicate_key", "Section 1"),
        ('{"Section 1": 1, "Taste": 2}', "unknown_key", "Taste"),
        ("The description is fine overall.", "missing_section", "Section 1"),
    ],
)
def test_what_cannot_be_read_whole_is_refused_whole(raw, code, where):
    with pytest.raises(ReplyError) as error:
        read(raw)
    assert (error.value.code, error.value.where) == (code, where)


def test_echoed_instructions_are_not_answers():
    echoed = RUBRIC.reply.instructions(RUBRIC, SHOWN)
    with pytest.raises(ReplyError) as error:
        read(echoed)
    assert error.value.code == "missing_section"
    assert (
        dict(read(echoed + "\n\n" + CLEAN).values) == GIVEN | {}
        or "feedback" in read(echoed + "\n\n" + CLEAN).values
    )


@given(
    st.fixed_dictionaries(
        dict.fromkeys(KEYS, st.integers(1, 3)),
        optional={
            "feedback": st.text(
                st.characters(categories=["L"], max_codepoint=0x24F), min_size=1, max_size=50
            )
        },
    )
)
def test_what_the_format_can_express_is_read_back_equal(values):
    import unicodedata

    if "feedback" in values:
        values["feedback"] = unicodedata.normalize("NFKC", values["feedback"])
    assert dict(read(RUBRIC.reply.write(RUBRIC, SHOWN, values)).values) == values


@given(
    st.one_of(
        st.text(),
        st.lists(
            st.sampled_from(
                [*CLEAN.split("\n"), "{", "}", '"Section 1": 2', "Section 2:", "9/3", "**"]
            )
        ).map("\n".join),
    )
)
def test_no_input_raises_anything_else(raw):
    try:
        reading = read(raw)
    except ReplyError as error:
        assert error.code in REFUSALS
    else:
        assert set(KEYS) <= set(reading.values)


def test_huge_and_deep_replies_are_refused_quickly():
    for raw in (
        "Section 1: " + "9" * 2_000_000,
        "{" * 100_000,
        '{"a":' * 50_000,
        "Section " * 300_000,
    ):
        with pytest.raises(ReplyError):
            read(raw)


def test_the_prompt_holds_what_a_person_sees_in_the_same_order():
    text = prompt_text(render_prompt(RUBRIC, SHOWN))
    wanted = [
        RUBRIC.summary,
        RUBRIC.examples[0].reason,
        "A cat sits on a mat.",
        *TITLES,
        "Section 5: <number of your answer>",
    ]
    places = [text.rindex(one) if one in TITLES else text.index(one) for one in wanted]
    assert places == sorted(places)
    assert all(option.text in text for section in RUBRIC.sections[:5] for option in section.options)
