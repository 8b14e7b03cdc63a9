"""Tests of submitting a HIT and opening the next: the number of SQL statements, and caching between
pages."""

import re

import pytest
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.test.utils import CaptureQueriesContext

from hits.batches.publishing import close_batch, pause_batch
from hits.models import Assignment, Enrolment
from hits.page import shell
from hits.queue.claiming import enrol
from hits.queue.releasing import return_assignment
from hits.review.decisions import approve_assignments, reject_assignments
from hits.states import ANSWERED
from stimuli.models import Output
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 10  # the goal; what it takes now is pinned below
ENDINGS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def statements(queries: CaptureQueriesContext) -> list[str]:
    return [
        one["sql"].strip()
        for one in queries.captured_queries
        if not one["sql"].strip().startswith(ENDINGS)
    ]


def cycle(client, path: str) -> tuple[str, str]:
    """Submit at `path` with viewing data, and open the next page. Return its path and content."""
    posted = client.post(path, world.GOOD | {"seen": '{"dark": 1}'})
    assert posted.status_code == 303
    page = client.get(posted["Location"])
    assert page.status_code == 200
    return posted["Location"], page.content.decode()


def test_a_cycle_takes_five_statements_whatever_was_done_before(client):
    owner = world.project()
    batch, ann = world.live_batch(owner, world.dataset(owner, items=20)), world.annotator()
    enrol(annotator=ann, batch=batch, consent_given=False)
    Enrolment.objects.update(
        order_seed=1
    )  # no drawn point lies behind the last free assignment: that is one more
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    for _turn in range(3):
        with CaptureQueriesContext(connection) as queries:
            path, _page = cycle(client, path)
        assert len(statements(queries)) == 5 <= MOST_STATEMENTS


def test_the_tail_stays_within_the_statements_too(client):
    """The annotator has already had every HIT with a free assignment, except those still to do."""
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=25), annotators_per_hit=3)
    ann = world.annotator()
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    most = 0
    for _turn in range(batch.hits.count() - 1):
        with CaptureQueriesContext(connection) as queries:
            path, _page = cycle(client, path)
        most = max(most, len(statements(queries)))
    assert most <= MOST_STATEMENTS
    assert client.post(path, world.GOOD)["Location"] == f"/batches/{batch.pk}/done/"
    assert (
        "You have already worked on all remaining HITs"
        in client.get(f"/batches/{batch.pk}/done/").content.decode()
    )


