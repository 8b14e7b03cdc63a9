"""Tests of marked passages with the library's rubric for translations: their export, and their
agreement in the report, its files and its bundle."""

import csv
import io
import json
import zipfile

import pytest

from analysis.comparison.marks import ALL, mark_figures
from analysis.data.facts import Marked, MarkedSection, Passage
from analysis.data.mark_rows import marked_sections
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of, is_current
from analysis.report.files import open_kit
from analysis.report.illustrating import illustrate
from analysis.requests import report_for
from desk.exports.views import ExportForm
from hits.exports import ExportChoice, Form, count_rows, dictionary_rows, export_pieces
from hits.exports.snapshots import erase_from_snapshots, make_snapshot
from hits.models import Answer, Batch
from judges.replies.importing import JudgeSettings, import_judge_run
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.analysis.report.recomputing import recompute, unpack
from tests.people.personal_data.test_erasing import erase

pytestmark = pytest.mark.django_db
CHOICES = {"severity": {"minor": "Minor", "major": "Major"}}
ITEMS = 6


def answer(item: str, rater: str, *passages: tuple) -> Marked:
    marks = [Passage(start, end, severity=severity) for start, end, severity in passages]
    return Marked(item, (item, "errors"), rater, rater == "Judge", marks)


def test_character_f1_is_what_it_is_by_hand():
    """Expected values by hand, from one text of 20 characters and one that two of three people left
    unmarked.

    First text: Ann marked 0–6 minor and a missing passage, and Ben 2–8 minor and 10–12 major. Both
    marked 2–6, which is 4 characters. Ann marked 7 and Ben 8, so F1 is 2 · 4 / 15. Second text:
    only Cleo marked 3 characters. In two of the three pairs, one person marked 3. Over both texts,
    F1 is 8 / (15 + 6). The judge marked 0–6 minor in the first text: 2 · 6 / (6 + 7) with Ann, and
    2 · 4 / (6 + 8) with Ben. It marked nothing in the second text, where Cleo adds 3, so F1 is (12
    + 8) / (13 + 14 + 3).
    """
    answers = [
        answer("1", "Ann", (0, 6, "minor"), (20, 20, "major")),
        answer("1", "Ben", (2, 8, "minor"), (10, 12, "major")),
        *(answer("2", name, *([(0, 3, "major")] if name == "Cleo" else [])) for name in ("Cleo", "Dan", "Eve")),
        answer("1", "Judge", (0, 6, "minor"), (1, 3, "minor")),
        answer("2", "Judge"),
    ]  # fmt: skip
    sections = [MarkedSection("errors", "Errors", CHOICES, answers)]
    found = {
        (figure.judge, figure.name): (figure.estimate.value, figure.estimate.n)
        for figure in mark_figures(sections, ["Judge", "Late"], draws=99, seed=1)
    }
    assert found == {
        ("", ALL): (pytest.approx(8 / 21), 2),
        ("", "Minor"): (pytest.approx(8 / 12), 2),
        ("", "Major"): (0.0, 2),
        ("Judge", ALL): (pytest.approx(20 / 30), 2),
        ("Judge", "Minor"): (pytest.approx(20 / 24), 2),
        ("Judge", "Major"): (0.0, 2),
        **{("Late", name): (None, 0) for name in (ALL, "Minor", "Major")},
    }


def test_the_interval_leaves_out_items_and_narrows_with_their_number():
    def width(items: int) -> float:
        answers = [
            answer(f"{number}", rater, (0, 4 + (number % 3) * late, "minor"))
            for number in range(items)
            for late, rater in enumerate(("Ann", "Ben"))
        ]
        sections = [MarkedSection("errors", "Errors", CHOICES, answers)]
        first = next(mark_figures(sections, [], draws=999, seed=1)).estimate
        assert first.low < first.value < first.high
        return first.high - first.low

    assert 1.6 < width(12) / width(48) < 2.4
    few = MarkedSection("errors", "Errors", CHOICES, [answer("1", "Ann"), answer("1", "Ben")])
    (none, *_rest) = mark_figures([few], [], draws=9, seed=1)
    assert none.estimate.reason == "not estimable: nothing is marked"


