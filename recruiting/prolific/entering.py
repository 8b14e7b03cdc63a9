"""Entry of people from Prolific: their ids, their proof of identity, and their sitting."""

import re
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass

from django.core import signing
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch, Enrolment
from hits.queue.claiming import NothingLeft
from hits.queue.sittings import NoSittingLeft
from people.models import Project, User
from recruiting.admitting import admit_to_batch
from recruiting.guests.entry import Browser, Proof
from recruiting.guests.making import make_guest, may_sign_in
from recruiting.models import Sitting
from recruiting.prolific.api.client import Client, PanelError, Refused
from recruiting.prolific.api.shapes import ENTRY_PARAMETERS, SubmissionState
from recruiting.prolific.api.shapes import Submission as SubmissionShape
from recruiting.prolific.api.signatures import entry_parameters
from recruiting.prolific.models import Study, Submission, Workspace
from recruiting.sittings.beginning import make_room

CHANNEL = "prolific"
PATIENCE = 3.0  # seconds to wait for Prolific while a person enters
KEYS_SECONDS = 600
PROOF_SECONDS = 6 * 3600
_PROOF = "recruiting.prolific.entry"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
NOT_THERE = 404
# States without an entered code, in which the person is still working at Prolific.
OPEN_SUBMISSIONS = (SubmissionState.RESERVED, SubmissionState.ACTIVE)


class EntryRefused(RateroomError):
    """Raised if the URL does not admit this person."""


@dataclass(frozen=True)
class Entry:
    """The ids of the person, the study and the session at Prolific, as given in the URL."""

    participant: str
    study: str
    session: str

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> "Entry":
        """Return the ids in `parameters`. Raises EntryRefused if an id is missing or invalid."""
        ids = [parameters.get(name, "") for name in ENTRY_PARAMETERS]
        if not all(_ID.fullmatch(written) for written in ids):
            raise EntryRefused(
                _("This link does not contain a valid %(panel)s ID.") % {"panel": "Prolific"},
                remedy=_("Open the study from %(panel)s again.") % {"panel": "Prolific"},
            )
        return cls(*ids)

    @property
    def parameters(self) -> dict[str, str]:
        """Return the ids as the parameters of a URL."""
        return dict(zip(ENTRY_PARAMETERS, astuple(self), strict=True))


def study_of(batch_id: int) -> Study | None:
    studies = Study.objects.select_related("batch__project__prolific")
    return studies.filter(batch=batch_id).exclude(outside_id="").first()


def pass_through(*, study: Study, entry: Entry, token: str) -> str:
    """Return a value for the entry page's form, or "" if no token is needed. Because `token` is
    valid for only two minutes, the value records that it was genuine on arrival. If Prolific's keys
    are unavailable, the value contains the token, which is checked later. Raises EntryRefused for a
    forged token."""
    if not study.batch.project.prolific.signed_entry:
        return ""
    genuine = _is_genuine(study, entry, token)
    if genuine is False:
        raise _not_signed()
    unchecked = "" if genuine else token
    return signing.dumps({"entry": asdict(entry), "unchecked": unchecked}, salt=_PROOF)


def is_signed(*, study: Study, entry: Entry, proof: str) -> bool:
    """Return whether Prolific signed this entry, based on the value from `pass_through`. Return
    False if the workspace does not use signed entry, or if Prolific's keys are unavailable. Raises
    EntryRefused for an entry whose signature is missing or invalid."""
    if not study.batch.project.prolific.signed_entry:
        return False
    try:
        passed = signing.loads(proof, salt=_PROOF, max_age=PROOF_SECONDS)
    except signing.BadSignature as forged:
        raise _not_signed() from forged
    if passed["entry"] != asdict(entry):
        raise _not_signed()
    if not passed["unchecked"]:
        return True
    genuine = _is_genuine(study, entry, passed["unchecked"], leeway=PROOF_SECONDS)
    if genuine is False:
        raise _not_signed()
    return bool(genuine)


