"""The prompt for an LLM judge.

The prompt contains the content that people see, except texts with `for: page`, followed by
instructions for the reply.
"""

import hashlib
from collections.abc import Iterator, Sequence

from surveys.audience import is_for
from surveys.base import LETTERS, Medium, Part, ShownOutput, Stimulus
from surveys.prompts.sections import sections_text
from surveys.prompts.shown import as_judges_read, shown_parts
from surveys.prompts.structured import is_json, structured_form
from surveys.replies.abstentions import abstention_form
from surveys.spec import Example, Rubric, WorkedExample


def render_prompt(rubric: Rubric, stimulus: Stimulus, *, structured: bool = False) -> list[Part]:
    """Return the parts of the prompt, in order. A part for an image or video names the field whose
    medium must be attached.

    With `structured`, the prompt asks for a JSON object that fits `structured_schema`.
    """
    rubric = as_judges_read(rubric)
    parts = shown_parts(rubric, stimulus)
    in_own_form = not structured or is_json(rubric, stimulus)
    closing = rubric.reply.instructions if in_own_form else structured_form
    cannot_judge = abstention_form(rubric, stimulus) if in_own_form else ""
    return [
        *_texts(_task(rubric), _reminders(rubric)),
        *_examples(rubric, with_pictures=any(not part.is_text for part in parts)),
        *_worked_examples(rubric, in_other_form=structured and not is_json(rubric, stimulus)),
        *parts,
        *_texts(sections_text(rubric, stimulus), closing(rubric, stimulus), cannot_judge),
    ]


def _task(rubric: Rubric) -> str:
    return f"{rubric.title}\n\n{rubric.summary}\n\n{rubric.instructions_for('judge')}"


def _reminders(rubric: Rubric) -> str:
    reminders = [f"- {note.text}" for note in rubric.reminders if is_for(note, "judge")]
    return "\n".join(["Keep in mind:", *reminders]) if reminders else ""


def _examples(rubric: Rubric, *, with_pictures: bool) -> Iterator[Part]:
    for example in rubric.examples:
        if is_for(example, "judge"):
            yield from _example(example, with_picture=with_pictures)


def _example(example: Example, *, with_picture: bool) -> Iterator[Part]:
    """Yield an example's prompt parts: the description and, if `with_picture`, the picture."""
    picture = f"\nThe picture shows: {example.picture_alt}" if example.picture_alt else ""
    yield Part("text", f"A {example.verdict} example{picture and '.'}{picture}")
    if example.picture and with_picture:
        yield Part("picture", example.picture)
    text = example.text.strip()
    yield Part("text", f"{text}\nWhy it is {example.verdict}: {example.reason}")


def _worked_examples(rubric: Rubric, *, in_other_form: bool) -> Iterator[Part]:
    for number, worked in enumerate(rubric.worked, 1):
        begin = "from the reply" if worked.excerpt else "the reply"
        begin += " (yours is to be JSON)" if in_other_form else ""
        head = f"Worked example {number}, input:"
        content = "\n\n".join(_in_words(rubric, worked))
        reply = f"Worked example {number}, {begin}:\n{worked.reply}"
        yield Part("text", f"{head}\n\n{content}\n\n{reply}")


def _in_words(rubric: Rubric, worked: WorkedExample) -> list[str]:
    """Return a worked example's input as text lines. A description replaces a picture or clip."""
    parts = shown_parts(rubric, worked_stimulus(worked))
    return [
        part.content if part.is_text else f"[{part.kind}: {worked.media[part.content]}]"
        for part in parts
    ]


def worked_stimulus(worked: WorkedExample) -> Stimulus:
    """Return the content of a worked example as a stimulus, with the outputs in canonical order."""
    outputs = [
        ShownOutput(letter, place, text)
        for place, (letter, text) in enumerate(zip(LETTERS, worked.outputs, strict=False), 1)
    ]
    return Stimulus(worked.fields, dict.fromkeys(worked.media, Medium("")), outputs)


def _texts(*texts: str) -> list[Part]:
    return [Part("text", text) for text in texts if text]


def prompt_text(parts: Sequence[Part]) -> str:
    """Return the prompt as one text, in which brackets mark attachments and the system message."""
    return "\n\n".join(
        part.content
        if part.is_prompt_text
        else f"[{part.kind}]\n{part.content}"
        if part.is_text
        else f"[{part.kind}: {part.content}]"
        for part in parts
    )


def prompt_sha256(parts: Sequence[Part]) -> str:
    return hashlib.sha256(prompt_text(parts).encode()).hexdigest()
