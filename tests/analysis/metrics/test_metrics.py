"""Tests of metrics: valid and invalid tables, the message for each wrong row, and the comparison
with people in the report."""

import csv
import io
import json
import math
import re

import numpy as np
import pytest
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from scipy import stats

from analysis.comparison.batches import compare_batches
from analysis.comparison.compare import compare
from analysis.comparison.metrics import NO_VALUE
from analysis.comparison.results import ComparisonSettings, from_json
from analysis.data.metrics import MetricValues, joint_metrics
from analysis.data.ratings import batch_frame, batch_frames
from analysis.metrics.describing import delete_metric, describe_metric
from analysis.metrics.reading import metrics_of
from analysis.metrics.uploading import upload_metrics
from analysis.models import MetricValue
from analysis.report.computing import perform_report
from analysis.report.content import content_key
from analysis.report.illustrating import illustrate
from analysis.report.page.metrics import metric_tables
from analysis.report.paper.contents import written
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.metrics import metrics_table
from analysis.report.wording import methods
from analysis.requests import report_for
from core.errors import DocumentError, RateroomError
from hits.exports import ExportChoice, export_pieces
from hits.models import Batch
from people.models import Act
from tests import world
from tests.analysis.frames import frame_of, held, scored
from tests.analysis.metrics.tables import table, told, upload
from tests.analysis.report.recomputing import recompute, unpack
from tests.judges.test_importing import ANN, BEN, JUDGE, judge, rate_with, reply

pytestmark = pytest.mark.django_db
QUICK = ComparisonSettings(draws=10)
UNITS = [(item, system) for item in ("item-1", "item-2", "item-3") for system in ("Heron", "Moss")]
BLEU = [0.9, 0.7, 0.5, 0.3, 0.2, 0.1]  # people call 1 the best


def lines(values=BLEU, name="BLEU"):
    return [
        f"{item},{system},{name},{value}"
        for (item, system), value in zip(UNITS, values, strict=True)
    ]


@pytest.fixture(scope="module")
def module_rated(module_rows):
    owner = world.project()
    data = world.dataset(owner, items=4)
    batch = world.live_batch(owner, data, sample_rule="count", sample_count=3, annotators_per_hit=2)
    units = sorted(world.shown_systems(batch))
    rate_with(world.annotator(), batch, ANN)
    rate_with(world.second_annotator(), batch, BEN)
    judge(batch, [reply(value) for value in JUDGE])
    batch.units = units
    return batch


@pytest.fixture
def rated(module_rated, db):
    return Batch.objects.get(pk=module_rated.pk)


def named(batch, lines):
    """Return the lines with the ids of the batch's sampled items for `item-1` to `item-3`."""
    own = sorted({item for item, *_systems in world.shown_systems(batch)})
    pairs = dict(zip(("item-1", "item-2", "item-3"), own, strict=True))
    return [line.replace(line.split(",")[0], pairs[line.split(",")[0]], 1) for line in lines]


def problems(batch, folder, *given, **options) -> list[str]:
    with pytest.raises(DocumentError) as error:
        upload(batch, folder, *given, **options)
    assert not batch.metrics.filter(name="New").exists()
    return str(error.value).splitlines()


def test_every_wrong_row_is_named_and_nothing_is_stored(rated, tmp_path):
    (good, *_rest) = named(rated, lines(name="New"))
    item = good.split(",")[0]
    assert problems(
        rated,
        tmp_path,
        good,
        "nowhere,Heron,New,1",
        f"{item},gpt-x,New,1",
        f"{item},Moss,New,nan",
        f"{item},Moss,New,1e999",
        f"{item},Moss,,0.1",
        good,
    ) == [
        (
            "metrics.csv: row 3, column `item`: “nowhere” was not found. Correct the value, or "
            "leave out the row."
        ),
        (
            "metrics.csv: row 4, column `system`: “gpt-x” was not found. Correct the value, or "
            "leave out the row."
        ),
        (
            "metrics.csv: row 5, column `value`: “nan” is not a number. Correct the value, or "
            "leave out the row."
        ),
        (
            "metrics.csv: row 6, column `value`: “1e999” is not a number. Correct the value, "
            "or leave out the row."
        ),
        ("metrics.csv: row 7, column `metric`: Enter a name of at most 80 characters."),
        "metrics.csv: row 8: An earlier row already has a value of “New” for this item and system.",
    ]


