"""Tests of the rule that decides who may see and claim a batch. All pages and functions use it."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.access import batch_for_annotator, may_work
from hits.batches.audience import admit, forget, people_who_may_work, refuse
from hits.batches.open_list import open_batches
from hits.models import Admission, Assignment, Batch, Enrolment
from hits.queue.claiming import NothingLeft, claim_assignment, enrol, prefetch_assignment
from hits.queue.submitting import submit_and_claim
from people.models import Membership, PoolMember, User
from people.pool import add_to_pool, remove_from_pool
from tests import world

pytestmark = pytest.mark.django_db
POOL, LIST, EVERYONE = Batch.Audience.POOL, Batch.Audience.LIST, Batch.Audience.EVERYONE


@pytest.fixture
def ann():
    return world.annotator()


def batch_for(audience: str, **terms) -> Batch:
    return world.live_batch(world.project(), audience=audience, **terms)


def answers_of_pages(client, user: User, batch: Batch) -> set[bool]:
    """Return the set of decisions by all pages and functions for a user who has not worked in the
    batch."""
    client.force_login(user)
    page = client.get(f"/batches/{batch.pk}/").status_code == 200
    started = client.post(f"/batches/{batch.pk}/start/").status_code == 303
    by_name = Batch.objects.filter(may_work(user), pk=batch.pk).exists()
    answers = {page, started, by_name, batch in [shown.batch for shown in open_batches(user)]}
    return answers | {claims(user, batch)}


def claims(user: User, batch: Batch) -> bool:
    try:
        enrol(annotator=user, batch=batch, consent_given=True)
        claim_assignment(annotator=user, batch=batch)
    except NothingLeft as reason:
        return reason.code != "not_admitted"
    return True


@pytest.mark.parametrize("audience", [POOL, LIST, EVERYONE])
@pytest.mark.parametrize("in_pool", [True, False])
@pytest.mark.parametrize("verdict", ["", "admitted", "refused"])
def test_one_rule_at_every_door(client, ann, audience, in_pool, verdict):
    batch = batch_for(audience)
    if in_pool:
        add_to_pool(project=batch.project, users=[ann], by=None)
    if verdict:
        Admission.objects.create(batch=batch, user=ann, verdict=verdict, origin="a rule")
    invited = audience == EVERYONE or (audience == POOL and in_pool)
    assert answers_of_pages(client, ann, batch) == {
        verdict == "admitted" or (verdict == "" and invited)
    }


def test_a_batch_is_for_the_projects_own_pool_at_first(client, ann):
    batch = Batch(title="New")
    assert (batch.audience, batch.members_may_work, batch.most_returns) == ("pool", False, 10)
    live = batch_for(POOL)
    add_to_pool(project=world.project(), users=[ann], by=None)
    assert answers_of_pages(client, ann, live) == {False}


@pytest.mark.parametrize("role", Membership.Role.values)
@pytest.mark.parametrize("allowed", [True, False])
def test_members_take_no_hits_of_their_project_unless_it_is_allowed(client, role, allowed):
    batch = batch_for(EVERYONE, members_may_work=allowed)
    user = world.person("mia", is_staff=True)
    Membership.objects.create(project=batch.project, user=user, role=role)
    admit(batch=batch, users=[user], by=None)
    client.force_login(user)
    page = client.get(f"/batches/{batch.pk}/")
    assert (page.status_code, page.get("Location")) == (
        (200, None) if allowed else (303, f"/batches/{batch.pk}/preview/")
    )
    assert client.get(f"/batches/{batch.pk}/preview/").status_code == 200
    started = client.post(f"/batches/{batch.pk}/start/").status_code
    assert (started, Assignment.objects.in_work().count()) == ((303, 1) if allowed else (404, 0))


def test_whoever_is_refused_while_at_work_submits_what_they_hold_and_gets_no_more(client, ann):
    batch = batch_for(POOL)
    add_to_pool(project=batch.project, users=[ann], by=None)
    client.force_login(ann)
    claimed = world.claim(ann, batch)
    assert prefetch_assignment(annotator=ann, assignment_id=claimed.pk) is not None
    assert refuse(batch=batch, users=[ann], by=None) == 1
    assert not Assignment.objects.prefetched().exists()
    assert prefetch_assignment(annotator=ann, assignment_id=claimed.pk) is None
    assert [shown.claimed_id for shown in open_batches(ann)] == [claimed.pk]
    assert "Continue your HIT" in client.get(f"/batches/{batch.pk}/").content.decode()
    result, reason = submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
    assert (result.accepted, reason.code) == (True, "not_admitted")
    assert open_batches(ann) == []
    for page in ("", "done/"):
        text = client.get(f"/batches/{batch.pk}/{page}").content.decode()
        assert "This batch is not open to you." in text
        assert "Your submitted HITs are saved" in text
        assert "/start/" not in text
    assert client.post(f"/batches/{batch.pk}/start/")["Location"] == f"/batches/{batch.pk}/done/"
    assert batch.title in client.get("/work/").content.decode()
    assert not Enrolment.objects.get().completion_code


def test_leaving_the_pool_ends_new_claims_too(ann):
    batch = batch_for(POOL)
    add_to_pool(project=batch.project, users=[ann], by=None)
    world.rate(ann, batch)
    remove_from_pool(project=batch.project, users=[ann])
    with pytest.raises(NothingLeft, match="not open to you"):
        claim_assignment(annotator=ann, batch=batch)


def test_lists_are_written_once_and_count_what_is_new(ann):
    batch, ben = batch_for(LIST), world.second_annotator()
    project = batch.project
    added = [
        add_to_pool(project=project, users=users, by=None) for users in ([ann], [ann, ben], [ben])
    ]
    assert (added, PoolMember.objects.count()) == ([1, 1, 0], 2)
    assert [remove_from_pool(project=project, users=[ben]) for _time in range(2)] == [1, 0]
    assert [admit(batch=batch, users=[ann, ben], by=None) for _time in range(2)] == [2, 0]
    assert [refuse(batch=batch, users=[ann], by=None) for _time in range(2)] == [1, 0]
    assert sorted(Admission.objects.values_list("user", "verdict", "origin")) == [
        (ann.pk, "refused", "owner"),
        (ben.pk, "admitted", "owner"),
    ]
    assert [forget(batch=batch, users=[ann, ben]) for _time in range(2)] == [2, 0]


def test_how_many_may_work_is_counted_by_the_same_rule(ann):
    batch, ben = batch_for(POOL), world.second_annotator()
    assert people_who_may_work(batch) == 0
    add_to_pool(project=batch.project, users=[ann, ben, world.viewer(batch.project)], by=None)
    admit(batch=batch, users=[world.person("cleo"), world.person("gone", is_active=False)], by=None)
    refuse(batch=batch, users=[ben], by=None)
    assert people_who_may_work(batch) == 2
    batch.audience = EVERYONE
    assert people_who_may_work(batch) is None


def plan_of(query: str) -> dict:
    with connection.cursor() as cursor:
        cursor.execute(f"explain (analyze, format json) {query}")
        (plan,) = cursor.fetchone()
    return (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]


def rows_read(plan: dict, table: str) -> float:
    own = (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    mine = own if plan.get("Relation Name") == table else 0
    return mine + sum(rows_read(part, table) for part in plan.get("Plans", []))


def test_the_rule_reads_one_row_of_each_list_however_long_they_are(ann):
    batch = batch_for(POOL)
    crowd = User.objects.bulk_create(User(username=f"crowd-{number}") for number in range(500))
    for other in (batch, batch_for(POOL)):
        add_to_pool(project=other.project, users=[*crowd, ann], by=None)
        admit(batch=other, users=crowd, by=None)
    with connection.cursor() as cursor:
        cursor.execute("analyze people_poolmember, hits_admission, people_user")
    with CaptureQueriesContext(connection) as captured:
        assert batch_for_annotator(ann, batch.pk) == batch
    (query,) = (line["sql"] for line in captured)
    plan = plan_of(query)
    # Of the pools at most those that they are in themselves.
    assert rows_read(plan, "people_poolmember") <= 2
    assert rows_read(plan, "hits_admission") <= 1
