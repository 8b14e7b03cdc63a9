"""The mail that brings an invitation."""

from urllib.parse import urljoin

from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from people.invitations.granting import token_for_mail
from people.models import Invitation


@transaction.atomic
def mail_invitation(*, invitation_id: int, site: str) -> bool:
    """Send the link to the invitation's address, once; False where there is nothing to send.

    `site` begins the link. Raises OSError when the mail server does not take it.
    """
    invitation = (
        Invitation.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "created_by")
        .filter(pk=invitation_id, mailed_at__isnull=True, batch=None)
        .exclude(address="")
        .first()
    )
    if invitation is None or invitation.problem:
        return False
    path = reverse("invitation", args=[token_for_mail(invitation)])
    with translation.override(invitation.language):
        send_mail(
            _("An invitation to %(project)s") % {"project": invitation.project},
            _text(invitation, urljoin(site, path)),
            from_email=None,
            recipient_list=[invitation.address],
        )
    invitation.mailed_at = timezone.now()
    invitation.save(update_fields=["mailed_at"])
    return True


def _text(invitation: Invitation, link: str) -> str:
    return "\n\n".join(
        [
            _(
                "%(name)s invites you to the project %(project)s on Rateroom. "
                "Your role there: %(role)s."
            )
            % {
                "name": invitation.created_by.get_username(),
                "project": invitation.project,
                "role": invitation.get_role_display(),
            },
            _("Open this link, and log in or make an account:"),
            link,
            _("If you know nothing of it, do nothing."),
        ]
    )
