"""Tests of completion codes and breaks: when they are due, what is recorded, and which settings can
change later."""

import csv
import re

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.batches.open_list import open_batches
from hits.batches.publishing import close_batch, pause_batch, resume_batch
from hits.exports import stream
from hits.models import Assignment, Batch, Draft, Enrolment
from hits.queue.claiming import NothingLeft, claim_assignment, enrol
from hits.queue.drafts import Save, save_draft
from hits.queue.enrolments import stop_enrolment
from hits.queue.releasing import expire
from hits.queue.submitting import submit_and_claim
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
FIXED = {"completion": "fixed", "completion_code": "C1A2B3"}
DRAWN = {"completion": "drawn"}


def live(*, items: int = 2, **terms) -> Batch:
    """Return a live batch with two HITs per item."""
    owner = world.project()
    return world.live_batch(owner, world.dataset(owner, items=items), **terms)


def submit(user, batch):
    """Submit the user's claimed HIT, or claim and submit the next. Return the HIT that follows."""
    claimed = world.claim(user, batch)
    return submit_and_claim(annotator=user, assignment_id=claimed.pk, raw=world.GOOD)[1]


def code_of(user, batch) -> str:
    one = Enrolment.objects.get(batch=batch, annotator=user)
    assert (one.completion_code == "") is (one.completed_at is None)
    return one.completion_code


def test_the_code_is_due_when_nothing_is_left_and_never_before():
    batch, ann = live(**FIXED), world.annotator()
    given = []
    for _turn in range(4):
        submit(ann, batch)
        given.append(code_of(ann, batch))
    assert given == ["", "", "", "C1A2B3"]


def test_the_code_is_due_after_the_declared_number():
    batch, ann = live(code_after=3, **FIXED), world.annotator()
    given = []
    for _turn in range(4):
        submit(ann, batch)
        given.append(code_of(ann, batch))
    assert given == ["", "", "C1A2B3", "C1A2B3"]


def test_who_had_done_more_when_it_was_promised_is_told_after_the_next():
    batch, ann = live(items=4), world.annotator()
    submit(ann, batch)
    submit(ann, batch)
    Batch.objects.filter(pk=batch.pk).update(code_after=1, **FIXED)
    assert (submit(ann, batch).code, code_of(ann, batch)) == ("code", "C1A2B3")


def test_whichever_comes_first():
    batch, ann = live(code_after=3, cap_per_annotator=2, **FIXED), world.annotator()
    submit(ann, batch)
    assert code_of(ann, batch) == ""
    following = submit(ann, batch)
    assert (following.code, code_of(ann, batch)) == ("cap_reached", "C1A2B3")


def test_drawn_codes_differ_and_stay():
    batch, ann, ben = (
        live(annotators_per_hit=2, code_after=1, **DRAWN),
        world.annotator(),
        world.second_annotator(),
    )
    submit(ann, batch)
    submit(ben, batch)
    first, second = code_of(ann, batch), code_of(ben, batch)
    assert re.fullmatch("[0-9A-F]{12}", first)
    assert re.fullmatch("[0-9A-F]{12}", second)
    assert first != second
    submit(ann, batch)
    assert code_of(ann, batch) == first


def test_nobody_gets_a_code_for_nothing(client):
    batch, ann, ben = live(items=1, **FIXED), world.annotator(), world.second_annotator()
    submit(ann, batch)
    submit(ann, batch)
    client.force_login(ben)
    client.post(f"/batches/{batch.pk}/start/")
    assert code_of(ben, batch) == ""
    assert "C1A2B3" not in client.get(f"/batches/{batch.pk}/done/").content.decode()


def end_part() -> None:
    stop_enrolment(enrolment_id=Enrolment.objects.get().pk, reason="Too fast.", by=None)


@pytest.mark.parametrize("end", ["pause", "stop"])
def test_a_pause_or_an_ended_part_gives_no_code(client, end):
    batch, ann = live(**FIXED), world.annotator()
    claimed = submit(ann, batch)
    if end == "pause":
        pause_batch(batch_id=batch.pk)
    else:
        end_part()
    following = submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)[1]
    assert following.code == {"pause": "paused", "stop": "stopped"}[end]
    client.force_login(ann)
    client.post(f"/batches/{batch.pk}/start/")
    assert code_of(ann, batch) == ""


