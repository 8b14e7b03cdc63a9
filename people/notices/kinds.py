"""The list of all kinds of email notification, in the order of the settings page."""

from people.models import User
from people.notices.account import ACCOUNT
from people.notices.kind import Kind
from people.notices.to_annotators import TO_ANNOTATORS
from people.notices.to_researchers import TO_RESEARCHERS

KINDS = {kind.name: kind for kind in (*TO_RESEARCHERS, *TO_ANNOTATORS, ACCOUNT)}


def kinds_for(user: User) -> list[Kind]:
    """Return the kinds of notification that the person can receive and switch off."""
    kinds = (*TO_RESEARCHERS, *TO_ANNOTATORS) if user.is_staff else TO_ANNOTATORS
    return [kind for kind in kinds if not kind.always]