def test_what_an_enrolment_counts_is_what_there_is(client):
    owner = world.project()
    batch = world.live_batch(owner, annotators_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    first, second = world.rate(ann, batch), world.rate(ann, batch)
    world.rate(ben, batch)
    approve_assignments(batch=batch, ids=[first.pk], by=None)
    reject_assignments(batch=batch, ids=[second.pk], reason="All the same.", by=None)
    client.force_login(ann)
    path = world.hit_path(world.claim(ann, batch))
    for _click in range(2):
        client.post(path, world.GOOD)
    for one in Enrolment.objects.all():
        assert one.submitted == one.assignments.filter(state__in=ANSWERED).count() > 0
        assert one.claims == one.assignments.count()
    page = client.get(world.hit_path(world.claim(ann, batch))).content.decode()
    assert "· $0.15" in squeezed(page)


def assignments_read() -> int:
    """Return the number of assignment rows that this transaction has read so far."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'hits_assignment'"
        )
        return cursor.fetchone()[0]


def test_a_cycle_reads_no_more_for_an_annotator_who_has_done_many_hits(client):
    owner, ann = world.project(), world.annotator()
    batch = world.live_batch(owner, world.dataset(owner, items=1500))
    with (
        connection.cursor() as cursor
    ):  # and not again before the end: in a large batch that takes long to be due
        # Publishing waits for no lock; the server's own vacuum may hold one of a table for a while.
        cursor.execute("set local lock_timeout = 0")
        # What earlier tests deleted makes an index large, and the planner would choose another.
        cursor.execute("set constraints all immediate")
        cursor.execute("reindex table hits_assignment")
        cursor.execute("analyze")
    client.force_login(ann)
    path, read = world.hit_path(world.claim(ann, batch)), []
    for _cycle in range(60):
        before = assignments_read()
        client.get("/")
        client.get(path)
        path = client.post(path, world.GOOD)["Location"]
        read.append(assignments_read() - before)
    assert max(read[-5:]) <= max(read[5:10]) + 10


def test_a_claim_in_the_tail_looks_at_few_assignments(client):
    """The annotator's stored candidates are read from the start, not searched each time.

    The table statistics are those from publishing. The whole batch is searched only once.
    """
    owner, ann = world.project(), world.annotator()
    batch = world.live_batch(owner, world.dataset(owner, items=150), annotators_per_hit=3)
    client.force_login(ann)
    path, read = world.hit_path(world.claim(ann, batch)), []
    # One order in thirty has its candidates written down when hardly any HIT is left.
    Enrolment.objects.update(order_seed=3)
    for _cycle in range(batch.hits.count() - 1):
        written = len(Enrolment.objects.get().candidates)
        before = assignments_read()
        path = client.post(path, world.GOOD)["Location"]
        read.append((written, assignments_read() - before))
    many = [rows for written, rows in read if written > 30]
    assert len(many) > 20
    assert max(many) <= 30
    assert len([rows for written, rows in read if not written and rows > 400]) == 1


@pytest.mark.parametrize(
    ("end", "told"), [(pause_batch, "has paused this batch"), (close_batch, "batch is closed")]
)
def test_answers_are_kept_where_no_next_hit_can_be_had(client, end, told):
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    end(batch_id=batch.pk)
    client.force_login(ann)
    assert (
        client.post(world.hit_path(claimed), world.GOOD)["Location"] == f"/batches/{batch.pk}/done/"
    )
    assert told in client.get(f"/batches/{batch.pk}/done/").content.decode()
    claimed.refresh_from_db()
    assert (claimed.state, claimed.answers.count()) == ("submitted", 5)


def test_a_double_click_leads_to_the_same_next_hit(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(ann)
    following = {
        client.post(world.hit_path(claimed), world.GOOD)["Location"] for _click in range(3)
    }
    assert len(following) == 1
    assert Assignment.objects.filter(batch=batch, annotator=ann).count() == 2


def page_of(client, user, batch) -> str:
    client.force_login(user)
    return client.get(world.hit_path(world.claim(user, batch))).content.decode()


def test_a_frame_holds_nothing_of_one_person():
    shell._shells.clear()
    batch = world.live_batch(world.project(), annotators_per_hit=2)
    clients = {
        user.username: Client(enforce_csrf_checks=True)
        for user in (world.annotator(), world.person("<b>&"))
    }
    pages = {name: page_of(client, world.person(name), batch) for name, client in clients.items()}
    kept, stimulus = shell._shells.values()
    text = "".join(kept.pieces[::2])
    assert "Naturalness" in text
    assert sorted(stimulus.pieces[1::2]) == [
        *["medium.image.height", "medium.image.url", "medium.image.url", "medium.image.width"],
        "output.a",
    ]
    draft = [f"draft_{name}" for name in ("person", *["revision"] * 4, "saved", "saved_by", "url")]
    times = ["now", "deadline", "deadline", "until", "until"]
    figures = [f"figure_{name}" for name in ("done", "earned", "extend", "offer", "offer", *times)]
    others = ["csrf", "csrf", "csrf", "csrf", "name", "stimulus", "user"]
    assert sorted(kept.pieces[1::2]) == sorted([*draft, *figures, *others])
    assert 'class="who">ann</span>' in pages["ann"]
    assert 'class="who">&lt;b&gt;&amp;</span>' in pages["<b>&"]
    tokens = {
        name: set(re.findall('csrfmiddlewaretoken" value="([^"]+)"', page))
        for name, page in pages.items()
    }
    assert [len(own) for own in tokens.values()] == [1, 1]
    assert not tokens["ann"] & tokens["<b>&"]
    claimed = Assignment.objects.get(annotator=world.annotator())
    sent = world.GOOD | {"csrfmiddlewaretoken": tokens["<b>&"].pop()}
    assert clients["ann"].post(world.hit_path(claimed), sent).status_code == 403
    sent["csrfmiddlewaretoken"] = tokens["ann"].pop()
    assert clients["ann"].post(world.hit_path(claimed), sent).status_code == 303


@pytest.mark.parametrize("rubric", ["image-paragraph", "answer-check", "contextual-caption-pair"])
def test_a_framed_page_is_the_page_rendered_whole(client, settings, rubric):
    owner = world.project()
    data = world.dataset(owner)
    for item in data.items.all():
        item.fields = {"page_title": "P", "section_title": "S", "body": "B", "highlights": ["B"]}
        item.fields |= {"instruction": "<i>Why</i>\n\nthis?", "target": "" if item.pk % 2 else "R"}
        item.save(update_fields=["fields"])
    told = Concat("text", Value(" <b>bold</b>\n\nTwo\nlines & {{ more }}"))
    Output.objects.filter(item__dataset=data).update(text=told)
    terms = {"title": "<Rate> & {{ see }}", "members_may_work": True}
    batch = world.live_batch(owner, data, rubric=world.version(rubric), **terms)
    seen = []
    for user in (world.annotator(), world.researcher(owner)):
        framed, again = page_of(client, user, batch), page_of(client, user, batch)
        settings.DEBUG = True
        whole = page_of(client, user, batch)
        settings.DEBUG = False
        assert len({bare(page) for page in (framed, again, whole)}) == 1
        seen.append(re.findall(r"<p>Text (\d) about (item-\d). &lt;b&gt;bold&lt;/b&gt;</p>", whole))
    # One output stands once. Of two each stands by itself and in the two sections that ask about
    # it, in the order shown.
    (one, *_others), (other, *_more) = seen
    assert one != other
    for texts in seen:
        first, last = texts[0], texts[-1]
        assert texts == ([first, last] * 3 if rubric.endswith("pair") else [first])


def test_a_list_that_a_checklist_asks_about_entry_by_entry_stands_once(client):
    owner = world.project()
    data = world.dataset(owner, items=1, systems=("Heron",))
    data.items.update(fields={"key_points": ["the first thing", "the second"]})
    batch = world.live_batch(owner, data, rubric=world.version("key-points"))
    page = page_of(client, world.annotator(), batch)
    assert re.findall("the (first thing|second)</", squeezed(page)) == ["first thing", "second"]


def bare(page: str) -> str:
    """Return the page without white space, tokens and its time, which always differ."""
    return re.sub(r"\s+", "", re.sub('(csrfmiddlewaretoken" value|data-now)="[^"]+"', "", page))


def test_a_message_is_shown_on_the_next_page_and_only_there(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    plain = page_of(client, ann, batch)
    return_assignment(annotator=ann, assignment_id=(lost := world.claim(ann, batch)).pk)
    told = client.post(world.hit_path(lost), world.GOOD, follow=True).content.decode()
    assert ("no longer yours" in plain, "no longer yours" in told) == (False, True)
    assert "no longer yours" not in page_of(client, ann, batch)


def test_a_draft_is_shown_although_the_empty_form_is_framed(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(ann)
    empty = client.get(world.hit_path(claimed)).content.decode()
    body = '{"revision": 0, "data": {"feedback": "Half a thought"}}'
    client.post(world.hit_path(claimed, "draft"), body, content_type="application/json")
    assert "Half a thought" not in empty
    assert "Half a thought" in client.get(world.hit_path(claimed)).content.decode()


def test_a_page_is_small(client):
    batch, ann = world.live_batch(world.project()), world.annotator()
    client.force_login(ann)
    assert len(client.get(world.hit_path(world.claim(ann, batch))).content) < 30_000