def test_closing_gives_everybody_who_worked_their_code():
    batch, ann, ben = live(**DRAWN), world.annotator(), world.second_annotator()
    submit(ann, batch)
    world.claim(ben, batch)
    close_batch(batch_id=batch.pk)
    assert (len(code_of(ann, batch)), code_of(ben, batch)) == (12, "")


def test_a_code_that_changes_is_kept_by_those_who_have_it():
    batch, ann, ben = (
        live(annotators_per_hit=2, code_after=1, **FIXED),
        world.annotator(),
        world.second_annotator(),
    )
    submit(ann, batch)
    Batch.objects.filter(pk=batch.pk).update(
        completion_code="NEW", completion_url="https://panel.example/done"
    )
    submit(ann, batch)
    submit(ben, batch)
    assert (code_of(ann, batch), code_of(ben, batch)) == ("C1A2B3", "NEW")


def test_the_promise_may_be_made_late_but_not_withdrawn():
    batch = live()
    Batch.objects.filter(pk=batch.pk).update(completion="fixed", completion_code="X", code_after=2)
    for change in (
        {"completion": "drawn", "completion_code": ""},
        {"code_after": 1},
        {"code_after": None},
    ):
        with pytest.raises(IntegrityError, match="terms are promised"), transaction.atomic():
            Batch.objects.filter(pk=batch.pk).update(**change)
    assert Batch.objects.filter(pk=batch.pk).update(break_after=5, completion_code="Y") == 1


@pytest.mark.parametrize(
    "terms",
    [
        {"completion": "fixed"},
        {"completion": "drawn", "completion_code": "X"},
        {"completion_code": "X"},
        {"code_after": 3},
        {"completion": "fixed", "completion_code": "two words"},
        {"completion": "fixed", "completion_code": "X\n"},
        {"completion": "drawn", "completion_url": "http://panel.example/"},
        {"completion": "drawn", "completion_url": "javascript:alert(1)"},
        {"completion": "drawn", "code_after": 0},
        {"break_after": 0},
    ],
)
def test_the_database_refuses_what_makes_no_sense(terms):
    with pytest.raises(IntegrityError), transaction.atomic():
        world.draft_batch(world.project(), **terms)


def test_the_form_says_what_is_wrong(client):
    owner = world.project()
    batch = world.draft_batch(owner)
    client.force_login(world.researcher(owner))
    address = reverse("admin:batch_step", args=[batch.pk, "people"])
    shown = client.get(address).context["form"]
    values = {name: shown[name].value() for name in shown.fields}
    form = {
        name: value
        for name, value in values.items()
        if value not in (None, "") and value is not False
    }
    form["completion"] = "fixed"
    said = []
    for change in (
        {},
        {"completion_code": "two words"},
        {"completion_code": "X", "completion_url": "http://panel.example/"},
        {"completion_code": "X", "completion_url": "https://panel.example/?cc={code}"},
    ):
        answer = client.post(address, form | change)
        said.append(
            [one for errors in answer.context["form"].errors.values() for one in errors]
            if answer.context
            else None
        )
    assert said == [
        [
            (
                "“Code for everyone” needs a code. Random codes need none. Without completion codes, leave code, address and number blank."
            )
        ],
        ["Letters, digits, hyphens and underscores only, for example C1A2B3C4."],
        ["Enter a full address that starts with https://, or leave it blank."],
        None,
    ]


def test_a_published_code_may_be_mended_and_its_promise_is_read_only(client):
    batch = live(code_after=1, **FIXED)
    client.force_login(world.researcher(batch.project))
    address = reverse("admin:batch_settings", args=[batch.pk])
    assert set(client.get(address).context["form"].fields) == {
        *("title", "description", "expected_seconds", "cap_per_annotator", "break_after"),
        *("audience", "least_reading_percent", "most_returns", "reports_to_suspend"),
        *("completion_code", "completion_url"),
    }


