"""Drafts of answers to a claimed HIT. A login that is limited to one sitting gets only the answers
entered in the same browser session. JSON from browsers is refused if it contains a number that is
not finite or is too large to store."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from core.database.whole_numbers import LARGEST
from hits.models import Assignment, Draft, DraftVersion
from hits.page.query import HitPage, hit_page_for_annotator
from hits.queue.drafts import Save, Saved, StaleDraft, draft_with_versions, lost, save_draft
from people.models import AnnotatorRequest


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises ValueError if the JSON is invalid or nested too
    deeply, or has a number that is not finite or needs more than 64 bits."""
    try:
        return json.loads(text, parse_float=_finite, parse_int=_whole, parse_constant=_refused)
    except RecursionError as error:
        raise ValueError("the JSON is nested too deeply") from error


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _whole(text: str) -> int:
    number = int(text)
    if not -LARGEST <= number <= LARGEST:
        raise ValueError(text)
    return number


def _refused(text: str) -> object:
    raise ValueError(text)


_KEY = "draft"  # key in the session


def shown_page(request: AnnotatorRequest, pk: int) -> HitPage:
    """Return the HIT's page with the draft that this browser may see. Raises Http404 if the person
    does not have the assignment."""
    page = hit_page_for_annotator(request.user, pk, get_language())
    if request.user.bound is None:
        return page
    own = _own(request, pk)
    return replace(
        page,
        revision=own.revision,
        draft=own.data,
        saved_at=own.saved_at if own.revision else None,
        saved_by=f"{own.writer}:{own.number}" if own.writer else "",
    )


def save(request: AnnotatorRequest, pk: int, save: Save) -> Saved:
    """Store the answers entered so far, and return the stored draft. Raises StaleDraft and
    AssignmentLost, like `save_draft`."""
    if request.user.bound is None:
        return save_draft(annotator=request.user, assignment_id=pk, save=save)
    _check_in_hand(request, pk)
    draft = _own(request, pk)
    if save.writer and save.writer == draft.writer:
        if save.number <= draft.number:
            return draft
    elif save.revision != draft.revision:
        raise StaleDraft(draft)
    saved = Saved(draft.revision + 1, timezone.now(), save.data, save.writer, save.number)
    request.session[_KEY] = {**vars(saved), "saved_at": saved.saved_at.isoformat(), "hit": pk}
    return saved


def read(request: AnnotatorRequest, pk: int) -> tuple[Saved, Sequence[DraftVersion]]:
    """Return the draft and the earlier versions that can be restored, newest first. Raises
    AssignmentLost if the person no longer has the HIT."""
    if request.user.bound is None:
        return draft_with_versions(annotator=request.user, assignment_id=pk)
    _check_in_hand(request, pk)
    return _own(request, pk), []


def latest(request: AnnotatorRequest, pk: int | None) -> Saved | Draft | None:
    """Return the person's newest draft for the assignment `pk`, or None if there is no draft."""
    if request.user.bound is None or pk is None:
        return Draft.objects.filter(assignment=pk).first()
    own = _own(request, pk)
    return own if own.revision else None


def _own(request: HttpRequest, pk: int) -> Saved:
    stored: dict[str, Any] = dict(request.session.get(_KEY) or {})
    if stored.pop("hit", None) != pk:
        return Saved(0, timezone.now(), {})
    return Saved(**stored | {"saved_at": datetime.fromisoformat(stored["saved_at"])})


def _check_in_hand(request: AnnotatorRequest, pk: int) -> None:
    assignment = Assignment.objects.get(pk=pk, annotator=request.user)
    if assignment.state != Assignment.State.CLAIMED or assignment.prefetched:
        raise lost()
