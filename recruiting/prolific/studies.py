"""Studies at Prolific for batches: planned from HITs and sittings, made, published and grown."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from urllib.parse import urljoin

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from database.locks import Work, alone_at
from hits.models import Batch
from payments.fees import FeeRule
from people.acts import record
from people.models import Act, User
from recruiting.least_pay import PROLIFIC
from recruiting.models import Outcome
from recruiting.prolific.api.client import Client
from recruiting.prolific.api.shapes import (
    ENTRY_PARAMETERS,
    StudyAction,
    StudyDraft,
    StudyState,
)
from recruiting.prolific.api.shapes import Study as StudyShape
from recruiting.prolific.models import Study, Workspace
from tabular.errors import RateroomError

CENT = Decimal("0.01")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MOST_PLACES = 10_000
PLACEHOLDERS = "&".join(f"{name}={{{{%{name}%}}}}" for name in ENTRY_PARAMETERS)
# What Prolific is told of each outcome, and does by itself: nobody is paid or refused unseen.
CODE_TYPES = {
    Outcome.DONE: ("COMPLETED", "MANUALLY_REVIEW"),
    Outcome.FAILED_CHECK: ("FAILED_ATTENTION_CHECK", "MANUALLY_REVIEW"),
    Outcome.NO_CONSENT: ("NO_CONSENT", "REQUEST_RETURN"),
    Outcome.SCREENED_OUT: ("OTHER", "REQUEST_RETURN"),
    Outcome.WRONG_DEVICE: ("INCOMPATIBLE_DEVICE", "REQUEST_RETURN"),
}


class StudyRefused(RateroomError):  # noqa: N818 - named for what happened
    """The study cannot be made or changed so."""


class StudyUnderWay(StudyRefused):
    """Another request makes it just now."""


@dataclass(frozen=True)
class Plan:
    """What a study of a batch takes: places are sittings of `hits` HITs, `minutes` long.

    `places` covers every assignment; the last sitting may be shorter and is paid whole.
    """

    hits: int
    minutes: int
    places: int
    reward: Decimal
    fee_rate: Decimal
    currency: str

    @property
    def rewards(self) -> Decimal:
        return self.places * self.reward

    @property
    def fee(self) -> Decimal:
        """Prolific's, on the rewards; rounded half up once, where a batch's own fee is rounded for
        each assignment."""
        return (self.rewards * self.fee_rate).quantize(CENT, ROUND_HALF_UP)

    @property
    def total(self) -> Decimal:
        return self.rewards + self.fee

    @property
    def hourly(self) -> Decimal:
        return (self.reward * 60 / self.minutes).quantize(CENT, ROUND_HALF_UP)

    @property
    def least_hourly(self) -> Decimal | None:
        """What Prolific asks at least; None where it is not known in this currency."""
        pay = PROLIFIC.get(self.currency)
        return pay.least if pay else None

    @property
    def pays_too_little(self) -> bool:
        return self.least_hourly is not None and self.hourly < self.least_hourly


def plan_study(*, batch: Batch, hits: int) -> Plan:
    """The plan for sittings of `hits` HITs. Raises StudyRefused where the batch cannot have one."""
    if batch.fee_rule != FeeRule.PANEL or batch.fee_rate is None:
        raise StudyRefused(
            _("This batch has no panel's fee, so what Prolific takes is not in its escrow."),
            where=_("Fee rule"),
            remedy=_("Choose the panel's fee before the batch is published."),
        )
    if batch.state not in {Batch.State.LIVE, Batch.State.PAUSED}:
        raise StudyRefused(
            _("A study sends people to a published batch."), remedy=_("Publish the batch first.")
        )
    hits = batch.sitting_hits or hits
    if not 1 <= hits <= batch.hits_made:
        raise StudyRefused(
            _("A sitting has from 1 to %(most)d HITs here.") % {"most": batch.hits_made},
            where=_("HITs in a sitting"),
            remedy=_("One person may have each HIT once."),
        )
    return Plan(
        hits=hits,
        minutes=max(1, -(-hits * batch.expected_seconds // 60)),
        places=-(-batch.assignments_planned // hits),
        reward=hits * batch.reward,
        fee_rate=batch.fee_rate,
        currency=batch.project.currency,
    )


def make_study(*, batch: Batch, hits: int, by: User) -> Study:
    """Make the study as a draft at Prolific, once; a study whose making had no answer is looked for
    there first. Raises StudyRefused and PanelError; then press again. Raises StudyUnderWay while
    another request is at it: both would find none there, and make two."""
    with alone_at(Work.PANEL_STUDY, batch.pk, wait=False) as alone:
        if not alone:
            raise StudyUnderWay(
                _("The study is being made at this moment."),
                remedy=_("Wait a little, and look whether it is there."),
            )
        return _made(batch=batch, hits=hits, by=by)


def _made(*, batch: Batch, hits: int, by: User) -> Study:
    workspace = Workspace.objects.filter(project=batch.project_id).first()
    if workspace is None:
        raise StudyRefused(
            _("This project has no workspace at Prolific."), remedy=_("Enter its API token first.")
        )
    study = _promised(plan=plan_study(batch=batch, hits=hits), batch=batch)
    if study.outside_id:
        return study
    with Client(workspace.token) as client:
        shape = _made_before(client, study) or client.create_study(_draft_of(study, workspace))
    return note_study(study=study, shape=shape, verb=Act.Verb.CREATED, by=by)


@transaction.atomic
def _promised(*, plan: Plan, batch: Batch) -> Study:
    """The row, committed before the call: a repeat after a lost answer knows what to look for."""
    study, _created = Study.objects.get_or_create(
        batch=batch,
        defaults={
            "internal_name": f"Rateroom {batch.pk} {secrets.token_hex(6)}",
            "hits_per_sitting": plan.hits,
            "minutes": plan.minutes,
            "places": plan.places,
            "reward": plan.reward,
            "fee_rate": plan.fee_rate,
            "codes": {outcome.value: get_random_string(8, LETTERS) for outcome in CODE_TYPES},
        },
    )
    return study


def _made_before(client: Client, study: Study) -> StudyShape | None:
    """The study, where an earlier call has made it."""
    same = (shape for shape in client.studies() if shape.internal_name == study.internal_name)
    return next(same, None)


def _draft_of(study: Study, workspace: Workspace) -> StudyDraft:
    batch = study.batch
    address = urljoin(settings.SITE_URL, reverse("prolific_enter", args=[batch.pk]))
    return StudyDraft(
        name=batch.title,
        internal_name=study.internal_name,
        description=batch.description or batch.title,
        external_study_url=f"{address}?{PLACEHOLDERS}",
        total_available_places=study.places,
        estimated_completion_time=study.minutes,
        reward=int(study.reward * 100),
        completion_codes=[
            {
                "code": study.codes[outcome.value],
                "code_type": code_type,
                "actor": "participant",
                "actions": [{"action": action}],
            }
            for outcome, (code_type, action) in CODE_TYPES.items()
        ],
        project=workspace.prolific_project_id or None,
        is_external_study_url_secure=True if workspace.signed_entry else None,
        submissions_config={"max_submissions_per_participant": batch.most_sittings}
        if batch.most_sittings > 1
        else None,
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
    StudyAction.STOP: (StudyState.AWAITING_REVIEW,),
}
# Where the study was after each act that is written down.
STATE_AFTER: Mapping[str, StudyState] = {
    Act.Verb.CREATED: StudyState.UNPUBLISHED,
    Act.Verb.PUBLISHED: StudyState.ACTIVE,
    Act.Verb.PAUSED: StudyState.PAUSED,
    Act.Verb.RESUMED: StudyState.ACTIVE,
}


def move_study(*, study: Study, action: StudyAction, by: User) -> Study:
    """Publish, pause, start or stop at Prolific. Raises StudyRefused and PanelError; its state is
    looked up first, so that a repeat after a lost answer only writes down what was done."""
    with _client(study) as client:
        shape = client.study(study.outside_id)
        if shape.status in TARGETS[action] and _was_possible(study, action):
            return note_study(study=study, shape=shape, verb=ACTIONS[action], by=by)
        if action not in POSSIBLE.get(shape.status, ()):
            note_study(study=study, shape=shape)
            raise StudyRefused(
                _("At Prolific the study is “%(state)s” now.") % {"state": shape.status.lower()},
                remedy=_("Choose what is possible from there."),
            )
        shape = client.transition_study(study.outside_id, action)
    return note_study(study=study, shape=shape, verb=ACTIONS[action], by=by)


def _was_possible(study: Study, action: StudyAction) -> bool:
    """Whether the action is still to be done by what is known here: by the state that was looked up
    last, or by the last act, as a look after a lost answer brings the state without the act."""
    verb = _acts(study).filter(verb__in=ACTIONS.values()).values_list("verb", flat=True).first()
    states = {study.state, STATE_AFTER.get(verb or Act.Verb.CREATED)}
    return any(action in POSSIBLE.get(state, ()) for state in states if state)


def _acts(study: Study) -> QuerySet[Act]:
    """What was done with the study from here, the latest first."""
    acts = Act.objects.filter(subject_type=study._meta.label_lower, subject_id=study.pk)
    return acts.order_by("-pk")


def raise_places(*, study: Study, places: int, by: User) -> Study:
    """Have more places at Prolific, which takes no fewer; as many as there are is no change, and
    the act is written down if the answer to it was lost. Raises StudyRefused and PanelError."""
    if places == study.places:
        return _note_raised(study=study, by=by)
    if not study.places < places <= MOST_PLACES:
        raise StudyRefused(
            _("The study has %(now)d places; Prolific only takes more.") % {"now": study.places},
            where=_("Places"),
            remedy=_("Give a larger number, up to %(most)d.") % {"most": MOST_PLACES},
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
    """Its state at Prolific now. Raises PanelError."""
    with _client(study) as client:
        return note_study(study=study, shape=client.study(study.outside_id))


def _client(study: Study) -> Client:
    if not study.outside_id:
        raise StudyRefused(
            _("It is not certain that this study is at Prolific."), remedy=_("Make it again.")
        )
    return Client(study.batch.project.prolific.token)


@transaction.atomic
def note_study(*, study: Study, shape: StudyShape, verb: str = "", by: User | None = None) -> Study:
    """Carry over what Prolific says of the study; `verb` is the act that `by` did there, if any."""
    study.outside_id, study.state = shape.id, shape.status
    study.places = shape.total_available_places or study.places
    study.looked_at = timezone.now()
    study.save(update_fields=["outside_id", "state", "places", "looked_at"])
    if verb:
        _record(study, verb, by)
    return study


def _record(study: Study, verb: str, by: User | None) -> None:
    record(
        actor=by,
        verb=verb,
        subject=study,
        project_id=study.batch.project_id,
        after={"state": study.state, "places": study.places},
    )
