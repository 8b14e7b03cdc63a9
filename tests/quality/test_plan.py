"""Tests of the study plan: set on a draft, locked at publication, and printed with the results."""

import json
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from analysis.comparison.results import Comparison
from analysis.report.checklist.heds import heds
from analysis.report.checklist.lines import checklist
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.report.plan import plan_as_markdown, plan_lines, primary_result
from analysis.requests import report_for
from core.errors import RateroomError
from hits.batches.pilots import duplicate_batch
from hits.batches.publishing import publish_batch
from hits.batches.unveiling import unveil_means
from hits.exports import dictionary_rows
from hits.models import Batch, Hypothesis
from hits.review.exclusions import exclude_assignments
from quality.declared.declaring import declare_rule, set_hypothesis
from tests import world
from tests.api.program import Program
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
STATED = {
    "text": "Heron writes more coherently than Moss.",
    "size_reason": "80 % power for half a point.",
    "criterion": "coherence",
    "system": "Heron",
    "expected": "better",
    "against": "Moss",
    "margin": None,
}


@pytest.fixture
def draft() -> Batch:
    return world.draft_batch(world.project(), annotators_per_hit=2)


def happened(
    batch: Batch, comparison: Comparison | None = None
) -> dict[str, tuple[str, str, bool]]:
    lines = plan_lines(batch, comparison)
    return {str(line.title): (line.planned, line.happened, line.deviates) for line in lines}


def test_the_desk_and_the_api_state_a_plan_that_publishing_freezes(draft):
    by = world.researcher(draft.project)
    address = reverse("admin:batch_plan", args=[draft.pk])
    desk, program = signed_in(by), Program(by)
    refused = desk.post(address, STATED | {"against": "Heron", "margin": ""})
    assert refused.status_code == 422
    assert "two different systems" in refused.content.decode()
    assert not Hypothesis.objects.exists()
    assert desk.post(address, STATED | {"margin": ""}).status_code == 302
    assert program.made(f"batches/{draft.pk}/study-plan", STATED, status=200) == {"changed": 0}
    for wrong in (
        {"expected": "not worse"},
        {"margin": "1"},
        {"system": "Gull"},
        {"criterion": "x"},
    ):
        assert program.post(f"batches/{draft.pk}/study-plan", STATED | wrong).status_code in {
            400,
            422,
        }
    plan = program.read(f"batches/{draft.pk}/study-plan")
    assert (plan["hypothesis"], plan["lines"]) == (STATED, [])
    osf = desk.get(reverse("admin:osf_file", args=[draft.pk])).content.decode()
    assert osf == plan["osf"]
    for text in (
        "## Research questions or hypotheses\n\nHeron writes more coherently",
        "Primary comparison: Heron is better than Moss in Text Coherence.",
        "## Sample size rationale\n\n80 % power for half a point.",
        "## Indices\n\nNot stated yet.",
    ):
        assert text in osf
    batch = world.publish(draft)
    assert json.loads(batch.rule_plan.text)["hypothesis"] == STATED
    assert desk.post(address, {"text": "Moss is better."}).status_code == 422
    assert program.post(f"batches/{batch.pk}/study-plan", STATED | {"text": ""}).status_code == 422
    stored = Hypothesis.objects.get()
    for change in (stored.delete, lambda: Hypothesis.objects.update(text="Moss is better.")):
        with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
            change()
    assert "STATED" not in words(desk.get(address))
    assert "Heron is better than Moss in Text Coherence" in words(desk.get(address))
    assert signed_in(world.outsider()).get(address).status_code == 404
    assert checklist(batch).text("power") == STATED["size_reason"]
    assert duplicate_batch(batch=batch, by=by).hypothesis.text == STATED["text"]


def test_a_draft_without_what_its_plan_compares_is_not_published(draft):
    set_hypothesis(batch_id=draft.pk, stated=STATED, by=None)
    draft.systems.remove(draft.systems.get(name="Moss"))
    with pytest.raises(RateroomError, match="uses “Moss”, which this batch does not have"):
        publish_batch(batch_id=draft.pk)
    assert set_hypothesis(batch_id=draft.pk, stated={"text": ""}, by=None)
    assert publish_batch(batch_id=draft.pk)


