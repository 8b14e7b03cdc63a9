"""Tests of the owner of a local site: account, project, token, and the files that store them."""

import json
import stat

import pytest
from django.core.management import call_command

from payments.models import Account
from payments.posting import balance
from people.models import Membership, User
from people.models.tokens import Scope
from people.tokens.granting import find_token

HERE = "http://127.0.0.1:8000/"


@pytest.fixture
def provide(db, settings, tmp_path, django_capture_on_commit_callbacks):
    """Return a function that runs the command and returns the content of owner.json."""
    settings.VAR_DIR = tmp_path

    def run(address=HERE):
        with django_capture_on_commit_callbacks(execute=True):
            call_command("local_owner", address)
        return json.loads((tmp_path / "owner.json").read_text(encoding="utf-8"))

    return run


def test_the_owner_begins_with_a_project_money_and_a_token(provide, tmp_path):
    note = provide()
    assert note | {"token": ""} == {"address": HERE, "token": "", "project": "My project"}
    membership = Membership.objects.get()
    assert (membership.user.username, membership.role) == ("owner", "owner")
    assert membership.user.check_password((tmp_path / "owner_password").read_text())
    row = find_token(note["token"])
    assert (row.user, row.scopes, row.project) == (membership.user, Scope.values, None)
    account = Account.objects.get(project=membership.project, kind=Account.Kind.BALANCE)
    assert balance(account.pk) == 1000


@pytest.mark.attack("reading files as another user of the machine")
def test_only_the_owner_of_the_folder_reads_them(provide, tmp_path):
    provide()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("owner*")}
    assert modes == {"owner.json": 0o600, "owner_password": 0o600}


def test_another_start_changes_the_address_alone(provide):
    first = provide()
    assert provide("http://127.0.0.1:8001/") == first | {"address": "http://127.0.0.1:8001/"}
    assert Membership.objects.count() == 1


def test_another_start_keeps_a_changed_password_and_replaces_the_token(provide):
    """Changing the password revokes the owner's tokens."""
    first, owner = provide(), User.objects.get()
    owner.set_password("another of their own")
    owner.save(update_fields=["password"])
    assert provide()["token"] != first["token"]
    assert User.objects.get().check_password("another of their own")


def test_a_token_that_was_ended_is_replaced(provide):
    first = provide()["token"]
    find_token(first).delete()
    second = provide()["token"]
    assert second != first
    assert find_token(second).user == User.objects.get()
