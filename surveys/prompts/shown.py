"""The content before the questions in a judge's prompt, and the names of outputs in the prompt."""

from surveys.base import Part, Stimulus
from surveys.spec import Rubric


def as_judges_read(rubric: Rubric) -> Rubric:
    """Return the rubric with the output names that judges see."""
    name = rubric.outputs.judge_name
    if not name:
        return rubric
    blocks = [
        block.model_copy(update={"title": name}) if block.shows_outputs else block
        for block in rubric.stimulus
    ]
    outputs = rubric.outputs.model_copy(update={"name": name})
    return rubric.model_copy(update={"outputs": outputs, "stimulus": tuple(blocks)})


def shown_parts(rubric: Rubric, stimulus: Stimulus) -> list[Part]:
    """Return the content above the questions in the form that a judge receives."""
    return [part for block in rubric.headed_blocks for part in block.prompt(stimulus)]
