"""Planning a judge run over a batch before its first call: initial settings and checks."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.database.field_checks import check_fields
from core.errors import DocumentError, FieldsError, Problem
from hits.models import Batch
from judges.models import JudgeEndpoint, JudgeRun
from judges.prompts.prompting import template_of
from people.models import User
from surveys.models import PromptTemplate
from surveys.prompts.narrowing import judged_criteria

# Settings that a new run copies from the project's latest run.
TAKEN_OVER = ("endpoint", "model", "price_in", "price_out", "parameters")
PLANNED = (
    "endpoint",
    "model",
    "name",
    "template",
    "orders",
    "samples",
    "hits_limit",
    "part",
    "criteria",
    "per_criterion",
    "frames",
    "parameters",
    "price_in",
    "price_out",
    "cost_cap",
    "token_cap",
)


def not_applying(batch: Batch) -> list[str]:
    """Return the names of the settings that have no effect with the batch's rubric."""
    rubric = batch.rubric_version.spec
    has_clips = any(need.type == "video" for need in rubric.fields())
    has_criteria = len(judged_criteria(rubric)) > 1
    names = {
        "orders": rubric.outputs.per_page > 1,
        "frames": has_clips,
        "criteria": has_criteria,
        "per_criterion": has_criteria,
    }
    return [name for name, applies in names.items() if not applies]


def endpoints_for(batch: Batch) -> QuerySet[JudgeEndpoint]:
    return JudgeEndpoint.objects.filter(project=batch.project_id)


def templates_for(batch: Batch) -> QuerySet[PromptTemplate]:
    rubric = batch.rubric_version.rubric_id
    return PromptTemplate.objects.filter(project=batch.project_id, rubric=rubric)


def first_values(batch: Batch) -> dict[str, object]:
    """Return the initial settings of a new run: an unused name, the settings `TAKEN_OVER` from the
    project's latest run, and default values."""
    last = JudgeRun.objects.filter(batch__project=batch.project_id).order_by("-pk").first()
    values = {name: getattr(last, name) for name in TAKEN_OVER} if last else {}
    if last is None or last.endpoint is None:
        values["endpoint"] = endpoints_for(batch).first()
    names = set(batch.judge_runs.values_list("name", flat=True))
    numbered = (_("Run %(number)d") % {"number": number} for number in range(1, len(names) + 2))
    return values | {
        "name": next(name for name in numbered if name not in names),
        "samples": 1,
        "frames": 0,
        "orders": JudgeRun.Orders.GIVEN,
    }


def check_run(run: JudgeRun) -> None:
    """Raise FieldsError if a setting is invalid or the template does not suit the rubric."""
    if run.endpoint and run.endpoint not in endpoints_for(run.batch):
        raise FieldsError([Problem(_("Choose an option from the list."), "endpoint")])
    if run.template and run.template not in templates_for(run.batch):
        raise FieldsError([Problem(_("Choose an option from the list."), "template")])
    keys = [each.key for each in judged_criteria(run.batch.rubric_version.spec)]
    if strange := [key for key in run.criteria if key not in keys]:
        what = _("“%(name)s” was not found.") % {"name": strange[0]}
        remedy = _("Choose from: %(names)s.") % {"names": ", ".join(keys)}
        raise FieldsError([Problem(what, "criteria", remedy=remedy)])
    check_fields(run, [*PLANNED, "batch"])
    try:
        template_of(run)
    except DocumentError as error:
        raise FieldsError([Problem(str(error), "template")]) from error


@transaction.atomic
def plan_run(*, run: JudgeRun, by: User) -> JudgeRun:
    """Store a new run that is ready to start, with its author and the rubric's hash. Without an
    endpoint, the run can only use a provider's batch API. Raises FieldsError if a setting is
    invalid."""
    check_run(run)
    run.state, run.created_by = JudgeRun.State.READY, by
    run.rubric_sha256 = run.batch.rubric_version.sha256
    run.save(force_insert=True)
    return run
