"""All that one HIT's page shows, read in one statement."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import Http404

from database.sql import load
from database.statements import Int8, fetch_one
from hits.models import Assignment
from hits.page.stimulus import words
from hits.states import CONDITIONS, load_with_states
from people.models import User
from stimuli.shown import MEDIUM_COLUMNS, outputs_sql, shown_medium
from surveys.base import Stimulus
from surveys.languages.translations import in_language
from surveys.models import stored_spec
from surveys.spec import Rubric


@dataclass(frozen=True)
class ShownProject:
    """Of the project, what the page names."""

    currency: str


@dataclass(frozen=True)
class ShownDataset:
    """Of the dataset, what the page says."""

    simulated: bool


@dataclass(frozen=True)
class ShownBatch:
    """Of the batch, what the page names."""

    pk: int
    title: str
    state: str
    reward: Decimal
    project: ShownProject
    dataset: ShownDataset
    allotted_seconds: int
    scheme: str
    may_return: bool


@dataclass(frozen=True)
class HitPage:
    """One assignment as its person sees it, the rubric's words in their language.

    `draft` is what they filled in before, at `revision`; `saved_by` names the page that saved it
    and its how many-th save that was, "writer:number".
    """

    pk: int
    person: int
    state: str
    deadline_at: datetime | None
    late: bool
    prefetched: bool
    extensions_left: int
    batch: ShownBatch
    rubric: Rubric
    rubric_sha256: str
    stimulus: Stimulus
    revision: int
    draft: Mapping[str, object]
    saved_at: datetime | None
    saved_by: str
    finished: int
    sitting_done: int
    sitting_hits: int | None  # None where HITs are handed out one by one

    @property
    def open(self) -> bool:
        """Whether it may still be worked on."""
        return self.state == Assignment.State.CLAIMED and not self.late and not self.prefetched

    @property
    def shell_key(self) -> tuple[object, ...] | None:
        """What the page depends on that is not this one HIT's; None where each item has questions
        of its own."""
        if any(section.entry_field() for section in self.rubric.sections):
            return None
        return (
            self.rubric_sha256,
            self.rubric.language,
            "".join(output.letter for output in self.stimulus.outputs),
            self.batch,
        )

    @property
    def earned(self) -> Decimal:
        """What the person's submitted HITs of this batch are worth."""
        return self.finished * self.batch.reward

    @property
    def sitting_earned(self) -> Decimal:
        """The same of their sitting."""
        return self.sitting_done * self.batch.reward


_OUTPUTS = outputs_sql(load(CONDITIONS, "shown_text"))
_PARTS = {"outputs": _OUTPUTS, "medium_columns": MEDIUM_COLUMNS}
_READ = load_with_states("hits/page/sql/page.sql", "read", **_PARTS)


def hit_page_for_annotator(user: User, pk: int, language: str) -> HitPage:
    """The page's content, for the person who has the assignment; 404 for anybody else.

    `language` is the one of their pages: the rubric's words come in it unless the batch fixes
    another. A session without proof of who the person is gets neither their draft nor what they did
    in earlier sittings.
    """
    row = fetch_one(_READ, {"assignment": Int8(pk), "annotator": Int8(user.pk)})
    if row is None:
        raise Http404
    state, deadline_at, late, prefetched, extensions_left, shown_order, *values = row
    batch_id, title, batch_state, reward, currency, simulated, allotted, *values = values
    scheme, may_return, *values = values
    fixed, version_id, sha256, fields, outputs, media, *values = values
    revision, draft, saved_at, writer, number, finished, sitting_done, sitting_hits = values
    if user.bound is not None:
        revision = draft = saved_at = writer = None
        finished = max(finished - user.bound.before, 0)
    return HitPage(
        pk=pk,
        person=user.pk,
        state=state,
        deadline_at=deadline_at,
        late=bool(late),
        prefetched=prefetched,
        extensions_left=extensions_left,
        batch=ShownBatch(
            batch_id,
            title,
            batch_state,
            reward,
            ShownProject(currency),
            ShownDataset(simulated),
            allotted,
            scheme,
            may_return,
        ),
        rubric=in_language(stored_spec(version_id, sha256), fixed or language),
        rubric_sha256=sha256,
        stimulus=_stimulus(json.loads(fields), media or (), outputs, shown_order, viewer=user.pk),
        revision=revision or 0,
        draft=json.loads(draft) if draft else {},
        saved_at=saved_at,
        saved_by=f"{writer}:{number}" if writer else "",
        finished=finished,
        sitting_done=sitting_done,
        sitting_hits=sitting_hits,
    )


def _stimulus(
    fields: Mapping[str, Any],
    media: Sequence[Sequence[Any]],
    outputs: Sequence[Sequence[Any]],
    shown_order: str,
    *,
    viewer: int,
) -> Stimulus:
    """What the HIT shows, from the JSON of `_READ`."""
    texts = [text for text, _kind, _media in outputs]
    output_media = [
        [shown_medium(values, viewer=viewer, kind=kind) for values in own or ()]
        for _text, kind, own in outputs
    ]
    return replace(
        words(fields, texts, shown_order, output_media=output_media),
        media={name: shown_medium(values, viewer=viewer) for name, *values in media},
    )
