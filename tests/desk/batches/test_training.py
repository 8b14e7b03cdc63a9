"""Tests of the researchers' pages for training and qualifications."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.batches.standstill import why_no_hit
from hits.models import Batch, GoldKey, Qualification
from people.models import Act
from people.pool import add_to_pool
from tests import world
from tests.pages import signed_in, words
from tests.quality.study import draft, enrolled, go_through, live

pytestmark = pytest.mark.django_db
TERMS = {
    "test_threshold": "75",
    "test_retries": "2",
    "test_length": "",
    "qualification_days": "90",
    "qualification": " Reads  captions ",
    "training_pay": "0",
    "training_people": "",
}
TABLE = b"""item,systems,part,question,accepted,explanation
item-1,Heron,training,coherence,1|2,The words do not fit.
item-1,Heron,training,coverage,1,It names all there is.
item-2,Heron,test,coherence,1,
"""


def address(batch: Batch) -> str:
    return f"/admin/hits/batch/{batch.pk}/training/"


def sent(table: bytes) -> dict:
    return TERMS | {"table": SimpleUploadedFile("training.csv", table)}


@pytest.fixture
def empty_draft() -> Batch:
    project = world.project()
    return world.draft_batch(project, world.dataset(project, items=6, systems=("Heron",)))


def test_a_researcher_sets_hits_and_terms_of_training(empty_draft):
    client = signed_in(world.researcher(empty_draft.project))
    page = words(client.post(address(empty_draft), sent(TABLE), follow=True))
    assert "item-1 Heron Training coherence: 1|2; coverage: 1 The words do not fit." in page
    empty_draft.refresh_from_db()
    assert (empty_draft.test_threshold, empty_draft.test_retries) == (75, 2)
    assert str(empty_draft.tested_qualification) == "Reads captions"
    keys = GoldKey.objects.order_by("place").values_list("purpose", "explanation")
    assert list(keys) == [
        ("training", "The words do not fit.\nIt names all there is."),
        ("test", ""),
    ]
    assert world.publish(empty_draft).hits.filter(purpose="main").count() == 4


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (b"item-3,Heron,exam,coherence,1,", "The part must be “training” or “test”"),
        (
            b"item-2,Heron,training,coherence,1,",
            "is already used for “Test”. A HIT can have only one use",
        ),
        (b"item-6,Heron,training,coherence,1,", "is already used for “Gold”"),
        (b"item-99,Heron,test,coherence,1,", "“item-99” was not found"),
    ],
)
def test_what_is_wrong_in_the_table_is_said_by_its_row(empty_draft, row, problem):
    gold = empty_draft.dataset.items.get(external_id="item-6")
    rules = [{"question": "coherence", "accepted": [1]}]
    ids = [gold.outputs.get().pk]
    GoldKey.objects.create(batch=empty_draft, item=gold, output_ids=ids, rules=rules)
    client = signed_in(world.researcher(empty_draft.project))
    page = words(client.post(address(empty_draft), sent(TABLE + row)))
    assert problem in page
    assert "row 5" in page
    assert empty_draft.gold_keys.count() == 1


def test_the_desk_sees_who_passed_and_decides_by_hand():
    batch = live(test_retries=0)
    ann, ben = enrolled(batch), enrolled(batch, world.second_annotator())
    for enrolment, right in ((ann, 2), (ben, 0)):
        go_through(enrolment)
        go_through(enrolment, right=right)
    client = signed_in(world.researcher(batch.project))
    page = words(client.get(address(batch)))
    assert "Started: 2 · Passed: 1 · Not passed: 1" in page
    assert f"{ann.pseudonym} 2 of 2 2/2 Passed Passed the test" in page
    assert f"{ben.pseudonym} 2 of 2 0/2 Not passed No" in page
    decide = f"{address(batch)}{ben.pk}/"
    assert "Give a reason in a sentence" in words(
        client.post(decide, {"action": "grant"}, follow=True)
    )
    given = {"action": "grant", "reason": "Known to us."}
    assert f"{ben.pseudonym} 2 of 2 0/2 Not passed By hand" in words(
        client.post(decide, given, follow=True)
    )
    ben.refresh_from_db()
    assert (ben.status, ben.next_route) == ("active", "")
    answers = client.get(f"{address(batch)}answers.csv").content.decode().splitlines()
    assert len(answers) == 1 + 8
    assert answers[1].startswith(f"{ann.pseudonym},training,1,1,item-7,coherence,1,1,")
    assert client.post(address(batch), TERMS).status_code == 403


def test_as_many_statements_for_three_people_as_for_one():
    batch = live()
    client, counts = signed_in(world.researcher(batch.project)), []
    client.get(address(batch))
    for people in (1, 3):
        for number in range(people):
            enrolment = enrolled(batch, world.person(f"annotator-{number}"))
            if not enrolment.training_attempts.exists():
                go_through(enrolment)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(batch))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_table_qualifies_people_all_or_none():
    batch = live()
    ann = enrolled(batch)
    qualification = batch.tested_qualification
    client = signed_in(world.researcher(batch.project))
    page = f"/admin/qualifications/{qualification.pk}/"
    ben = world.second_annotator()
    add_to_pool(project=batch.project, users=[ben], by=None)
    rows = f"person,expires,reason\n{ann.pseudonym},2099-03-31,Trained us\n{ben},,\n".encode()

    def upload(table: bytes):
        file = SimpleUploadedFile("people.csv", table)
        return client.post(f"{page}table/", {"table": file}, follow=True)

    wrong = words(upload(rows + b"nobody,,\nben,2001-01-01,\n"))
    assert "“nobody” was not found." in wrong
    assert "“2001-01-01” is not a future date." in wrong
    assert qualification.people.count() == 0
    assert "Qualification granted to 2 people." in words(upload(rows))
    ann.refresh_from_db()
    assert (ann.next_route, qualification.people.get(user=ben).reason) == ("", "people.csv")
    assert "Nothing" not in words(upload(rows))
    assert qualification.people.count() == 2


def test_people_are_named_and_lose_it_again_with_a_reason():
    project = world.project()
    client = signed_in(world.researcher(project))
    made = client.post("/admin/qualifications/", {"project": project.pk, "name": "Reads maps"})
    qualification = Qualification.objects.get()
    assert made["Location"] == f"/admin/qualifications/{qualification.pk}/"
    page = made["Location"]
    add_to_pool(project=project, users=[world.annotator()], by=None)
    given = {"people": "ann\nnobody", "reason": "A cartographer.", "expires": ""}
    assert "“nobody” was not found" in words(client.post(page, given))
    words(client.post(page, given | {"people": "ann"}, follow=True))
    row = qualification.people.get()
    revoked = client.post(f"{page}people/{row.pk}/revoke/", {"reason": "Moved away."}, follow=True)
    assert "Revoked: Moved away." in words(revoked)
    verbs = list(Act.objects.order_by("pk").values_list("verb", flat=True))[-2:]
    assert verbs == ["qualified", "disqualified"]
    assert signed_in(world.viewer(project)).post(page, given).status_code == 403
    assert signed_in(world.outsider()).get(page).status_code == 404


def test_an_audience_asks_for_a_qualification_from_the_desk():
    batch = world.live_batch(world.project())
    wanted = draft(project=batch.project).tested_qualification
    client = signed_in(world.researcher(batch.project))
    assert "qualification required" in words(client.get(f"/admin/links/{batch.pk}/"))
    required = f"/admin/hits/batch/{batch.pk}/required/"
    client.post(required, {"qualification": wanted.pk})
    batch.refresh_from_db()
    assert batch.required_qualification == wanted
    assert "Reads captions" in why_no_hit(batch, world.annotator()).what
    client.post(required, {"qualification": ""})
    batch.refresh_from_db()
    assert batch.required_qualification is None
    own = Batch.objects.get(tested_qualification=wanted)
    refused = client.post(
        f"/admin/hits/batch/{own.pk}/required/", {"qualification": wanted.pk}, follow=True
    )
    assert "no one could take the test" in words(refused)
