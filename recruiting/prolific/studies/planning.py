"""Plans of studies at Prolific, and functions to publish, pause, resume and stop studies and to add
places."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from hits.batches.cost_preview import Cost, promised_cost
from hits.models import Batch
from payments.fees import FeeRule
from people.acts import record
from people.models import Act, User
from recruiting.cost import PROLIFIC
from recruiting.prolific.api.client import Client
from recruiting.prolific.api.shapes import Study as StudyShape
from recruiting.prolific.api.shapes import StudyAction, StudyState
from recruiting.prolific.models import Study, least_time
from recruiting.prolific.studies.addresses import require_public, study_address
from recruiting.prolific.studies.settings import StudyRefused

CENT = Decimal("0.01")
MOST_PLACES = 10_000


@dataclass(frozen=True)
class Plan:
    """A plan for a batch's study. Each place is a session of `hits` HITs and `minutes` minutes.

    `places` covers every assignment, including checks. The last session can be shorter and is paid
    in full. `cost` is the amount reserved for the batch.
    """

    hits: int
    minutes: int
    places: int
    reward: Decimal
    fee_rate: Decimal
    currency: str
    cost: Cost

    @property
    def rewards(self) -> Decimal:
        return self.cost.reward

    @property
    def fee(self) -> Decimal:
        return self.cost.fee

    @property
    def total(self) -> Decimal:
        return self.cost.total

    @property
    def invoice(self) -> Decimal:
        """Return the amount that Prolific charges if every place is paid. It differs from the
        escrow in two ways: the last place counts in full, and the fee is rounded only once."""
        rewards = self.places * self.reward
        return rewards + (rewards * self.fee_rate).quantize(CENT, ROUND_HALF_UP)

    @property
    def least_time(self) -> int:
        """Return the shortest time limit that Prolific accepts for the plan, in minutes."""
        return least_time(self.minutes)

    @property
    def hourly(self) -> Decimal:
        return (self.reward * 60 / self.minutes).quantize(CENT, ROUND_HALF_UP)

    @property
    def least_hourly(self) -> Decimal | None:
        """Return Prolific's minimum hourly pay, or None if the minimum in this currency is
        unknown."""
        pay = PROLIFIC.get(self.currency)
        return pay.least if pay else None

    @property
    def pays_too_little(self) -> bool:
        return self.least_hourly is not None and self.hourly < self.least_hourly


def plan_study(*, batch: Batch, hits: int) -> Plan:
    """Return a plan for the batch's study, with `hits` HITs per session unless the batch sets the
    number. Raises StudyRefused if the batch does not meet Prolific's requirements."""
    if batch.fee_rule != FeeRule.PANEL or batch.fee_rate is None:
        raise StudyRefused(
            _("This batch has no panel fee, so Prolific’s fee is not reserved."),
            where=capfirst(_("fee rule")),
            remedy=_("Set the panel’s fee before you publish the batch.")
            if batch.state == Batch.State.DRAFT
            else _("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
        )
    if batch.state not in {Batch.State.LIVE, Batch.State.PAUSED}:
        raise StudyRefused(_("Publish the batch first."))
    hits = batch.sitting_hits or hits
    if not 1 <= hits <= batch.hits_made:
        raise StudyRefused(
            _("Choose a number from %(low)s to %(high)s.") % {"low": 1, "high": batch.hits_made},
            where=_("HITs in a session"),
            field="hits",
        )
    if not batch.reward:
        raise StudyRefused(
            _("Prolific requires a reward, but this batch has none."), where=_("Reward")
        )
    cost = promised_cost(batch)
    return Plan(
        hits=hits,
        minutes=max(1, -(-hits * batch.expected_seconds // 60)),
        places=-(-(cost.assignments + cost.checks) // hits),
        reward=hits * batch.reward,
        fee_rate=batch.fee_rate,
        currency=batch.project.currency,
        cost=cost,
    )


ACTIONS = {
    StudyAction.PUBLISH: Act.Verb.PUBLISHED,
    StudyAction.PAUSE: Act.Verb.PAUSED,
    StudyAction.START: Act.Verb.RESUMED,
    StudyAction.STOP: Act.Verb.CLOSED,
}
POSSIBLE: Mapping[str, tuple[StudyAction, ...]] = {
    StudyState.UNPUBLISHED: (StudyAction.PUBLISH,),
    StudyState.ACTIVE: (StudyAction.PAUSE, StudyAction.STOP),
    StudyState.PAUSED: (StudyAction.START, StudyAction.STOP),
}


TARGETS: Mapping[StudyAction, tuple[str, ...]] = {
    StudyAction.PUBLISH: (StudyState.PUBLISHING, StudyState.ACTIVE),
    StudyAction.PAUSE: (StudyState.PAUSED,),
    StudyAction.START: (StudyState.ACTIVE,),
    StudyAction.STOP: (StudyState.AWAITING_REVIEW, StudyState.COMPLETED),
}
# The study's state after each recorded act.
STATE_AFTER: Mapping[str, StudyState] = {
    Act.Verb.CREATED: StudyState.UNPUBLISHED,
    Act.Verb.PUBLISHED: StudyState.ACTIVE,
    Act.Verb.PAUSED: StudyState.PAUSED,
    Act.Verb.RESUMED: StudyState.ACTIVE,
}


def move_study(*, study: Study, action: StudyAction, by: User) -> Study:
    """Publish, pause, resume or stop the study at Prolific, log this, and return the study. The
    study's state is checked first, so that a repeat after a lost reply only adds the log entry.

    Raises StudyRefused and PanelError. Publishing raises AddressUnfit if people cannot open the
    study's URL.
    """
    with _client(study) as client:
        shape = client.study(study.outside_id)
        if shape.status in TARGETS[action] and _was_possible(study, action):
            return note_study(study=study, shape=shape, verb=ACTIONS[action], by=by)
        if action not in POSSIBLE.get(shape.status, ()):
            note_study(study=study, shape=shape)
            raise StudyRefused(
                _("The study is now “%(state)s” on Prolific.") % {"state": shape.status.lower()},
            )
        if action == StudyAction.PUBLISH:
            require_public(shape.external_study_url or study_address(study.batch))
        shape = client.transition_study(study.outside_id, action)
    return note_study(study=study, shape=shape, verb=ACTIONS[action], by=by)


def _was_possible(study: Study, action: StudyAction) -> bool:
    """Return whether the action was possible in the stored state, or in the state after the last
    logged action. Both are needed: after a lost reply, a later check can store the study's new
    state without logging the action."""
    verb = _acts(study).filter(verb__in=ACTIONS.values()).values_list("verb", flat=True).first()
    states = {study.state, STATE_AFTER.get(verb or Act.Verb.CREATED)}
    return any(action in POSSIBLE.get(state, ()) for state in states if state)


def _acts(study: Study) -> QuerySet[Act]:
    acts = Act.objects.filter(subject_type=study._meta.label_lower, subject_id=study.pk)
    return acts.order_by("-pk")


def raise_places(*, study: Study, places: int, by: User) -> Study:
    """Raise the number of places at Prolific, where the number cannot be lowered. If `places` is
    the current number, only add the log entry if it is missing. Return the study. Raises
    StudyRefused and PanelError."""
    if places == study.places:
        return _note_raised(study=study, by=by)
    if not study.places < places <= MOST_PLACES:
        raise StudyRefused(
            _(
                "Enter more than the current %(now)d places, up to %(most)d. "
                "Prolific does not let you reduce the number of places."
            )
            % {"now": study.places, "most": MOST_PLACES},
            where=capfirst(_("Places")),
        )
    with _client(study) as client:
        shape = client.set_places(study.outside_id, places)
    return note_study(study=study, shape=shape, verb=Act.Verb.EXTENDED, by=by)


@transaction.atomic
def _note_raised(*, study: Study, by: User) -> Study:
    verbs = [Act.Verb.CREATED, Act.Verb.EXTENDED]
    after = _acts(study).filter(verb__in=verbs).values_list("after", flat=True).first()
    if after is not None and after["places"] < study.places:
        _record(study, Act.Verb.EXTENDED, by)
    return study


def look_at_study(*, study: Study) -> Study:
    """Fetch the study's current state at Prolific, store it, and return the study. Raises
    PanelError."""
    with _client(study) as client:
        return note_study(study=study, shape=client.study(study.outside_id))


def _client(study: Study) -> Client:
    if not study.outside_id:
        raise StudyRefused(_("Choose “Create draft on Prolific” first."))
    return Client(study.batch.project.prolific.token)


@transaction.atomic
def note_study(*, study: Study, shape: StudyShape, verb: str = "", by: User | None = None) -> Study:
    """Store the study's state from Prolific, and return the study. If `verb` is not "", log it as
    the action of `by`."""
    study.outside_id, study.state = shape.id, shape.status
    study.places = shape.total_available_places or study.places
    study.looked_at, study.tried_at = timezone.now(), None
    study.save(update_fields=["outside_id", "state", "places", "looked_at", "tried_at"])
    if verb:
        _record(study, verb, by)
    return study


def _record(study: Study, verb: str, by: User | None) -> None:
    record(
        by,
        verb,
        study,
        project_id=study.batch.project_id,
        after={"state": study.state, "places": study.places},
    )
