"""Tests of exporting and importing Mechanical Turk's result files."""

import csv
import io
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from analysis.data.ratings import batch_frame
from core.errors import DocumentError
from hits.batches.drafting import begin_batch
from hits.exports import ExportChoice, export_pieces
from hits.models import Assignment, Batch, Exclusion
from hits.money.reconciliation import reconcile
from hits.review.decisions import approve_assignments, reject_assignments
from people.models import User
from recruiting.mturk.reading import NotAResultFile
from recruiting.mturk.storing import import_results
from tests import world
from tests.hits.queue.test_gold import sound

pytestmark = pytest.mark.django_db
# The columns of the service's own files, in their order.
THEIRS = [
    *("HITId", "HITTypeId", "Title", "Description", "Keywords", "Reward", "CreationTime"),
    *("MaxAssignments", "RequesterAnnotation", "AssignmentDurationInSeconds"),
    *("AutoApprovalDelayInSeconds", "Expiration", "NumberOfSimilarHITs", "LifetimeInSeconds"),
    *("AssignmentId", "WorkerId", "AssignmentStatus", "AcceptTime", "SubmitTime"),
    *("AutoApprovalTime", "ApprovalTime", "RejectionTime", "RequesterFeedback"),
    *("WorkTimeInSeconds", "LifetimeApprovalRate", "Last30DaysApprovalRate"),
    "Last7DaysApprovalRate",
]
# As a lab's file from 2021 has it, with boxes for the choices.
OLD = {
    "HITId": "3AAA",
    "AssignmentId": "3BBB",
    "WorkerId": "A1",
    "AssignmentStatus": "Approved",
    "AcceptTime": "Thu Mar 04 08:20:05 PST 2021",
    "SubmitTime": "Thu Mar 04 08:21:35 PST 2021",
    "ApprovalTime": "2021-03-05T10:00:00+00:00",
    "Input.item": "item-1",
    "Input.system": "Heron",
    "Answer.naturalness": "1",
    "Answer.coherence.1": "false",
    "Answer.coherence.2": "true",
    "Answer.coherence.3": "false",
    "Answer.word_choice": "1",
    "Answer.syntax": "1",
    "Answer.coverage": "1",
    "Answer.comment": "",
}


def written(batch) -> list[dict[str, str]]:
    text = b"".join(export_pieces(batch, ExportChoice(table="mturk"))).decode()
    return list(csv.DictReader(io.StringIO(text)))


def file_of(rows, tmp_path):
    path = tmp_path / "results.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def read(batch, rows, tmp_path) -> Batch:
    path = file_of(rows, tmp_path)
    return import_results(batch_id=batch.pk, path=path, by=world.owner(batch.project))


@pytest.fixture
def rated(db):
    """A batch with four HITs by two people: one response is rejected and some are approved."""
    batch = world.live_batch(world.project(), annotators_per_hit=2, auto_approve_days=7)
    people = [world.annotator(), world.second_annotator()]
    for number in range(4):
        for person in people:
            world.rate(person, batch, world.GOOD | {"coherence": str(1 + number % 3)})
    ids = list(batch.assignments.order_by("pk").values_list("pk", flat=True))
    reject_assignments(batch=batch, ids=ids[:1], reason="=All the same.", by=None)
    approve_assignments(batch=batch, ids=ids[1:4], by=None)
    return batch


@pytest.fixture
def draft(db):
    return world.draft_batch(world.project(), title="Of 2021")


def test_a_file_has_their_columns_words_and_moments(rated):
    rows = written(rated)
    names = list(rows[0])
    inputs = [name for name in names if name.startswith("Input.")]
    answers = [name for name in names if name.startswith("Answer.")]
    assert names == [*THEIRS, *inputs, *answers, "Approve", "Reject"]
    assert {row["AssignmentStatus"] for row in rows} == {"Submitted", "Approved", "Rejected"}
    one = next(row for row in rows if row["AssignmentStatus"] == "Approved")
    assignment = Assignment.objects.get(pk=one["AssignmentId"])
    assert one["SubmitTime"] == assignment.submitted_at.strftime("%a %b %d %H:%M:%S UTC %Y")
    assert (one["Reward"], one["MaxAssignments"]) == ("$0.05", "2")
    assert one["AutoApprovalDelayInSeconds"] == "604800"
    assert (one["RejectionTime"], one["Keywords"], one["Approve"]) == ("", "", "")
    assert one["WorkerId"] == assignment.enrolment.pseudonym


def test_what_is_written_is_read_again_the_same(rated, tmp_path):
    copy = world.draft_batch(rated.project, rated.dataset, title="A copy")
    copy = read(copy, written(rated), tmp_path)
    for answers in ("counted", "with_excluded"):
        ours, theirs = (ratings_of(batch, answers) for batch in (rated, copy))
        assert ours == theirs
    rejected = copy.assignments.get(state="rejected")
    assert rejected.reason == "=All the same."
    assert Exclusion.objects.get(assignment=rejected).rule == "rejected"
    assert copy.state == Batch.State.CLOSED
    assert not any(line.difference for line in reconcile())
    sound()


