"""Tests of Home: pending decisions, funds, batches, and the number of SQL statements."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from analysis.models import RunningFigures
from hits.batches.publishing import pause_batch
from hits.models import Admission, Batch
from hits.review.appeals import make_appeal
from hits.review.decisions import approve_assignments, reject_assignments
from people.models import PoolMember
from stimuli.models import DatasetImport
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project(name="Moths")


def desk_of(user, **headers) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get("/admin/", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def words(page: str) -> str:
    """Return the page's text without HTML tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def rated(project, *, answers: int, **terms) -> Batch:
    """Return a live batch open to everyone with `answers` responses by one annotator."""
    batch = world.live_batch(project, world.dataset(project, items=4), audience="everyone", **terms)
    annotator = world.annotator()
    for _answer in range(answers):
        world.rate(annotator, batch)
    return batch


def test_answers_wait_for_review_with_their_batches_named(project):
    rated(project, answers=2, title="Wings")
    page = words(desk_of(world.researcher(project)))
    assert "2 responses to review Wings: 2. Responses are not paid until you review them." in page


def test_it_says_when_answers_are_approved_by_themselves(project):
    batch = rated(project, answers=1, title="Wings", auto_approve_days=7)
    submitted = datetime(2026, 3, 1, 12, tzinfo=UTC)
    batch.assignments.filter(state="submitted").update(
        accepted_at=submitted, submitted_at=submitted
    )
    page = words(desk_of(world.researcher(project)))
    assert "Wings: 1. The first responses will be approved automatically on March 8, 2026." in page


def test_nothing_waits_once_it_is_decided(project):
    batch = rated(project, answers=1)
    approve_assignments(
        batch=batch, ids=[each.pk for each in batch.assignments.filter(state="submitted")], by=None
    )
    page = words(desk_of(world.researcher(project)))
    assert "You’re all caught up." in page
    assert "to review" not in page


def test_what_waits_in_another_project_is_not_counted(project):
    other = world.project(name="Lichens")
    batch = rated(other, answers=2, title="Thallus")
    first, _second = batch.assignments.filter(state="submitted").order_by("pk")
    reject_assignments(batch=batch, ids=[first.pk], reason="Too fast.", by=None)
    make_appeal(annotator=world.annotator(), assignment_id=first.pk, text="I looked twice.")
    DatasetImport.objects.create(
        project=other, dataset_name="Spores", table="x.csv", state="failed"
    )
    world.live_batch(other, world.dataset(other, items=1), title="Empty", audience="pool")
    world.draft_batch(project)
    member = world.person("lena", is_staff=True)
    member.memberships.create(project=other, role="researcher")
    theirs, ours = words(desk_of(member)), words(desk_of(world.researcher(project)))
    for waiting in (
        "1 appeal to decide",
        "1 response to review",
        "The import “Spores” failed",
        "No one can work on Empty",
    ):
        assert waiting in theirs
        assert waiting not in ours
    assert "You’re all caught up." in ours


def test_a_batch_that_nobody_may_work_on_is_named_until_somebody_may(project):
    researcher = world.researcher(project)
    pool = world.live_batch(project, world.dataset(project, items=1), title="P", audience="pool")
    listed = world.live_batch(project, world.dataset(project, items=1), title="L", audience="list")
    page = words(desk_of(researcher))
    assert "No one can work on P" in page
    assert "No one can work on L" in page
    PoolMember.objects.create(project=project, user=world.annotator())
    Admission.objects.create(
        batch=listed, user=world.annotator(), verdict="admitted", origin="desk"
    )
    page = words(desk_of(researcher))
    assert "No one can work on" not in page
    assert pool.title in page


def test_members_and_refused_people_in_the_pool_are_nobody_for_a_batch(project):
    batch = world.live_batch(project, world.dataset(project, items=1), title="P", audience="pool")
    researcher, refused = world.researcher(project), world.annotator()
    for user in (researcher, refused):
        PoolMember.objects.create(project=project, user=user)
    Admission.objects.create(batch=batch, user=refused, verdict="refused", origin="desk")
    assert "No one can work on P" in words(desk_of(researcher))


