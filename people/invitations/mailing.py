"""Emails with invitation links."""

from collections.abc import Callable

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from people.invitations.granting import token_for_mail
from people.models import Invitation
from people.site_addresses import site_address

Words = Callable[[Invitation], tuple[str, list[str]]]


@transaction.atomic
def mail_once(*, invitations: QuerySet[Invitation], invitation_id: int, words: Words) -> bool:
    """Email the invitation to its address, unless this was done before. Return False if there is
    nothing to send, for example because the invitation was revoked.

    `words` returns the subject and the paragraphs. It is called in the invitation's language.
    Raises OSError if the mail server refuses the email.
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


def mail_invitation(*, invitation_id: int) -> bool:
    """Email the project invitation's link to the invited person. Return False if there is nothing
    to send."""
    invitations = Invitation.objects.select_related("project", "created_by").filter(batch=None)
    return mail_once(invitations=invitations, invitation_id=invitation_id, words=_words)


def _words(invitation: Invitation) -> tuple[str, list[str]]:
    subject = _("Join %(project)s") % {"project": invitation.project}
    text = _(
        "%(name)s invites you to the project %(project)s on Rateroom. Your role there: %(role)s."
    )
    if not invitation.role:
        subject = _("Join %(project)s") % {"project": "Rateroom"}
        text = _("%(name)s invites you to Rateroom. You can create projects of your own.")
    return subject, [
        text
        % {
            "name": invitation.created_by.get_username(),
            "project": invitation.project,
            "role": invitation.get_role_display(),
        },
        _("Open this link, then log in or create an account:"),
        site_address("invitation", token=token_for_mail(invitation)),
        _("If you do not want to take part, do nothing."),
    ]