def _is_genuine(study: Study, entry: Entry, token: str, *, leeway: float = 0) -> bool | None:
    """Return whether Prolific signed `token` for this entry, or None if no keys are available."""
    try:
        keys = cache.get_or_set("prolific:entry-keys", _fetched_keys(study), KEYS_SECONDS)
    except PanelError:
        return None
    claimed = entry_parameters(token, keys=keys or {}, leeway=leeway)
    return claimed == entry.parameters


def check(
    *, workspace: Workspace, entry: Entry, timeout: float = PATIENCE
) -> SubmissionShape | None:
    """Return the submission at Prolific, or None if Prolific does not give a usable reply. Raises
    EntryRefused if the submission does not exist or belongs to another person or study."""
    try:
        with Client(workspace.token, timeout=timeout) as client:
            submission = client.submission(entry.session)
    except Refused as refusal:
        if refusal.status == NOT_THERE:
            raise _not_sent_by_prolific() from refusal
        return None
    except PanelError:
        return None
    if (submission.participant, submission.study_id) != (entry.participant, entry.study):
        raise _not_sent_by_prolific()
    return submission


@dataclass(frozen=True)
class Arrival:
    """The submission of a person who came from Prolific, and their proof of identity. `is_new`
    means that the submission was just created."""

    submission: Submission
    proof: Proof
    is_new: bool = False

    @property
    def person(self) -> User:
        return self.submission.sitting.enrolment.annotator


@dataclass(frozen=True)
class _Checked:
    """An entry and its browser. `signed` says whether Prolific signed the URL. `answer` is
    Prolific's reply about the submission, or None."""

    entry: Entry
    browser: Browser
    signed: bool
    answer: SubmissionShape | None

    @property
    def is_verified(self) -> bool:
        return self.signed or self.answer is not None

    @property
    def proof(self) -> Proof:
        """Return the proof of identity for a visit that no one has opened before."""
        if self.signed:
            return Proof.SIGNED
        return Proof.PANEL if self.answer is not None else Proof.WAITING


def enter(*, study: Study, entry: Entry, proof: str = "", browser: Browser) -> Arrival:
    """Admit a person from Prolific, and return their arrival. The sitting is created on the first
    visit. `proof` is from `pass_through`.

    If Prolific does not reply, known people and existing sittings can enter only in their own
    browser. New people are admitted and verified later. Raises EntryRefused.
    """
    if entry.study != study.outside_id:
        raise EntryRefused(
            _("This link belongs to another study."),
            remedy=_("Open the study from %(panel)s again.") % {"panel": "Prolific"},
        )
    signed = is_signed(study=study, entry=entry, proof=proof)
    workspace = study.batch.project.prolific
    answer = None if signed else check(workspace=workspace, entry=entry)
    return _entered(study, _Checked(entry, browser, signed, answer))


@transaction.atomic
def _entered(study: Study, checked: _Checked) -> Arrival:
    # Lock the study, so that someone who opens the address twice at once is still one person.
    Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    submissions = Submission.objects.select_related(
        "sitting__enrolment__annotator", "sitting__enrolment__batch", "study__batch__project"
    )
    submission = submissions.filter(session=checked.entry.session).first()
    if submission is not None:
        return _come_back(submission, study, checked)
    if not may_enter(study.batch):
        raise EntryRefused(
            _("No HITs are available to you right now."),
            remedy=_("Return your submission on Prolific."),
        )
    person, proof = _person(study.batch.project, checked)
    enrolment = _enrolled(study, person or make_guest(), checked.entry)
    sitting = Sitting.objects.create(
        enrolment=enrolment,
        channel=CHANNEL,
        session=checked.entry.session,
        outside_ids=checked.entry.parameters,
    )
    submission = Submission.objects.create(
        sitting=sitting,
        study=study,
        session=checked.entry.session,
        participant=checked.entry.participant,
        verified_at=timezone.now() if checked.is_verified else None,
        submitted_before=enrolment.submitted,
    )
    return Arrival(submission, proof, is_new=True)


