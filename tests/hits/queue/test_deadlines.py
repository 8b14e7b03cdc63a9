"""Tests of extending a HIT's time: only its holder can do it, once per click, up to the batch's
limit."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from hits.models import Assignment, Draft
from hits.queue.extensions import Extension, NoExtensionLeft, extend_assignment, offer
from hits.queue.releasing import expire, release_expired, return_assignment
from hits.queue.submitting import AssignmentLost
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


def claimed(**terms) -> Assignment:
    batch = world.live_batch(
        world.project(), **({"allotted_seconds": 600, "extensions": 2} | terms)
    )
    return world.claim(world.annotator(), batch)


def posted(one: Assignment) -> int:
    """Return the deadline in seconds, as the page submits it."""
    return int(one.deadline_at.timestamp())


def extend(one: Assignment) -> Extension:
    return extend_assignment(
        annotator=world.annotator(), assignment_id=one.pk, deadline=posted(one)
    )


def test_it_adds_the_time_allotted_as_often_as_the_batch_allows():
    one = claimed()
    first = one.deadline_at
    for number in (1, 2):
        told = extend(one)
        one.refresh_from_db()
        assert told == Extension(one.deadline_at, 2 - number, 600)
        assert (one.deadline_at, one.extended) == (first + number * timedelta(seconds=600), number)
    with pytest.raises(NoExtensionLeft, match="cannot extend the time"):
        extend(one)
    assert Assignment.objects.get(pk=one.pk).extended == 2


def test_a_batch_may_allow_none():
    one = claimed(extensions=0)
    with pytest.raises(NoExtensionLeft):
        extend(one)


def test_a_double_click_extends_once():
    one = claimed()
    assert extend(one) == extend(one)  # the second posts the deadline that the first has put off
    assert Assignment.objects.get(pk=one.pk).extended == 1


@pytest.mark.django_db(transaction=True)
def test_clicks_at_once_extend_once():
    one = claimed(extensions=9)

    def click(_number: int) -> Extension:
        try:
            return extend(one)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(click, range(4)))
    assert found == {Extension(one.deadline_at + timedelta(seconds=600), 8, 600)}


def test_only_who_holds_it_extends_it():
    one = claimed()
    with pytest.raises(Assignment.DoesNotExist):
        extend_assignment(
            annotator=world.second_annotator(), assignment_id=one.pk, deadline=posted(one)
        )
    assert Assignment.objects.get(pk=one.pk).extended == 0


@pytest.mark.parametrize("state", ["submitted", "returned", "expired"])
def test_what_has_ended_is_not_extended(state):
    one = claimed()
    if state == "submitted":
        world.submit(one, world.GOOD)
    elif state == "returned":
        return_assignment(annotator=world.annotator(), assignment_id=one.pk)
    else:
        expire(assignment=one)
    with pytest.raises(AssignmentLost):
        extend(one)
    assert Assignment.objects.get(pk=one.pk).deadline_at == one.deadline_at


def test_in_the_moments_after_the_deadline_it_counts_from_now():
    one = claimed()
    one.deadline_at = timezone.now() - timedelta(seconds=20)
    one.save(update_fields=["deadline_at"])
    assert extend(one).deadline_at > timezone.now() + timedelta(seconds=590)
    assert release_expired() == 0


def test_a_free_assignment_has_no_extensions():
    free = Assignment.objects.filter(batch=claimed().batch, state="free")
    with (
        pytest.raises(IntegrityError, match="assignment_extended_is_somebodys"),
        transaction.atomic(),
    ):
        free.update(extended=1)


def test_a_reopened_assignment_begins_anew():
    one = claimed()
    extend(one)
    return_assignment(annotator=world.annotator(), assignment_id=one.pk)
    assert set(
        Assignment.objects.filter(hit=one.hit, state="free").values_list("extended", flat=True)
    ) == {0}


def test_what_is_offered():
    assert offer(10, 1800) == "You can still extend the time 10 times, by 30 min each."
    assert offer(1, 60) == "You can still extend the time once, by 60 s."
    assert offer(0, 60) == "You cannot extend the time for this HIT."


def post(client, one: Assignment, deadline: object = None, **answers) -> object:
    client.force_login(world.annotator())
    data = answers | {"_deadline": posted(one) if deadline is None else deadline}
    headers = {} if answers else {"Accept": "application/json"}
    return client.post(world.hit_path(one, "extend"), data, headers=headers)


def test_the_script_is_told_the_new_deadline(client):
    one = claimed()
    reply = post(client, one)
    one.refresh_from_db()
    said = reply.json()
    assert 0 <= timezone.now().timestamp() - said.pop("now") < 60
    assert (reply.status_code, said) == (
        200,
        {
            "deadline": posted(one),
            "until": f"until {one.deadline_at:%H:%M} UTC",
            "left": 1,
            "offer": "You can still extend the time once, by 10 min.",
        },
    )


def test_the_script_is_told_why_not(client):
    one = claimed(extensions=0)
    reply = post(client, one)
    assert (reply.status_code, reply.json()["error"].split(".")[0]) == (
        409,
        "You cannot extend the time for this HIT",
    )
    return_assignment(annotator=world.annotator(), assignment_id=one.pk)
    reply = post(client, one)
    assert (reply.status_code, reply.json()["error"].split(".")[0]) == (
        410,
        "This HIT is no longer yours",
    )


@pytest.mark.parametrize("deadline", ["", "soon", "-1", "1.5", "²", "9" * 5000])
def test_no_page_of_ours_sends_this(client, deadline):
    one = claimed()
    assert post(client, one, deadline).status_code == 404
    assert Assignment.objects.get(pk=one.pk).extended == 0


@pytest.mark.parametrize("extensions", [1, 0])
def test_a_plain_form_comes_back_with_its_answers(client, extensions):
    one = claimed(extensions=extensions)
    reply = post(client, one, naturalness="2", feedback="Kept.", seen="{}", action="save")
    assert (reply.status_code, reply["Location"]) == (303, world.hit_path(one))
    page = client.get(reply["Location"]).content.decode()
    assert Draft.objects.get().data == {"naturalness": "2", "feedback": "Kept."}
    assert "Kept.</textarea>" in page
    assert (page.count("This HIT is yours until") == 2) == bool(extensions)
    assert "You cannot extend the time for this HIT." in page
    assert "data-extend>" not in page


def test_a_plain_form_of_a_lost_hit_says_so(client):
    one = claimed()
    return_assignment(annotator=world.annotator(), assignment_id=one.pk)
    reply = post(client, one, feedback="Late.")
    assert "no longer yours" in client.get(reply["Location"]).content.decode()
    assert Draft.objects.count() == 0


def test_the_page_names_deadline_and_button_without_scripts(client):
    one = claimed()
    client.force_login(world.annotator())
    page = client.get(world.hit_path(one)).content.decode()
    assert f"This HIT is yours until {one.deadline_at:%H:%M} UTC." in page
    assert f'formaction="{world.hit_path(one, "extend")}"' in page
    assert f'name="_deadline" value="{posted(one)}"' in squeezed(page)
