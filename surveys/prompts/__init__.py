"""The prompt: what an LLM judge is asked.

The same content that a person sees, then how to reply.
"""

import hashlib
from collections.abc import Mapping, Sequence

from surveys.base import Part, Stimulus
from surveys.questions import Panel, Question, panels
from surveys.spec import Rubric


def render_prompt(rubric: Rubric, stimulus: Stimulus) -> list[Part]:
    """The parts of the prompt in order; images and videos stand as the field to attach."""
    task = f"{rubric.title}\n\n{rubric.summary}\n\n{rubric.instructions.strip()}"
    examples = "\n\n".join(
        (
            f"A {example.verdict} example:\n{example.text}\n"
            f"Why it is {example.verdict}: {example.reason}"
        )
        for example in rubric.examples
    )
    stimulus_parts = [part for block in rubric.headed_blocks for part in block.prompt(stimulus)]
    names = rubric.reply.numbered(rubric, stimulus)
    sections = "\n\n".join(
        _asked(number, panel, names) for number, panel in enumerate(panels(rubric, stimulus), 1)
    )
    closing = rubric.reply.instructions(rubric, stimulus)
    return [*_texts(task, examples), *stimulus_parts, *_texts(sections, closing)]


def _texts(*texts: str) -> list[Part]:
    return [Part("text", text) for text in texts if text]


def _asked(number: int, panel: Panel, names: Mapping[str, str]) -> str:
    """A section under its number, or under the name by which the reply is to call its one
    question."""
    reply_names = [name for question in panel.questions if (name := names.get(question.key))]
    name = (
        f"Section {number}"
        if not names
        else reply_names[0]
        if len(reply_names) == len(panel.questions) == 1
        else ""
    )
    inner = {} if name else names
    questions = "\n".join(
        _question(panel, question, inner.get(question.key, "")) for question in panel.questions
    )
    head = f"{name}: {panel.title}" if name else panel.title
    return "\n".join(part for part in (head, panel.section.help, questions) if part)


def _question(panel: Panel, question: Question, name: str) -> str:
    own = [] if question.label == panel.title else [question.label]
    own = [f"{name}: {question.label}"] if name else own
    meaning = [question.help] if question.help else []
    return "\n".join([*own, *meaning, *question.prompt_lines()])


def prompt_text(parts: Sequence[Part]) -> str:
    """The prompt as one text, attachments named in brackets."""
    return "\n\n".join(
        part.content if part.is_text else f"[{part.kind}: {part.content}]" for part in parts
    )


def prompt_sha256(parts: Sequence[Part]) -> str:
    return hashlib.sha256(prompt_text(parts).encode()).hexdigest()
