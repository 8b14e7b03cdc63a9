"""Entry of people who come from a panel. The rights of known people depend on how they prove their
identity."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Enrolment
from hits.queue.claiming import NothingLeft
from hits.queue.sittings import NoSittingLeft
from people.models import User
from recruiting.admitting import OPEN_STATES, admit_to_batch
from recruiting.guests.entry import Browser, Proof
from recruiting.guests.making import make_guest, may_sign_in
from recruiting.links.places import add_newcomer
from recruiting.models import Panel, PanelPerson, Sitting, Unproven
from recruiting.panels.signing import is_signed
from recruiting.route import advance
from recruiting.sittings.beginning import is_under_way, make_room

_VALUE = re.compile(r"[A-Za-z0-9_.@~:+=-]{1,200}")


class EntryRefused(RateroomError):
    """Raised if the panel's URL does not admit this person."""


@dataclass(frozen=True)
class Entry:
    """A person and their visit, as the URL describes them. `ids` contains all stored parameters by
    name. `is_signed` means that the panel signed the URL."""

    person: str
    session: str
    ids: Mapping[str, str]
    is_signed: bool = False


@dataclass(frozen=True)
class Arrival:
    """The sitting of a person who came from a panel, and their proof of identity. `is_new` means
    that the sitting was just created."""

    sitting: Sitting
    proof: Proof
    is_new: bool = False

    @property
    def person(self) -> User:
        return self.sitting.enrolment.annotator


def entry_of(panel: Panel, values: Mapping[str, str]) -> Entry:
    """Return the entry that the URL parameters describe. Raises EntryRefused if a required id is
    missing, a value is invalid, or a required signature is missing or invalid."""
    ids = {name: values[name] for name in panel.parameters if values.get(name)}
    needed = [name for name in (panel.person_parameter, panel.session_parameter) if name]
    lacking = [name for name in needed if name not in ids]
    if lacking or not all(_VALUE.fullmatch(value) for value in ids.values()):
        raise EntryRefused(
            _("This link does not contain a valid %(panel)s ID.") % {"panel": panel},
            remedy=_("Open the study from %(panel)s again.") % {"panel": panel},
        )
    signed = is_signed(panel, values)
    if panel.signed_entry and not signed:
        raise EntryRefused(
            _("This link was not signed by %(panel)s, or it has expired.") % {"panel": panel},
            remedy=_("Open the study from %(panel)s again.") % {"panel": panel},
        )
    session = ids.get(panel.session_parameter, "")
    return Entry(ids[panel.person_parameter], session, ids, is_signed=signed)


@transaction.atomic
def enter(*, panel: Panel, entry: Entry, browser: Browser, network: str = "") -> Arrival:
    """Admit a person who comes from a panel, and return their arrival. Create the sitting on the
    first visit. `network` is the network address of the request.

    A new id creates a person without an account, or is linked to the account that is logged in.
    Raises EntryRefused.
    """
    # Lock the panel, so that people enter one at a time. Then someone who opens the address twice
    # at once is still one person, and the limit is not exceeded.
    panel = Panel.objects.select_for_update(no_key=True, of=("self",)).get(pk=panel.pk)
    batch = panel.batch
    if batch.state not in OPEN_STATES:
        raise EntryRefused(_("No HITs are available to you right now."))
    identity = PanelPerson.objects.filter(
        project=batch.project_id, panel_name=panel.name, outside_id=entry.person
    ).first()
    person, proof = _person(panel, entry, identity, browser)
    sitting = _begun(panel, entry, person if identity else None)
    if sitting is not None:
        _refuse_ended(sitting, proof, browser)
        return Arrival(sitting, proof)
    joined = Enrolment.objects.filter(batch=batch, channel=panel.channel)
    if joined.count() >= panel.most_people and not joined.filter(annotator=person).exists():
        raise EntryRefused(_("This batch has enough people."))
    person = person or make_guest()
    if identity is None:
        PanelPerson.objects.create(
            project=batch.project, panel_name=panel.name, outside_id=entry.person, user=person
        )
    sitting = _begin(panel, entry, person, proof)
    if proof in {Proof.NEW, Proof.NONE} and person.is_guest and not entry.is_signed:
        add_newcomer(enrolment=sitting.enrolment, door=panel, network=network)
        advance(enrolment_id=sitting.enrolment_id)
    return Arrival(sitting, proof, is_new=True)


def _person(
    panel: Panel, entry: Entry, identity: PanelPerson | None, browser: Browser
) -> tuple[User | None, Proof]:
    """Return the person (None for a new person) and their proof of identity. Raises EntryRefused
    for an account that must log in, and for people without proof if the panel refuses them."""
    if identity is None:
        user = browser.user
        return user if user is not None and not user.is_guest else None, Proof.NEW
    if identity.user.pk in browser.people:
        return identity.user, Proof.BROWSER
    if not may_sign_in(identity.user):
        raise EntryRefused(
            _("You already have an account."),
            remedy=_("Log in with your account, then open the study again."),
        )
    if entry.is_signed:
        return identity.user, Proof.SIGNED
    if panel.unproven == Unproven.REFUSE:
        raise EntryRefused(
            _("We could not confirm that this is you."),
            remedy=_(
                "Open the study in the browser that you used first, or use your personal link."
            ),
        )
    return identity.user, Proof.NONE


def _begun(panel: Panel, entry: Entry, person: User | None) -> Sitting | None:
    """Return the sitting of this visit, or None if it has not begun. Raises EntryRefused if the
    sitting belongs to another person, or was returned or timed out."""
    sittings = Sitting.objects.filter(channel=panel.channel).select_related(
        "enrolment__annotator", "enrolment__batch"
    )
    if panel.session_parameter:
        sitting = sittings.filter(session=entry.session).first()
    else:
        sitting = sittings.filter(enrolment__annotator=person).first() if person else None
    if sitting is not None and sitting.enrolment.annotator != person:
        raise EntryRefused(
            _("This session belongs to someone else."),
            remedy=_("Open the study from %(panel)s again.") % {"panel": panel},
        )
    if sitting is not None and sitting.state in Sitting.GIVEN_UP:
        raise EntryRefused(_("The site where you signed up has already ended this session."))
    return sitting


def _refuse_ended(sitting: Sitting, proof: Proof, browser: Browser) -> None:
    """Raise EntryRefused if the sitting has ended. People are admitted if they prove their identity
    or use the browser in which they took part."""
    is_over = sitting.state != Sitting.State.ACTIVE
    if is_over and not proof.is_enough and browser.sitting != sitting.pk:
        raise EntryRefused(
            _("This session is finished."),
            remedy=_(
                "Open the study in the browser that you used first, or use your personal link."
            ),
        )


def _begin(panel: Panel, entry: Entry, person: User, proof: Proof) -> Sitting:
    try:
        enrolment = admit_to_batch(
            batch=panel.batch, user=person, channel=panel.channel, cap=panel.cap
        )
        if not proof.is_enough and is_under_way(enrolment):
            raise EntryRefused(
                _("You have started another session of this study."),
                remedy=_(
                    "Open the study in the browser that you used first, or use your personal link."
                ),
            )
        make_room(enrolment=enrolment)
    except (NothingLeft, NoSittingLeft) as refusal:
        raise EntryRefused(str(refusal)) from refusal
    enrolment.outside_ids = dict(entry.ids)
    enrolment.end_route = reverse("panel_leave", args=[panel.pk])
    enrolment.save(update_fields=["outside_ids", "end_route"])
    return Sitting.objects.create(
        enrolment=enrolment,
        channel=panel.channel,
        session=entry.session,
        outside_ids=dict(entry.ids),
    )
