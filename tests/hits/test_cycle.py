"""One cycle as the browser asks for it: how many statements it costs, and what of it is kept between pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.claims import enrol
from hits.models import Assignment, Batch, Enrolment
from hits.publishing import close_batch, pause_batch
from hits.review import approve_assignments, reject_assignments
from hits.templatetags import rateroom
from tests import world

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 10  # the goal; what it takes now is pinned below
ENDINGS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def statements(queries: CaptureQueriesContext) -> list[str]:
    return [one["sql"].strip() for one in queries.captured_queries if not one["sql"].strip().startswith(ENDINGS)]


def cycle(client, path: str) -> tuple[str, str]:
    """Submit at `path` and read the next page: its path and content."""
    posted = client.post(path, world.GOOD)
    assert posted.status_code == 303
    page = client.get(posted["Location"])
    assert page.status_code == 200
    return posted["Location"], page.content.decode()


def test_a_cycle_takes_six_statements_whatever_was_done_before(client):
    owner = world.project()
    batch, ann = world.live_batch(owner, world.dataset(owner, items=20)), world.annotator()
    enrol(annotator=ann, batch=batch, consent_given=False)
    Enrolment.objects.update(order_seed=1)  # no drawn point lies behind the last free place: that is one more
    client.force_login(ann)
    path = f"/assignments/{world.claim(ann, batch).pk}/"
    for _turn in range(3):
        with CaptureQueriesContext(connection) as queries:
            path, _page = cycle(client, path)
        assert len(statements(queries)) == 6 <= MOST_STATEMENTS


def test_the_tail_stays_within_the_statements_too(client):
    """Every free place is in a HIT that this person has had, but for the ones they are still to do."""
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=25), raters_per_hit=3)
    ann = world.annotator()
    client.force_login(ann)
    path = f"/assignments/{world.claim(ann, batch).pk}/"
    most = 0
    for _turn in range(batch.hits.count() - 1):
        with CaptureQueriesContext(connection) as queries:
            path, _page = cycle(client, path)
        most = max(most, len(statements(queries)))
    assert most <= MOST_STATEMENTS
    assert client.post(path, world.GOOD)["Location"] == f"/batches/{batch.pk}/done/"
    assert "ones you have already had" in client.get(f"/batches/{batch.pk}/done/").content.decode()


def test_what_an_enrolment_counts_is_what_there_is(client):
    owner = world.project()
    batch = world.live_batch(owner, raters_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    first, second = world.rate(ann, batch), world.rate(ann, batch)
    world.rate(ben, batch)
    approve_assignments(batch=batch, ids=[first.pk], by=None)
    reject_assignments(batch=batch, ids=[second.pk], reason="All the same.", by=None)
    client.force_login(ann)
    path = f"/assignments/{world.claim(ann, batch).pk}/"
    for _click in range(2):
        client.post(path, world.GOOD)
    for one in Enrolment.objects.all():
        assert one.submitted == one.assignments.filter(state__in=Assignment.ANSWERED).count() > 0
        assert one.claims == one.assignments.count()
    page = client.get(f"/assignments/{world.claim(ann, batch).pk}/").content.decode()
    assert "3 done · $0.15" in page


@pytest.mark.parametrize(("end", "told"), [(pause_batch, "has paused this batch"), (close_batch, "batch is closed")])
def test_answers_are_kept_where_no_next_hit_can_be_had(client, end, told):
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    end(batch_id=batch.pk)
    client.force_login(ann)
    assert client.post(f"/assignments/{held.pk}/", world.GOOD)["Location"] == f"/batches/{batch.pk}/done/"
    assert told in client.get(f"/batches/{batch.pk}/done/").content.decode()
    held.refresh_from_db()
    assert (held.state, held.answers.count()) == ("submitted", 5)


def test_a_double_click_leads_to_the_same_next_hit(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    client.force_login(ann)
    following = {client.post(f"/assignments/{held.pk}/", world.GOOD)["Location"] for _click in range(3)}
    assert len(following) == 1
    assert Assignment.objects.filter(batch=batch, annotator=ann).count() == 2


def test_parts_kept_between_pages_hold_nothing_of_one_person(client):
    rateroom._kept.clear()
    batch = world.live_batch(world.project(), raters_per_hit=2)
    pages = {}
    for user in (world.annotator(), world.second_annotator()):
        client.force_login(user)
        held = world.claim(user, batch)
        client.post(f"/assignments/{held.pk}/", {"naturalness": "1", "feedback": f"I am {user.username}"})
        pages[user.username] = client.get(f"/assignments/{held.pk}/").content.decode()
    assert sorted(name for name, _language, _key in rateroom._kept) == ["hits/_answers.html", "hits/_keys.html"]
    parts = "".join(rateroom._kept.values())
    assert "I am" not in parts
    assert "csrf" not in parts
    assert "ann" in pages["ann"]
    assert 'Log out <span class="who">ben' in pages["ben"]
    assert "I am" not in pages["ann"] + pages["ben"]


def test_a_draft_is_shown_although_the_empty_form_is_kept(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    held = world.claim(ann, batch)
    client.force_login(ann)
    empty = client.get(f"/assignments/{held.pk}/").content.decode()
    body = '{"revision": 0, "data": {"feedback": "Half a thought"}}'
    client.post(f"/assignments/{held.pk}/draft/", body, content_type="application/json")
    assert "Half a thought" not in empty
    assert "Half a thought" in client.get(f"/assignments/{held.pk}/").content.decode()


def test_a_page_is_small(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    assert len(client.get(f"/assignments/{world.claim(ann, batch).pk}/").content) < 30_000


def test_the_order_of_work_is_promised_at_publication():
    from django.db import IntegrityError

    batch = world.live_batch(world.project())
    with pytest.raises(IntegrityError, match="terms are promised"):
        Batch.objects.filter(pk=batch.pk).update(progress=Batch.Progress.FINISH)