def test_deviations_are_computed_and_dated(draft):
    declare_rule(batch_id=draft.pk, name="few-hits", number=2, effect="exclude", by=None)
    set_hypothesis(batch_id=draft.pk, stated=STATED, by=None)
    batch = world.publish(draft)
    planned = happened(batch)
    assert [title for title, line in planned.items() if line[2]] == []
    assert planned["Sample size"] == (STATED["size_reason"], "", False)
    assert planned["Exclusion rules"] == ("fewer than 2 answers", "", False)
    for _answer in range(3):
        world.rate(world.annotator(), batch)
    assert happened(batch)["Responses"] == (f"{batch.assignments_planned}", "3", False)
    ids = list(batch.assignments.filter(state="submitted").values_list("pk", flat=True))
    exclude_assignments(batch=batch, ids=ids[:1], rule="a late rule", by=None)
    exclude_assignments(batch=batch, ids=ids[1:2], rule="by hand", by=None)
    unveil_means(batch=batch, by=world.researcher(batch.project))
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.CLOSED)
    batch.refresh_from_db()
    lines = happened(batch)
    assert [title for title, line in lines.items() if line[2]] == [
        "HITs",
        "Responses",
        "Exclusion rules",
        "Excluded by hand",
        "Results seen before the batch closed",
    ]
    assert lines["Exclusion rules"][1] == "a late rule (1 response)"


def rated(expected: str, margin: Decimal | None = None) -> tuple[Batch, Comparison]:
    """Return a closed batch in which Heron is rated better than Moss, and the comparison."""
    owner = world.project()
    draft = world.draft_batch(owner, world.dataset(owner, items=6))
    stated = STATED | {"expected": expected, "margin": margin}
    set_hypothesis(batch_id=draft.pk, stated=stated, by=None)
    batch = world.publish(draft)
    for _rating in range(12):
        claimed = world.claim(world.annotator(), batch)
        is_heron = claimed.hit.outputs[0].system.name == "Heron"
        score = 1 if is_heron else 2 + int(claimed.hit.item.external_id[-1]) % 2
        world.submit(claimed, world.GOOD | {"coherence": str(score)})
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.CLOSED)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    return batch, comparison_of(report)


def test_the_primary_comparison_is_printed_with_its_result():
    batch, comparison = rated("better")
    line = happened(batch, comparison)["Primary comparison"]
    assert line[0] == "Heron is better than Moss in Text Coherence"
    assert line[1].startswith("Difference -")
    assert line[1].endswith("6 items. The interval supports the hypothesis.")
    page = words(signed_in(world.researcher(batch.project)).get(f"/batches/{batch.pk}/report/"))
    assert line[1] in page
    turned = Hypothesis(**STATED | {"system": "Moss", "against": "Heron"})
    assert "contradicts the hypothesis" in primary_result(turned, comparison)
    turned.expected, turned.margin = "not worse", Decimal(4)
    assert "supports the hypothesis" in primary_result(turned, comparison)
    assert line[1] in plan_as_markdown(plan_lines(batch, comparison))
    stated = checklist(batch)
    assert "Text Coherence (QCET: QOG-c-3 Coherence)" in stated.text("criteria")
    mapped = "heds-criteria-criterion-response_elicitation-qc_name-mapped_criterion_name"
    sheet = heds(report_for(batch), comparison, {batch.title: stated})
    assert sheet[mapped]["data"]["Text Coherence"] == "QOG-c-3 Coherence (QCET)"
    header, *columns = dictionary_rows(batch)
    named = {(row[header.index("criterion")], row[header.index("qcet")]) for row in columns}
    assert {criterion for criterion, qcet in named if qcet} == set(world.GOOD)
    assert ("coherence", "QOG-c-3 Coherence") in named
