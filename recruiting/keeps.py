"""The personal data in `recruiting`: how people came to a batch, and their sittings."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.models import Act, Invitation, User
from people.personal_data.keepers import BLANKED, GOES, Keeper, Row, Table
from recruiting.guests.making import own_links
from recruiting.models import ConfirmedAddress, Guest, Newcomer, PanelPerson, Sitting
from recruiting.prolific.models import HookEvent, OutgoingCall, Submission


def panel_ids(user: User) -> Iterable[Row]:
    return PanelPerson.objects.filter(user=user).values("panel_name", "outside_id")


def sittings(user: User) -> Iterable[Row]:
    return Sitting.objects.filter(enrolment__annotator=user).values(
        "channel", "session", "outside_ids", "state", "started_at", "ended_at", "outcome",
        "code_given",
    )  # fmt: skip


def submissions(user: User) -> Iterable[Row]:
    own = Submission.objects.filter(sitting__enrolment__annotator=user)
    return own.values("session", "participant", "state", "created_at")


def against(user: User) -> str:
    calls = OutgoingCall.objects.filter(submission__sitting__enrolment__annotator=user)
    if calls.filter(state__in=OutgoingCall.UNDER_WAY).exists():
        return _("A request to Prolific is still in progress. Try again when it has ended.")
    return ""


def erase(user: User, _texts: bool) -> Mapping[str, int]:
    """Delete the person's links and panel ids, and return the number of changed or deleted rows by
    kind. The times of sittings and the states of submissions are kept. Open sittings end."""
    links = Invitation.objects.filter(own_links(user))
    for link in links.exclude(label=""):
        _forget_label(link)
    for submission in Submission.objects.filter(sitting__enrolment__annotator=user):
        HookEvent.objects.filter(session=submission.session).delete()
        erased = f"erased-{submission.pk}"
        Submission.objects.filter(pk=submission.pk).update(session=erased, participant=erased)
    own = Sitting.objects.filter(enrolment__annotator=user)
    active = own.filter(state=Sitting.State.ACTIVE)
    active.update(state=Sitting.State.ENDED, ended_at=timezone.now())
    own_parts = {"enrolment__annotator": user}
    return {
        "networks": Newcomer.objects.filter(**own_parts).delete()[0],
        "confirmed addresses": ConfirmedAddress.objects.filter(**own_parts).delete()[0],
        "own links": links.update(address="", label=""),
        "guests": Guest.objects.filter(user=user).delete()[0],
        "ids at panels": PanelPerson.objects.filter(user=user).delete()[0],
        "sittings": own.update(session="", outside_ids={}, code_given=""),
    }


def _forget_label(link: Invitation) -> None:
    """Remove the link's label, which can identify a person, from the activity log."""
    for act in Act.objects.filter(
        verb=Act.Verb.INVITED, project=link.project_id, after__label=link.label
    ):
        Act.objects.filter(pk=act.pk).update(after={**(act.after or {}), "label": ""})


def names(user: User) -> Iterable[object]:
    """Yield the texts that can identify the person: panel ids, and the labels and email addresses
    of their personal links."""
    yield from PanelPerson.objects.filter(user=user).values_list("outside_id", flat=True)
    own = Invitation.objects.filter(own_links(user))
    for label, address in own.values_list("label", "address"):
        yield from (label, address)
    visits = Sitting.objects.filter(enrolment__annotator=user)
    for session, outside in visits.values_list("session", "outside_ids"):
        yield from (session, *outside.values())
    sent = Submission.objects.filter(sitting__enrolment__annotator=user)
    for session, participant in sent.values_list("session", "participant"):
        yield from (session, participant)


def project_ids(user: User) -> Iterable[int]:
    return PanelPerson.objects.filter(user=user).values_list("project", flat=True)


KEEPER = Keeper(
    tables=(
        Table("panel-ids", panel_ids),
        Table("panel-visits", sittings),
        Table("prolific-submissions", submissions),
    ),
    fields={
        "recruiting.Guest.user": GOES,
        "recruiting.Newcomer.enrolment": GOES,
        "recruiting.ConfirmedAddress.enrolment": GOES,
        "recruiting.PanelPerson.user": GOES,
        "recruiting.Sitting.enrolment": BLANKED,
    },
    goes=(
        gettext_lazy("personal links"),
        gettext_lazy("hashes of the network and of a confirmed email address"),
    ),
    stays=(gettext_lazy("sessions from panels such as Prolific, and how they ended"),),
    erase=erase,
    against=against,
    projects=project_ids,
    names=names,
    apart=frozenset(
        {
            # These tables have ids of people, which `erase` removes from this person's rows.
            "recruiting.Guest",
            "recruiting.PanelPerson",
            "recruiting.Sitting",
            "prolific.Submission",
            "prolific.HookEvent",
            # These tables have data about panels and studies.
            "recruiting.Panel",
            "prolific.Workspace",
            "prolific.Study",
            "prolific.OutgoingCall.key",
            "prolific.OutgoingCall.bonus_id",
            "prolific.OutgoingCall.bonuses_before",
        }
    ),
)
