"""Tests of institutional login, from the button to the first page, and of its errors."""

import html
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from people.invitations.granting import invite
from people.models import Act, User
from tests import world
from tests.pages import log_in as log_in_here
from tests.people.institutions.provider import CLIENT, SECRET

pytestmark = [
    pytest.mark.long,
    pytest.mark.django_db,
    pytest.mark.usefixtures("no_tries_counted", "institution"),
]
START = "/accounts/institutions/uni/"
BACK = f"{START}back/"
FACTORS = "/accounts/second-factor/"


@pytest.fixture(scope="module")
def provider(tmp_path_factory):
    """The address of an institution that runs as a separate process."""
    folder = tmp_path_factory.mktemp("institution")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.people.institutions.provider",
            str(folder),
            f"http://testserver{BACK}",
        ],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=(folder / "log").open("w"),
        text=True,
    )
    address = process.stdout.readline().strip()
    assert address, (folder / "log").read_text()
    yield address
    process.communicate()


@pytest.fixture
def institution(provider, settings) -> dict:
    """The site's settings for the institution, which a test can change."""
    options = {
        "server_url": provider,
        "issuer": provider,
        "oauth_pkce_enabled": True,
        "domains": [],
        "claims": [],
        "second_factor": [],
    }
    app = {
        "provider_id": "uni",
        "name": "University",
        "client_id": CLIENT,
        "secret": SECRET,
        "settings": options,
    }
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
    return options


def begin(client: Client, following: str = "") -> str:
    """Press the login button. Return the institution's address that the site redirects to."""
    answer = client.get(START + (f"?next={following}" if following else ""))
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"]


def at_institution(address: str, name: str) -> str:
    """Log in as `name` at the institution. Return the address that the institution redirects to."""
    browser, where = requests.Session(), urlsplit(address)
    browser.get(f"{where.scheme}://{where.netloc}/as/{name}/")
    answer = browser.get(address, allow_redirects=False)
    assert answer.status_code == 302, answer.text
    return answer.headers["Location"]


def come_back(client: Client, address: str):
    return client.get(address.removeprefix("http://testserver"))


def log_in(client: Client, name: str, following: str = ""):
    return come_back(client, at_institution(begin(client, following), name))


def changed(address: str, **values: str) -> str:
    parts = urlsplit(address)
    query = {key: each[0] for key, each in parse_qs(parts.query).items()} | values
    return urlunsplit(parts._replace(query=urlencode(query)))


def who(client: Client) -> str | None:
    page = client.get("/your-sessions/")
    return page.context["user"].get_username() if page.status_code == 200 else None


def refused(answer, client: Client, status: int) -> None:
    assert answer.status_code == status
    assert "The login did not work" in answer.content.decode()
    assert who(client) is None
    assert User.objects.count() == 0


def test_the_first_login_makes_a_person_without_a_role_and_the_second_finds_them():
    client = Client()
    assert "Log in with University" in client.get("/accounts/login/").content.decode()
    assert log_in(client, "carla")["Location"] == "/"
    user = User.objects.get()
    assert (who(client), user.email, user.is_staff, user.has_usable_password()) == (
        "carla",
        "carla@uni.example",
        False,
        False,
    )
    assert SocialAccount.objects.get().extra_data == {}
    again = Client()
    log_in(again, "carla")
    assert (who(again), User.objects.count()) == ("carla", 1)
    assert SocialAccount.objects.get().extra_data == {}
    assert Act.objects.filter(verb="login_linked").count() == 1


def test_the_way_there_has_state_nonce_and_a_pkce_challenge():
    query = parse_qs(urlsplit(begin(Client())).query)
    assert sorted(query) == [
        "client_id",
        "code_challenge",
        "code_challenge_method",
        "nonce",
        "redirect_uri",
        "response_type",
        "scope",
        "state",
    ]
    assert query["code_challenge_method"] == ["S256"]


def test_an_unverified_address_is_not_taken():
    log_in(Client(), "dora")
    assert User.objects.get().email == ""


@pytest.mark.attack("GET")
@pytest.mark.parametrize("name", ["carla", "dora"])
def test_an_account_with_the_same_address_or_name_is_not_taken_over(name):
    own = world.person(name, email=f"{name}@uni.example", is_staff=True)
    client = Client()
    log_in(client, name)
    other = User.objects.exclude(pk=own.pk).get()
    assert who(client) == other.get_username() != name
    assert not other.is_staff
    assert not SocialAccount.objects.filter(user=own).exists()


def test_an_answer_without_our_state_opens_nothing():
    client, elsewhere = Client(), Client()
    address = at_institution(begin(elsewhere), "carla")
    refused(come_back(client, address), client, 502)
    address = at_institution(begin(client), "carla")
    refused(come_back(client, changed(address, state="made-up")), client, 502)


@pytest.mark.attack("GET")
def test_a_token_made_for_another_login_opens_nothing():
    client = Client()
    address = changed(begin(client), nonce="of another login")
    refused(come_back(client, at_institution(address, "carla")), client, 403)


def test_a_code_is_taken_once():
    client = Client()
    address = at_institution(begin(client), "carla")
    assert come_back(client, address).status_code == 302
    assert come_back(client, address).status_code == 502
    thief = Client()
    state = parse_qs(urlsplit(begin(thief)).query)["state"][0]
    assert come_back(thief, changed(address, state=state)).status_code == 502
    assert who(thief) is None