def ratings_of(batch, answers: str) -> list[tuple]:
    """Return the ratings without their annotators, whose pseudonyms differ between batches."""
    frame = batch_frame(batch, answers)
    labels = [frame.item, frame.system, frame.criterion, frame.target]
    texts = [label.texts() for label in labels]
    return sorted(zip(*texts, frame.position.tolist(), frame.value.tolist(), strict=True))


def test_an_old_file_becomes_a_closed_batch_without_money(draft, tmp_path):
    rows = [
        OLD,
        OLD | {"WorkerId": "A2", "AssignmentStatus": "Rejected", "Answer.naturalness": "3"},
        OLD | {"Input.system": "Moss", "AssignmentStatus": "Submitted"},
        OLD | {"Input.item": "item-2", "WorkerId": "A2", "AssignmentStatus": "Rejected"},
    ]
    batch = read(draft, rows, tmp_path)
    assert (batch.state, batch.reward, batch.hits_made) == ("closed", Decimal(0), 3)
    assert batch.sample_ids == ["item-1", "item-2"]
    given = batch.assignments.exclude(annotator=None)
    first = given.order_by("pk").first()
    assert first.submitted_at.isoformat() == "2021-03-04T16:21:35+00:00"
    assert dict(first.answers.values_list("key", "number")) == {
        "naturalness": 1.0,
        "coherence": 2.0,
        "word_choice": 1.0,
        "syntax": 1.0,
        "coverage": 1.0,
    }
    assert given.count_by_state() == {"approved": 1, "rejected": 2, "submitted": 1}
    assert not batch.transactions.exists()
    workers = User.objects.filter(enrolments__batch=batch)
    assert {(user.is_active, user.is_guest) for user in workers} == {(False, True)}
    sound()


def test_the_same_worker_is_the_same_person_in_the_next_file(draft, tmp_path):
    read(draft, [OLD], tmp_path)
    second = world.draft_batch(draft.project, draft.dataset)
    read(second, [OLD], tmp_path)
    assert User.objects.filter(is_guest=True).count() == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"AssignmentStatus": "Done"}, "“Done” is not an assignment status"),
        ({"AcceptTime": "yesterday"}, "“yesterday” is not a date and time"),
        ({"Input.item": "item-9"}, "The dataset has no item “item-9”"),
        ({"Input.system": "Owl"}, "no output of “Owl”"),
        ({"Answer.naturalness": "7"}, "Answer.naturalness"),
        ({"Answer.coherence.2": "false"}, "Answer.coherence"),
    ],
)
def test_a_row_at_fault_is_named_and_nothing_is_read(draft, tmp_path, changes, says):
    with pytest.raises(DocumentError, match=says) as fault:
        read(draft, [OLD, OLD | {"WorkerId": "A2"} | changes], tmp_path)
    assert "row 3" in str(fault.value)
    draft.refresh_from_db()
    assert (draft.state, draft.hits.count(), draft.enrolments.count()) == ("draft", 0, 0)


def test_a_worker_twice_on_a_hit_is_named(draft, tmp_path):
    with pytest.raises(DocumentError, match="another row for the same HIT"):
        read(draft, [OLD, OLD], tmp_path)


def test_another_table_is_no_result_file(draft, tmp_path):
    with pytest.raises(NotAResultFile, match="HITId"):
        read(draft, [{"item_id": "1", "output": "x"}], tmp_path)


def test_the_page_reads_a_file_and_closes_the_draft(draft, tmp_path, client):
    client.force_login(world.researcher(draft.project))
    address = reverse("admin:old_results", args=[draft.pk])
    wrong = file_of([OLD | {"AssignmentStatus": "Done"}], tmp_path).read_bytes()
    page = client.post(address, {"file": SimpleUploadedFile("old.csv", wrong)})
    assert "“Done” is not an assignment status" in page.content.decode()
    right = file_of([OLD], tmp_path).read_bytes()
    answer = client.post(address, {"file": SimpleUploadedFile("old.csv", right)})
    assert answer.url == reverse("admin:batch_running", args=[draft.pk])
    assert client.get(answer.url).status_code == 200
    assert client.get(address).status_code == 302


def test_the_next_draft_does_not_take_over_the_price_of_old_results(tmp_path):
    project = world.project()
    published = world.live_batch(project, reward=Decimal("0.07"))
    read(world.draft_batch(project, published.dataset), [OLD], tmp_path)
    draft = begin_batch(dataset=published.dataset, by=world.owner(project))
    assert draft.reward == Decimal("0.07")
