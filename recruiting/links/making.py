"""Creating links to a batch, with limits for the people who use them."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch
from people.acts import record
from people.invitations.granting import token_of
from people.keys import token_hash
from people.models import Act, Invitation, User

MOST_USES = 5000


class NoLink(RateroomError):
    """Raised if the link to the batch cannot be created."""


@dataclass(frozen=True)
class LinkTerms:
    """The terms of a link: how many people can use it, for how many days, and the maximum number of
    HITs per person.

    `label` names the person or place that the link is for. If `address` is given, the link is
    emailed to it. `newcomers_per_network` limits how many new people from one network can hold a
    HIT before their first response.
    """

    uses: int = 1
    days: int = 30
    cap: int | None = None
    label: str = ""
    address: str = ""
    language: str = "en"
    newcomers_per_network: int = 5
    confirms_email: bool = False


@transaction.atomic
def make_link(*, batch: Batch, key: str, by: User, terms: LinkTerms) -> tuple[Invitation, str]:
    """Create a link to a batch, and return its invitation and its token. The token is not stored. A
    repeated call with the same `key` returns the same link.

    Raises NoLink, for example if a link for several people has no `cap`, or if the batch is closed.
    """
    if terms.uses > 1 and not terms.cap:
        raise NoLink(
            _("A shared link needs a maximum number of HITs per person."),
            remedy=_("Enter how many HITs each person can do."),
        )
    if terms.confirms_email and not settings.EMAIL_URL:
        raise NoLink(
            _("This site cannot send email, so a link cannot require a confirmed address."),
            remedy=_("Ask the site administrator to set EMAIL_URL."),
        )
    refuse_closed(batch)
    token = token_of(batch.project, key)
    invitation, created = Invitation.objects.get_or_create(
        project=batch.project,
        key=key,
        defaults=link_values(batch=batch, token=token, by=by, terms=terms),
    )
    if created:
        after = {"uses": terms.uses, "cap": terms.cap, "label": terms.label}
        record(by, Act.Verb.INVITED, batch, after=after)
    return invitation, token


def link_values(*, batch: Batch, token: str, by: User, terms: LinkTerms) -> dict[str, object]:
    """Return the fields of the link's invitation, except the project and the key."""
    return {
        "batch": batch,
        "uses": terms.uses,
        "cap": terms.cap,
        "newcomers_per_network": terms.newcomers_per_network,
        "confirms_email": terms.confirms_email,
        "label": terms.label,
        "address": terms.address,
        "language": terms.language,
        "expires_at": timezone.now() + timedelta(days=terms.days),
        "token_sha256": token_hash(token),
        "created_by": by,
    }


def refuse_closed(batch: Batch) -> None:
    """Raise NoLink if the batch is closed."""
    if batch.state == Batch.State.CLOSED:
        raise NoLink(_("This batch is closed."))


def most_money(invitation: Invitation, batch: Batch) -> Decimal | None:
    """Return the largest amount that all people who use this link can earn together. Return None if
    the number of HITs per person is not limited."""
    if (cap := invitation.cap or batch.cap_per_annotator) is None:
        return None
    whole = batch.assignments_planned * batch.reward
    return min(invitation.uses * cap * batch.reward, whole) if whole else None