def test_a_row_has_progress_money_and_pay_by_the_hour(project):
    batch = rated(project, answers=2, title="Wings", reward="0.50", fee_rule="flat", flat_fee="0")
    batch.assignments.filter(state="submitted").update(accepted_at="2026-01-01T00:00:00Z")
    batch.assignments.filter(state="submitted").update(submitted_at="2026-01-01T00:01:00Z")
    approve_assignments(
        batch=batch,
        ids=[each.pk for each in batch.assignments.filter(state="submitted")[:1]],
        by=None,
    )
    page = words(desk_of(world.researcher(project)))
    wanted = batch.assignments.count()
    assert f"2 of {wanted} · To review: 1" in page
    assert f"$0.50 of ${wanted * 0.5:.2f}" in page
    assert "$30.00 60 s per HIT" in page, "50 cents a minute"


def test_a_row_has_the_agreement_so_far(project):
    batch, researcher = rated(project, answers=1), world.researcher(project)
    assert "Agreement" not in words(desk_of(researcher))
    alphas = {"coherence": 0.625, "fluency": -0.1, "coverage": None}
    RunningFigures.objects.create(
        batch=batch,
        computed_at=batch.published_at,
        submitted=1,
        criteria=[{"key": key, "alpha": alpha} for key, alpha in alphas.items()],
    )
    assert "Agreement: -0.10–0.63" in words(desk_of(researcher))


def test_open_batches_stand_before_paused_ones_and_drafts(project):
    world.draft_batch(project, world.dataset(project, items=1), title="a draft")
    paused = world.live_batch(project, world.dataset(project, items=1), title="a paused one")
    pause_batch(batch_id=paused.pk)
    world.live_batch(project, world.dataset(project, items=1), title="a live one")
    page = desk_of(world.researcher(project))
    titles = re.findall(r">(a (?:draft|paused one|live one))</a>", page)
    assert titles == ["a live one", "a paused one", "a draft"]


def test_a_desk_without_a_batch_leads_to_one(project):
    researcher = world.researcher(project)
    assert 'href="/admin/batches/new/"' in desk_of(researcher)
    world.dataset(project, items=1)
    page = desk_of(researcher)
    assert 'href="/admin/batches/new/"' in page
    assert "Your first study" in page


def test_a_viewer_is_offered_no_new_batch(project):
    rated(project, answers=1)
    assert 'href="/admin/batches/new/"' not in desk_of(world.viewer(project))


def test_a_project_is_chosen_for_the_session_and_only_one_of_ones_own():
    first, second = world.project(name="Moths"), world.project(name="Lichens")
    stranger = world.project(name="Mosses")
    user = world.researcher(first)
    user.memberships.create(project=second, role="viewer")
    for each in (first, second):
        world.draft_batch(each, world.dataset(each, items=1), title=f"of {each}")
    client = Client()
    client.force_login(user)

    def titles() -> list[str]:
        return sorted(re.findall(r">(of \w+)</a>", client.get("/admin/").content.decode()))

    assert titles() == ["of Lichens", "of Moths"]
    assert client.post("/admin/switch/", {"project": second.pk}).status_code == 302
    assert titles() == ["of Lichens"]
    for refused in (stranger.pk, "x", "²", "9" * 30):
        assert client.post("/admin/switch/", {"project": refused}).status_code == 404
    user.memberships.filter(project=second).delete()
    assert titles() == ["of Moths"], "a role that is over shows nothing"
    client.post("/admin/switch/", {"project": ""})
    assert titles() == ["of Moths"]


def test_researchers_begin_at_their_desk_and_annotators_with_the_open_batches(project):
    for user, first_page in ((world.researcher(project), "/admin/"), (world.annotator(), "/")):
        answer = Client().post(
            "/accounts/login/", {"login": user.username, "password": world.PASSWORD}
        )
        assert (answer.status_code, answer["Location"]) == (302, first_page)


@pytest.mark.usefixtures("no_tries_counted")
def test_the_bare_address_leads_an_owner_to_the_desk():
    owner = world.person("olga", is_staff=True)
    client = Client()
    asked = client.get("/")["Location"]
    answer = client.post(asked, {"login": owner.username, "password": world.PASSWORD})
    assert (asked, answer["Location"]) == ("/accounts/login/", "/admin/")
