"""Letting in whom Prolific sends: who they are, whether that is certain, and their sitting."""

import re
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass

from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Batch, Enrolment
from hits.queue.claiming import NothingLeft
from hits.queue.sittings import NoSittingLeft
from people.models import Project, User
from recruiting.admitting import admit_to_batch
from recruiting.guests import make_guest
from recruiting.models import Sitting
from recruiting.prolific.api.client import Client
from recruiting.prolific.api.errors import PanelError, Refused
from recruiting.prolific.api.shapes import ENTRY_PARAMETERS
from recruiting.prolific.api.signatures import entry_parameters
from recruiting.prolific.models import Study, Submission, Workspace
from recruiting.sittings.beginning import make_room
from tabular.errors import RateroomError

CHANNEL = "prolific"
PATIENCE = 3.0  # seconds that a person at the door waits for Prolific
KEYS_SECONDS = 600
PROOF_SECONDS = 6 * 3600
_PROOF = "recruiting.prolific.entry"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
NOT_THERE = 404


class EntryRefused(RateroomError):  # noqa: N818 - named for what happened
    """Nobody is let in with this address."""


@dataclass(frozen=True)
class Entry:
    """Who says to come, to which study, in which session: Prolific's ids."""

    participant: str
    study: str
    session: str

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> "Entry":
        """As the address says it. Raises EntryRefused where an id is missing or is none."""
        ids = [parameters.get(name, "") for name in ENTRY_PARAMETERS]
        if not all(_ID.fullmatch(written) for written in ids):
            raise EntryRefused(
                _("This address does not say who you are at Prolific."),
                remedy=_("Open the study from Prolific, by its own button."),
            )
        return cls(*ids)

    @property
    def parameters(self) -> dict[str, str]:
        """As an address would say it."""
        return dict(zip(ENTRY_PARAMETERS, astuple(self), strict=True))


def study_of(batch_id: int) -> Study | None:
    """The study that sends people to the batch."""
    studies = Study.objects.select_related("batch__project__prolific")
    return studies.filter(batch=batch_id).exclude(outside_id="").first()


def proof_of_token(*, study: Study, entry: Entry, token: str) -> str:
    """A proof of ours that `token`, which ends in two minutes, was genuine when the person came;
    blank where Prolific's keys cannot be had, or none is needed. Raises EntryRefused."""
    if not study.batch.project.prolific.signed_entry:
        return ""
    try:
        keys = cache.get_or_set("prolific:entry-keys", _fetched_keys(study), KEYS_SECONDS)
    except PanelError:
        return ""
    claimed = entry_parameters(token, keys=keys or {})
    if not claimed or Entry.of(claimed) != entry:
        raise EntryRefused(
            _("This address is not signed by Prolific, or its two minutes are over."),
            remedy=_("Open the study from Prolific once more."),
        )
    return signing.dumps(asdict(entry), salt=_PROOF)


def is_proof(proof: str, entry: Entry) -> bool:
    """Whether `proof` is one of ours for this entry."""
    try:
        proven = signing.loads(proof, salt=_PROOF, max_age=PROOF_SECONDS)
    except signing.BadSignature:
        return False
    return proven == asdict(entry)


def check(*, workspace: Workspace, entry: Entry, timeout: float = PATIENCE) -> bool:
    """Ask Prolific whether it sent this person: True if so, False where it gave no answer. Raises
    EntryRefused."""
    try:
        with Client(workspace.token, timeout=timeout) as client:
            submission = client.submission(entry.session)
    except Refused as refusal:
        if refusal.status == NOT_THERE:
            raise _not_sent_by_prolific() from refusal
        return False
    except PanelError:
        return False
    if (submission.participant, submission.study_id) != (entry.participant, entry.study):
        raise _not_sent_by_prolific()
    return True


