"""Tests of drafts: revisions only increase, repeated saves are recognised, and replaced answers can
be restored within limits."""

import json
import threading
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from hits.batches.publishing import close_batch
from hits.models import Draft, DraftVersion
from hits.queue.drafts import (
    MOST_VERSIONS,
    Save,
    StaleDraft,
    draft_with_versions,
    removed,
    save_draft,
    sweep_drafts,
)
from hits.queue.releasing import expire, return_assignment
from hits.queue.submitting import AssignmentLost, may_submit_late, submit_assignment
from hits.review.decisions import approve_assignments, reject_assignments
from hits.tasks import sweep_drafts as sweep_task
from tests import world
from tests.hits.queue.test_concurrency import in_threads
from tests.hits.queue.test_cycle import statements
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def claimed():
    return world.claim(world.annotator(), world.live_batch(world.project()))


class Tab:
    """An annotator's tab, which counts its saves and remembers the revision, as the browser
    does."""

    def __init__(self, claimed, writer="one", revision=0):
        self.claimed, self.writer, self.revision, self.number = claimed, writer, revision, 0

    def save(self, data, **more):
        self.number += 1
        return self.send(data, **more)

    def send(self, data, **more):
        """Send a save without increasing its number, as a page does after a save without a
        reply."""
        sent = Save(self.revision, data, self.writer, self.number, **more)
        saved = save_draft(
            annotator=self.claimed.annotator, assignment_id=self.claimed.pk, save=sent
        )
        self.revision = saved.revision
        return saved


def drawer(claimed) -> list[tuple[int, dict]]:
    """Return (revision, data) of the versions that can be restored, newest first."""
    _newest, versions = draft_with_versions(annotator=claimed.annotator, assignment_id=claimed.pk)
    return [(one.revision, one.data) for one in versions]


def minutes_pass(claimed, minutes=1):
    """Move the draft's time of saving `minutes` back."""
    Draft.objects.filter(assignment=claimed).update(
        saved_at=F("saved_at") - timedelta(minutes=minutes)
    )


def test_the_revision_only_grows_and_a_stale_tab_is_told_what_is_newer(claimed):
    one, other = Tab(claimed), Tab(claimed, "other")
    assert [one.save({"coverage": value}).revision for value in "212"] == [1, 2, 3]
    with pytest.raises(StaleDraft) as error:
        other.save({"coverage": "3"})
    newest = error.value.newest
    assert (newest.revision, newest.data, newest.writer, newest.number) == (
        3,
        {"coverage": "2"},
        "one",
        3,
    )
    assert Draft.objects.get().data == {"coverage": "2"}


def test_a_save_whose_reply_was_lost_is_known_again(claimed):
    tab = Tab(claimed)
    tab.save({"feedback": "a"})
    tab.revision = 0
    assert (tab.send({"feedback": "a"}).revision, Draft.objects.get().revision) == (1, 1)
    tab.revision = 0
    assert tab.save({"feedback": "a, and on"}).revision == 2
    assert Draft.objects.get().data == {"feedback": "a, and on"}


def test_a_save_that_a_later_one_overtook_changes_nothing(claimed):
    tab = Tab(claimed)
    tab.number = 1
    tab.save({"feedback": "second"})
    tab.revision, tab.number = 0, 1
    assert tab.send({"feedback": "first, late"}).revision == 1
    assert Draft.objects.get().data == {"feedback": "second"}


def test_pages_that_do_not_name_themselves_are_told_apart_by_revision_alone(claimed):
    save_draft(annotator=claimed.annotator, assignment_id=claimed.pk, save=Save(0, {"syntax": "1"}))
    with pytest.raises(StaleDraft):
        save_draft(
            annotator=claimed.annotator, assignment_id=claimed.pk, save=Save(0, {"syntax": "1"})
        )


@pytest.mark.parametrize(
    ("before", "after", "gone"),
    [
        ("", "abc", ""),
        ("abc", "abcd", ""),
        ("abc", "xabc", ""),
        ("ab cd", "ab X cd", ""),
        ("abc", "", "abc"),
        ("one and three", "one three", "and"),
        ("aaa", "aa", "a"),
        ("left", "right", "lef"),
    ],
)
def test_what_of_a_text_is_removed(before, after, gone):
    assert removed(before, after) == gone


