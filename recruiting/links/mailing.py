"""The mail that brings a link into a batch."""

from urllib.parse import urljoin

from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from people.invitations.granting import token_for_mail
from people.models import Invitation


@transaction.atomic
def mail_link(*, invitation_id: int, site: str) -> bool:
    """Send the link to its address, once; False where there is nothing to send. `site` begins the
    link. Raises OSError when the mail server does not take it."""
    invitation = (
        Invitation.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project", "batch")
        .filter(pk=invitation_id, mailed_at__isnull=True, batch__isnull=False)
        .exclude(address="")
        .first()
    )
    if invitation is None or invitation.problem:
        return False
    link = urljoin(site, reverse("join", args=[token_for_mail(invitation)]))
    with translation.override(invitation.language):
        send_mail(
            _("An invitation to take part: %(batch)s") % {"batch": invitation.batch},
            "\n\n".join(
                [
                    _("%(project)s invites you to take part in “%(batch)s”. You need no account.")
                    % {"project": invitation.project, "batch": invitation.batch},
                    _("This link is yours alone and brings you back on any device:"),
                    link,
                    _("If you do not want to take part, do nothing."),
                ]
            ),
            from_email=None,
            recipient_list=[invitation.address],
        )
    invitation.mailed_at = timezone.now()
    invitation.save(update_fields=["mailed_at"])
    return True
