"""Logging people from a link or panel in without a password, and the rights of their sessions."""

from dataclasses import dataclass, field
from enum import StrEnum

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from people.models import User
from people.requests.bounds import KEY, WHOLE, Bound
from recruiting.guests.making import may_sign_in
from recruiting.guests.own_links import browser_mark, guest_of_browser
from recruiting.models import Guest, Sitting
from recruiting.sittings.work import earned_in


class Proof(StrEnum):
    """The ways in which a person can prove their identity."""

    LINK = "link"  # they used a secret link that only this person has
    BROWSER = "browser"  # they used the same browser as before
    NEW = "new"  # their id has not been used before
    SIGNED = "signed"  # the panel signed the address
    PANEL = "panel"  # the panel confirmed a visit that no one had opened before
    WAITING = "waiting"  # a new id that the panel still has to confirm
    NONE = "none"  # a known id that other people may know too

    @property
    def is_enough(self) -> bool:
        """Return whether this proof gives the session all rights of the person."""
        return self not in {Proof.WAITING, Proof.NONE}


@dataclass(frozen=True)
class Browser:
    """The browser that sent a request. `user` is the person who is logged in with all their rights.
    `people` has the ids of this person and of the guest who owns the browser. `sitting` is the id
    of the only sitting that a limited session can work on."""

    user: User | None = None
    people: frozenset[int] = field(default_factory=frozenset)
    sitting: int | None = None


def browser_of(request: HttpRequest) -> Browser:
    """Return the browser that sent the request. It is identified by its session and its cookie."""
    user = request.user if isinstance(request.user, User) else None
    guest = guest_of_browser(request.COOKIES.get(cookie_name(), ""))
    people = {guest.user_id} if guest is not None else set()
    if user is not None and user.bound is not None:
        return Browser(None, frozenset(people), user.bound.sitting)
    return Browser(user, frozenset(people | ({user.pk} if user else set())))


def let_in(
    request: HttpRequest,
    *,
    person: User,
    proof: Proof,
    sitting: Sitting | None = None,
    is_own: bool = False,
) -> None:
    """Log `person` in. With sufficient proof, the session has all rights of the person. Otherwise,
    it is limited to the work of `sitting`. `is_own` is true if this entry started the sitting. The
    person's other sessions continue.

    If the sitting is opened without any proof, this is recorded, so that researchers can see it.
    Raises ValueError for people with an account, and if proof is missing and `sitting` is None.
    """
    if person == request.user and not person.is_guest:
        return
    if not may_sign_in(person) or (sitting is None and not proof.is_enough):
        raise ValueError(
            "Only guests with proof of their identity are signed in without a password."
        )
    bound = None
    if sitting is not None and not proof.is_enough:
        bound = _bound_to(sitting, is_own=is_own or _was_own(request, sitting))
    login(request, person)
    request.session[KEY] = bound.stored() if bound else WHOLE
    if sitting is not None and proof is Proof.NONE:
        opened = Sitting.objects.filter(pk=sitting.pk, unproven_at=None)
        opened.update(unproven_at=timezone.now())
    if proof is not Proof.NONE:
        guest = Guest.objects.get(user=person)
        remember_browser(request, guest)
        Guest.objects.filter(pk=guest.pk).update(used_at=timezone.now())


def _was_own(request: HttpRequest, sitting: Sitting) -> bool:
    bound = request.user.bound if isinstance(request.user, User) else None
    return bound is not None and bound.sitting == sitting.pk and bound.is_own


def _bound_to(sitting: Sitting, *, is_own: bool) -> Bound:
    enrolment = sitting.enrolment
    done = earned_in(sitting).done
    return Bound(
        batch=enrolment.batch_id,
        sitting=sitting.pk,
        before=max(enrolment.submitted - done, 0),
        began_at=sitting.started_at,
        is_own=is_own,
    )


def cookie_name() -> str:
    """Return the name of the cookie that identifies a guest's browser."""
    return "__Host-guest" if settings.SESSION_COOKIE_SECURE else "guest"


def remember_browser(request: HttpRequest, guest: Guest | None) -> None:
    """Set a cookie in the response that marks the browser as the guest's own. If `guest` is None,
    clear the cookie."""
    request.__dict__["guest_mark"] = browser_mark(guest) if guest else ""
