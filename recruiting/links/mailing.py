"""The mail that brings a link into a batch."""

from functools import partial
from urllib.parse import urljoin

from django.urls import reverse
from django.utils.translation import gettext as _

from people.invitations.granting import token_for_mail
from people.invitations.mailing import mail_once
from people.models import Invitation


def mail_link(*, invitation_id: int, site: str) -> bool:
    """Send the link, as `mail_once` does; `site` begins it."""
    links = Invitation.objects.select_related("project", "batch").filter(batch__isnull=False)
    words = partial(_words, site=site)
    return mail_once(invitations=links, invitation_id=invitation_id, words=words)


def _words(invitation: Invitation, *, site: str) -> tuple[str, list[str]]:
    return _("An invitation to take part: %(batch)s") % {"batch": invitation.batch}, [
        _("%(project)s invites you to take part in “%(batch)s”. You need no account.")
        % {"project": invitation.project, "batch": invitation.batch},
        _("This link is yours alone and brings you back on any device:"),
        urljoin(site, reverse("join", args=[token_for_mail(invitation)])),
        _("If you do not want to take part, do nothing."),
    ]
