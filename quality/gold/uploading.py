"""Uploading a draft's known answers as a table. Each row has the known answer to one question about
an item's outputs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DocumentError, RateroomError
from core.tabular.findings import Findings
from core.tabular.reading import Record, open_table
from hits.batch_locks import lock_batch
from hits.models import Batch, GoldKey
from hits.stimulus import words
from people.acts import record
from people.models import Act, User
from quality.gold.rules import BadRule, Rule, parse_rule, refuse_unasked
from stimuli.models import Item, Output
from surveys.questions import Question, questions

COLUMNS = ("item", "systems", "question", "accepted")
# Optional column for a kind of hits.models.GoldKey. The default is `known`.
KIND = "kind"
MOST_ROWS = 10_000
SEPARATOR = "|"
LONGEST = 2000  # most characters of an explanation
Purpose = GoldKey.Purpose
TRAINING_PURPOSES = (Purpose.TRAINING, Purpose.TEST)


class GoldFrozen(RateroomError):
    """Raised if the batch is published, because publishing locks its known answers."""


@dataclass
class _Gold:
    """The rows of a gold table about the same outputs of an item."""

    item: Item
    outputs: Sequence[Output]
    questions: Mapping[str, Question]
    kind: str = GoldKey.Kind.KNOWN
    purpose: str = Purpose.GOLD
    rules: list[Rule] = field(default_factory=list)
    explanations: list[str] = field(default_factory=list)

    @property
    def output_ids(self) -> list[int]:
        return [output.pk for output in self.outputs]


def set_gold(*, batch_id: int, path: Path, by: User | None) -> int:
    """Replace all gold of a draft with the table at `path` (CSV or JSONL). Return the number of
    gold HITs.

    The columns are `item` (external id), `systems` (names, separated by `|` if a page shows
    several), `question`, `accepted` (see quality.gold.rules) and optionally `kind`. A question is
    given by its key in exports. In keys, `a`, `b` … are the systems in alphabetical order. Raises
    GoldFrozen, and DocumentError with all errors and their rows.
    """
    return len(_set(batch_id, path, by, (Purpose.GOLD,)))


def set_training(*, batch_id: int, path: Path, by: User | None) -> tuple[int, int]:
    """Replace the training and test of a draft like `set_gold`. Return the numbers of training HITs
    and of test HITs. People get these HITs in the table's order.

    The table has two more columns: `part` (`training` or `test`), and optionally `explanation`, a
    text below the feedback on a training HIT.
    """
    keys = _set(batch_id, path, by, TRAINING_PURPOSES)
    training = sum(key.purpose == Purpose.TRAINING for key in keys)
    return training, len(keys) - training


@transaction.atomic
def _set(batch_id: int, path: Path, by: User | None, purposes: Collection[str]) -> list[_Gold]:
    batch = lock_batch(batch_id)
    if batch.state != Batch.State.DRAFT:
        raise GoldFrozen(
            _("The known answers of a published batch cannot change."),
            remedy=_("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
        )
    keys = _read(batch, path, purposes)
    GoldKey.objects.filter(batch=batch, purpose__in=purposes).delete()
    GoldKey.objects.bulk_create(
        GoldKey(
            batch=batch,
            item=gold.item,
            output_ids=gold.output_ids,
            rules=gold.rules,
            kind=gold.kind,
            purpose=gold.purpose,
            place=place,
            explanation="\n".join(dict.fromkeys(gold.explanations)),
        )
        for place, gold in enumerate(keys, 1)
    )
    record(
        by,
        Act.Verb.AMENDED,
        batch,
        after={str(purpose): sum(gold.purpose == purpose for gold in keys) for purpose in purposes},
    )
    return keys


def _read(batch: Batch, path: Path, purposes: Collection[str]) -> list[_Gold]:
    columns = COLUMNS if len(purposes) == 1 else (*COLUMNS, "part")
    table = open_table(path)
    if missing := [name for name in columns if name not in table.columns]:
        raise DocumentError.one(
            path.name, _("Missing columns: %(names)s.") % {"names": ", ".join(missing)}
        )
    findings = Findings(path.name)
    rows = list(table.records(findings))
    if len(rows) > MOST_ROWS:
        raise DocumentError.one(
            path.name, _("The table has more than %(number)s rows.") % {"number": MOST_ROWS}
        )
    reading = _Reading(batch, purposes, _items(batch, rows), findings)
    for row in rows:
        reading.take(row)
    findings.stop_if_any()
    return [gold for gold in reading.gold_by_name.values() if gold is not None]


class _Reading:
    """The rows of a gold table, grouped by item and systems. Errors are added to `findings`."""

    def __init__(
        self, batch: Batch, purposes: Collection[str], items: Mapping[str, Item], findings: Findings
    ) -> None:
        self.batch, self.purposes, self.items = batch, purposes, items
        self.findings = findings
        self.gold_by_name: dict[tuple[str, str], _Gold | None] = {}
        others = GoldKey.objects.filter(batch=batch).exclude(purpose__in=purposes)
        self.used = {tuple(ids): purpose for ids, purpose in others.values_list(*_USED)}

    def take(self, row: Record) -> None:
        name = (_text(row, "item"), _text(row, "systems"))
        if name not in self.gold_by_name:
            self.gold_by_name[name] = self._begin(row)
        gold = self.gold_by_name[name]
        if gold is None or not self._is_of(gold, row):
            return
        try:
            rule = parse_rule(gold.questions, _text(row, "question"), _text(row, "accepted"))
            refuse_unasked(gold.questions, [*gold.rules, rule])
        except BadRule as error:
            self.findings.refuse(error.what, row=row.row, remedy=error.remedy)
            return
        gold.rules.append(rule)
        if explanation := _text(row, "explanation")[:LONGEST]:
            gold.explanations.append(explanation)

    def _begin(self, row: Record) -> _Gold | None:
        gold = _gold(self.batch, self.items, row, self.findings)
        if gold is None:
            return None
        if len(self.purposes) > 1:
            gold.purpose = _text(row, "part").lower()
        if gold.purpose not in self.purposes:
            self.findings.refuse(
                _("The part must be “training” or “test”."), row=row.row, column="part"
            )
            return None
        if (use := self.used.get(tuple(gold.output_ids))) is not None:
            self.findings.refuse(
                _("“%(item)s” is already used for “%(use)s”. A HIT can have only one use.")
                % {"item": gold.item.external_id, "use": Purpose(use).label},
                row=row.row,
                column="item",
            )
            return None
        return gold

    def _is_of(self, gold: _Gold, row: Record) -> bool:
        """Return whether the row has the same `part` as earlier rows about the same outputs. If
        not, add an error."""
        if len(self.purposes) == 1 or _text(row, "part").lower() == gold.purpose:
            return True
        self.findings.refuse(
            _("“%(item)s” is already used for “%(use)s”. A HIT can have only one use.")
            % {"item": gold.item.external_id, "use": Purpose(gold.purpose).label},
            row=row.row,
            column="part",
        )
        return False


_USED = ("output_ids", "purpose")


def _text(row: Record, column: str) -> str:
    return str(row.values.get(column) or "").strip()


def _items(batch: Batch, rows: Sequence[Record]) -> dict[str, Item]:
    names = {_text(row, "item") for row in rows}
    items = Item.objects.filter(dataset=batch.dataset_id, external_id__in=names)
    return {item.external_id: item for item in items.prefetch_related("outputs__system")}


def _gold(batch: Batch, items: Mapping[str, Item], row: Record, findings: Findings) -> _Gold | None:
    """Return gold without rules for the item and the systems that the row names. If they are not
    valid, add an error to `findings` and return None."""
    item = items.get(_text(row, "item"))
    if item is None:
        what = _("“%(name)s” was not found.") % {"name": _text(row, "item")}
        findings.refuse(what, row=row.row, column="item")
        return None
    by_system = {output.system.name: output for output in item.outputs.all()}
    # Sort by code points, which gives the canonical order of a HIT's outputs.
    names = sorted({name.strip() for name in _text(row, "systems").split(SEPARATOR)})
    if lacking := [name for name in names if name not in by_system]:
        what = _("The item “%(item)s” has no output of “%(system)s”.") % {
            "item": item.external_id,
            "system": lacking[0],
        }
        remedy = _("Choose from: %(names)s.") % {"names": ", ".join(sorted(by_system))}
        findings.refuse(what, row=row.row, column="systems", remedy=remedy)
        return None
    rubric = batch.rubric_version.spec
    if len(names) != rubric.outputs.per_page:
        what = _(
            "A page of this rubric shows %(wanted)s outputs, but this row names %(number)s."
        ) % {
            "wanted": rubric.outputs.per_page,
            "number": len(names),
        }
        findings.refuse(what, row=row.row, column="systems")
        return None
    kind = _text(row, KIND) or GoldKey.Kind.KNOWN.value
    if kind not in GoldKey.Kind.values:
        what = _("“%(name)s” was not found.") % {"name": kind}
        remedy = _("Choose from: %(names)s.") % {"names": ", ".join(GoldKey.Kind.values)}
        findings.refuse(what, row=row.row, column=KIND, remedy=remedy)
        return None
    outputs = [by_system[name] for name in names]
    stimulus = words(item.fields, [output.text for output in outputs], "".join(rubric.letters()))
    on_page = questions(rubric, stimulus)
    by_key = {question.key: question for question in on_page}
    return _Gold(item, outputs, by_key, kind)
