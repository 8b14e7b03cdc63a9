"""The columns of a batch's exports: answers, facts about each assignment, and viewing records."""

from dataclasses import replace

from django.db import connection
from django.db.models import Exists, Func, IntegerField, Max, OuterRef, TextField
from django.db.models.fields.json import KeyTransform

from core.database.sql import load
from hits.batches.input_names import input_names
from hits.exports import mturk
from hits.exports.choice import Table
from hits.exports.fixed import (
    ANSWER,
    ASSIGNMENT,
    MASKED,
    STABLE,
    Fixed,
    further_output,
    further_system,
    measured,
    output_id,
    shown_text,
)
from hits.models import HIT, Batch
from hits.states import CONDITIONS
from hits.telemetry import ORDER, order_measures, section_times
from stimuli.models import Item
from surveys.columns import Column, rubric_columns
from surveys.kinds.base import SectionBase
from surveys.kinds.running import ORDERS
from surveys.spec import Rubric

_MOST_TURNS = load(CONDITIONS, "most_turns", turns=load(CONDITIONS, "turns"))
MEDIUM_NAME = "coalesce(m.url, m.original_name)"


def answer_columns(batch: Batch) -> list[Column]:
    """Return the columns for the rubric's answers. There are enough of them for the batch's longest
    list and its longest conversation."""
    spec = batch.rubric_version.spec
    lists = {name for section in spec.sections if (name := section.entry_field())}
    longest = {name: _longest(batch, name) for name in sorted(lists)}
    has_turns = any(section.asks_about_turns for section in spec.sections)
    turns = _most_turns(batch) if has_turns else 0
    return rubric_columns(spec, entries=longest, turns=turns)


def answer_name(column: Column) -> str:
    """Return the name in exports of a column for an answer."""
    return f"Answer.{column.key}"


def _longest(batch: Batch, name: str) -> int:
    """Return the largest number of entries in the list field `name` of the batch's items."""
    value = KeyTransform(name, "fields")
    is_shown = Exists(HIT.objects.filter(batch=batch, item=OuterRef("pk")))
    lists = Item.objects.annotate(
        kind=Func(value, function="jsonb_typeof", output_field=TextField())
    ).filter(is_shown, kind="array")
    length = Func(value, function="jsonb_array_length", output_field=IntegerField())
    return int(lists.aggregate(most=Max(length, default=0))["most"])


def _most_turns(batch: Batch) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_MOST_TURNS, {"batch": batch.pk})
        return int(cursor.fetchone()[0])


def input_columns(batch: Batch) -> list[Fixed]:
    """Return the columns `Input.*` with the contents of a HIT. These are the item's fields and
    media, the outputs' texts, and the outputs' media if there are any."""
    names = input_names(batch)
    outputs = [Fixed("Input.output_a", "Text of output a.", shown_text("a", "oa.text"), text=True)]
    if batch.rubric_version.spec.outputs.per_page > 1:
        text = shown_text("b", "ob.text")
        outputs.append(Fixed("Input.output_b", "Text of output b.", text, text=True))
    outputs += map(further_output, _further(batch))
    letters = batch.rubric_version.spec.letters() if names.output_media else ()
    output_media = [column for letter in letters for column in _output_media(letter)]
    return [*map(_field, names.fields), *map(_medium, names.media), *outputs, *output_media]


def _further(batch: Batch) -> tuple[str, ...]:
    return batch.rubric_version.spec.letters()[2:]


def _field(name: str) -> Fixed:
    meaning = f"Field {name} of the item. Lists and records are in JSON."
    return Fixed(f"Input.{name}", meaning, f"i.fields ->> {quoted(name)}", text=True)


def _medium(name: str) -> Fixed:
    sql = f"""(select {MEDIUM_NAME} from stimuli_itemmedium im
              join stimuli_medium m on m.id = im.medium_id
               where im.item_id = i.id and im.field = {quoted(name)})"""
    return Fixed(f"Input.{name}", f"File name or address of the item's {name}.", sql, text=True)


def _output_media(letter: str) -> list[Fixed]:
    """Return the two columns for an output's media: their names or URLs, and their hashes."""
    sql = f"""(select string_agg({{0}}, ' | ' order by om.place) from stimuli_outputmedium om
              join stimuli_medium m on m.id = om.medium_id
               where om.output_id = {output_id(letter)})"""
    names = f"File names or addresses of output {letter}'s media, in the order shown."
    hashes = f"SHA-256 of output {letter}'s media, in the order shown, or linked for a link."
    return [
        Fixed(f"Input.output_{letter}_media", names, sql.format(MEDIUM_NAME), text=True),
        Fixed(f"Input.output_{letter}_sha256", hashes, sql.format("coalesce(m.sha256, 'linked')")),
    ]


def quoted(text: str) -> str:
    """Return `text` as an SQL string literal. Every `%` is doubled, because the statement has
    parameters."""
    return "'" + text.replace("'", "''").replace("%", "%%") + "'"


def all_fixed(batch: Batch, table: str, *, is_stable: bool = False) -> list[Fixed]:
    """Return the columns of a table that do not come from the rubric, in order. In the long table,
    the columns about the answer come first. With `is_stable`, pseudonyms are the same in the whole
    project."""
    stable = {STABLE.name: STABLE} if is_stable else {}
    if table == Table.MTURK:
        letters = batch.rubric_version.spec.letters()
        assignment = [stable.get(column.name, column) for column in mturk.COLUMNS]
        return [*assignment, *mturk.systems(letters), *input_columns(batch)]
    spec = batch.rubric_version.spec
    times = map(measured, [*order_measures(spec), *section_times(spec)])
    option_orders = [
        _options(spec, section) for section in spec.sections if section.orders == ORDERS
    ]
    systems = map(further_system, _further(batch))
    first = _long_columns(batch) if table == Table.LONG else []
    inputs = input_columns(batch) if table == Table.WIDE else []
    own = [stable.get(column.name, column) for column in ASSIGNMENT]
    masked = [MASKED] if input_names(batch).masked else []
    return [*first, *own, *systems, *masked, *times, *option_orders, *inputs]


def _options(spec: Rubric, section: SectionBase) -> Fixed:
    """Return the column with the order in which the shuffled options of a section were shown."""
    orders = [section.in_order(spec, order).option_names() for order in range(section.orders)]
    words = ", ".join(quoted(" ".join(names)) for names in orders)
    return Fixed(
        f"{ORDER.column}.{section.key}",
        f"The options of section {section.key} in the order shown, separated by spaces. Blank if "
        "not recorded.",
        f"(array[{words}])[(w.seen ->> '{ORDER.key}')::int + 1]",
    )


def _long_columns(batch: Batch) -> list[Fixed]:
    """Return the columns about the answer in the long table. If HITs have more than two outputs,
    the description of "Output" includes their letters."""
    further = _further(batch)
    meaning = (
        f"Canonical letter of the rated output: a to {further[-1]}. Blank if none."
        if further
        else ""
    )
    return [
        replace(column, meaning=meaning) if further and column.name == "Output" else column
        for column in ANSWER
    ]
