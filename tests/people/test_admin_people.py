"""Tests of how owners and researchers manage annotators: the pool, the list of a batch, and
removing a person from a batch."""

import re

import pytest
from django.urls import reverse

from hits.models import Admission, Batch
from people.models import PoolMember, User
from people.named import MOST_LINES, find_people
from people.pool import add_to_pool
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project()


def text(response) -> str:
    return squeezed(response.content.decode())


@pytest.fixture
def batch(project):
    live = world.live_batch(project)
    world.claim(world.annotator(), live)
    return live


def test_the_pool_takes_names_and_addresses_and_names_each_line_that_is_neither(client, project):
    client.force_login(world.researcher(project))
    worked = world.live_batch(project)
    for person in (world.annotator(), world.person("ben", email="Ben@Example.org")):
        world.claim(person, worked)
    address = reverse("admin:project_pool", args=[project.pk])
    page = client.post(
        address, {"action": "add", "people": "ann\n\n no\tbody \nben@EXAMPLE.org\nwho@else.org\n"}
    )
    for what in (
        "3 people added.",
        "Line 3: “no body” is neither a user name nor an email address. Check the spelling.",
        "People who have not joined yet",
    ):
        assert what in text(page)
    assert re.search(r"<textarea[^>]*> ?no body</textarea>", text(page))
    assert "2 people</h2>" in text(page)
    assert sorted(project.pool.values_list("user__username", "added_by__username")) == [
        ("ann", "rita"),
        ("ben", "rita"),
    ]
    page = client.post(address, {"action": "remove", "people": "ben"}, follow=True)
    assert ("1 person removed." in text(page), "1 person</h2>" in text(page)) == (True, True)
    assert "Ben@Example.org" not in text(page)


def test_an_address_of_two_accounts_and_too_many_lines_are_refused():
    for name in ("one", "two"):
        world.person(name, email="both@example.org")
    everyone = User.objects.all()
    named = find_people("both@example.org\ntwo\ngone\0", everyone)
    assert [user.username for user in named.users] == ["two"]
    assert (named.unusable, named.strangers) == (["both@example.org", "gone\0"], [])
    assert named.problems[0].startswith(
        "Line 1: 2 accounts have the email address “both@example.org”."
    )
    assert find_people("one\n" * (MOST_LINES + 1), everyone).users == []
    world.person("idle", is_active=False)
    assert find_people("idle", everyone).users == []


def test_a_list_is_kept_on_the_batchs_page(client, batch):
    client.force_login(world.researcher(batch.project))
    for person in (world.annotator(), world.second_annotator()):
        PoolMember.objects.create(project=batch.project, user=person)
    address = reverse("admin:batch_audience", args=[batch.pk])
    for action, told in (
        ("admit", "2 people added."),
        ("refuse", "2 people added."),
        ("forget", "2 people removed."),
    ):
        page = client.post(address, {"action": action, "people": "ann\nben"}, follow=True)
        assert told in text(page)
        verdict = {"admit": "admitted", "refuse": "refused"}.get(action)
        rows = Admission.objects.values_list("verdict", "origin", "decided_by__username")
        assert list(rows) == ([(verdict, "owner", "rita")] * 2 if verdict else [])
    assert client.post(address, {"action": "burn", "people": "ann"}).status_code == 200


def test_the_batchs_page_says_before_publication_that_nobody_may_work(client, project):
    batch = world.draft_batch(project, audience=Batch.Audience.POOL)
    client.force_login(world.researcher(project))
    pages = [
        reverse("admin:batch_settings", args=[batch.pk]),
        reverse("admin:batch_step", args=[batch.pk, "publish"]),
    ]

    def told() -> set[str]:
        return {
            re.search(r"(No one can|\d+ p\w+ can) work on this batch[^<]*", text(client.get(page)))[
                0
            ].strip()
            for page in pages
        }

    nobody = (
        "No one can work on this batch yet, because the project&#x27;s pool is empty or everyone "
        "in it is blocked. Add people to the pool."
    )
    assert told() == {nobody}
    add_to_pool(project=project, users=[world.researcher(project)], by=None)
    assert told() == {nobody}
    add_to_pool(project=project, users=[world.annotator()], by=None)
    assert told() == {"1 person can work on this batch."}
    Batch.objects.update(audience=Batch.Audience.LIST)
    empty = "No one can work on this batch yet, because its list of allowed people is empty."
    assert told() == {f"{empty} Add people to the list."}


def batch_form(**changes) -> dict[str, str]:
    form = {
        "title": "Rate",
        "expected_seconds": "1",
        "completion": "none",
        "description": "",
        "most_returns": "3",
        "least_reading_percent": "25",
    }
    return form | {"audience": "list"} | changes


@pytest.mark.parametrize(
    ("who", "allowed"), [(world.owner, True), (world.researcher, False), (world.outsider, False)]
)
def test_only_an_owner_lets_members_work(client, batch, who, allowed):
    user = who(batch.project) if who is not world.outsider else who()
    client.force_login(user)
    client.post(reverse("admin:batch_settings", args=[batch.pk]), batch_form(members_may_work="on"))
    batch.refresh_from_db()
    assert batch.members_may_work is allowed
    mine = who is not world.outsider  # who works in it may change while it is live
    assert (batch.audience, batch.most_returns) == (("list", 3) if mine else ("everyone", 10))