def enter(*, study: Study, entry: Entry, proof: str = "", user: User | None = None) -> Submission:
    """The sitting of whoever comes, begun on first use; `user` is who is logged in already.

    Where Prolific gives no answer they are let in and verified later, unless they say to be
    somebody whom we know: work of that person would be shown to anybody. Raises EntryRefused.
    """
    if entry.study != study.outside_id:
        raise EntryRefused(
            _("This address is of another study."),
            remedy=_("Open the study from Prolific, by its own button."),
        )
    workspace = study.batch.project.prolific
    verified = is_proof(proof, entry) or check(workspace=workspace, entry=entry)
    return _entered(study=study, entry=entry, verified=verified, user=user)


@transaction.atomic
def _entered(*, study: Study, entry: Entry, verified: bool, user: User | None) -> Submission:
    # One after the other, so that a person who comes twice at once is one person.
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    submissions = Submission.objects.select_related("sitting__enrolment__annotator")
    submission = submissions.filter(session=entry.session).first()
    if submission is not None:
        return _come_back(submission, study, entry, verified=verified)
    person = _known_person(study.batch.project, entry.participant)
    if person is not None and not verified and person != user:
        raise EntryRefused(
            _("Prolific does not answer, so it is not certain that this is you."),
            remedy=_("Wait a minute, then open the study from Prolific again."),
        )
    enrolment = _enrolled(study, person or make_guest(), entry)
    sitting = Sitting.objects.create(
        enrolment=enrolment,
        channel=CHANNEL,
        session=entry.session,
        outside_ids=entry.parameters,
    )
    return Submission.objects.create(
        sitting=sitting,
        study=study,
        session=entry.session,
        participant=entry.participant,
        verified_at=timezone.now() if verified else None,
        submitted_before=enrolment.submitted,
    )


def _come_back(submission: Submission, study: Study, entry: Entry, *, verified: bool) -> Submission:
    if (submission.participant, submission.study_id) != (entry.participant, study.pk):
        raise _not_sent_by_prolific()
    if submission.sitting.state in Sitting.GIVEN_UP:
        raise EntryRefused(
            _("At Prolific this submission was returned or its time is over."),
            remedy=_("Take a new place in the study there, if it has one."),
        )
    if verified and submission.verified_at is None:
        submission.verified_at = timezone.now()
        submission.save(update_fields=["verified_at"])
    return submission


def _known_person(project: Project, participant: str) -> User | None:
    before = Submission.objects.filter(participant=participant, study__batch__project=project)
    submission = before.select_related("sitting__enrolment__annotator").order_by("pk").first()
    return submission.sitting.enrolment.annotator if submission else None


def is_known_as(user: User, *, study: Study, entry: Entry) -> bool:
    """Whether the person logged in is the participant, as we know them."""
    return _known_person(study.batch.project, entry.participant) == user


def _enrolled(study: Study, person: User, entry: Entry) -> Enrolment:
    """The enrolment, with room for one sitting more. Raises EntryRefused."""
    batch = study.batch
    try:
        enrolment = admit_to_batch(batch=batch, user=person, channel=CHANNEL)
        make_room(enrolment=enrolment)
    except (NothingLeft, NoSittingLeft) as reason:
        raise EntryRefused(str(reason)) from reason
    own = Enrolment.objects.filter(pk=enrolment.pk)
    own.update(
        channel=CHANNEL,
        outside_ids={"PROLIFIC_PID": entry.participant},
        end_route=reverse("prolific_leave", args=[batch.pk]),
    )
    if batch.sitting_hits is None:
        own.update(cap=F("submitted") + study.hits_per_sitting)
    enrolment.refresh_from_db()
    return enrolment


def _fetched_keys(study: Study) -> object:
    """For the cache, which calls it where it has none."""

    def fetch() -> dict[str, object]:
        with Client(study.batch.project.prolific.token, timeout=PATIENCE) as client:
            return client.entry_keys()

    return fetch


def _not_sent_by_prolific() -> EntryRefused:
    return EntryRefused(
        _("Prolific knows nothing of this visit."),
        remedy=_("Open the study from Prolific, by its own button."),
    )


def may_enter(batch: Batch) -> bool:
    """Whether the batch hands out work."""
    return batch.state == Batch.State.LIVE
