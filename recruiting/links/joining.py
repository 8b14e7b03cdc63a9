"""Joining a batch through a link, as a new person, a returning guest, or a person with an
account."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch, Enrolment
from hits.queue.claiming import NothingLeft
from people.keys import token_hash
from people.models import Invitation, User
from recruiting.admitting import OPEN_STATES, admit_to_batch
from recruiting.guests.entry import Proof
from recruiting.guests.making import make_guest, may_sign_in
from recruiting.guests.own_links import is_over
from recruiting.links.confirming import needs_address
from recruiting.links.places import add_newcomer
from recruiting.models import ConfirmedAddress
from recruiting.route import advance

CHANNEL = "link"


class LinkRefused(RateroomError):
    """Raised if the link does not admit this person, or no longer admits them."""


@dataclass(frozen=True)
class Joined:
    """A person who joined a batch through a link, and the person's proof of identity. `is_new` is
    true if the person was created just now."""

    user: User
    batch: Batch
    proof: Proof
    is_new: bool = False


def find_link(token: str) -> Invitation | None:
    """Return the link to a batch that has this token, even if the link can no longer be used.
    Return None if no link has this token."""
    return _links().filter(token_sha256=token_hash(token)).first()


def link_problem(invitation: Invitation) -> str:
    """Return a sentence that says why no one new can join through the link, or "" if people can
    join."""
    batch = invitation.batch
    if batch is None:
        return _("This link does not work. Check that you copied all of it.")
    if invitation.problem:
        return invitation.problem
    if batch.state == Batch.State.CLOSED:
        return _("This batch is closed.")
    if batch.state not in OPEN_STATES:
        return _("This batch has not started yet. Use the same link later.")
    return ""


def returning_guest(invitation: Invitation) -> User | None:
    """Return the guest who was created by this link for one person. Return None if the guest now
    has an account or a newer link, or if the link was revoked or has expired."""
    if invitation.uses != 1 or invitation.revoked_at is not None:
        return None
    guest = invitation.guests.select_related("user").filter(renewed_at=None).first()
    if guest is None or not may_sign_in(guest.user) or is_over(guest):
        return None
    return guest.user


@transaction.atomic
def join_by_link(*, token: str, user: User | None, network: str = "", address: str = "") -> Joined:
    """Admit `user`, or a new person if it is None, to the batch of the link. `network` is the
    network of the request. `address` is the hash of the email address that the person confirmed, if
    any.

    People who have joined before, and the guest of a link for one person, can come back. This does
    not count as a use of the link. Raises LinkRefused if the link does not admit the person.
    """
    invitation = (
        _links()
        .select_for_update(of=("self",), no_key=True)
        .filter(token_sha256=token_hash(token))
        .first()
    )
    if invitation is None or invitation.batch is None:
        raise LinkRefused(_("This link does not work. Check that you copied all of it."))
    batch = invitation.batch
    if user is not None and Enrolment.objects.filter(batch=batch, annotator=user).exists():
        return Joined(user, batch, Proof.BROWSER)
    if user is None and (guest := returning_guest(invitation)) is not None:
        return Joined(guest, batch, Proof.LINK)
    if problem := link_problem(invitation):
        raise LinkRefused(problem)
    if needs_address(invitation, user) and not address:
        raise LinkRefused(_("Confirm your email address first."))
    if address and ConfirmedAddress.objects.filter(invitation=invitation, address=address).exists():
        raise LinkRefused(
            _("Someone with this email address is already taking part."),
            remedy=_("Use your personal link to continue."),
        )
    person = user or make_guest(invitation=invitation)
    try:
        enrolment = admit_to_batch(batch=batch, user=person, channel=CHANNEL, cap=invitation.cap)
    except NothingLeft as refusal:
        raise LinkRefused(str(refusal)) from refusal
    if address:
        ConfirmedAddress.objects.create(enrolment=enrolment, invitation=invitation, address=address)
    if invitation.uses > 1:
        add_newcomer(enrolment=enrolment, door=invitation, network=network)
        advance(enrolment_id=enrolment.pk)
    invitation.used += 1
    invitation.taken_by = person if invitation.uses == 1 else None
    invitation.save(update_fields=["used", "taken_by"])
    proof = Proof.NEW if user is None else Proof.BROWSER
    return Joined(person, batch, proof, is_new=user is None)


def _links() -> QuerySet[Invitation]:
    return Invitation.objects.select_related("batch__project", "batch__rubric_version").filter(
        batch__isnull=False
    )