def test_the_end_shows_code_and_address(client):
    terms = FIXED | {"completion_url": "https://panel.example/done?cc={code}&x=<b>"}
    batch, ann = live(code_after=1, **terms), world.annotator()
    submit(ann, batch)
    client.force_login(ann)
    page = client.get(f"/batches/{batch.pk}/done/").content.decode()
    assert '<code class="code" id="code">C1A2B3</code>' in page
    link = '<a class="button" href="https://panel.example/done?cc=C1A2B3&amp;x=&lt;b&gt;" rel="noreferrer noopener">'
    assert f"{link}Continue to panel.example</a>" in squeezed(page)
    assert "C1A2B3" in client.get("/work/").content.decode()


def test_the_export_and_the_list_of_annotators_match_codes_to_people(client):
    batch, ann = live(code_after=1, **FIXED), world.annotator()
    submit(ann, batch)
    (row,) = csv.DictReader(b"".join(stream(batch, "wide")).decode().splitlines())
    enrolment = Enrolment.objects.get()
    assert (row["WorkerId"], row["CompletionCode"]) == (enrolment.pseudonym, "C1A2B3")
    client.force_login(world.researcher(batch.project))
    address = reverse("admin:batch_annotators", args=[batch.pk])
    assert len(client.get(address, {"name": "C1A2B3"}).context["listing"].rows) == 1
    assert len(client.get(address, {"name": "nobody"}).context["listing"].rows) == 0


def test_a_break_is_due_after_every_n_and_nothing_is_claimed(client):
    batch, ann = live(items=3, break_after=2), world.annotator()
    client.force_login(ann)
    went = []
    for _turn in range(6):
        claimed = world.claim(ann, batch)
        location = client.post(world.hit_path(claimed), world.GOOD)["Location"]
        went.append(location.split("/")[-2])
        if went[-1] == "break":
            assert Assignment.objects.filter(state="claimed").count() == 0
            assert client.get(location).status_code == 200
    assert [one if one in {"break", "done"} else "hit" for one in went] == [
        *("hit", "break", "hit", "break", "hit", "done")
    ]
    one = Enrolment.objects.get()
    assert (one.submitted, one.claims) == (6, 6)
    assert Assignment.objects.filter(state="free").count() == 0


def test_a_double_click_before_a_break_leads_to_the_break(client):
    batch, ann = live(break_after=1), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(ann)
    went = {client.post(world.hit_path(claimed), world.GOOD)["Location"] for _click in range(2)}
    assert went == {f"/batches/{batch.pk}/break/"}
    assert client.post(f"/batches/{batch.pk}/start/")["Location"].startswith("/assignments/")


def test_the_code_is_shown_when_it_falls_due_although_hits_are_left(client):
    batch, ann = live(code_after=1, break_after=1, **FIXED), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(ann)
    went = {client.post(world.hit_path(claimed), world.GOOD)["Location"] for _click in range(2)}
    assert went == {f"/batches/{batch.pk}/done/"}
    assert Assignment.objects.filter(state="claimed").count() == 0
    page = client.get(f"/batches/{batch.pk}/done/").content.decode()
    assert ("Your completion code is ready." in page, "Take the next HIT" in page) == (True, True)
    claimed = world.claim(ann, batch)
    assert (
        client.post(world.hit_path(claimed), world.GOOD)["Location"]
        == f"/batches/{batch.pk}/break/"
    )


def test_a_batch_without_breaks_or_codes_costs_no_statement_more():
    counts = []
    for terms in ({}, {"break_after": 9, "code_after": 9, **FIXED}):
        batch, ann = live(**terms), world.annotator()
        enrol(annotator=ann, batch=batch, consent_given=False)
        Enrolment.objects.update(
            order_seed=1
        )  # no drawn point lies behind the last free assignment: that is one more
        claimed = world.claim(ann, batch)
        with CaptureQueriesContext(connection) as queries:
            submit_and_claim(annotator=ann, assignment_id=claimed.pk, raw=world.GOOD)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_instructions_are_recorded_as_read_once(client):
    batch, ann = live(), world.annotator()
    client.force_login(ann)
    assert 'id="start"' in client.get(f"/batches/{batch.pk}/").content.decode()
    client.post(f"/batches/{batch.pk}/start/", {"instructions": "read"})
    read = Enrolment.objects.get().instructions_at
    client.post(f"/batches/{batch.pk}/start/", {"instructions": "read"})
    assert Enrolment.objects.get().instructions_at == read is not None
    assert 'id="start"' not in client.get(f"/batches/{batch.pk}/").content.decode()
    enrol(annotator=world.second_annotator(), batch=batch, consent_given=False)
    assert Enrolment.objects.get(annotator=world.second_annotator()).instructions_at is None


