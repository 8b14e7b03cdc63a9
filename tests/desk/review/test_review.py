"""Tests of the review of single responses, next to other people's responses to the same HIT."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils.html import escape

from hits.models import Assignment, Exclusion
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.hits.exports.test_show_if import gated
from tests.pages import signed_in, words
from tests.quality.test_results import with_rules

pytestmark = pytest.mark.django_db
VARIED = world.GOOD | {"coverage": "3"}


@pytest.fixture(scope="module")
def module_batch(module_project):
    """A live batch in which two people have answered the same two HITs."""
    live = world.live_batch(
        module_project,
        world.dataset(module_project, items=2, systems=("Heron",)),
        audience="everyone",
        annotators_per_hit=2,
    )
    for annotator, raw in ((world.annotator(), world.GOOD), (world.second_annotator(), VARIED)):
        for _hit in range(2):
            world.rate(annotator, live, raw)
    return live


def waiting(batch) -> list[int]:
    return list(
        batch.assignments.filter(state="submitted").order_by("pk").values_list("pk", flat=True)
    )


def path(pk: int, name: str = "review_answer") -> str:
    return reverse(f"admin:{name}", args=[pk])


def test_the_queue_begins_at_the_first_that_waits(project, batch):
    client = signed_in(world.researcher(project))
    for address in ("/admin/review/", f"/admin/review/?batch={batch.pk}"):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, path(waiting(batch)[0]))


def test_approving_pays_and_goes_on_until_none_waits(project, batch):
    client = signed_in(world.researcher(project))
    for pk in waiting(batch):
        client.post(path(pk, "decide"), {"decision": "approve"})
    assert waiting(batch) == []
    assert batch.assignments.filter(state="approved").count() == 4
    page = client.get("/admin/review/")
    assert "No responses to review." in page.content.decode()


@pytest.mark.attack("POST")
def test_rejecting_needs_a_reason_and_tells_it(project, batch):
    client, first = signed_in(world.researcher(project)), waiting(batch)[0]
    answer = client.post(path(first, "decide"), {"decision": "reject", "reason": " "}, follow=True)
    assert "Give a reason." in answer.content.decode()
    assert first in waiting(batch)
    grounds = {"decision": "reject", "reason": "Empty.", "category": "empty"}
    answer = client.post(path(first, "decide"), grounds)
    assert answer["Location"] in map(path, waiting(batch))
    rejected = Assignment.objects.get(pk=first)
    assert (rejected.state, rejected.reason, rejected.rejection) == ("rejected", "Empty.", "empty")


def test_evidence_is_what_was_ticked_and_what_was_written(project, batch):
    client = signed_in(world.researcher(project))
    first = batch.assignments.filter(annotator=world.annotator()).first().pk
    assert (
        "Every question of this HIT has the same answer."
        in client.get(path(first)).content.decode()
    )
    grounds = {"decision": "reject", "reason": "Careless.", "category": "no_effort"}
    client.post(path(first, "decide"), grounds | {"shown": ["0"], "evidence": "So were ten more."})
    assert Assignment.objects.get(pk=first).evidence == (
        "Every question of this HIT has the same answer.\nSo were ten more."
    )


def test_an_answer_is_left_out_by_hand_and_taken_back(project, batch):
    client, first = signed_in(world.researcher(project)), waiting(batch)[0]
    answer = client.post(path(first, "decide"), {"decision": "exclude", "reason": ""}, follow=True)
    assert "Give a reason in a sentence." in answer.content.decode()
    client.post(path(first, "decide"), {"decision": "exclude", "reason": "A test of ours."})
    exclusion = Exclusion.objects.get()
    assert (exclusion.assignment_id, exclusion.rule, exclusion.reason) == (
        first,
        "by hand",
        "A test of ours.",
    )
    assert first in waiting(batch)
    client.post(path(first, "decide"), {"decision": "readmit"})
    exclusion.refresh_from_db()
    assert exclusion.taken_back_by == world.researcher(project)


def test_a_second_decision_changes_nothing_and_says_so(project, batch):
    client, first = signed_in(world.researcher(project)), waiting(batch)[0]
    client.post(path(first, "decide"), {"decision": "approve"})
    grounds = {"decision": "reject", "reason": "x", "category": "other"}
    answer = client.post(path(first, "decide"), grounds, follow=True)
    assert "Someone else has already reviewed this response." in answer.content.decode()
    assert Assignment.objects.get(pk=first).state == "approved"


def test_others_answers_to_the_same_hit_stand_beside_it(project, batch):
    first = Assignment.objects.select_related("enrolment").get(pk=waiting(batch)[0])
    other = batch.assignments.select_related("enrolment").exclude(pk=first.pk).get(hit=first.hit_id)
    page = signed_in(world.researcher(project)).get(path(first.pk)).content.decode()
    heads = re.findall(r'<th scope="col"[^>]*>\s*(R-\w+)', page)
    assert heads == [first.enrolment.pseudonym, other.enrolment.pseudonym]


def test_a_section_that_an_answer_closed_was_not_asked(project):
    rubric = load_version(source=gated(library_source("image-paragraph")), project=project)
    live = world.live_batch(
        project,
        world.dataset(project, items=1, systems=("Heron",)),
        rubric=rubric,
        audience="everyone",
        annotators_per_hit=2,
    )
    world.rate(world.annotator(), live, world.GOOD | {"coherence": "3"})
    world.rate(world.second_annotator(), live, world.GOOD)
    closed, opened = waiting(live)
    client = signed_in(world.owner(project))
    assert re.search(r"Scene Coverage not asked 1 ", words(client.get(path(closed))))
    assert re.search(r"Scene Coverage .{1,200}? 1 not asked", words(client.get(path(opened))))


def test_flagged_responses_come_first_in_the_queue(project, batch):
    alike = batch.assignments.filter(annotator=world.annotator())
    varied = batch.assignments.filter(annotator=world.second_annotator()).order_by("pk")
    took = {"accepted_at": F("submitted_at") - timedelta(seconds=60)}
    batch.assignments.filter(state="submitted").update(**took)
    unflagged, fast = varied.values_list("pk", flat=True)
    batch.assignments.filter(pk=fast).update(accepted_at=F("submitted_at"))
    client = signed_in(world.researcher(project))
    page = client.get("/admin/review/", follow=True)
    flagged = sorted([*alike.values_list("pk", flat=True), fast])
    assert page.redirect_chain[-1][0] == path(flagged[0])
    queue = page.context["queue"]
    assert [row.assignment.pk for row in queue] == [*flagged, unflagged]
    assert {row.assignment.pk: row.words for row in queue}[fast] == "Speeding"
    answer = client.post(path(flagged[-1], "decide"), {"decision": "approve"})
    assert answer["Location"] == path(unflagged)


def test_acts_on_the_annotator_are_here_and_on_their_page(project, batch):
    first = Assignment.objects.select_related("enrolment").get(pk=waiting(batch)[0])
    client = signed_in(world.researcher(project))
    here = client.get(path(first.pk))
    there = client.get(reverse("admin:annotator", args=[batch.pk, first.enrolment_id]))
    acts = [act.address for act in here.context["acts"]]
    assert acts == [act.address for act in there.context["acts"]]
    titles = {
        re.search(r"<h1[^>]*>\s*(.+?)\s*</h1>", client.get(act).content.decode(), re.DOTALL)[1]
        for act in acts
    }
    assert titles == {
        first.enrolment.pseudonym,
        "Pay bonus",
        "Exclude responses",
        "Pause in this batch",
        "Remove from this batch",
        "Pause in the project",
        "Remove from the project",
    }
    for page in (here, there):
        assert all(f'href="{escape(act)}"' in page.content.decode() for act in acts)


def test_an_answer_that_gold_does_not_accept_is_marked(tmp_path):
    batch = with_rules(tmp_path, "coherence,2|3;syntax,1")
    response = world.rate(world.annotator(), batch)
    page = signed_in(world.researcher(batch.project)).get(path(response.pk))
    rows = [row for row in page.context["comparison"].rows if row.accepted]
    assert [row.fails for row in rows] == [True, False]
    assert "1 answer to this gold HIT is wrong." in words(page)


def test_a_list_is_reviewed_entry_by_entry_each_step_by_its_words(project):
    data = world.dataset(project, items=1, systems=("Heron",))
    data.items.update(fields={"key_points": ["mention the quay"]})
    batch = world.live_batch(
        project, data, rubric=world.version("key-points"), audience="everyone", annotators_per_hit=2
    )
    entry = "key_point.1."
    noted = {f"{entry}mentioned": "1", f"{entry}correct": "0", f"{entry}reason": "It is a pier."}
    world.rate(world.annotator(), batch, {f"{entry}mentioned": "0", f"{entry}reason": "Nothing."})
    response = world.rate(world.second_annotator(), batch, noted)
    page = signed_in(world.researcher(project)).get(path(response.pk))
    comparison = page.context["comparison"]
    assert [(row.section, row.label, row.value) for row in comparison.rows] == [
        ("mention the quay", "Mentioned?", "1"),
        ("mention the quay", "Correct?", "0"),
    ]
    assert "mention the quay Reason It is a pier. Other responses" in words(page)
    assert "Nothing." in words(page)


def test_what_is_in_work_is_not_read(project, batch):
    world.live_batch(project, batch.dataset, audience="everyone", title="Another")
    claimed = world.claim(world.annotator(), project.batches.get(title="Another"))
    assert signed_in(world.researcher(project)).get(path(claimed.pk)).status_code == 404
