"""Retiring a gold HIT whose known answers are wrong. A retired gold HIT is no longer assigned, and
its results no longer count."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import GoldKey
from people.acts import record
from people.models import Act, User
from quality.declared.reconsidering import Undone, reconsider_gold_rules


class NoReason(RateroomError):
    """Raised if a gold HIT is retired without a reason."""


@transaction.atomic
def retire_gold(*, key_id: int, reason: str, by: User | None) -> Undone | None:
    """Retire a gold HIT. No one can claim it any longer, and its results no longer count. Undo the
    decisions of rules that no longer apply, and return their numbers.

    People keep their pay for answering the HIT. Return None if the HIT was already retired. Raises
    NoReason, and NotEnoughMoney if an overturned rejection cannot be paid.
    """
    if not reason.strip():
        raise NoReason(_("Give a reason in a sentence."))
    standing = GoldKey.objects.filter(pk=key_id, retired_at__isnull=True)
    retired = {"retired_at": timezone.now(), "retired_by": by, "retired_reason": reason.strip()}
    if standing.update(**retired) != 1:
        return None
    key = GoldKey.objects.select_related("batch").get(pk=key_id)
    record(
        by, Act.Verb.AMENDED, key.batch, before={"gold": key.pk}, after={"retired": reason.strip()}
    )
    return reconsider_gold_rules(batch=key.batch, by=by, reason=reason)
