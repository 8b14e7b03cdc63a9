"""Emails with a link to a batch."""

from django.utils.translation import gettext as _

from people.invitations.granting import token_for_mail
from people.invitations.mailing import mail_once
from people.models import Invitation
from people.site_addresses import site_address


def mail_link(*, invitation_id: int) -> bool:
    """Email the link to the address stored with it. Return False if there is nothing to send."""
    links = Invitation.objects.select_related("project", "batch").filter(batch__isnull=False)
    return mail_once(invitations=links, invitation_id=invitation_id, words=_words)


def _words(invitation: Invitation) -> tuple[str, list[str]]:
    return _("Join %(project)s") % {"project": invitation.batch}, [
        _("%(project)s invites you to take part in “%(batch)s”. You do not need an account.")
        % {"project": invitation.project, "batch": invitation.batch},
        _("This is your personal link. Use it to come back on any device, and do not share it."),
        site_address("join", token=token_for_mail(invitation)),
        _("If you do not want to take part, do nothing."),
    ]
