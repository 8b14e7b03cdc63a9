"""The prompt: what an LLM judge is asked. The same content that a person sees, then how to reply."""

import hashlib
from collections.abc import Sequence

from surveys.base import Part, Stimulus
from surveys.kinds.choice import ChoiceQuestion
from surveys.kinds.scale import ScaleQuestion
from surveys.questions import Panel, Question, panels
from surveys.spec import Rubric


def render_prompt(rubric: Rubric, stimulus: Stimulus) -> list[Part]:
    """The parts of the prompt in order; images and videos stand as the field to attach."""
    task = f"{rubric.title}\n\n{rubric.summary}\n\n{rubric.instructions.strip()}"
    examples = "\n\n".join(
        f"A {one.verdict} example:\n{one.text}\nWhy it is {one.verdict}: {one.reason}" for one in rubric.examples
    )
    shown = [part for block in rubric.stimulus for part in block.prompt(stimulus)]
    asked = "\n\n".join(_asked(number, panel) for number, panel in enumerate(panels(rubric, stimulus), 1))
    closing = rubric.reply.instructions(rubric, stimulus)
    return [*_texts(task, examples), *shown, *_texts(asked, closing)]


def _texts(*texts: str) -> list[Part]:
    return [Part("text", text) for text in texts if text]


def _asked(number: int, panel: Panel) -> str:
    head = f"Section {number}: {panel.title}"
    questions = "\n".join(_question(panel, question) for question in panel.questions)
    return "\n".join(part for part in (head, panel.section.help, questions) if part)


def _question(panel: Panel, question: Question) -> str:
    own = [] if question.label == panel.title else [question.label]
    lines = [*own, *([question.help] if question.help else [])]
    if isinstance(question, ChoiceQuestion):
        lines += [f"  {option.value}. {option.text}" for option in question.options]
    elif isinstance(question, ScaleQuestion):
        lines.append(f"  A whole number from {question.low} to {question.high}.")
        lines += [f"  {value}: {text}" for value, text in sorted(question.anchors.items())]
    return "\n".join(lines)


def prompt_text(parts: Sequence[Part]) -> str:
    """The prompt as one text, attachments named in brackets."""
    return "\n\n".join(part.content if part.kind == "text" else f"[{part.kind}: {part.content}]" for part in parts)


def prompt_sha256(parts: Sequence[Part]) -> str:
    return hashlib.sha256(prompt_text(parts).encode()).hexdigest()