def test_typing_on_keeps_nothing_and_each_minute_keeps_its_last_state(claimed):
    tab = Tab(claimed)
    for text in ("T", "Th", "The", "The end"):
        tab.save({"feedback": text})
    assert drawer(claimed) == []
    minutes_pass(claimed)
    for text in ("The end i", "The end is"):
        tab.save({"feedback": text})
    assert drawer(claimed) == [(4, {"feedback": "The end"})]


def test_text_that_is_taken_away_is_kept_once_for_a_run_of_deleting(claimed):
    tab = Tab(claimed)
    for text in ("One two three", "One two", "One", ""):
        tab.save({"feedback": text} if text else {})
    assert drawer(claimed) == [(1, {"feedback": "One two three"})]
    tab.save({"feedback": "Another thought"})
    tab.save({"feedback": "A"})
    assert drawer(claimed) == [
        (5, {"feedback": "Another thought"}),
        (1, {"feedback": "One two three"}),
    ]


def test_every_state_in_which_a_section_got_complete_is_kept(claimed):
    tab = Tab(claimed)
    tab.save({"syntax": "1"}, complete=1)
    tab.save({"syntax": "1", "feedback": "W"}, complete=1)
    tab.save({"syntax": "2", "feedback": "Wh"}, complete=1)
    tab.save({"syntax": "2", "feedback": "Wh", "coverage": "3"}, complete=2)
    tab.save({"syntax": "2", "feedback": "Why", "coverage": "3"}, complete=2)
    kept = [(4, {"syntax": "2", "feedback": "Wh", "coverage": "3"}), (1, {"syntax": "1"})]
    assert drawer(claimed) == kept


def test_another_page_that_goes_on_keeps_what_it_found(claimed):
    Tab(claimed).save({"syntax": "1"})
    Tab(claimed, "other", revision=1).save({"syntax": "2"})
    assert drawer(claimed) == [(1, {"syntax": "1"})]


def test_what_is_set_aside_takes_a_revision_of_its_own_and_stands_once(claimed):
    tab = Tab(claimed)
    tab.save({"feedback": "mine"})
    assert tab.save({"feedback": "theirs"}, aside={"feedback": "mine"}).revision == 3
    assert drawer(claimed) == [(2, {"feedback": "mine"})]
    tab.save({"feedback": "mine"}, aside={"feedback": "theirs"})  # and back
    tab.save({"feedback": "theirs"}, aside={"feedback": "mine"})
    assert drawer(claimed) == [(6, {"feedback": "mine"}), (4, {"feedback": "theirs"})]
    assert (Draft.objects.get().revision, Draft.objects.get().data) == (7, {"feedback": "theirs"})


def test_the_history_is_bounded_and_its_newest_are_kept(claimed):
    tab = Tab(claimed)
    for number in range(MOST_VERSIONS + 8):
        tab.save({"feedback": f"{number}"})
        minutes_pass(claimed)
    kept = [(number + 1, {"feedback": f"{number}"}) for number in range(MOST_VERSIONS + 6, 6, -1)]
    assert drawer(claimed) == kept
    tab.save({"feedback": "back"}, aside={"feedback": "put aside"})
    assert [data["feedback"] for _revision, data in drawer(claimed)] == [
        "put aside",
        *(str(number) for number in range(MOST_VERSIONS + 7, 8, -1)),
    ]


@pytest.mark.parametrize(("ending", "left"), [("submit", 0), ("return", 0), ("expire", 1)])
def test_drafts_go_when_the_hit_goes(claimed, ending, left):
    """The draft of an expired HIT is kept, because the HIT can still be submitted late."""
    tab = Tab(claimed)
    tab.save({"feedback": "A whole thought"})
    tab.save({"feedback": ""})
    assert (Draft.objects.count(), DraftVersion.objects.count()) == (1, 1)
    if ending == "submit":
        submit_assignment(annotator=claimed.annotator, assignment_id=claimed.pk, raw=world.GOOD)
    elif ending == "return":
        return_assignment(annotator=claimed.annotator, assignment_id=claimed.pk)
    else:
        expire(assignment=claimed)
    assert (Draft.objects.count(), DraftVersion.objects.count()) == (left, left)
    with pytest.raises(AssignmentLost):
        tab.save({"feedback": "late"})
    with pytest.raises(AssignmentLost):
        drawer(claimed)