def test_a_table_of_other_columns_is_refused(rated, tmp_path):
    path = table(tmp_path, "a,b", head="item,score")
    with pytest.raises(DocumentError, match="Missing columns: system, metric, value"):
        upload_metrics(batch_id=rated.pk, path=path, by=None)


def test_outputs_that_the_batch_does_not_rate_are_passed_over(rated, tmp_path):
    own = {item for item, *_systems in world.shown_systems(rated)}
    (other,) = {f"item-{number}" for number in range(1, 5)} - own
    done = upload(rated, tmp_path, *named(rated, lines()), f"{other},Heron,BLEU,0.5")
    assert (done.stored, done.passed_over) == (6, 1)
    with pytest.raises(DocumentError, match="no values for outputs in this batch"):
        upload(rated, tmp_path, f"{other},Heron,New,0.5")


def test_a_metric_is_replaced_only_when_that_is_chosen(rated, tmp_path):
    upload(rated, tmp_path, *named(rated, lines()))
    told(rated, low=0, high=1)
    again = named(rated, lines([0.5] * 6))
    assert problems(rated, tmp_path, again[0])[0].endswith(
        "The batch already has the metric “BLEU”. Tick “Replace metrics with the same name”, "
        "or rename the metric."
    )
    assert problems(rated, tmp_path, again[0].replace("0.5", "2"), replace=True) == [
        (
            "metrics.csv: row 2, column `value`: 2.0 is outside the range of “BLEU”. "
            "Widen the range, or upload correct values."
        )
    ]
    assert sorted(MetricValue.objects.values_list("value", flat=True)) == sorted(BLEU)
    upload(rated, tmp_path, *again[:2], replace=True)
    metric = rated.metrics.get()
    assert list(metric.values.values_list("value", flat=True)) == [0.5, 0.5]
    assert (metric.best, metric.low, metric.high) == ("highest", 0, 1)


def test_a_draft_takes_no_metrics(tmp_path):
    draft = world.draft_batch(world.project())
    with pytest.raises(RateroomError, match="Publish the batch first"):
        upload(draft, tmp_path, *lines())


def test_a_range_that_the_values_do_not_keep_to_is_refused(rated, tmp_path):
    upload(rated, tmp_path, *named(rated, lines()))
    metric = rated.metrics.get()
    with pytest.raises(RateroomError, match="0.1 is outside the range of"):
        describe_metric(metric=metric, best="highest", low=0.15, high=None, by=None)
    with pytest.raises(RateroomError, match="The lowest value must be below the highest"):
        describe_metric(metric=metric, best="highest", low=1, high=0, by=None)
    with pytest.raises(RateroomError, match="The lowest value must be below"):
        describe_metric(metric=metric, best="highest", low=None, high=math.nan, by=None)
    metric.refresh_from_db()
    assert (metric.best, metric.low) == ("", None)
    with pytest.raises(IntegrityError, match="metric_range_is_finite"), transaction.atomic():
        rated.metrics.update(high=math.nan)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_the_database_holds_finite_values_once(rated, tmp_path, value):
    upload(rated, tmp_path, *named(rated, lines()))
    one = MetricValue.objects.first()
    with pytest.raises(IntegrityError, match="finite"), transaction.atomic():
        MetricValue.objects.filter(pk=one.pk).update(value=value)
    with pytest.raises(IntegrityError, match="metric_value_once"), transaction.atomic():
        MetricValue.objects.create(metric=one.metric, item=one.item, system=one.system, value=1)