@pytest.fixture(scope="module")
def module_translated(module_rows):
    """Six items by one system. Ann marks “Text” in all. Ben marks a missing passage in all and
    “Text 1” in odd items. The judge marks “Text” in odd items."""
    owner = world.project()
    data = world.dataset(owner, items=ITEMS, systems=("Heron",))
    data.items.update(fields={"source": "=Quelle"})
    rubric = world.version("translation-esa")
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)
    for person in (world.annotator(), world.second_annotator()):
        for _hit in range(ITEMS):
            claimed = world.claim(person, batch)
            text = claimed.hit.outputs[0].text
            marks = [{"start": 0, "end": 4, "severity": "minor"}]
            if person == world.second_annotator():
                marks = [{"start": len(text), "end": len(text), "severity": "minor"}]
                if is_odd(claimed.hit.item.external_id):
                    marks.append({"start": 0, "end": 6, "severity": "major"})
            world.submit(claimed, {"errors": json.dumps(marks), "quality": "70"})
    lines = []
    for item, system in world.shown_systems(batch):
        marks = [{"quote": "Text", "severity": "major"}] if is_odd(item) else []
        reply = json.dumps({"errors": marks, "quality": 80})
        lines.append({"item": item, "system": [system], "reply": reply})
    run = import_judge_run(batch=batch, settings=JudgeSettings("=Run", "m"), replies=lines)
    assert dict(run.failed) == {}
    return batch


def is_odd(item: str) -> bool:
    return int(item.removeprefix("item-")) % 2 == 1


@pytest.fixture
def translated(module_translated, db):
    return Batch.objects.get(pk=module_translated.pk)


def rows_of(batch, **choice) -> list[dict[str, str]]:
    content = b"".join(export_pieces(batch, ExportChoice(table="marks", **choice)))
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_the_export_has_a_row_for_each_mark_and_for_each_answer_without_one(translated):
    rows = rows_of(translated)
    columns = ("kind", "start", "end", "quote", "severity", "system", "target")
    first = [tuple(row[name] for name in columns) for row in rows if row["item"] == "item-1"]
    assert sorted(first) == [
        ("human", "0", "4", "Text", "minor", "Heron", "errors"),
        ("human", "0", "6", "Text 1", "major", "Heron", "errors"),
        ("human", "20", "20", "", "minor", "Heron", "errors"),
        ("judge", "0", "4", "Text", "major", "Heron", "errors"),
    ]
    unmarked = [row for row in rows if row["kind"] == "judge" and row["item"] == "item-2"]
    assert [(row["rater"], row["start"], row["quote"]) for row in unmarked] == [("'=Run", "", "")]
    assert len(rows) == count_rows(translated, ExportChoice(table="marks")) == 6 + 9 + 6
    explained = [row[0] for row in dictionary_rows(translated) if row[1] == "marks"]
    assert explained == list(rows[0])
    person = translated.enrolments.order_by("pk").first().pseudonym
    assert {row["rater"] for row in rows_of(translated, annotators=(person,))} == {person, "'=Run"}
    stable = {row["rater"] for row in rows_of(translated, pseudonyms="project")} - {"'=Run"}
    assert {name[:2] for name in stable} == {"P-"}


def test_a_batch_that_asks_for_no_marks_offers_no_such_table(translated):
    def offered(batch) -> bool:
        named = {row[1] for row in dictionary_rows(batch)}
        values = [value for value, _label in ExportForm(batch=batch).fields["table"].choices]
        assert ("marks" in values) == ("marks" in named)
        return "marks" in values

    other = world.live_batch(world.project())
    assert (offered(translated), offered(other), rows_of(other)) == (True, False, [])