def of_one_hit(**terms):
    """Return the claimed, only HIT of a batch, with a draft and an earlier version of the draft."""
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=1, systems=("Heron",)), **terms)
    claimed = world.claim(world.annotator(), batch)
    Tab(claimed).save({"feedback": "A whole thought"})
    Tab(claimed, "other", revision=1).save({"feedback": ""})
    return claimed


def nobody(_claimed):
    pass


def somebody_holds_it(claimed):
    return world.claim(world.second_annotator(), claimed.batch)


def somebody_submitted(claimed):
    return world.rate(world.second_annotator(), claimed.batch)


def somebody_was_rejected(claimed):
    reject_assignments(
        batch=claimed.batch, ids=[somebody_submitted(claimed).pk], reason="No.", by=None
    )


def somebody_was_approved(claimed):
    approve_assignments(batch=claimed.batch, ids=[somebody_submitted(claimed).pk], by=None)


def they_hold_it_anew(claimed):
    world.claim(claimed.annotator, claimed.batch)


def they_have_submitted_since(claimed):
    world.rate(claimed.annotator, claimed.batch)


def the_batch_is_closed(claimed):
    close_batch(batch_id=claimed.batch_id)


@pytest.mark.parametrize(
    ("then", "annotators", "swept"),
    [
        (nobody, 1, 0),
        (somebody_holds_it, 1, 0),  # they may give it back
        (somebody_submitted, 1, 0),  # it may be rejected
        (somebody_was_rejected, 1, 0),
        (somebody_was_approved, 2, 0),
        (they_hold_it_anew, 1, 0),
        (somebody_was_approved, 1, 1),
        (they_have_submitted_since, 2, 1),
        (the_batch_is_closed, 1, 1),
    ],
)
def test_what_time_ran_out_on_is_swept_once_it_can_never_be_submitted(then, annotators, swept):
    claimed = of_one_hit(annotators_per_hit=annotators)
    expire(assignment=claimed)
    then(claimed)
    assert sweep_drafts() == swept
    assert (Draft.objects.filter(assignment=claimed).count(), DraftVersion.objects.count()) == (
        1 - swept,
        1 - swept,
    )
    if swept:
        assert not may_submit_late(annotator=claimed.annotator, assignment_id=claimed.pk)
    assert sweep_drafts() == 0


def test_what_is_in_work_is_never_swept():
    claimed = of_one_hit()
    close_batch(batch_id=claimed.batch_id)
    assert (sweep_drafts(), Draft.objects.count(), DraftVersion.objects.count()) == (0, 1, 1)


def test_a_sweep_takes_so_many_at_a_time():
    for claimed in [of_one_hit() for _batch in range(3)]:
        expire(assignment=claimed)
        close_batch(batch_id=claimed.batch_id)
    assert [sweep_drafts(limit=2) for _turn in range(3)] == [2, 1, 0]
    assert (Draft.objects.count(), DraftVersion.objects.count()) == (0, 0)


def test_sweeping_is_asked_for_every_ten_minutes(settings):
    claimed = of_one_hit()
    expire(assignment=claimed)
    close_batch(batch_id=claimed.batch_id)
    entry = settings.CELERY_BEAT_SCHEDULE["sweep-drafts"]
    assert (entry["task"], entry["schedule"]) == (sweep_task.name, 600.0)
    sweep_task()
    assert Draft.objects.count() == 0


def post(client, claimed, **sent):
    return client.post(
        world.hit_path(claimed, "draft"), json.dumps(sent), content_type="application/json"
    )


def test_a_save_takes_three_statements_beside_the_session(client, claimed):
    client.force_login(claimed.annotator)
    for number in range(
        1, 4
    ):  # the first, a plain one, and one that keeps what it replaces and drops the oldest
        if number == 3:
            minutes_pass(claimed)
        sent = {
            "revision": number - 1,
            "data": {"feedback": "x" * number},
            "writer": "one",
            "number": number,
        }
        with CaptureQueriesContext(connection) as queries:
            assert post(client, claimed, **sent).status_code == 200
        assert ["people_session" in one for one in statements(queries)] == [
            True,
            False,
            False,
            False,
        ]
    assert DraftVersion.objects.count() == 1


