"""Coming by a link: a new person, one who comes back, or an account that joins."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from hits.models import Batch, Enrolment
from hits.queue.claiming import NothingLeft
from people.keys.deriving import token_hash
from people.models import Invitation, User
from recruiting.admitting import OPEN_STATES, admit_to_batch
from recruiting.guests import make_guest, may_sign_in
from tabular.errors import RateroomError

CHANNEL = "link"


class LinkRefused(RateroomError):  # noqa: N818 - named for what it is
    """The link lets this person in no more."""


@dataclass(frozen=True)
class Joined:
    """Who has come to which batch; `is_new` where the link made them just now."""

    user: User
    batch: Batch
    is_new: bool = False


def find_link(token: str) -> Invitation | None:
    """The link that the token opens, usable or not; None where there is none."""
    return _links().filter(token_sha256=token_hash(token)).first()


def link_problem(invitation: Invitation) -> str:
    """Why nobody new can come by the link, in a sentence; blank where they can."""
    batch = invitation.batch
    if batch is None:
        return _("There is no such link. Mind that it is whole.")
    if invitation.problem:
        return invitation.problem
    if batch.state == Batch.State.CLOSED:
        return _("This batch is closed.")
    if batch.state not in OPEN_STATES:
        return _("This batch has not begun yet. Come back by the same link later.")
    return ""


def returning_guest(invitation: Invitation) -> User | None:
    """Whom a link for one person has made, while they have no account."""
    if invitation.uses != 1 or invitation.revoked_at is not None:
        return None
    guest = invitation.guests.select_related("user").first()
    return guest.user if guest is not None and may_sign_in(guest.user) else None


@transaction.atomic
def join_by_link(*, token: str, user: User | None) -> Joined:
    """Let `user`, or a new person, into the link's batch.

    Whoever has joined comes back and uses nothing up: an account that is enrolled, and by a link
    for one person whomever it made. Raises LinkRefused.
    """
    invitation = (
        _links()
        .select_for_update(of=("self",), no_key=True)
        .filter(token_sha256=token_hash(token))
        .first()
    )
    if invitation is None or invitation.batch is None:
        raise LinkRefused(_("There is no such link. Mind that it is whole."))
    batch = invitation.batch
    if user is not None and Enrolment.objects.filter(batch=batch, annotator=user).exists():
        return Joined(user, batch)
    if user is None and (guest := returning_guest(invitation)) is not None:
        return Joined(guest, batch)
    if problem := link_problem(invitation):
        raise LinkRefused(problem)
    person = user or make_guest(invitation=invitation)
    try:
        admit_to_batch(batch=batch, user=person, channel=CHANNEL, cap=invitation.cap)
    except NothingLeft as refusal:
        raise LinkRefused(str(refusal)) from refusal
    invitation.used += 1
    invitation.save(update_fields=["used"])
    return Joined(person, batch, is_new=user is None)


def _links() -> QuerySet[Invitation]:
    return Invitation.objects.select_related("batch__project", "batch__rubric_version").filter(
        batch__isnull=False
    )
