"""Drafts of annotators' answers. Each save increases the draft's revision, and a limited number of
earlier versions is stored."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from core.database.statements import Int8, fetch_named, fetch_one, run
from core.errors import RateroomError
from hits.models import Assignment, DraftVersion
from hits.queue.submitting import AssignmentLost
from hits.states import load_with_states
from people.models import User

Data = Mapping[str, str]
MOST_VERSIONS = 20
# Fields of a HIT's form that are not answers.
NOT_ANSWERS = frozenset({"csrfmiddlewaretoken", "action", "confirmed", "seen", "_deadline"})


def answers_in(posted: Mapping[str, object]) -> Data:
    """Return the answers in a posted HIT form, as a draft stores them."""
    return {key: str(value) for key, value in posted.items() if value and key not in NOT_ANSWERS}


@dataclass(frozen=True)
class Save:
    """One save of a draft by a page, with all answers on the page.

    `revision` is the latest revision that the page has. `writer` identifies the page, and `number`
    counts its saves, so that a repeated save is recognised. `complete` is the number of complete
    sections. `aside` has answers that the annotator discarded. They are stored as an earlier
    version.
    """

    revision: int
    data: Data
    writer: str = ""
    number: int = 0
    complete: int = 0
    aside: Data | None = None


@dataclass(frozen=True)
class Saved:
    """The current draft of a HIT. Its revision is 0 if nothing has been saved yet."""

    revision: int
    saved_at: datetime
    data: Data
    writer: str = ""
    number: int = 0
    complete: int = 0


@dataclass(frozen=True)
class StoredDraft:
    """What is stored before a save: the draft, its newest earlier version, and the current time."""

    draft: Saved
    version: Data
    version_complete: int
    now: datetime


class StaleDraft(RateroomError):
    """Raised if another tab or device has saved newer answers. `newest` is the draft with these
    answers."""

    def __init__(self, newest: Saved) -> None:
        super().__init__(
            _("Newer answers were saved in another tab or on another device."),
            remedy=_("Wait a moment, then load the page again."),
        )
        self.newest = newest


@transaction.atomic
def save_draft(*, annotator: User, assignment_id: int, save: Save) -> Saved:
    """Store the answers entered so far, and return the stored draft. A repeated save changes
    nothing.

    Raises AssignmentLost if the HIT is no longer claimed. Raises StaleDraft if another page has
    saved since the revision that `save` is based on.
    """
    _lock_in_work(annotator, assignment_id)
    stored = _stored_draft(assignment_id)
    draft = stored.draft
    own = bool(save.writer) and draft.writer == save.writer
    if own and save.number <= draft.number:  # a repeated save, or one overtaken by a later save
        return draft
    if not own and save.revision != draft.revision:
        raise StaleDraft(draft)
    return _write(assignment_id, save, stored)


def draft_with_versions(*, annotator: User, assignment_id: int) -> tuple[Saved, list[DraftVersion]]:
    """Return the draft, and the earlier versions that can be restored, newest first. Raises
    AssignmentLost if the HIT is no longer claimed."""
    _refuse_bound(annotator)
    assignment = Assignment.objects.get(pk=assignment_id, annotator=annotator)
    if assignment.state != Assignment.State.CLAIMED or assignment.prefetched:
        raise lost()
    versions = DraftVersion.objects.filter(assignment=assignment_id).order_by("-revision")
    return _stored_draft(assignment_id).draft, list(versions)


def lost() -> AssignmentLost:
    """Return the error for a HIT that the person no longer has."""
    return AssignmentLost(_("This HIT is no longer yours."), remedy=_("Take the next HIT."))


_SQL = "hits/queue/sql/drafts.sql"
_LOCK_IN_WORK = load_with_states(_SQL, "lock_in_work")
_READ = load_with_states(_SQL, "read")
_WRITE = load_with_states(_SQL, "write")
_SWEEP = load_with_states(_SQL, "sweep")


def _refuse_bound(annotator: User) -> None:
    """Raise PermissionDenied for a login that is limited to one sitting, because such a login never
    gets a stored draft (see `hits.page.drafts`)."""
    if annotator.bound is not None:
        raise PermissionDenied


def _lock_in_work(annotator: User, assignment_id: int) -> None:
    _refuse_bound(annotator)
    values = {"assignment": Int8(assignment_id), "annotator": Int8(annotator.pk)}
    row = fetch_one(_LOCK_IN_WORK, values)
    if row is None:
        raise Assignment.DoesNotExist
    if not row[0]:
        raise lost()


def _stored_draft(assignment_id: int) -> StoredDraft:
    row = fetch_named(_READ, {"assignment": Int8(assignment_id)}) or {}
    now = row["at"]
    if row["revision"] is None:
        return StoredDraft(Saved(0, now, {}), {}, 0, now)
    version = json.loads(row["version"]) if row["version"] else {}
    draft = Saved(
        row["revision"],
        row["saved_at"],
        json.loads(row["data"]),
        row["writer"],
        row["number"],
        row["complete"],
    )
    return StoredDraft(draft, version, row["version_complete"] or 0, now)


def _write(assignment_id: int, save: Save, stored: StoredDraft) -> Saved:
    # Discarded answers get their own revision, one below the revision of the current answers.
    revision = stored.draft.revision + (1 if save.aside is None else 2)
    row = fetch_one(
        _WRITE,
        {
            "assignment": Int8(assignment_id),
            "revision": Int8(revision),
            "data": json.dumps(save.data),
            "writer": save.writer,
            "number": Int8(save.number),
            "complete": Int8(save.complete),
            "keep": worth_keeping(stored, save),
            "aside": None if save.aside is None else json.dumps(save.aside),
            "most": Int8(MOST_VERSIONS),
        },
    )
    (saved_at,) = row or (stored.now,)
    return Saved(revision, saved_at, save.data, save.writer, save.number, save.complete)


def worth_keeping(stored: StoredDraft, save: Save) -> bool:
    """Return whether the draft that `save` replaces should be stored as an earlier version.

    The draft is stored if it was the last one in its minute, or if a section was completed since
    the newest version. It is also stored if another page saves, or if the save removes text that
    the newest version does not have.
    """
    draft = stored.draft
    if not draft.data or draft.data in (save.data, save.aside, stored.version):
        return False
    return (
        _minute(draft.saved_at) != _minute(stored.now)
        or draft.complete > stored.version_complete
        or draft.writer != save.writer
        or any(
            removed(text, save.data.get(key, "")) not in stored.version.get(key, "")
            for key, text in draft.data.items()
            if not text.isdecimal()
        )
    )


def sweep_drafts(*, limit: int = 2000) -> int:
    """Delete drafts that no submission can need any longer, with their earlier versions. Return the
    number of deleted drafts, at most `limit`.

    An overdue HIT can be submitted late until someone else takes its assignment. Its draft is not
    deleted before that.
    """
    return run(_SWEEP, {"most": Int8(limit)})


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def removed(before: str, after: str) -> str:
    """Return the rest of `before` without the beginning and the end that it shares with `after`,
    and without surrounding spaces."""
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return before[start : len(before) - end].strip()