def _person(project: Project, checked: _Checked) -> tuple[User | None, Proof]:
    """Return the person who opens a new visit (None for a new person) and their proof of identity.
    People whom Prolific never confirmed are recognised only in their own browser. Otherwise, anyone
    could take over an id by writing it into a URL. Raises EntryRefused."""
    entry, browser = checked.entry, checked.browser
    person = _known_person(project, entry.participant)
    if person is None:
        own = _submissions_of(project, entry.participant).filter(
            sitting__enrolment__annotator__in=browser.people
        )
        return _annotator(own.first()), checked.proof
    if person.pk in browser.people:
        return person, Proof.BROWSER
    _refuse_account(person)
    if not checked.is_verified:
        raise _not_certain()
    return person, checked.proof


def _come_back(submission: Submission, study: Study, checked: _Checked) -> Arrival:
    """Return the arrival of a person who opens their sitting again. Other people may have seen the
    sitting's ids, so the ids prove nothing. Raises EntryRefused."""
    sitting, browser = submission.sitting, checked.browser
    if (submission.participant, submission.study_id) != (checked.entry.participant, study.pk):
        raise _not_sent_by_prolific()
    if sitting.state in Sitting.GIVEN_UP:
        raise EntryRefused(
            _("This submission was returned on Prolific, or its time ran out."),
            remedy=_("Start the study on Prolific again if places are left."),
        )
    if checked.is_verified and submission.verified_at is None:
        submission.verified_at = timezone.now()
        submission.save(update_fields=["verified_at"])
    person = sitting.enrolment.annotator
    if person.pk in browser.people:
        is_known = _known_person(study.batch.project, submission.participant) == person
        return Arrival(submission, Proof.BROWSER if is_known else Proof.WAITING)
    _refuse_account(person)
    if checked.signed:
        return Arrival(submission, Proof.SIGNED)
    is_open = checked.answer is not None and checked.answer.status in OPEN_SUBMISSIONS
    if not is_open and browser.sitting != sitting.pk:
        raise _not_certain()
    return Arrival(submission, Proof.NONE)


def _submissions_of(project: Project, participant: str) -> QuerySet[Submission]:
    before = Submission.objects.filter(participant=participant, study__batch__project=project)
    return before.select_related("sitting__enrolment__annotator").order_by("pk")


def _known_person(project: Project, participant: str) -> User | None:
    """Return the person whom Prolific has confirmed to be this participant, or None."""
    verified = _submissions_of(project, participant).filter(verified_at__isnull=False)
    return _annotator(verified.first())


def _annotator(submission: Submission | None) -> User | None:
    return submission.sitting.enrolment.annotator if submission else None


def is_known_as(user: User, *, study: Study, entry: Entry) -> bool:
    """Return whether the logged-in person is known to be the participant in this entry."""
    return _known_person(study.batch.project, entry.participant) == user


def _refuse_account(person: User) -> None:
    if not may_sign_in(person):
        raise EntryRefused(
            _("You already have an account."),
            remedy=_("Log in with your account, then open the study again."),
        )


def _enrolled(study: Study, person: User, entry: Entry) -> Enrolment:
    """Enrol the person, allow one more sitting, and return the enrolment. Raises EntryRefused if no
    HITs or sittings are left."""
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
    def fetch() -> dict[str, object]:
        with Client(study.batch.project.prolific.token, timeout=PATIENCE) as client:
            return client.entry_keys()

    return fetch


def _not_signed() -> EntryRefused:
    return EntryRefused(
        _("This link was not signed by %(panel)s, or it has expired.") % {"panel": "Prolific"},
        remedy=_("Open the study from %(panel)s again.") % {"panel": "Prolific"},
    )


def _not_certain() -> EntryRefused:
    return EntryRefused(
        _("We could not confirm that this is you."),
        remedy=_(
            "Open the study from Prolific in the browser that you used before, or try again in a "
            "minute."
        ),
    )


def _not_sent_by_prolific() -> EntryRefused:
    return EntryRefused(
        _("Prolific does not recognise this submission."),
        remedy=_("Open the study from %(panel)s again.") % {"panel": "Prolific"},
    )


def may_enter(batch: Batch) -> bool:
    """Return whether new visits can begin in the batch. This requires a batch that is live, not
    paused."""
    return batch.state == Batch.State.LIVE
