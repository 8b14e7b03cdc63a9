"""Choosing a batch's pages around the work. In a published batch, only the consent page can be
replaced. Everyone is then asked for consent again."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch
from hits.models import Batch, Enrolment
from people.acts import record
from people.models import Act, User
from recruiting.around.models import BatchPage, Page, PageVersion
from recruiting.around.steps import page_address
from surveys.questionnaires.loading import load_questionnaire


class PageRefused(RateroomError):
    """Raised if a page cannot be attached to the batch or removed from it."""


def pages_of(batch: Batch) -> dict[str, BatchPage]:
    """Return the batch's current pages around the work, by `Page`."""
    current = BatchPage.objects.filter(batch=batch, replaced_at=None)
    return {row.page: row for row in current.select_related("version")}


@transaction.atomic
def store_page(*, batch: Batch, page: str, source: str, by: User | None) -> PageVersion:
    """Store the source of a page in the batch's project, and return its version. If the same source
    is already stored, return the existing version.

    Raises DocumentError with every problem in the source. Raises PageRefused if the source is for
    another kind of page.
    """
    questionnaire = load_questionnaire(source)
    if questionnaire.page != page:
        raise PageRefused(
            _("This text belongs to the page “%(page)s”.")
            % {"page": Page(questionnaire.page).label},
            where="page",
            remedy=_("Write “page: %(page)s” in the text, or add the text to that page instead.")
            % {"page": page},
        )
    version, _created = PageVersion.objects.get_or_create(
        project=batch.project,
        page=page,
        sha256=questionnaire.sha256,
        defaults={"name": questionnaire.rubric.name, "source": source, "created_by": by},
    )
    return version


@transaction.atomic
def attach_page(*, batch: Batch, version: PageVersion, by: User | None) -> BatchPage:
    """Attach a version of a page to the batch in place of any other version, and log this. Return
    the batch's page. Attaching the same version again changes nothing. Raises PageRefused if the
    batch's state does not allow this."""
    locked = lock_batch(batch.pk)
    current = pages_of(locked).get(version.page)
    if current is not None and current.version_id == version.pk:
        return current
    if version.project_id != locked.project_id:
        raise PageRefused(_("“%(name)s” was not found.") % {"name": version.name})
    is_draft = locked.state == Batch.State.DRAFT
    if not is_draft and version.page != Page.CONSENT:
        raise _published()
    if not is_draft and locked.state == Batch.State.CLOSED:
        raise PageRefused(_("This batch is closed."))
    if not is_draft:
        refuse_unchanged_example(version)
    _end(current, is_draft=is_draft)
    row = BatchPage.objects.create(batch=locked, page=version.page, version=version, attached_by=by)
    if not is_draft:
        _ask_again(locked)
    _note(locked, by, version.page, current.version if current else None, version)
    return row


@transaction.atomic
def detach_page(*, batch: Batch, page: str, by: User | None) -> bool:
    """Remove a page from a draft, and log this. Return False if the draft does not have the page.
    Raises PageRefused for a published batch."""
    locked = lock_batch(batch.pk)
    if locked.state != Batch.State.DRAFT:
        raise _published()
    current = pages_of(locked).get(page)
    if current is None:
        return False
    current.delete()
    _note(locked, by, page, current.version, None)
    return True


def refuse_unchanged_example(version: PageVersion) -> None:
    """Raise PageRefused if the consent page is still the unchanged example, which names no
    institution."""
    if version.is_unchanged_example:
        raise PageRefused(
            _("The consent text is still the example, without your institution."),
            where=str(Page.CONSENT.label),
            remedy=_("Add your institution and a contact under “Consent and questionnaires”."),
        )


@transaction.atomic
def copy_pages(*, source: Batch, target: Batch, by: User | None) -> None:
    """Attach the pages around the work of the batch `source` to its copy, `target`."""
    for row in pages_of(source).values():
        attach_page(batch=target, version=row.version, by=by)


def _end(current: BatchPage | None, *, is_draft: bool) -> None:
    """Delete the current version of a page in a draft. In a published batch, keep it as history."""
    if current is None:
        return
    if is_draft:
        current.delete()
        return
    current.replaced_at = timezone.now()
    current.save(update_fields=["replaced_at"])


def _ask_again(batch: Batch) -> None:
    active = Enrolment.objects.filter(batch=batch, status=Enrolment.Status.ACTIVE)
    active.update(next_route=page_address(batch.pk, Page.CONSENT))


def _published() -> PageRefused:
    return PageRefused(
        _(
            "The batch is published, so its pages cannot change. You can only ask for consent "
            "again."
        ),
        remedy=_("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
    )


def _note(
    batch: Batch, by: User | None, page: str, before: PageVersion | None, after: PageVersion | None
) -> None:
    record(
        by,
        Act.Verb.AMENDED,
        batch,
        before={page: str(before)} if before else None,
        after={page: str(after) if after else ""},
    )
