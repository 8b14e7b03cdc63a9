"""Tests of the page of logged-in devices: its content, its queries, and logging out devices."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from people.logins.devices import device_name
from people.logins.ending import end_session, end_sessions, open_sessions
from people.models import Act, Session
from tests import world
from tests.pages import signed_in

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
)


def logged_in(user_agent: str = FIREFOX) -> Client:
    world.annotator()
    client = Client(headers={"User-Agent": user_agent})
    client.post("/accounts/login/", {"login": "ann", "password": world.PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/your-sessions/").status_code == 200


def acts() -> list[tuple]:
    return list(
        Act.objects.filter(verb="sessions_ended").values_list(
            "actor__username", "subject_name", "after"
        )
    )


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (FIREFOX, "Firefox · Linux"),
        (IPHONE, "Safari · iPhone"),
        (EDGE, "Edge · Windows"),
        ("curl/8.0", ""),
        ("<script>alert(1)</script> Firefox/1", "Firefox"),
        ("", ""),
    ],
)
def test_a_device_is_named_by_what_it_says_and_by_nothing_else(header, name):
    assert device_name(header) == name


def test_the_page_lists_each_browser_this_one_first():
    phone, laptop = logged_in(IPHONE), logged_in()
    page = laptop.get("/your-sessions/")
    rows = [(row.device, row.is_this) for row in page.context["sessions"]]
    assert rows == [("Firefox · Linux", True), ("Safari · iPhone", False)]
    assert page["Cache-Control"].startswith("max-age=0")
    rows = [(row.device, row.is_this) for row in phone.get("/your-sessions/").context["sessions"]]
    assert rows == [("Safari · iPhone", True), ("Firefox · Linux", False)]


def test_nothing_on_the_page_opens_a_session():
    client = logged_in()
    page = client.get("/your-sessions/").content.decode()
    assert client.cookies["sessionid"].value not in page
    assert Session.objects.get().session_key not in page


def test_last_seen_is_written_once_in_a_quarter_of_an_hour(django_assert_num_queries):
    client = logged_in()
    Session.objects.update(seen_at=timezone.now() - timedelta(minutes=14))
    with django_assert_num_queries(1):
        client.get("/batches/1/start/")
    long_ago = timezone.now() - timedelta(hours=3)
    Session.objects.update(began_at=long_ago, seen_at=long_ago)
    with django_assert_num_queries(2):
        client.get("/batches/1/start/")
    with django_assert_num_queries(1):
        client.get("/batches/1/start/")
    session = Session.objects.get()
    assert session.seen_at > timezone.now() - timedelta(minutes=15)
    assert session.began_at == long_ago


@pytest.mark.parametrize(
    ("began", "told"),
    [
        (datetime(2026, 3, 1, 9, tzinfo=UTC), datetime(2026, 3, 1, 12, 30, tzinfo=UTC)),
        # Nobody was seen before they logged in.
        (datetime(2026, 3, 1, 12, 40, tzinfo=UTC), datetime(2026, 3, 1, 12, 40, tzinfo=UTC)),
    ],
)
def test_last_seen_is_told_to_the_quarter_of_an_hour(began, told, settings):
    settings.SESSION_IDLE = settings.SESSION_LIFETIME = timedelta(days=36500)
    logged_in()
    Session.objects.update(
        began_at=began,
        seen_at=datetime(2026, 3, 1, 12, 44, 59, 9, tzinfo=UTC),
        expire_date=timezone.now() + timedelta(days=1),
    )
    (row,) = open_sessions(world.annotator(), "")
    assert row.seen_at == told


def test_what_a_session_remembers_stays_when_it_is_saved_again():
    client = logged_in(IPHONE)
    began = Session.objects.get().began_at
    store = client.session
    store["colour"] = "blue"
    store.save()
    session = Session.objects.get()
    assert (session.device, session.began_at) == ("Safari · iPhone", began)


def test_one_session_is_ended_by_its_handle():
    phone, laptop = logged_in(IPHONE), logged_in()
    (_this, other) = laptop.get("/your-sessions/").context["sessions"]
    for _time in range(2):
        answer = laptop.post("/your-sessions/end/", {"handle": other.handle})
        assert (answer.status_code, answer["Location"]) == (302, "/your-sessions/")
    assert (is_in(phone), is_in(laptop)) == (False, True)
    assert acts() == [("ann", "ann", {"sessions": 1})]


@pytest.mark.attack("POST")
def test_all_others_are_ended_at_once():
    phone, tablet, laptop = logged_in(IPHONE), logged_in(EDGE), logged_in()
    laptop.post("/your-sessions/end/", {"others": "yes"})
    assert (is_in(phone), is_in(tablet), is_in(laptop)) == (False, False, True)
    assert acts() == [("ann", "ann", {"sessions": 2})]
    assert end_sessions(user=world.second_annotator(), by=None) == 0


@pytest.mark.attack("POST")
def test_nobody_ends_somebody_elses_by_its_handle():
    client = logged_in()
    (row,) = client.get("/your-sessions/").context["sessions"]
    ben = world.second_annotator()
    assert end_session(user=ben, handle=row.handle, by=ben) is False
    assert is_in(client)


def test_whoever_replaces_a_forgotten_password_while_logged_in_gets_a_page():
    client, user = logged_in(), world.annotator()
    from allauth.account.utils import user_pk_to_url_str
    from django.contrib.auth.tokens import default_token_generator

    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    page = client.get(f"/accounts/password/reset/key/{key}/", follow=True)
    new = dict.fromkeys(("password1", "password2"), "another long passphrase")
    answer = client.post(page.redirect_chain[-1][0], new, follow=True)
    assert (answer.status_code, is_in(client)) == (200, False)
    assert Session.objects.filter(user=user).count() == 0


def test_an_owner_logs_a_member_out_everywhere():
    project = world.project()
    owner, member, at_desk = world.owner(project), world.researcher(project), Client()
    at_desk.force_login(member)
    client = Client()
    client.force_login(owner)
    address = f"/admin/projects/{project.pk}/members/{member.pk}/sessions/"
    assert client.post(address)["Location"] == f"/admin/projects/{project.pk}/"
    assert (is_in(at_desk), is_in(client)) == (False, True)
    assert acts() == [("olga", "rita", {"sessions": 1})]
    own = f"/admin/projects/{project.pk}/members/{owner.pk}/sessions/"
    client.post(own)
    assert is_in(client)
    stranger = f"/admin/projects/{project.pk}/members/{world.annotator().pk}/sessions/"
    assert client.post(stranger).status_code == 404


def test_a_superuser_logs_people_out_everywhere():
    phone = logged_in(IPHONE)
    admin = signed_in(world.person("root", is_staff=True, is_superuser=True))
    admin.post(f"/admin/accounts/{world.annotator().pk}/devices/", {"confirmed": "yes"})
    assert (is_in(phone), is_in(admin)) == (False, True)
    assert acts() == [("root", "ann", {"sessions": 1})]
