"""Tests of emails about account security: sent whoever makes the change, in the reader's language,
and without secrets or links that give access."""

import re
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command

from people.models import Notice, NoticeSettings, User
from people.notices.account import Event
from people.notices.kinds import kinds_for
from people.notices.of_account import tell_of_account
from people.tasks import mail_notice
from tests import world
from tests.pages import log_in, signed_in
from tests.people.test_second_factor import CODES, FACTORS, STEP, set_up, with_password

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
NEW = "a quite different passphrase"
FACTOR_ADDED = "A second factor was added to the account ann"
PASSWORD_CHANGED = "The account ann has a new password and was logged out on all other devices"


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.SITE_URL = "https://ratings.example.org/"


@pytest.fixture
def ann():
    user = world.annotator()
    user.email = "ann@example.org"
    user.save(update_fields=["email"])
    return user


@pytest.fixture
def mailed(django_capture_on_commit_callbacks):
    """A function that calls `act` and returns the subjects of the emails sent to Ann."""

    def of(act) -> list[str]:
        mail.outbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        for notice in Notice.objects.filter(sent_at=None).order_by("pk"):
            mail_notice(notice.pk)
        assert all(message.to == ["ann@example.org"] for message in mail.outbox)
        return [message.subject for message in mail.outbox]

    return of


@pytest.mark.attack("POST")
def test_factors_that_come_and_go_are_told_without_what_they_are_made_of(ann, clock, mailed):
    made: list = []
    assert mailed(lambda: made.extend(set_up(ann, clock))) == [FACTOR_ADDED]
    client, secret, codes = made
    body = mail.outbox[0].body
    assert "A second factor was added to the account ann.\n\n" in body
    assert "https://ratings.example.org/your-sessions/" in body
    assert "switch these emails off" not in body
    assert [text for text in (secret, *codes) if text in body] == []
    new_codes = mailed(lambda: client.post(f"{CODES}new/"))
    assert new_codes == ["New recovery codes were created for the account ann"]
    removed = mailed(lambda: client.post(f"{FACTORS}app/remove/"))
    assert removed == ["A second factor was removed from the account ann"]


def test_a_recovery_code_that_is_used_is_told_with_how_many_are_left(ann, clock, mailed):
    _client, _secret, codes = set_up(ann, clock)
    clock.now += 300

    def log_in(code):
        with_password(ann).post(STEP, {"code": code})

    used = "A recovery code of the account ann was used"
    assert mailed(lambda: log_in(codes[0])) == [used]
    assert f"{used}. Codes left: 9." in mail.outbox[0].body
    for code in codes[1:-1]:
        log_in(code)
    mailed(lambda: log_in(codes[-1]))
    assert "was used. Codes left: 0. You can create new codes" in mail.outbox[-1].body


def test_a_reset_on_the_server_is_one_mail(ann, clock, mailed):
    set_up(ann, clock)
    reset = mailed(lambda: call_command("reset_factors", "ann", stdout=StringIO()))
    assert reset == ["The site administrator removed all second factors of the account ann"]
    again = mailed(lambda: call_command("reset_factors", "ann", stdout=StringIO()))
    assert again == []


def test_a_new_password_is_told_whoever_sets_it(ann, mailed):
    client = with_password(ann)
    form = {"oldpassword": world.PASSWORD, "password1": NEW, "password2": NEW}
    assert mailed(lambda: client.post("/accounts/password/change/", form)) == [PASSWORD_CHANGED]
    assert NEW not in mail.outbox[0].body
    root = signed_in(world.person("root", is_staff=True, is_superuser=True))
    form = dict.fromkeys(("new_password1", "new_password2"), f"{NEW} 2")
    address = f"/admin/accounts/{ann.pk}/password/"
    assert mailed(lambda: root.post(address, form)) == [PASSWORD_CHANGED]


def test_nothing_is_told_of_a_new_account_or_of_a_password_hashed_anew(ann, mailed, settings):
    eve = {"username": "eve", "email": "ann@example.org", "password": NEW}
    assert mailed(lambda: User.objects.create_user(**eve)) == []
    stored = User.objects.get(pk=ann.pk).password
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.Argon2PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]
    assert mailed(lambda: with_password(ann)) == []
    assert User.objects.get(pk=ann.pk).password != stored


@pytest.mark.attack("POST")
def test_there_is_no_switch_and_a_stored_one_is_not_heeded(ann, mailed, client):
    assert "account" not in {kind.name for kind in kinds_for(ann)}
    client.force_login(ann)
    client.post("/notices/", {"language": "en", "email": ann.email, "off": "account"})
    NoticeSettings.objects.update_or_create(
        user=ann, defaults={"off": ["account"], "language": "de"}
    )
    assert len(mailed(lambda: tell_of_account(ann, Event.FACTOR_ADDED))) == 1


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_event_has_words_in_every_language(ann, mailed, language):
    NoticeSettings.objects.update_or_create(user=ann, defaults={"language": language})
    titles = mailed(lambda: [tell_of_account(ann, event, codes_left=2) for event in Event])
    assert len(set(titles)) == len(Event)
    assert (FACTOR_ADDED in titles) == (language == "en")
    assert not re.search(r"%\(|_", "".join(message.body for message in mail.outbox))


@pytest.mark.attack("POST")
def test_another_address_is_told_to_the_former_one(ann, client, mailed):
    form = {"email": "intruder@example.net", "language": "en"}
    log_in(client, ann, ago=660)
    assert mailed(lambda: client.post("/notices/", form)) == []
    log_in(client, ann)
    tell_of_account(ann, Event.PASSWORD_CHANGED)  # not sent yet
    assert mailed(lambda: client.post("/notices/", form)) == [
        PASSWORD_CHANGED,
        "The email address of the account ann was changed or removed",
    ]
    assert User.objects.get(pk=ann.pk).email == "intruder@example.net"
    assert mailed(lambda: client.post("/notices/", form)) == []
