"""The command `manage.py local_owner ADDRESS`, which creates the first account, project and token
of a site on a person's own machine. The command can be repeated safely."""

import json
from decimal import Decimal
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from annotation.local_owner import NAME, OWNER_FILE, PROJECT, owner_password
from local.leftovers import write_whole
from payments.posting import deposit
from people.members import create_project
from people.models import Project, User
from people.models.tokens import Scope
from people.tokens.granting import MOST_DAYS, end_token, find_token, make_token

TOKEN_NAME = "The command rateroom on this machine"  # noqa: S105 - what it is called
PLAY_MONEY = Decimal(1000)


class Command(BaseCommand):
    help = "Create the owner of a site on this machine, and store its address and token."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the site's address, as in a browser")

    @transaction.atomic
    def handle(self, *_args: object, address: str, **_options: object) -> None:
        owner = _account()
        _provide_project(owner)
        path = Path(settings.VAR_DIR, OWNER_FILE)
        noted = json.loads(path.read_text()) if path.exists() else {}
        token = _usable(noted, owner) or _new_token(owner)
        note = {"address": address, "token": token, "project": PROJECT}
        transaction.on_commit(lambda: write_whole(path, json.dumps(note)))


def _account() -> User:
    owner, created = User.objects.get_or_create(
        username=NAME, defaults={"is_staff": True, "is_superuser": True}
    )
    if created:
        owner.set_password(owner_password(Path(settings.VAR_DIR)))
        owner.save(update_fields=["password"])
    return owner


def _provide_project(owner: User) -> None:
    """Create the first project with play money, unless the person has a role in a project."""
    if Project.objects.filter(memberships__user=owner).exists():
        return
    project = create_project(project=Project(name=PROJECT), by=owner)
    deposit(
        project=project,
        amount=PLAY_MONEY,
        key="local owner",
        by=owner,
        memo="To begin with, on this machine",
    )


def _usable(noted: dict[str, object], owner: User) -> str:
    """Return the token recorded by an earlier run if the token still works, and "" otherwise."""
    token = str(noted.get("token", ""))
    row = find_token(token) if token else None
    serves = row is not None and row.user_id == owner.pk and all(map(row.allows, Scope))
    return token if serves else ""


def _new_token(owner: User) -> str:
    for row in owner.api_tokens.filter(name=TOKEN_NAME, ended_at=None):
        end_token(user=owner, token_id=row.pk)
    _row, token = make_token(user=owner, name=TOKEN_NAME, scopes=Scope.values, days=MOST_DAYS)
    return token
