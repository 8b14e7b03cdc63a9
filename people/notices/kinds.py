"""All kinds of email notification, in the order of the settings page."""

from people.models import User
from people.notices.account import ACCOUNT
from people.notices.kind import Kind
from people.notices.to_annotators import (
    CONFIRM_ADDRESS,
    DECISION,
    ERASURE,
    MESSAGE_ANSWERED,
    OBJECTION_ANSWERED,
)
from people.notices.to_researchers import (
    BATCH_DONE,
    JUDGE_RUN_FAILED,
    MESSAGE,
    MONEY_OUT,
    OBJECTION,
    WEBHOOK_OFF,
)

_OF_RESEARCHERS = (BATCH_DONE, OBJECTION, MESSAGE, JUDGE_RUN_FAILED, MONEY_OUT, WEBHOOK_OFF)
_OF_ANNOTATORS = (DECISION, OBJECTION_ANSWERED, MESSAGE_ANSWERED, ERASURE)
_ALL = (*_OF_RESEARCHERS, *_OF_ANNOTATORS, ACCOUNT, CONFIRM_ADDRESS)
KINDS = {kind.name: kind for kind in _ALL}


def kinds_for(user: User) -> list[Kind]:
    """Return the kinds that the person can get and can switch off."""
    return [
        kind
        for kind in KINDS.values()
        if not kind.always and (user.is_staff or not kind.for_researchers)
    ]
