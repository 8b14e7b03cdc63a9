"""Changes to a judge run. The settings of the prompts can change until there is a reply. The cost
limits can change while the run is neither running nor completed."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from core.errors import RateroomError
from judges.models import JudgeRun
from people.acts import record
from people.models import Act, User

PLAN = (
    "name",
    "model",
    "template",
    "orders",
    "samples",
    "hits_limit",
    "part",
    "criteria",
    "per_criterion",
    "frames",
    "structured",
    "parameters",
)
COST = ("price_in", "price_out", "cost_cap", "token_cap")
TERMS = ("endpoint", *COST)
SETTLED = frozenset({JudgeRun.State.RUNNING, JudgeRun.State.DONE})


def changeable(run: JudgeRun) -> frozenset[str]:
    """Return the names of the run's settings that can still be changed."""
    plan = () if run.verdicts.exists() else PLAN
    cost = () if run.state in SETTLED else TERMS
    return frozenset((*plan, *cost))


class NotChangeable(RateroomError):
    """Raised if a setting of the run can no longer be changed."""


@transaction.atomic
def change_run(*, run_id: int, changes: Mapping[str, object], by: User) -> bool:
    """Apply `changes` to the run's settings, and record the act. Return False if nothing changes.
    Raises NotChangeable if a setting is locked, and ValidationError if prices and caps contradict
    each other."""
    run = JudgeRun.objects.select_for_update(of=("self",)).select_related("batch").get(pk=run_id)
    before = {name: getattr(run, name) for name, value in changes.items()}
    after = {name: value for name, value in changes.items() if before[name] != value}
    if not after:
        return False
    _refuse_settled(run, after)
    for name, value in after.items():
        setattr(run, name, value)
    run.validate_constraints()
    run.save(update_fields=list(after))
    record(
        by,
        Act.Verb.AMENDED,
        run,
        project_id=run.batch.project_id,
        before={name: _noted(before[name]) for name in after},
        after={name: _noted(value) for name, value in after.items()},
    )
    return True


def _refuse_settled(run: JudgeRun, after: Mapping[str, object]) -> None:
    closed = set(after) - changeable(run)
    if unknown := closed - {*PLAN, *TERMS}:
        raise ValueError(f"{', '.join(sorted(unknown))} of a run cannot be changed.")
    if closed & set(TERMS):
        raise NotChangeable(
            _(
                "You cannot change a run’s endpoint or cost settings while the run is in "
                "progress or done."
            ),
            where=run.name,
        )
    if closed:
        raise NotChangeable(
            _("Once a run has a reply, you can change only its endpoint and cost settings."),
            where=run.name,
        )


def _noted(value: object) -> object:
    return str(value) if isinstance(value, Model) else value
