"""Creation of a batch's study as a draft at Prolific, and deletion of unpublished studies."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from core.database.locks import Work, alone_at
from hits.models import Batch
from people.acts import record
from people.models import Act, User
from recruiting.models import Outcome
from recruiting.prolific.api.client import Client, NotSent, Refused
from recruiting.prolific.api.shapes import Study as StudyShape
from recruiting.prolific.api.shapes import StudyDraft, StudyState
from recruiting.prolific.models import Study, Workspace
from recruiting.prolific.studies.addresses import require_named, study_address
from recruiting.prolific.studies.eligibility import study_filters
from recruiting.prolific.studies.planning import Plan, note_study, plan_study
from recruiting.prolific.studies.settings import (
    NAMES,
    StudyRefused,
    StudySettings,
    check_settings,
    current_settings,
)

NOT_FOUND = 404
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
# The code type and action at Prolific for each outcome. No one is paid or rejected without a
# review.
CODE_TYPES = {
    Outcome.DONE: ("COMPLETED", "MANUALLY_REVIEW"),
    Outcome.FAILED_CHECK: ("FAILED_ATTENTION_CHECK", "MANUALLY_REVIEW"),
    Outcome.NO_CONSENT: ("NO_CONSENT", "REQUEST_RETURN"),
    Outcome.SCREENED_OUT: ("OTHER", "REQUEST_RETURN"),
    Outcome.WRONG_DEVICE: ("INCOMPATIBLE_DEVICE", "REQUEST_RETURN"),
}


class StudyUnderWay(StudyRefused):
    """Raised if another request is currently creating or deleting the study."""


def make_study(
    *, batch: Batch, hits: int, by: User, settings: StudySettings | None = None
) -> Study:
    """Create the study of a batch as a draft at Prolific, or return the study that exists. If an
    earlier call had no reply, first search Prolific for a study created by that call. After a
    refusal, the study can be created again with other settings.

    Raises StudyRefused, AddressUnfit and PanelError. Raises StudyUnderWay during another request,
    because both requests could create a study.
    """
    with alone_at(Work.PANEL_STUDY, batch.pk, wait=False) as alone:
        _require_alone(alone)
        workspace = workspace_of(batch)
        plan = plan_study(batch=batch, hits=hits)
        study = Study.objects.filter(batch=batch).first()
        if study and study.outside_id:
            return study
        with Client(workspace.token) as client:
            if study and (created := _found(client, study)):
                return note_study(study=study, shape=created, verb=Act.Verb.CREATED, by=by)
            require_named(study_address(batch))
            study = _promised(plan=plan, batch=batch, settings=settings or current_settings(batch))
            shape = _sent(client, study, _draft_of(study, workspace, study_filters(client, study)))
        return note_study(study=study, shape=shape, verb=Act.Verb.CREATED, by=by)


def remove_study(*, batch: Batch, by: User) -> None:
    """Delete a study that was not published, and its draft at Prolific if there is a draft. Do
    nothing if the batch has no study. After StudyRefused or PanelError, the study is kept."""
    with alone_at(Work.PANEL_STUDY, batch.pk, wait=False) as alone:
        _require_alone(alone)
        study = Study.objects.filter(batch=batch).first()
        if study is None:
            return
        if study.outside_id or study.tried_at:
            with Client(workspace_of(batch).token) as client:
                _delete_there(client, study)
        _delete_here(study, by)


def workspace_of(batch: Batch) -> Workspace:
    workspace = Workspace.objects.filter(project=batch.project_id).first()
    if workspace is None:
        raise StudyRefused(
            _(
                "This project is not connected to Prolific. A project owner can "
                "enter the API token here."
            )
        )
    return workspace


def _require_alone(alone: bool) -> None:
    if not alone:
        raise StudyUnderWay(
            _("Another request is creating or removing this study."),
            remedy=_("Wait a moment, then load the page again."),
        )


def _found(client: Client, study: Study) -> StudyShape | None:
    """Return the study that an earlier call without a reply created at Prolific, or None."""
    if not study.tried_at:
        return None
    same = (shape for shape in client.studies() if shape.internal_name == study.internal_name)
    return next(same, None)


@transaction.atomic
def _promised(*, plan: Plan, batch: Batch, settings: StudySettings) -> Study:
    """Store and return the study's row before the call to Prolific. If the reply is lost, the
    committed row tells the next attempt what to look for."""
    study = Study.objects.filter(batch=batch).first() or Study(
        batch=batch,
        internal_name=f"Rateroom {batch.pk} {secrets.token_hex(6)}",
        codes={outcome.value: get_random_string(8, LETTERS) for outcome in CODE_TYPES},
    )
    study.hits_per_sitting, study.minutes, study.places = plan.hits, plan.minutes, plan.places
    study.reward, study.fee_rate, study.tried_at = plan.reward, plan.fee_rate, None
    for name in NAMES:
        setattr(study, name, getattr(settings, name))
    check_settings(study)
    study.save()
    return study


def _sent(client: Client, study: Study, draft: StudyDraft) -> StudyShape:
    _try(study, since=True)
    try:
        return client.create_study(draft)
    except (Refused, NotSent):
        _try(study, since=False)
        raise


def _try(study: Study, *, since: bool) -> None:
    study.tried_at = timezone.now() if since else None
    study.save(update_fields=["tried_at"])


def _delete_there(client: Client, study: Study) -> None:
    draft = _there(client, study) if study.outside_id else _found(client, study)
    if draft is None:
        return
    if draft.status != StudyState.UNPUBLISHED:
        note_study(study=study, shape=draft)
        raise StudyRefused(
            _("The study is now “%(state)s” on Prolific.") % {"state": draft.status.lower()},
            remedy=_("Only a draft can be removed."),
        )
    client.delete_study(draft.id)


def _there(client: Client, study: Study) -> StudyShape | None:
    try:
        return client.study(study.outside_id)
    except Refused as refusal:
        if refusal.status == NOT_FOUND:
            return None
        raise


@transaction.atomic
def _delete_here(study: Study, by: User) -> None:
    record(
        by,
        Act.Verb.DELETED,
        study,
        project_id=study.batch.project_id,
        before={"places": study.places},
    )
    study.delete()


def _draft_of(study: Study, workspace: Workspace, filters: list[dict[str, object]]) -> StudyDraft:
    batch = study.batch
    return StudyDraft(
        name=batch.title,
        internal_name=study.internal_name,
        description=study.description,
        external_study_url=study_address(batch),
        total_available_places=study.places,
        estimated_completion_time=study.minutes,
        maximum_allowed_time=study.time_limit,
        reward=int(study.reward * 100),
        device_compatibility=list(study.devices),
        peripheral_requirements=["audio"] if study.needs_sound else [],
        filters=filters,
        completion_codes=[_code(study, outcome) for outcome in CODE_TYPES],
        project=workspace.prolific_project_id or None,
        is_external_study_url_secure=True if workspace.signed_entry else None,
        submissions_config={"max_submissions_per_participant": batch.most_sittings}
        if batch.most_sittings > 1
        else None,
    )


def _code(study: Study, outcome: Outcome) -> dict[str, object]:
    code_type, name = CODE_TYPES[outcome]
    action = {"action": name}
    if name == "REQUEST_RETURN":
        action["return_reason"] = f"{_why_returned(outcome)} {study.return_message}".strip()
    return {
        "code": study.codes[outcome.value],
        "code_type": code_type,
        "actor": "participant",
        "actions": [action],
    }


def _why_returned(outcome: Outcome) -> str:
    return {
        Outcome.NO_CONSENT: _("You chose not to take part."),
        Outcome.SCREENED_OUT: _("No HITs are available to you right now."),
        Outcome.WRONG_DEVICE: _("Your device is not suitable for this study."),
    }[outcome]
