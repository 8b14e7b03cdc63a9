"""The whole content of one HIT's page, read in one SQL query."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import Http404

from core.database.sql import load
from core.database.statements import Int8, fetch_named
from hits.models import Assignment
from hits.states import CONDITIONS, load_with_states
from hits.stimulus import options_order, shown_rubric, words
from people.models import User
from stimuli.pages import page_address
from stimuli.shown import MEDIUM_COLUMNS, outputs_sql, shown_medium
from surveys.base import Stimulus
from surveys.languages.translations import in_language
from surveys.models import stored_spec
from surveys.spec import Rubric


@dataclass(frozen=True)
class ShownProject:
    """The fields of the project that the HIT page shows."""

    currency: str


@dataclass(frozen=True)
class ShownDataset:
    """The fields of the dataset that the HIT page shows."""

    simulated: bool


@dataclass(frozen=True)
class ShownBatch:
    """The fields of the batch that the HIT page shows."""

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
    """One assignment as the annotator sees it, with the rubric in the annotator's language.

    `order` is the number of the order in which the annotator sees the options. `draft` has the
    answers saved at `revision`. `saved_by` ("writer:number") identifies the browser page that saved
    the draft, and the number of the save.
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
    order: int
    stimulus: Stimulus
    revision: int
    draft: Mapping[str, object]
    saved_at: datetime | None
    saved_by: str
    finished: int
    sitting_done: int
    sitting_hits: int | None  # None if HITs are handed out one by one

    @property
    def open(self) -> bool:
        """Return whether the annotator can still work on the HIT."""
        return self.state == Assignment.State.CLAIMED and not self.late and not self.prefetched

    @property
    def shell_key(self) -> tuple[object, ...] | None:
        """Return a cache key for the page's shell: everything that the page depends on except this
        HIT's content. Return None if the questions differ between items."""
        if any(section.varies for section in self.rubric.sections):
            return None
        return (
            self.rubric_sha256,
            self.rubric.language,
            self.order,
            "".join(output.letter for output in self.stimulus.outputs),
            self.batch,
        )

    @property
    def earned(self) -> Decimal:
        """Return the total reward for all HITs that the person has submitted in this batch."""
        return self.finished * self.batch.reward

    @property
    def sitting_earned(self) -> Decimal:
        """Return the total reward for the HITs submitted in the person's current sitting."""
        return self.sitting_done * self.batch.reward


_OUTPUTS = outputs_sql(load(CONDITIONS, "shown_text"))
_PARTS = {"outputs": _OUTPUTS, "medium_columns": MEDIUM_COLUMNS}
_READ = load_with_states("hits/page/sql/page.sql", "read", **_PARTS)
_AS_READ = (
    *("state", "deadline_at", "prefetched", "extensions_left", "saved_at"),
    *("finished", "sitting_done", "sitting_hits"),
)


def hit_page_for_annotator(user: User, pk: int, language: str) -> HitPage:
    """Return the page's content for the person who has the assignment. Raises Http404 for other
    people.

    `language` is the language of the person's pages. The rubric has the same language, unless the
    batch sets another language. A login that is limited to one sitting does not get the person's
    draft, and HITs from earlier sittings are not counted.
    """
    row = fetch_named(_READ, {"assignment": Int8(pk), "annotator": Int8(user.pk)})
    if row is None:
        raise Http404
    if user.bound is not None:
        row |= dict.fromkeys(("revision", "draft", "saved_at", "writer"))
        row["finished"] = max(row["finished"] - user.bound.before, 0)
    rubric = in_language(stored_spec(row["version_id"], row["sha256"]), row["language"] or language)
    return HitPage(
        pk=pk,
        person=user.pk,
        late=bool(row["late"]),
        batch=_batch(row),
        rubric=shown_rubric(rubric, order_seed=row["order_seed"]),
        order=options_order(rubric, order_seed=row["order_seed"]),
        rubric_sha256=row["sha256"],
        stimulus=_stimulus(row, viewer=user.pk),
        revision=row["revision"] or 0,
        draft=json.loads(row["draft"]) if row["draft"] else {},
        saved_by=f"{row['writer']}:{row['number']}" if row["writer"] else "",
        **{name: row[name] for name in _AS_READ},
    )


def _batch(row: Mapping[str, Any]) -> ShownBatch:
    return ShownBatch(
        pk=row["batch_id"],
        title=row["title"],
        state=row["batch_state"],
        reward=row["reward"],
        project=ShownProject(row["currency"]),
        dataset=ShownDataset(row["simulated"]),
        allotted_seconds=row["allotted_seconds"],
        scheme=row["scheme"],
        may_return=row["may_return"],
    )


def _stimulus(row: Mapping[str, Any], *, viewer: int) -> Stimulus:
    texts = [text for text, _kind, _media, _pk in row["outputs"]]
    pages = [page_address(pk) for _text, _kind, _media, pk in row["outputs"]]
    output_media = [
        [shown_medium(values, viewer=viewer, kind=kind) for values in own or ()]
        for _text, kind, own, _pk in row["outputs"]
    ]
    return replace(
        words(
            json.loads(row["fields"]),
            texts,
            row["shown_order"],
            output_media=output_media,
            pages=pages,
        ),
        media={name: shown_medium(values, viewer=viewer) for name, *values in row["media"] or ()},
    )
