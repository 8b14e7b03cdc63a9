"""Retiring gold that is wrong: it is handed out no more, and its results count no more."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import GoldKey
from people.acts import record
from people.models import Act, User
from quality.declared.reconsidering import Undone, reconsider_gold_rules


class NoReason(RateroomError):
    """Gold is retired without saying why."""


@transaction.atomic
def retire_gold(*, key_id: int, reason: str, by: User | None) -> Undone | None:
    """Take gold out: no one can claim it, checks no longer count it, and the effects of rules
    because of it are undone.

    People who answered it are paid as before. Returns None if it was retired before. Raises
    NoReason, and NotEnoughMoney where a rejection that is overturned cannot be paid.
    """
    if not reason.strip():
        raise NoReason(_("Please say what is wrong."))
    standing = GoldKey.objects.filter(pk=key_id, retired_at__isnull=True)
    retired = {"retired_at": timezone.now(), "retired_by": by, "retired_reason": reason.strip()}
    if standing.update(**retired) != 1:
        return None
    key = GoldKey.objects.select_related("batch").get(pk=key_id)
    record(
        actor=by,
        verb=Act.Verb.AMENDED,
        subject=key.batch,
        project_id=key.batch.project_id,
        before={"gold": key.pk},
        after={"retired": reason.strip()},
    )
    return reconsider_gold_rules(batch=key.batch, by=by, reason=reason)
