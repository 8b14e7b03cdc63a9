"""The mail that brings an invitation."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urljoin

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from people.invitations.granting import token_for_mail
from people.models import Invitation

Words = Callable[[Invitation], tuple[str, list[str]]]


@transaction.atomic
def mail_once(*, invitations: QuerySet[Invitation], invitation_id: int, words: Words) -> bool:
    """Send one of these invitations to its address, once; False where there is nothing to send.

    `words` gives the mail's subject and paragraphs, and is called in the invitation's language.
    Raises OSError when the mail server does not take it.
    """
    invitation = (
        invitations.select_for_update(of=("self",), no_key=True)
        .filter(pk=invitation_id, mailed_at__isnull=True)
        .exclude(address="")
        .first()
    )
    if invitation is None or invitation.problem:
        return False
    with translation.override(invitation.language):
        subject, paragraphs = words(invitation)
        send_mail(subject, "\n\n".join(paragraphs), None, [invitation.address])
    invitation.mailed_at = timezone.now()
    invitation.save(update_fields=["mailed_at"])
    return True


def mail_invitation(*, invitation_id: int, site: str) -> bool:
    """Send the link into a project, as `mail_once` does; `site` begins the link."""
    invitations = Invitation.objects.select_related("project", "created_by").filter(batch=None)
    words = partial(_words, site=site)
    return mail_once(invitations=invitations, invitation_id=invitation_id, words=words)


def _words(invitation: Invitation, *, site: str) -> tuple[str, list[str]]:
    return _("An invitation to %(project)s") % {"project": invitation.project}, [
        _("%(name)s invites you to the project %(project)s on Rateroom. Your role there: %(role)s.")
        % {
            "name": invitation.created_by.get_username(),
            "project": invitation.project,
            "role": invitation.get_role_display(),
        },
        _("Open this link, and log in or make an account:"),
        urljoin(site, reverse("invitation", args=[token_for_mail(invitation)])),
        _("If you know nothing of it, do nothing."),
    ]
