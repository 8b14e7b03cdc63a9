"""What a run asks about one HIT: the prompt of its rubric, or of the researcher's own template."""

from hits.models import HIT
from hits.page.stimulus import stimulus_of_hit
from judges.models import JudgeRun
from surveys.base import Part, Stimulus
from surveys.prompts import render_prompt
from surveys.prompts.own import PromptTemplate, own_template, render_template


def template_of(run: JudgeRun) -> PromptTemplate | None:
    """The run's own template, checked against its rubric. Raises DocumentError where it does not
    fit."""
    if run.template is None:
        return None
    return own_template(run.batch.rubric_version.spec, run.template.text, run.template.sources)


def prompt_parts(run: JudgeRun, template: PromptTemplate | None, stimulus: Stimulus) -> list[Part]:
    """The parts in order; pictures and clips stand as the field to attach."""
    rubric = run.batch.rubric_version.spec
    return (
        render_prompt(rubric, stimulus)
        if template is None
        else render_template(rubric, stimulus, template)
    )


def hit_prompt(
    run: JudgeRun, template: PromptTemplate | None, hit: HIT, shown_order: str
) -> list[Part]:
    return prompt_parts(run, template, stimulus_of_hit(hit, shown_order, viewer=None))
