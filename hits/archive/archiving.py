"""Archiving: lists hide the row until it is restored. Nothing else changes."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import RateroomError
from hits.archive import Kept
from hits.models import Batch
from people.acts import record
from people.models import Act, Project, User

OPEN = (Batch.State.PUBLISHING, Batch.State.LIVE, Batch.State.PAUSED)


class NotArchivable(RateroomError):
    """People can still work on the object, so it cannot be archived."""


@transaction.atomic
def archive(*, row: Kept, by: User) -> bool:
    """Archive the row; return False if it is archived already. Raises NotArchivable if people can
    still work."""
    if problem := why_not_archived(row):
        raise NotArchivable(problem, remedy=_("Close it first."))
    now_archived = type(row)._default_manager.filter(pk=row.pk, archived_at__isnull=True)
    return _noted(now_archived.update(archived_at=timezone.now()), row, Act.Verb.ARCHIVED, by)


@transaction.atomic
def take_from_archive(*, row: Kept, by: User) -> bool:
    """Restore the row to the lists; return False if it is not archived."""
    archived = type(row)._default_manager.filter(pk=row.pk, archived_at__isnull=False)
    return _noted(archived.update(archived_at=None), row, Act.Verb.UNARCHIVED, by)


def why_not_archived(row: Kept) -> str:
    """Return the reason in a sentence; blank if the row can be archived."""
    if isinstance(row, Batch):
        return _("People can still work on this batch.") if row.state in OPEN else ""
    if not isinstance(row, Project):
        return ""
    count = Batch.objects.filter(project=row, state__in=OPEN).count()
    if not count:
        return ""
    return ngettext(
        "People can still work on %(count)d batch of this project.",
        "People can still work on %(count)d batches of this project.",
        count,
    ) % {"count": count}


def _noted(rows: int, row: Kept, verb: Act.Verb, by: User) -> bool:
    if rows:
        record(by, verb, row)
    return rows == 1
