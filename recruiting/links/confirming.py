"""Confirmation of email addresses, which a link can require. The site then emails a second link
that admits one person. The address itself is not stored."""

from datetime import timedelta

from django.core import signing
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from people.models import Invitation, User
from people.site_addresses import site_address
from recruiting.links.places import hash_for_link

VALID = timedelta(days=1)
_SALT = "recruiting.links.confirming"


def needs_address(invitation: Invitation, user: User | None) -> bool:
    """Return whether this person must confirm an email address to use the link. People with an
    account need not do so."""
    return invitation.confirms_email and (user is None or user.is_guest)


def sign_address(invitation: Invitation, address: str) -> str:
    """Return a signed hash of the address. Anyone who presents it has read an email that was sent
    to the address."""
    hashed = hash_for_link(invitation, address.strip().casefold())
    return signing.dumps([invitation.pk, hashed], salt=_SALT)


def confirmed_address(invitation: Invitation, signed: str) -> str:
    """Return the hash of the address that `signed` confirms for this link. Return "" if `signed` is
    invalid, expired or for another link."""
    try:
        link_id, address = signing.loads(signed, salt=_SALT, max_age=VALID)
    except (signing.BadSignature, ValueError):
        return ""
    return str(address) if link_id == invitation.pk else ""


def mail_confirmation(*, invitation_id: int, token: str, address: str, language: str) -> None:
    """Email a link that confirms this address. Raises OSError if the mail server refuses the
    email."""
    invitation = Invitation.objects.select_related("project", "batch").get(pk=invitation_id)
    with translation.override(language):
        values: dict[str, object] = {"project": invitation.project, "batch": invitation.batch}
        signed = sign_address(invitation, address)
        text = [
            _("Someone, probably you, wants to take part in “%(batch)s” of %(project)s.") % values,
            _("Confirm your email address within one day:"),
            site_address("confirm_address", token=token, signed=signed),
            _("If you do not want to take part, do nothing."),
        ]
        send_mail(_("Confirm your email address"), "\n\n".join(text), None, [address])
