"""The prompt for one HIT, created from the rubric or from the researcher's own template."""

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import gettext as _

from core.errors import DocumentError, RateroomError
from hits.models import HIT
from hits.stimulus import stimulus_of_hit
from judges.models import JudgeRun
from stimuli.models import ItemMedium
from stimuli.shown import HitMedia
from surveys.base import MEDIA, Medium, Part, Stimulus
from surveys.prompts import render_prompt
from surveys.prompts.narrowing import narrowed, prompt_criteria
from surveys.prompts.own import CRITERION, PromptTemplate, own_template, render_template
from surveys.samples import sample_stimulus
from surveys.spec import Rubric


def template_of(run: JudgeRun) -> PromptTemplate | None:
    """Return the run's own template, checked against the rubric. Raises DocumentError if the
    template does not suit the rubric."""
    if run.template is None:
        return None
    own = run.template
    template = own_template(
        run.batch.rubric_version.spec, own.text, own.sources, system=own.system, omit=own.omit
    )
    if run.per_criterion and CRITERION not in template.sources.values():
        what = "asks for one criterion at a time, and the template does not say which."
        remedy = "Put {{criterion}} where the criterion belongs, or ask one prompt for all."
        raise DocumentError.one("prompt template", what, remedy=remedy)
    return template


def prompts_of(run: JudgeRun) -> list[str]:
    """Return the criterion of each prompt for a HIT. A list with one blank text means that one
    prompt asks about all criteria."""
    if not run.per_criterion:
        return [""]
    return prompt_criteria(run.batch.rubric_version.spec, run.criteria) or [""]


def asked_rubric(run: JudgeRun, criterion: str = "") -> Rubric:
    """Return the rubric for a prompt of the run, and for reading the reply. This is the whole
    rubric, or only the parts about `criterion` or the run's criteria."""
    rubric = run.batch.rubric_version.spec
    keys = [criterion] if criterion else run.criteria
    return narrowed(rubric, keys) if keys else rubric


def prompt_parts(
    run: JudgeRun,
    template: PromptTemplate | None,
    stimulus: Stimulus,
    *,
    structured: bool = False,
    criterion: str = "",
) -> list[Part]:
    """Return the parts of a prompt in order. Parts for images and clips name the fields to attach.

    Clips are left out if the run sends no frames. `structured` asks for the reply as JSON, but a
    researcher's own template states the reply format itself.
    """
    rubric = asked_rubric(run, criterion)
    if not run.frames:
        clips = {need.name for need in rubric.fields() if need.type == "video"}
        media = {name: medium for name, medium in stimulus.media.items() if name not in clips}
        stimulus = replace(stimulus, media=media)
    if template is None:
        return render_prompt(rubric, stimulus, structured=structured)
    return render_template(rubric, stimulus, template)


def hit_prompt(
    run: JudgeRun,
    template: PromptTemplate | None,
    hit: HIT,
    shown_order: str,
    *,
    structured: bool = False,
    criterion: str = "",
    media: HitMedia | None = None,
) -> list[Part]:
    stimulus = stimulus_of_hit(hit, shown_order, viewer=None, media=media)
    return prompt_parts(run, template, stimulus, structured=structured, criterion=criterion)


def unseen(run: JudgeRun) -> list[str]:
    """Return the item's fields, images and clips that people see in this batch but that the run's
    prompts leave out. Raises DocumentError if the template does not suit the rubric."""
    rubric, template = run.batch.rubric_version.spec, template_of(run)
    stimulus = sample_stimulus(rubric, {kind: Medium("x") for kind in MEDIA})
    parts = prompt_parts(run, template, stimulus)
    seen = {part.content for part in parts if not part.is_text}
    media = {need.name for need in rubric.fields() if need.type in MEDIA}
    omitted = set(template.omit) - media if template else set()
    hidden = omitted | {name for name in shown_media(run) if name not in seen}
    return [need.name for need in rubric.fields() if need.name in hidden]


def fields_unseen(run: JudgeRun) -> list[str]:
    """Return the fields that people see but that the prompts leave out. For imported replies, media
    that the judge may not have seen are listed with question marks. Return an empty list if the
    template does not suit the rubric, because starting the run reports this problem."""
    try:
        return [f"{name}?" for name in shown_media(run)] if run.is_imported else unseen(run)
    except RateroomError:
        return []


def sight(run: JudgeRun) -> str:
    """Return a sentence about media that people see but this judge does not, or "" if none."""
    fields = fields_unseen(run)
    if not fields:
        return ""
    words = (
        _("%(run)s: people saw %(media)s. We do not know whether the judge saw the same content.")
        if run.is_imported
        else _("%(run)s: people see %(media)s, but this judge does not.")
    )
    return words % {"run": run.name, "media": ", ".join(name.rstrip("?") for name in fields)}


def shown_media(run: JudgeRun) -> Collection[str]:
    """Return the fields of images and clips shown in the run's batch, in the rubric's order."""
    rubric = run.batch.rubric_version.spec
    present = run.batch.input_media  # found when the batch went live
    if present is None:
        media = ItemMedium.objects.filter(item__hits__batch=run.batch_id)
        present = list(media.order_by().values_list("field", flat=True).distinct())
    return [need.name for need in rubric.fields() if need.type in MEDIA and need.name in present]