def test_stopping_for_now_saves_what_is_filled_in_and_keeps_the_hit(client):
    batch, ann = live(), world.annotator()
    claimed = world.claim(ann, batch)
    client.force_login(ann)
    posted = client.post(
        world.hit_path(claimed), {"action": "break 0", "syntax": "2", "feedback": ""}
    )
    assert posted["Location"] == f"/batches/{batch.pk}/break/"
    assert Draft.objects.get().data == {"syntax": "2"}
    assert "Your answers were saved at" in client.get(posted["Location"]).content.decode()
    save_draft(annotator=ann, assignment_id=claimed.pk, save=Save(revision=1, data={"syntax": "3"}))
    client.post(world.hit_path(claimed), {"action": "break 1", "syntax": "1"})
    assert Draft.objects.get().data == {"syntax": "3"}
    claimed.refresh_from_db()
    assert claimed.state == "claimed"


def test_a_hit_whose_time_is_over_may_be_submitted_late_while_its_assignment_is_free(client):
    batch, ann = live(items=1), world.annotator()
    claimed = world.claim(ann, batch)
    save_draft(
        annotator=ann,
        assignment_id=claimed.pk,
        save=Save(revision=0, data={"feedback": "Half a thought"}),
    )
    expire(assignment=claimed)
    client.force_login(ann)
    path = world.hit_path(claimed)
    ended = client.get(path)
    assert (ended.status_code, "Continue your HIT" in ended.content.decode()) == (410, True)
    late = client.get(path + "?late").content.decode()
    assert ("Half a thought" in late, 'data-draft=""' in late) == (True, True)
    assert client.post(path, world.GOOD).status_code == 303
    claimed.refresh_from_db()
    assert (claimed.state, Draft.objects.count()) == ("submitted", 0)


def test_a_late_hit_that_somebody_else_took_is_not_offered(client):
    batch, ann, ben = live(items=1), world.annotator(), world.second_annotator()
    claimed = world.claim(ann, batch)
    expire(assignment=claimed)
    world.claim(ben, batch), submit(ben, batch)
    client.force_login(ann)
    for address in (world.hit_path(claimed), f"{world.hit_path(claimed)}?late"):
        page = client.get(address)
        assert (page.status_code, "This HIT is no longer available" in page.content.decode()) == (
            410,
            True,
        )


def test_what_is_claimed_stays_in_the_list_of_a_paused_batch(client):
    batch, ann = live(), world.annotator()
    claimed = world.claim(ann, batch)
    pause_batch(batch_id=batch.pk)
    (one,) = open_batches(ann)
    assert (one.hits_left, one.claimed_id, one.claimed_until) == (
        1,
        claimed.pk,
        claimed.deadline_at,
    )
    assert open_batches(world.second_annotator()) == []
    client.force_login(ann)
    assert (
        "The researcher has paused this batch"
        in client.get(world.hit_path(claimed)).content.decode()
    )
    resume_batch(batch_id=batch.pk)
    assert "has paused this batch" not in client.get(world.hit_path(claimed)).content.decode()


def test_the_list_is_sorted_and_says_what_it_pays():
    ann = world.annotator()
    finished = live(items=1, title="Finished")
    submit(ann, finished), submit(ann, finished)
    claimed = live(title="Claimed")
    fresh, newest = (
        live(title="Fresh", expected_seconds=30),
        live(title="Newest", expected_seconds=0),
    )
    world.claim(ann, claimed)
    found = open_batches(ann)
    assert [one.batch for one in found] == [claimed, newest, fresh, finished]
    assert [str(one.hourly) for one in found] == ["3.00", "None", "6.00", "3.00"]
    assert [str(one.total) for one in found] == ["0.20", "0.20", "0.20", "0.00"]


def test_a_part_that_was_ended_leaves_nothing():
    batch, ann = live(), world.annotator()
    submit(ann, batch)
    end_part()
    (one,) = open_batches(ann)
    assert (one.hits_left, one.done) == (0, 1)
    with pytest.raises(NothingLeft, match="participation in this batch has ended"):
        claim_assignment(annotator=ann, batch=batch)
