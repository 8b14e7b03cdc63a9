"""Archiving of batches, datasets and projects. Archived objects are hidden from lists until they
are restored. Objects that nothing depends on can also be deleted."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import PROTECT, Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import RateroomError
from hits.models import BackgroundTask, Batch, Suspension
from people.acts import record
from people.models import Act, Invitation, Membership, PoolMember, Project, User
from stimuli.models import (
    Dataset,
    DatasetImport,
    Item,
    ItemMedium,
    Medium,
    Output,
    OutputMedium,
    System,
)
from stimuli.store import delete_content
from tasks.webhooks.models import Endpoint

Kept = Batch | Dataset | Project

OPEN = (Batch.State.PUBLISHING, Batch.State.LIVE, Batch.State.PAUSED)


class NotArchivable(RateroomError):
    """Raised if a batch or project cannot be archived because people can still work on it."""


@transaction.atomic
def archive(*, row: Kept, by: User) -> bool:
    """Archive the row, and record this in the activity. Return False if it was already archived.
    Raises NotArchivable if people can still work on it."""
    if problem := why_not_archived(row):
        raise NotArchivable(
            problem, remedy=_("First close every batch that people can still work on.")
        )
    now_archived = type(row)._default_manager.filter(pk=row.pk, archived_at__isnull=True)
    return _noted(now_archived.update(archived_at=timezone.now()), row, Act.Verb.ARCHIVED, by)


@transaction.atomic
def take_from_archive(*, row: Kept, by: User) -> bool:
    """Restore the row from the archive, and record this in the activity. Return False if it is not
    archived."""
    archived = type(row)._default_manager.filter(pk=row.pk, archived_at__isnull=False)
    return _noted(archived.update(archived_at=None), row, Act.Verb.UNARCHIVED, by)


def why_not_archived(row: Kept) -> str:
    """Return a sentence that says why the row cannot be archived, or "" if it can be."""
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


# A page names the kinds of rows that depend on a row, and stops counting each at this number.
MOST_COUNTED = 10_000


# Names on pages for the rows that depend on a batch, a dataset or a project.
KINDS = {
    "analysis.report": gettext_lazy("Reports"),
    "hits.adjudicationrule": gettext_lazy("Adjudication"),
    "hits.admission": gettext_lazy("Allowed and blocked people"),
    "hits.batch": gettext_lazy("Batches"),
    "hits.suspension": gettext_lazy("Participation paused or ended"),
    "judges.judgeendpoint": gettext_lazy("Model endpoints"),
    "judges.judgerun": gettext_lazy("Judge runs"),
    "payments.account": gettext_lazy("Payments"),
    "payments.transaction": gettext_lazy("Payments"),
    "people.invitation": gettext_lazy("Invitations"),
    "people.membership": gettext_lazy("Members"),
    "people.poolmember": gettext_lazy("People"),
    "prolific.study": gettext_lazy("Prolific study"),
    "prolific.workspace": gettext_lazy("Workspace"),
    "recruiting.panel": gettext_lazy("Panels"),
    "stimuli.dataset": gettext_lazy("Datasets"),
    "stimuli.datasetimport": gettext_lazy("Imports"),
    "stimuli.item": gettext_lazy("Items"),
    "stimuli.medium": gettext_lazy("Files"),
    "stimuli.output": gettext_lazy("Outputs"),
    "stimuli.system": gettext_lazy("Systems"),
    "surveys.prompttemplate": gettext_lazy("Prompt templates"),
    "surveys.rubric": gettext_lazy("Rubrics"),
    "webhooks.endpoint": gettext_lazy("Webhooks"),
}


class NotDeletable(RateroomError):
    """Raised if an object cannot be deleted because something depends on it."""


@dataclass(frozen=True)
class Part:
    """The number of dependent rows of one kind. If `more` is true, there are more than `number`."""

    words: str
    number: int
    more: bool = False

    def __str__(self) -> str:
        return f"{self.words}: {self.number}{'+' if self.more else ''}"


def what_goes(row: Kept) -> list[Part]:
    if isinstance(row, Batch):
        rows: list[QuerySet] = [row.admissions.all(), Invitation.objects.filter(batch=row)]
    elif isinstance(row, Dataset):
        rows = [
            Item.objects.filter(dataset=row),
            Output.objects.filter(item__dataset=row),
            System.objects.filter(dataset=row),
        ]
    else:
        rows = [
            Membership.objects.filter(project=row),
            Invitation.objects.filter(project=row),
            PoolMember.objects.filter(project=row),
            Suspension.objects.filter(project=row),
            DatasetImport.objects.filter(project=row),
            Endpoint.objects.filter(project=row),
        ]
    return _counted(rows)


def why_not_deleted(row: Kept) -> str:
    """Return a sentence that says why the row cannot be deleted, or "" if it can be."""
    if isinstance(row, Batch) and row.state != Batch.State.DRAFT:
        return _("A published batch cannot be deleted.")
    if not (parts := _counted(list(_protecting(row)))):
        return ""
    return _("Still in use (%(names)s).") % {"names": ", ".join(map(str, parts))}


def refuse_deletion(row: Kept) -> None:
    """Raise NotDeletable if the row cannot be deleted."""
    if problem := why_not_deleted(row):
        raise NotDeletable(problem, remedy=_("You can use “Archive” instead."))


@transaction.atomic
def delete(*, row: Kept, by: User) -> bool:
    """Delete the row and everything that belongs to it, and record this in the activity. Return
    False if the row no longer exists. Raises NotDeletable if something depends on the row."""
    locked = type(row)._default_manager.select_for_update(of=("self",)).filter(pk=row.pk).first()
    if locked is None:
        return False
    refuse_deletion(locked)
    record(by, Act.Verb.DELETED, locked)
    if isinstance(locked, Dataset):
        _delete_rows_of(locked)
    elif isinstance(locked, Project):
        DatasetImport.objects.filter(project=locked).delete()
    else:  # the findings of its pre-publish check quote the data
        BackgroundTask.objects.filter(
            kind=BackgroundTask.Kind.PREFLIGHT, subject_id=locked.pk
        ).delete()
    locked.delete()
    return True


def _protecting(row: Model) -> Iterator[QuerySet]:
    """Yield a query for each model with rows that could prevent the deletion of `row`. Imports do
    not prevent it."""
    for relation in row._meta.related_objects:
        model = relation.related_model
        if relation.on_delete is PROTECT and model is not DatasetImport:
            yield model._default_manager.filter(**{relation.field.name: row})


def _counted(rows: list[QuerySet]) -> list[Part]:
    parts = []
    for each in rows:
        number = each.order_by()[: MOST_COUNTED + 1].count()
        if number:
            meta = each.model._meta
            words = KINDS.get(meta.label_lower, capfirst(meta.verbose_name_plural))
            more = number > MOST_COUNTED
            parts.append(Part(str(words), min(number, MOST_COUNTED), more))
    return parts


def _delete_rows_of(dataset: Dataset) -> None:
    """Delete the dataset's rows and its unused media files. There can be a million items, so the
    rows of each table are deleted with a single statement."""
    items = Item.objects.filter(dataset=dataset)
    outputs = Output.objects.filter(item__in=items)
    media = _media_of(dataset)
    for rows in (
        OutputMedium.objects.filter(output__in=outputs),
        outputs,
        ItemMedium.objects.filter(item__in=items),
        items,
        System.objects.filter(dataset=dataset),
    ):
        rows._raw_delete(rows.db)  # noqa: SLF001 - `delete` would read every row first
    _delete_unused(media)


def _media_of(dataset: Dataset) -> list[int]:
    of_items = ItemMedium.objects.filter(item__dataset=dataset).values("medium")
    of_outputs = OutputMedium.objects.filter(output__item__dataset=dataset).values("medium")
    return list(of_items.union(of_outputs).values_list("medium", flat=True))


def _delete_unused(media: list[int]) -> None:
    """Delete the given media that no item or output uses. After the commit, delete their files too,
    unless an import is running, because the import could be about to use them."""
    unused = Medium.objects.filter(
        ~Exists(ItemMedium.objects.filter(medium=OuterRef("pk"))),
        ~Exists(OutputMedium.objects.filter(medium=OuterRef("pk"))),
        pk__in=media,
    )
    hashes = {sha256 for medium in unused for sha256, _size in medium.files}
    unused.delete()
    if not DatasetImport.under_way().exists():
        transaction.on_commit(partial(_delete_files, hashes))


def _delete_files(hashes: set[str]) -> None:
    for sha256 in hashes:
        copied = Q(clean_sha256=sha256) | Q(small_sha256=sha256)
        if not Medium.objects.filter(Q(sha256=sha256) | copied).exists():
            delete_content(sha256)