def test_marks_in_an_items_field_are_quoted_and_compared_like_those_in_an_output(client, db):
    """Ann marks the same word as the judge, and Ben marks that word and the next one."""
    owner = world.project()
    data = world.dataset(owner, items=1, systems=("Heron",))
    data.items.update(fields={"source": "Die Mühle steht."})
    source = library_source("translation-esa").replace(
        "    kind: spans\n", "    kind: spans\n    field: source\n"
    )
    rubric = load_version(source=source.replace("missing: true", "missing: false"), project=owner)
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)
    for person, end in ((world.annotator(), 9), (world.second_annotator(), 15)):
        claimed = world.claim(person, batch)
        client.force_login(person)
        page = client.get(world.hit_path(claimed)).content.decode()
        assert '<span class="" data-start="4" data-end="9">Mühle</span>' in page
        mark = {"start": 4, "end": end, "severity": "minor"}
        world.submit(claimed, {"errors": json.dumps([mark]), "quality": "70"})
    reply = json.dumps({"errors": [{"quote": "Mühle", "severity": "minor"}], "quality": 80})
    line = {"item": "item-1", "system": ["Heron"], "reply": reply}
    import_judge_run(batch=batch, settings=JudgeSettings("j", "m"), replies=[line])
    quotes = [(row["rater"] == "j", row["quote"]) for row in rows_of(batch)]
    assert quotes == [(False, "Mühle"), (False, "Mühle steht"), (True, "Mühle")]
    found = mark_figures(marked_sections([batch], "counted"), ["j"], draws=9, seed=1)
    values = {one.judge: one.estimate.value for one in found if one.name == ALL}
    assert values == {"": 10 / 16, "j": pytest.approx(20 / (10 + 16))}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("form", Form.values)
def test_a_snapshot_of_marks_loses_the_rows_of_a_person(translated, form):
    choice = ExportChoice(table="marks", file_format=form)
    snapshot = make_snapshot(batch=translated, choice=choice, by=None)
    gone = translated.assignments.filter(annotator=world.annotator()).values_list("pk", flat=True)
    (left,) = erase_from_snapshots(batch=translated, assignments=set(gone), by=None)
    assert (snapshot.rows, left.rows) == (21, 15)


def test_the_report_and_its_bundle_tell_the_agreement(translated, client, tmp_path):
    report = report_for(translated)
    perform_report(report_id=report.pk)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    comparison = comparison_of(report)
    found = {(one.judge, one.name): one.estimate for one in comparison.marks}
    # In odd items 2 · 4 of 4 + 7 characters, in even ones 0 of 4 + 1.
    people = found["", "All marks"]
    assert people.value == pytest.approx(24 / 48)
    assert (people.n, people.low < people.value < people.high) == (6, True)
    assert found["=Run", "Major"].value == pytest.approx(24 / (3 * 4 + 3 * 10))
    assert found["=Run", "Minor"].value == 0
    client.force_login(world.viewer(translated.project))
    page = client.get(f"/batches/{translated.pk}/report/").content.decode()
    shown = " ".join(page.split('id="marks"')[1].split("</table>")[0].split())
    assert f"<strong>{people.value:.2f}</strong>" in shown
    assert f"<small>{people.low:.2f} … {people.high:.2f}</small>" in shown
    kit = open_kit(report, comparison)
    with kit, zipfile.ZipFile(kit) as bundle:
        figures = list(csv.DictReader(io.StringIO(bundle.read("tables/figures.csv").decode())))
        assert "Marked passages were compared by the F1" in bundle.read("methods.md").decode()
        assert "All marks" in bundle.read("tables/marks.md").decode()
        told = {row["rater"] for row in figures if row["statistic"] == "character F1, Minor"}
        assert told == {"people", "'=Run"}
        folder = unpack(kit, tmp_path)
    result = recompute(folder)
    assert (result.code, result.output.count("character_f1")) == (0, 12)
    path = folder / "ratings.csv"
    path.write_text(path.read_text().replace('""end"": 4', '""end"": 3', 1))
    assert recompute(folder).code == 1


def test_erased_words_leave_the_files_and_the_agreement(translated):
    report = report_for(translated)
    perform_report(report_id=report.pk)
    erase(world.annotator())
    assert Answer.objects.filter(key="errors", text="").count() == ITEMS
    assert {row["kind"] for row in rows_of(translated)} == {"human", "judge"}
    assert len(rows_of(translated)) == 15
    report.refresh_from_db()
    assert not is_current(report)
    again = report_for(translated)
    perform_report(report_id=again.pk)
    again.refresh_from_db()
    (first, *_rest) = comparison_of(again).marks
    assert first.estimate.reason == "not estimable: one rating per unit"