def test_what_is_done_to_a_metric_is_noted(rated, tmp_path):
    upload(rated, tmp_path, *named(rated, lines()))
    told(rated, "lowest")
    upload(rated, tmp_path, *named(rated, lines()), replace=True)
    assert delete_metric(metric=rated.metrics.get(), by=None) is True
    noted = Act.objects.filter(subject_type="analysis.metric", project=rated.project)
    verbs = list(noted.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["created", "amended", "amended", "deleted"]
    assert MetricValue.objects.count() == 0


def result_of(batch):
    (metric,) = (
        compare(batch_frame(batch), QUICK, metrics=metrics_of([batch])[batch.title])
        .criterion("naturalness")
        .metrics
    )
    return metric


def test_a_metric_has_the_correlations_of_a_judge_that_says_the_same(rated, tmp_path):
    """Expected values come from SciPy. People's means are negated because 1 is the best score."""
    upload(rated, tmp_path, *named(rated, lines()))
    assert metrics_of([rated]) == {rated.title: ()}  # nobody has told which end is best
    told(rated)
    metric = result_of(rated)
    means = -(np.array(ANN) + np.array(BEN)) / 2
    assert (metric.units, metric.shared) == (6, 6)
    assert metric.figures["spearman_pooled"].value == pytest.approx(
        stats.spearmanr(means, BLEU).statistic
    )
    assert metric.figures["pearson_pooled"].value == pytest.approx(np.corrcoef(means, BLEU)[0, 1])
    assert metric.figures["spearman_system"].value is None  # over two systems
    assert metric.by_system["Heron"].value == pytest.approx(np.mean(BLEU[::2]))
    told(rated, "lowest")
    turned = result_of(rated).figures["pearson_pooled"]
    assert turned.value == pytest.approx(-np.corrcoef(means, BLEU)[0, 1])


def test_over_systems_the_rules_of_judges_hold():
    """A correlation over systems has an interval only from 10 systems on. A metric with a judge's
    values has the same correlations as the judge."""
    rng = np.random.default_rng(4)
    for systems, has_interval in ((9, False), (10, True)):
        truth = rng.normal(size=systems)
        people = np.clip(np.rint(3 + truth + rng.normal(size=(12, systems))), 1, 5).ravel()
        said = np.round(3 + truth + rng.normal(size=(12, systems)), 3).ravel()
        frame = frame_of(*scored({"ann": [*people], "j": [*said]}, systems=systems))
        values = {
            (f"i{place // systems}", f"s{place % systems}"): value
            for place, value in enumerate(said)
        }
        result = compare(frame, QUICK, metrics=[MetricValues("m", "highest", values)])
        (criterion,) = result.criteria
        (metric,), (judged,) = criterion.metrics, criterion.judges
        for name, figure in metric.figures.items():
            assert figure == judged.figure(name).judge
        assert (metric.figures["pearson_system"].low is not None) == has_interval
        assert from_json(result.to_json()) == result
        assert metric.by_system == {
            system.system: system.judges["j"] for system in criterion.by_system
        }


def test_a_metric_of_other_outputs_gives_its_reason():
    frame = frame_of(*scored({"ann": [1, 2, 3], "ben": [1, 2, 2]}))
    result = compare(frame, QUICK, metrics=[MetricValues("m", "highest", {("x", "y"): 1.0})])
    (metric,) = result.criteria[0].metrics
    assert {figure.reason for figure in metric.figures.values()} == {NO_VALUE}


def test_metrics_of_labels_and_preferences_are_left_out():
    frame = frame_of("i,s,tone,ann,human,good", "j,s,tone,ann,human,bad")
    metric = MetricValues("m", "highest", {("i", "s"): 1.0, ("j", "s"): 0.0})
    assert compare(frame, QUICK, metrics=[metric]).criteria[0].metrics == ()


def test_the_export_has_metrics_and_compare_reads_them(rated, tmp_path):
    upload(rated, tmp_path, *named(rated, lines()))
    told(rated, "lowest")
    read = held(b"".join(export_pieces(rated, ExportChoice(table="ratings"))))
    assert read.metrics == metrics_of([rated])[rated.title]
    assert len(read.frame) == len(batch_frame(rated))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("i,s,,m,metric,x,", "the metric's value “x” is not a finite number."),
        ("i,s,,,metric,1,", "a metric's row has no name or no item."),
        ("i,s,,m,metric,1,up", "the label “up” does not say which end of the metric is best."),
        ("i,s,,m,metric,2,", "m has another value for this item and system above."),
        ("i,t,,m,metric,2,lowest is best", "m has different labels in its rows. Use one label."),
    ],
)
def test_a_wrong_line_of_a_metric_is_named(line, said):
    first = "i,s,,m,metric,1,\ni,s,c,ann,human,1,\n"
    with pytest.raises(DocumentError, match="row 4") as error:
        held(f"item,system,criterion,rater,kind,value,label\n{first}{line}\n")
    assert said in str(error.value)


