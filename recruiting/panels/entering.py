"""Letting in whom a panel sends: as far as the address says who they are."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from hits.models import Enrolment
from hits.queue.claiming import NothingLeft
from hits.queue.sittings import NoSittingLeft
from people.models import User
from recruiting.admitting import OPEN_STATES, admit_to_batch
from recruiting.guests import make_guest, may_sign_in
from recruiting.models import Panel, PanelPerson, Sitting
from recruiting.sittings.beginning import make_room
from tabular.errors import RateroomError

_VALUE = re.compile(r"[A-Za-z0-9_.@~:+=-]{1,200}")


class EntryRefused(RateroomError):  # noqa: N818 - named for what happened
    """Nobody is let in with this address."""


@dataclass(frozen=True)
class Entry:
    """Who comes in which visit; `ids` has all kept parameters by name."""

    person: str
    session: str
    ids: Mapping[str, str]


def entry_of(panel: Panel, values: Mapping[str, str]) -> Entry:
    """What the address says, by the panel's parameters. Raises EntryRefused."""
    ids = {name: values[name] for name in panel.parameters if values.get(name)}
    needed = [name for name in (panel.person_parameter, panel.session_parameter) if name]
    lacking = [name for name in needed if name not in ids]
    if lacking or not all(_VALUE.fullmatch(value) for value in ids.values()):
        raise EntryRefused(
            _("This address does not say who you are at %(panel)s.") % {"panel": panel},
            remedy=_("Open the study from there, by its own button."),
        )
    return Entry(ids[panel.person_parameter], ids.get(panel.session_parameter, ""), ids)


@transaction.atomic
def enter(*, panel: Panel, entry: Entry, user: User | None) -> Sitting:
    """The sitting of whoever comes, begun on first use; `user` is who is logged in.

    An id that is new makes a person without an account, or is that of the account that is logged
    in. Raises EntryRefused.
    """
    # One after the other, so that a person who comes twice at once is one person, and none is over
    # the bound.
    panel = Panel.objects.select_for_update(no_key=True, of=("self",)).get(pk=panel.pk)
    batch = panel.batch
    if batch.state not in OPEN_STATES:
        raise EntryRefused(_("No work is handed out here now."))
    sittings = Sitting.objects.filter(channel=panel.channel).select_related("enrolment__annotator")
    identity = PanelPerson.objects.filter(
        project=batch.project_id, panel_name=panel.name, outside_id=entry.person
    ).first()
    person = _person(identity, user)
    sitting = _begun(sittings, panel, entry, person if identity else None)
    if sitting is not None:
        return sitting
    joined = Enrolment.objects.filter(batch=batch, channel=panel.channel)
    if joined.count() >= panel.most_people and not joined.filter(annotator=person).exists():
        raise EntryRefused(_("This batch has all the people that it needs."))
    person = person or make_guest()
    if identity is None:
        PanelPerson.objects.create(
            project=batch.project,
            panel_name=panel.name,
            outside_id=entry.person,
            user=person,
        )
    return _begin(panel, entry, person)


def _person(identity: PanelPerson | None, user: User | None) -> User | None:
    """Who this is; None for somebody new. Raises EntryRefused for an account that has to log in."""
    if identity is None:
        return user if user is not None and not user.is_guest else None
    if identity.user == user or may_sign_in(identity.user):
        return identity.user
    raise EntryRefused(
        _("You have made an account here."), remedy=_("Log in with it, then open the study again.")
    )


def _begun(
    sittings: QuerySet[Sitting], panel: Panel, entry: Entry, person: User | None
) -> Sitting | None:
    """The sitting of this visit, where it has begun. Raises EntryRefused where it is another's."""
    if panel.session_parameter:
        sitting = sittings.filter(session=entry.session).first()
    else:
        sitting = sittings.filter(enrolment__annotator=person).first() if person else None
    if sitting is not None and sitting.enrolment.annotator != person:
        raise EntryRefused(
            _("This visit is another person’s."), remedy=_("Open the study from the panel again.")
        )
    if sitting is not None and sitting.state in Sitting.GIVEN_UP:
        raise EntryRefused(_("This visit is over at the panel."))
    return sitting


def _begin(panel: Panel, entry: Entry, person: User) -> Sitting:
    try:
        enrolment = admit_to_batch(
            batch=panel.batch, user=person, channel=panel.channel, cap=panel.cap
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
