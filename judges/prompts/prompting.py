"""The prompt for one HIT, built from the rubric or from a researcher's own template."""

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
    """Return the run's own template, or None if the run uses the rubric's prompt. Raises
    DocumentError if the template does not suit the rubric or the run."""
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
    """Return the criterion that each prompt for a HIT asks about. The list is `[""]` if one prompt
    asks about all criteria."""
    if not run.per_criterion:
        return [""]
    return prompt_criteria(run.batch.rubric_version.spec, run.criteria) or [""]


def asked_rubric(run: JudgeRun, criterion: str = "") -> Rubric:
    """Return the rubric for a prompt of the run and for reading the reply. If `criterion` is given,
    or the run is limited to some criteria, the rubric has only the parts about these criteria."""
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
    """Return the parts of a prompt in order. Parts that are images, clips or sounds name the field
    to attach.

    Clips of the item are left out if the run sends no frames. If `structured` is true, the prompt
    asks for a reply in JSON. A researcher's own template is not affected, because it states the
    reply format itself.
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
    """Return the names of the item's fields that people see in this batch but that the run's
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
    """Return the names of the fields that people see but the judge does not. For imported replies,
    these are all fields with media, followed by "?", because the judge may have seen them. The list
    is empty if the template does not suit the rubric, which is reported when the run starts."""
    try:
        return [f"{name}?" for name in shown_media(run)] if run.is_imported else unseen(run)
    except RateroomError:
        return []


def sight(run: JudgeRun) -> str:
    """Return a sentence about fields that people see but this judge does not, or "" if there are
    none."""
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
    """Return the names of the fields with images, clips or sounds that items of the batch use, in
    the rubric's order."""
    rubric = run.batch.rubric_version.spec
    present = run.batch.input_media  # determined when the batch was published
    if present is None:
        media = ItemMedium.objects.filter(item__hits__batch=run.batch_id)
        present = list(media.order_by().values_list("field", flat=True).distinct())
    return [need.name for need in rubric.fields() if need.type in MEDIA and need.name in present]