def test_a_report_is_another_when_a_metric_changes(rated, tmp_path):
    keys = [content_key([rated], QUICK)]
    upload(rated, tmp_path, *named(rated, lines()))
    keys.append(content_key([rated], QUICK))
    assert keys[0] == keys[1]  # not until somebody tells which end is best
    told(rated)
    keys.append(content_key([rated], QUICK))
    upload(rated, tmp_path, *named(rated, lines(BLEU[::-1])), replace=True)
    keys.append(content_key([rated], QUICK))
    delete_metric(metric=rated.metrics.get(), by=None)
    assert content_key([rated], QUICK) == keys[0]
    assert len(set(keys)) == 3


def test_the_tables_and_the_files_have_every_metric(rated, tmp_path):
    upload(rated, tmp_path, *named(rated, lines()))
    told(rated)
    result = compare_batches(batch_frames([rated]), QUICK, metrics=metrics_of([rated]))
    tables = metric_tables(result)
    assert [table.criterion.facts.key for table in tables] == [
        criterion.facts.key for criterion in result.criteria
    ]
    assert [name for name, _cells in tables[0].systems] == ["Heron", "Moss"]
    paper = metrics_table(result)
    assert [row.names[1] for row in paper.rows] == ["BLEU"] * len(tables)
    for ending in ("md", "tex", "csv"):
        assert "BLEU" in written(result, f"metrics.{ending}")[1]
    rows = [row for row in csv.DictReader(io.StringIO(as_csv(result))) if row["rater"] == "BLEU"]
    assert len(rows) == len(tables) * (9 + 2)


@pytest.mark.usefixtures("store")
def test_the_bundle_recomputes_metrics_and_notices_a_value_changed(rated, tmp_path):
    upload(rated, tmp_path, *named(rated, lines()), *named(rated, lines(BLEU[::-1], "Loss")))
    for metric, best in zip(rated.metrics.order_by("name"), ("highest", "lowest"), strict=True):
        describe_metric(metric=metric, best=best, low=None, high=None, by=None)
    report = report_for(rated)
    perform_report(report_id=report.pk)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    with default_storage.open(report.bundle) as file:
        folder = unpack(file, tmp_path / "bundle")
    rows = [row for row in json.loads((folder / "table.json").read_text()) if "metric" in row]
    assert {row["turned"] for row in rows if "turned" in row} == {True, False}
    estimated = [row for row in rows if row["value"] is not None]
    assert (len(rows), len(estimated) > 20) == (5 * 2 * (9 + 2), True)
    outcome = recompute(folder)
    assert (outcome.code, outcome.output.count("0 differ, 0 not recomputed")) == (0, 2)
    assert "naturalness · BLEU · spearman · pooled" in outcome.output
    text = (folder / "ratings.csv").read_text()
    changed = re.sub(r"(,BLEU,metric),0\.9,", r"\1,0.0,", text, count=1)
    assert changed != text
    (folder / "ratings.csv").write_text(changed)
    assert recompute(folder).code == 1


def test_the_methods_tell_of_metrics_where_there_are_any(rated, tmp_path):
    assert "metric" not in methods(compare_batches(batch_frames([rated]), QUICK))
    upload(rated, tmp_path, *named(rated, lines()))
    told(rated, "lowest")
    result = compare_batches(batch_frames([rated]), QUICK, metrics=metrics_of([rated]))
    assert "1 automatic metric of the outputs, BLEU (lowest is best), was correlated" in methods(
        result
    )


def test_of_two_batches_metrics_are_joined_by_name():
    first = MetricValues("m", "highest", {("i", "s"): 1.0}, 0, 1)
    second = MetricValues("m", "highest", {("j", "s"): 2.0}, 0, None)
    other = MetricValues("m", "lowest", {("k", "s"): 3.0})
    joined = joint_metrics({"A": (first,), "B": (second,), "C": (other,)})
    assert joined == (
        MetricValues("m", "highest", {("i", "s"): 1.0, ("j", "s"): 2.0}, 0, None),
        MetricValues("m (C)", "lowest", {("k", "s"): 3.0}),
    )
