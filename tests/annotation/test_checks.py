"""Tests of the system checks: each misconfiguration is reported, and correct settings pass."""

import pytest
from django.contrib.auth.hashers import make_password
from django.core.checks import run_checks
from django.db import OperationalError, connection

from annotation import checks
from people.models import User
from people.sign_in.demo import WELL_KNOWN, provide_demo_account


def found(check):
    return [(message.id, message.hint) for message in check()]


def test_the_tests_own_settings_pass():
    assert run_checks() == []


def test_another_database_is_refused(settings, monkeypatch):
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    assert found(checks.postgresql_only) == [
        (
            "annotation.E001",
            "Set DATABASE_URL to postgresql://user:password@host/name, or unset it for the embedded server.",
        )
    ]


@pytest.mark.parametrize(
    ("pool", "age", "expected"), [(8, 0, []), (None, 60, []), (8, 60, ["annotation.E002"])]
)
def test_a_pool_and_persistent_connections_exclude_each_other(
    settings, monkeypatch, pool, age, expected
):
    monkeypatch.setitem(
        settings.DATABASES["default"], "OPTIONS", {"pool": pool and {"max_size": pool}}
    )
    monkeypatch.setitem(settings.DATABASES["default"], "CONN_MAX_AGE", age)
    assert [message.id for message in checks.pool_without_persistent_connections()] == expected


def test_a_media_folder_that_is_a_file_is_refused(settings, tmp_path):
    (tmp_path / "media").write_text("")
    settings.MEDIA_ROOT = tmp_path / "media"
    assert found(checks.media_folder_writable) == [
        ("annotation.E003", "Set MEDIA_ROOT to a folder that this user can write to.")
    ]


def test_a_media_folder_still_to_be_made_passes(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "some" / "where"
    assert checks.media_folder_writable() == []


@pytest.mark.parametrize(
    "address", ["unix:///run/valkey.sock", "valkey://here:6379/0", "here:6379"]
)
def test_an_address_that_not_every_client_reads_is_refused(settings, address):
    settings.REDIS_URL = address
    assert [message.id for message in checks.broker_address()] == ["annotation.E004"]


@pytest.mark.parametrize(
    ("hosts", "expected"),
    [
        (["localhost", "127.0.0.1", "[::1]"], ["annotation.W001"]),
        (["localhost", "ratings.example.org"], []),
    ],
)
def test_a_deployment_needs_a_public_name(settings, hosts, expected):
    settings.ALLOWED_HOSTS = hosts
    assert [message.id for message in checks.hosts_beyond_this_machine()] == expected


@pytest.mark.parametrize(
    ("key", "expected"), [("", ["annotation.W002"]), ("one-long-random-text", [])]
)
def test_a_deployment_needs_a_key_of_its_own(monkeypatch, key, expected):
    monkeypatch.setenv("SECRET_KEY", key)
    assert [message.id for message in checks.secret_key_shared()] == expected


@pytest.mark.parametrize(
    ("url", "expected"), [("", ["annotation.W003"]), ("smtp://mail.example.org", [])]
)
def test_a_deployment_needs_a_mail_server(settings, url, expected):
    settings.EMAIL_URL = url
    assert [message.id for message in checks.mail_server_known()] == expected


def open_accounts():
    return [(message.id, message.msg) for message in checks.demo_logins_closed()]


@pytest.mark.django_db
def test_a_deployment_where_a_demo_account_can_log_in_is_refused(settings):
    account = provide_demo_account(name="researcher", password="drawn on this machine", staff=True)
    assert open_accounts() == []
    settings.DEMO = True
    assert open_accounts() == [("annotation.E005", "Demo accounts can log in: researcher.")]
    User.objects.filter(pk=account.pk).update(is_active=False)
    assert open_accounts() == []


@pytest.mark.django_db
def test_an_account_with_the_demos_old_password_is_refused_though_the_demo_is_off():
    User.objects.create_user("annotator", password=WELL_KNOWN)
    assert open_accounts() == [("annotation.E005", "Demo accounts can log in: annotator.")]
    User.objects.update(password=make_password("a password of its own"))
    assert open_accounts() == []


@pytest.mark.django_db
def test_without_a_database_the_check_says_that_it_did_not_look():
    def refuse(*_args):
        raise OperationalError

    with connection.execute_wrapper(refuse):
        assert open_accounts() == [
            (
                "annotation.I001",
                "We could not check for demo accounts, because the database does not respond.",
            )
        ]