def test_a_stale_page_is_sent_the_newest_and_a_ready_one_the_earlier(client, claimed):
    client.force_login(claimed.annotator)
    post(client, claimed, revision=0, data={"feedback": "<b>one</b>"}, writer="one", number=1)
    minutes_pass(claimed)
    post(client, claimed, revision=1, data={"feedback": "two"}, writer="one", number=2)
    stale = post(client, claimed, revision=1, data={"feedback": "three"}, writer="other", number=1)
    newest = {"revision": 2, "data": {"feedback": "two"}, "writer": "one", "number": 2}
    assert stale.status_code == 409
    assert {key: stale.json()[key] for key in newest} == newest
    read = client.get(world.hit_path(claimed, "draft"))
    assert {key: read.json()[key] for key in newest} == newest
    assert [(one["revision"], one["data"]) for one in read.json()["earlier"]] == [
        (1, {"feedback": "<b>one</b>"})
    ]
    assert read["Cache-Control"] == "no-store"


def test_the_drafts_of_a_hit_are_its_persons_alone(client, claimed):
    Tab(claimed).save({"feedback": "Mine."})
    client.force_login(world.second_annotator())
    assert client.get(world.hit_path(claimed, "draft")).status_code == 404
    assert post(client, claimed, revision=1, data={}).status_code == 404
    client.logout()
    assert client.get(world.hit_path(claimed, "draft")).status_code == 302
    assert Draft.objects.get().data == {"feedback": "Mine."}


def test_what_a_database_cannot_hold_is_left_out(client, claimed):
    client.force_login(claimed.annotator)
    sent = '{"revision": 0, "number": 99999999999, "complete": -4, "writer": "%s", "data": {"feedback": "a\\u0000b\\ud800"}}'
    path = world.hit_path(claimed, "draft")
    assert client.post(path, sent % ("w" * 90), content_type="application/json").status_code == 200
    draft = Draft.objects.get()
    assert (draft.data, draft.writer, draft.number, draft.complete) == (
        {"feedback": "ab?"},
        "w" * 32,
        2**31 - 1,
        0,
    )


def test_the_page_says_which_save_it_shows_and_escapes_its_name(client, claimed):
    client.force_login(claimed.annotator)
    path = world.hit_path(claimed)
    assert 'data-revision="0" data-saved="" data-saved-by=""' in squeezed(
        client.get(path).content.decode()
    )
    post(client, claimed, revision=0, data={"feedback": "x"}, writer='"><b>', number=1)
    post(
        client, claimed, revision=1, data={}, writer='"><b>', number=2
    )  # framed, as there is nothing to fill in
    page = client.get(path).content.decode()
    assert 'data-revision="2"' in page
    assert 'data-saved-by="&quot;&gt;&lt;b&gt;:2"' in page


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_save_at_once_lose_nothing(claimed):
    """Each tab records its saves. A tab with an old revision takes the newest and saves again."""
    saved: list[tuple[int, dict]] = []
    lock = threading.Lock()

    def work(number):
        tab = Tab(claimed, f"tab-{number}")
        for turn in range(12):
            data = {"feedback": f"{number}:{turn}"}
            tab.number += 1
            while True:
                try:
                    revision = tab.send(data).revision
                    break
                except StaleDraft as stale:
                    tab.revision = stale.newest.revision
            with suppress(StaleDraft):  # the other tab went on meanwhile
                tab.send(data)  # repeated by a network that lost the reply
            with lock:
                saved.append((revision, data))

    assert in_threads(2, work) == []
    revisions = sorted(revision for revision, _data in saved)
    assert revisions == list(range(1, len(saved) + 1))
    assert Draft.objects.get().revision == len(saved)
    assert Draft.objects.get().data == dict(saved)[len(saved)]
    history = drawer(claimed)
    assert len(history) <= MOST_VERSIONS
    assert all(dict(saved)[revision] == data for revision, data in history)