def test_whoever_calls_it_off_gets_a_page():
    client = Client()
    state = parse_qs(urlsplit(begin(client)).query)["state"][0]
    refused(client.get(f"{BACK}?error=access_denied&state={state}"), client, 502)


def test_an_institution_that_is_down_or_somebody_else_is_said_to_be(institution, provider):
    institution["server_url"] = "http://127.0.0.1:9"
    client = Client()
    refused(client.get(START), client, 502)
    institution |= {"server_url": provider, "issuer": "https://login.other.example"}
    refused(client.get(START), client, 502)


def test_domains_and_claims_keep_others_out(institution):
    institution["domains"] = ["uni.example"]
    client = Client()
    refused(log_in(client, "dora"), client, 403)
    institution["claims"] = ["amr=mfa"]
    refused(log_in(client, "carla"), client, 403)
    log_in(client, "emil")
    assert who(client) == "emil"


def test_an_invitation_opened_first_is_accepted_afterwards():
    project = world.project()
    owner = world.owner(project)
    _row, token = invite(project=project, role="researcher", key="k", by=owner)
    client, page = Client(), f"/invitations/{token}/"
    assert f"{START}?next={page}" in client.get(page).content.decode()
    assert log_in(client, "carla", page)["Location"] == page
    client.post(page)
    carla = User.objects.get(username="carla")
    assert list(project.memberships.filter(user=carla).values_list("role", flat=True)) == [
        "researcher"
    ]


def test_nobody_is_led_to_another_site_afterwards():
    answer = log_in(Client(), "carla", "https://evil.example/")
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "accepted", "led"),
    [("emil", ["mfa"], False), ("emil", [], True), ("carla", ["mfa"], True)],
)
def test_a_second_factor_there_counts_where_the_settings_name_it(
    name, accepted, led, institution, settings
):
    settings.REQUIRE_SECOND_FACTOR = "researchers"
    institution["second_factor"] = accepted
    log_in(Client(), name)
    User.objects.filter(username=name).update(is_staff=True)
    client = Client()
    log_in(client, name)
    answer = client.get("/admin/")
    assert (answer.status_code == 302 and answer["Location"] == FACTORS) is led


@pytest.mark.attack("GET")
@pytest.mark.parametrize(("name", "is_theirs"), [("carla", True), ("dora", False)])
def test_somebody_with_this_login_alone_confirms_at_the_institution(name, is_theirs):
    client = Client()
    log_in(client, "carla")
    session = client.session
    session["account_authentication_methods"][0]["at"] -= 660
    session.save()
    page = client.get("/accounts/password/set/")["Location"]
    assert page == f"{START}confirm/?next=%2Faccounts%2Fpassword%2Fset%2F"
    href = re.search(rf'href="({START}[^"]*)"', client.get(page).content.decode())[1]
    there = client.get(html.unescape(href))["Location"]
    query = parse_qs(urlsplit(there).query)
    assert (query["prompt"], query["max_age"]) == (["login"], ["0"])
    come_back(client, at_institution(there.replace("prompt=login", "prompt=none"), name))
    assert who(client) == "carla"
    assert (client.get("/accounts/password/set/").status_code == 200) is is_theirs


def test_a_person_without_a_password_changes_their_address():
    client = Client()
    log_in(client, "carla")
    form = {"language": "en", "email": "carla@home.example"}
    assert client.post("/notices/", form)["Location"] == "/notices/"
    assert User.objects.get().email == "carla@home.example"


def test_an_account_is_linked_by_whoever_is_in_it_and_unlinked_again():
    client, ann = Client(), world.annotator()
    log_in_here(client, ann, ago=660)
    asked = client.post(f"{START}link/")["Location"]
    assert asked.startswith(f"{FACTORS}password/")
    assert client.post(asked, {"password": world.PASSWORD})["Location"] == "/accounts/institutions/"
    client.post(f"{START}link/")
    # Not by an address that somebody else has made up, and once.
    assert client.get(f"{START}?link=made-up")["Location"] == "/accounts/institutions/"
    page = client.post(f"{START}link/")
    address = page.context["address"]
    location = client.get(address)["Location"]
    assert come_back(client, at_institution(location, "carla"))["Location"] == (
        "/accounts/institutions/"
    )
    again = Client()
    log_in(again, "carla")
    assert (who(again), User.objects.count()) == ("ann", 1)
    link = SocialAccount.objects.get(user=ann)
    client.post("/accounts/institutions/unlink/", {"link": link.pk})
    assert SocialAccount.objects.count() == 0
    verbs = Act.objects.filter(verb__startswith="login_").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["login_linked", "login_unlinked"]


def test_the_only_way_in_is_not_ended():
    client = Client()
    log_in(client, "carla")
    link = SocialAccount.objects.get()
    client.post("/accounts/institutions/unlink/", {"link": link.pk})
    assert SocialAccount.objects.count() == 1


def test_a_closed_account_stays_closed():
    client = Client()
    log_in(client, "carla")
    User.objects.update(is_active=False)
    other = Client()
    assert log_in(other, "carla").status_code == 403
    assert who(other) is None
