"""Every kind of mail notice, in the order of the page of switches."""

from people.models import User
from people.notices import (
    account,
    batch_done,
    confirm_address,
    decision,
    erasure,
    judge_run_failed,
    message,
    message_answered,
    money_out,
    objection,
    objection_answered,
    webhook_off,
)
from people.notices.kind import Kind

_MODULES = (
    batch_done,
    objection,
    message,
    judge_run_failed,
    money_out,
    webhook_off,
    decision,
    objection_answered,
    message_answered,
    erasure,
    account,
    confirm_address,
)
KINDS: dict[str, Kind] = {module.KIND.name: module.KIND for module in _MODULES}


def kinds_for(user: User) -> list[Kind]:
    """Return those that the person may ever be sent and can switch off."""
    return [
        kind
        for kind in KINDS.values()
        if not kind.always and (user.is_staff or not kind.for_researchers)
    ]
