"""The gold of a draft from a table: a row for each question of an item's outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from hits.models import Batch, GoldKey
from hits.page.stimulus import words
from hits.queue.batch_locks import lock_batch
from people.acts import record
from people.models import Act, User
from quality.gold.rules import BadRule, Rule, parse_rule
from stimuli.models import Item, Output
from surveys.questions import Question, questions
from tabular.errors import DocumentError, RateroomError
from tabular.findings import Findings
from tabular.reading import Record, open_table

COLUMNS = ("item", "systems", "question", "accepted")
# May be left out: a kind of hits.models.GoldKey, `known` where nothing is said.
KIND = "kind"
MOST_ROWS = 10_000
SEPARATOR = "|"


class GoldFrozen(RateroomError):  # noqa: N818 - named for what it is
    """The batch is published, so its gold is promised."""


@dataclass
class _Gold:
    """What the rows of one item's outputs say."""

    item: Item
    outputs: Sequence[Output]
    questions: Mapping[str, Question]
    kind: str = GoldKey.Kind.KNOWN
    rules: list[Rule] = field(default_factory=list)


@transaction.atomic
def set_gold(*, batch_id: int, path: Path, by: User | None) -> int:
    """Take the table at `path` (CSV or JSONL) as all the gold of a draft; returns how many HITs
    that makes.

    Its columns are `item` (external id), `systems` (names, with `|` between those of a page of
    several), `question` (a key as in exports; `a`, `b` … are the systems in alphabetical order) and
    `accepted` (see quality.gold.rules); `kind` may be left out. Raises DocumentError with every
    fault by its row, and GoldFrozen.
    """
    batch = lock_batch(batch_id)
    if batch.state != Batch.State.DRAFT:
        raise GoldFrozen(
            _("The gold of a published batch is promised and cannot change."),
            remedy=_("Retire gold that is wrong, or duplicate the batch."),
        )
    keys = _read(batch, path)
    GoldKey.objects.filter(batch=batch).delete()
    GoldKey.objects.bulk_create(
        GoldKey(
            batch=batch,
            item=gold.item,
            output_ids=[output.pk for output in gold.outputs],
            rules=gold.rules,
            kind=gold.kind,
        )
        for gold in keys
    )
    record(
        actor=by,
        verb=Act.Verb.AMENDED,
        subject=batch,
        project_id=batch.project_id,
        after={"gold": len(keys)},
    )
    return len(keys)


def _read(batch: Batch, path: Path) -> list[_Gold]:
    table = open_table(path)
    if missing := [name for name in COLUMNS if name not in table.columns]:
        raise DocumentError.one(
            path.name,
            _("lacks columns: %(columns)s.") % {"columns": ", ".join(missing)},
            remedy=_("Its columns are item, systems, question and accepted."),
        )
    findings = Findings(path.name)
    rows = list(table.records(findings))
    if len(rows) > MOST_ROWS:
        raise DocumentError.one(
            path.name, _("has more than %(number)s rows.") % {"number": MOST_ROWS}
        )
    items = _items(batch, rows)
    gold_by_name: dict[tuple[str, str], _Gold | None] = {}
    for row in rows:
        name = (_text(row, "item"), _text(row, "systems"))
        if name not in gold_by_name:
            gold_by_name[name] = _gold(batch, items, row, findings)
        gold = gold_by_name[name]
        if gold is None:
            continue
        try:
            rule = parse_rule(gold.questions, _text(row, "question"), _text(row, "accepted"))
        except BadRule as error:
            findings.refuse(error.what, row=row.row, remedy=error.remedy)
        else:
            gold.rules.append(rule)
    findings.stop_if_any()
    return [gold for gold in gold_by_name.values() if gold is not None]


def _text(row: Record, column: str) -> str:
    return str(row.values.get(column) or "").strip()


def _items(batch: Batch, rows: Sequence[Record]) -> dict[str, Item]:
    names = {_text(row, "item") for row in rows}
    items = Item.objects.filter(dataset=batch.dataset_id, external_id__in=names)
    return {item.external_id: item for item in items.prefetch_related("outputs__system")}


def _gold(batch: Batch, items: Mapping[str, Item], row: Record, findings: Findings) -> _Gold | None:
    """The item's outputs by the systems that the row names; None where it names none, as
    `findings` say."""
    item = items.get(_text(row, "item"))
    if item is None:
        what = _("The dataset has no item “%(item)s”.") % {"item": _text(row, "item")}
        findings.refuse(what, row=row.row, column="item")
        return None
    by_system = {output.system.name: output for output in item.outputs.all()}
    # By code points: the canonical order of a HIT's outputs.
    names = sorted({name.strip() for name in _text(row, "systems").split(SEPARATOR)})
    if lacking := [name for name in names if name not in by_system]:
        what = _("The item “%(item)s” has no output of “%(system)s”.") % {
            "item": item.external_id,
            "system": lacking[0],
        }
        remedy = _("It has those of: %(systems)s.") % {"systems": ", ".join(sorted(by_system))}
        findings.refuse(what, row=row.row, column="systems", remedy=remedy)
        return None
    rubric = batch.rubric_version.spec
    if len(names) != rubric.outputs.per_page:
        what = _("A page of this rubric shows %(wanted)s outputs, and %(number)s are named.") % {
            "wanted": rubric.outputs.per_page,
            "number": len(names),
        }
        findings.refuse(what, row=row.row, column="systems")
        return None
    kind = _text(row, KIND) or GoldKey.Kind.KNOWN.value
    if kind not in GoldKey.Kind.values:
        what = _("There is no kind “%(kind)s” of gold.") % {"kind": kind}
        remedy = _("Its kinds are: %(kinds)s.") % {"kinds": ", ".join(GoldKey.Kind.values)}
        findings.refuse(what, row=row.row, column=KIND, remedy=remedy)
        return None
    outputs = [by_system[name] for name in names]
    stimulus = words(item.fields, [output.text for output in outputs], "".join(rubric.letters()))
    on_page = questions(rubric, stimulus)
    by_key = {question.key: question for question in on_page}
    return _Gold(item, outputs, by_key, kind)
