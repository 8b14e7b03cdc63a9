"""Tests of an ablation: the report, its files and its bundle compare a judge that saw references
with one that did not."""

import csv
import io
import json
import zipfile

import pytest

from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.report.files import open_kit
from analysis.report.illustrating import illustrate
from analysis.requests import report_for
from core.tabular.formulas import unguarded
from hits.batches.publishing import close_batch
from hits.exports import ExportChoice, export_pieces
from hits.queue.concerns import MEASURES
from judges.models import JudgeRun
from judges.runs.batch_files import batch_lines, import_results
from stimuli.models import ItemMedium, Medium
from surveys.models import PromptTemplate
from tests import world
from tests.analysis.frames import held
from tests.judges.test_batch_files import openai_result

pytestmark = pytest.mark.django_db
CRITERIA = ("accuracy", "completeness", "conciseness", "relevance")
ITEMS = 12


def scores(item: int, system: str, shift: int = 0) -> dict[str, int]:
    """Return an output's true scores by criterion, each increased by `shift`."""
    truth = 20 + 5 * item + (10 if system == "Heron" else 0)
    return {key: (truth + 7 * place + shift) % 101 for place, key in enumerate(CRITERIA)}


def rated_batch():
    """Return a closed batch of clips with reference captions. Two people's scores differ from the
    true scores by +2 and -2."""
    owner = world.project()
    data = world.dataset(owner, items=ITEMS, systems=("Heron", "Moss"))
    clip = Medium.objects.create(project=owner, sha256="cd" * 32, content_type="video/mp4")
    for item in data.items.all():
        item.fields = {"references": ["A mill."]}
        item.save(update_fields=["fields"])
        item.item_media.all().delete()
        ItemMedium.objects.create(item=item, field="video", medium=clip)
    batch = world.live_batch(
        owner, data, rubric=world.version("video-caption"), annotators_per_hit=2
    )
    for shift, person in ((2, world.annotator()), (-2, world.second_annotator())):
        for _hit in range(2 * ITEMS):
            claimed = world.claim(person, batch)
            given = scores(*output_of(claimed.hit), shift)
            raw = {key: str(value) for key, value in given.items()}
            world.submit(
                claimed, raw | {"reason": "Fine.", "seen": json.dumps({MEASURES["video"]: 1})}
            )
    close_batch(batch_id=batch.pk)
    return batch


def output_of(hit) -> tuple[int, str]:
    return int(hit.item.external_id.removeprefix("item-")), hit.outputs[0].system.name


def run(batch, name: str, omit: list[str], shift) -> JudgeRun:
    """Return a run by a batch service with its own prompt template. `shift` returns the judge's
    error for an item."""
    template = PromptTemplate.objects.create(
        project=batch.project,
        rubric=batch.rubric_version.rubric,
        name=name,
        text="{{output}}\n\nScore it.",
        omit=omit,
    )
    made = JudgeRun.objects.create(
        batch=batch,
        name=name,
        model="m",
        template=template,
        state=JudgeRun.State.READY,
        rubric_sha256=batch.rubric_version.sha256,
    )
    hits = batch.hits.in_bulk()
    results = []
    for line in batch_lines(made, "openai"):
        request = json.loads(line)
        assert ("A mill." in line) == ("references" not in omit)
        item, system = output_of(hits[int(request["custom_id"].split("-")[1].removeprefix("hit"))])
        given = scores(item, system, shift(item))
        marks = dict(zip(CRITERIA, "αβψδ", strict=True))
        text = "Fine.\n" + "\n".join(
            f"{key.title()}: {mark}{given[key]}{mark}" for key, mark in marks.items()
        )
        results.append(openai_result(request["custom_id"], text))
    assert import_results(run=made, lines=results).read == 2 * ITEMS
    return made


@pytest.fixture(scope="module")
def module_report(module_rows):
    batch = rated_batch()
    run(batch, "with", [], lambda item: item % 3)
    run(batch, "without", ["references"], lambda item: 17 * item % 40)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    return report


def test_the_page_shows_both_runs_and_what_each_did_not_see(module_report, client):
    client.force_login(world.viewer(module_report.batch.project))
    page = client.get(f"/batches/{module_report.batch_id}/report/").content.decode()
    words = " ".join(page.split())
    assert "<h3>with – without</h3>" in words
    assert "with did not see video." in words
    assert "without did not see video, references. </p>" in words
    assert "<li>without did not see video, references, which people saw.</li>" in words
    side = words.split('id="sides"')[1].split("</table>")[0]
    difference = module_report.result["criteria"][0]["judge_pairs"][0]["difference"]
    assert difference["low"] > 0.1
    assert f"<strong>{difference['value']:.2f}</strong>" in side
    assert f"<small>{difference['low']:.2f} … {difference['high']:.2f}</small>" in side
    assert side.count("Accuracy") == side.count("Relevance") == 3


def test_the_export_and_the_bundle_say_what_was_not_seen(module_report):
    batch = module_report.batch
    exported = b"".join(export_pieces(batch, ExportChoice(table="ratings")))
    kit = open_kit(module_report, comparison_of(module_report))
    with kit, zipfile.ZipFile(kit) as bundle:
        bundled, methods = bundle.read("ratings.csv"), bundle.read("methods.md").decode()
        assert "tables/judges-side-by-side.tex" in bundle.namelist()
        assert "unseen" in bundle.read("dictionary.csv").decode()
    for content in (exported, bundled):
        rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
        told = {(row["kind"], row["rater"], unguarded(row["unseen"])) for row in rows}
        assert {each for each in told if each[0] == "judge"} == {
            ("judge", "with", "video"),
            ("judge", "without", "video references"),
        }
        assert {unseen for kind, _rater, unseen in told if kind == "human"} == {""}
    assert held(exported).unseen == {"with": ("video",), "without": ("video", "references")}
    assert "without did not see video, references, which people saw. " in methods
    assert json.loads(json.dumps(module_report.result["unseen"]))["with"] == ["video"]
