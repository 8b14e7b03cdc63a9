"""The list of people whose data was deleted. It is stored outside the database, so that the data
can be deleted again after a backup is restored.

The list contains ids and times, but no names.
"""

import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import RateroomError
from people.models import Erasure, User
from people.personal_data.erasing import NotErasable, perform_erasure

NAME = "erased.jsonl"


class Erased(BaseModel):
    """A person whose data was deleted. After a restore, another account can have the same id, so
    `joined` must match too."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    user: int
    joined: datetime
    at: datetime
    texts: bool


def list_of_site() -> Path:
    """Return the path of the list in the site's data folder."""
    return Path(settings.VAR_DIR, NAME)


def erased_people() -> set[Erased]:
    """Return all people whose data was deleted according to the database."""
    done = Erasure.objects.filter(done_at__isnull=False).select_related("user")
    return {_entry(erasure, at) for erasure in done if (at := erasure.done_at)}


def append(path: Path, people: Iterable[Erased]) -> None:
    """Append people to the list at `path`, and wait until the file is written to the disk. Raises
    OSError if this fails."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.writelines(f"{person.model_dump_json()}\n" for person in people)
        file.flush()
        os.fsync(file.fileno())


def read(path: Path) -> set[Erased]:
    """Return the people on the list at `path`. Return an empty set if the file does not exist.
    Raises RateroomError if a line is invalid."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return set()
    return {_parsed(path, number, line) for number, line in enumerate(lines, 1) if line.strip()}


def erase_and_list(*, erasure_id: int) -> bool:
    """Delete a person's data like `perform_erasure`, and add the person to the list in the data
    folder. Return False if nothing was deleted. Raises NotErasable if the data cannot be deleted
    now, and OSError if the list cannot be written."""
    with transaction.atomic():
        if not perform_erasure(erasure_id=erasure_id):
            return False
        erasure = Erasure.objects.select_related("user").get(pk=erasure_id)
        append(list_of_site(), [_entry(erasure, erasure.done_at or timezone.now())])
    return True


def erase_again(people: Iterable[Erased], *, since: datetime) -> tuple[int, int]:
    """Delete again the data of people whose data was deleted after `since` but restored from a
    backup.

    Return the number of people whose data was deleted, and the number of people whose data cannot
    be deleted now.
    """
    deleted = waiting = 0
    for person in sorted(people, key=lambda each: each.at):
        user = User.objects.filter(pk=person.user, date_joined=person.joined).first()
        if user is None or person.at <= since or _is_done(user):
            continue
        erasure = _due_erasure(user, texts=person.texts)
        try:
            deleted += perform_erasure(erasure_id=erasure.pk)
        except NotErasable:
            waiting += 1
    return deleted, waiting


def _due_erasure(user: User, *, texts: bool) -> Erasure:
    """Return the person's pending deletion request, or a new one, changed so that it is due now."""
    waiting = user.erasures.filter(stopped_at=None, done_at=None).first()
    erasure = waiting or Erasure(user=user, origin=Erasure.Origin.OWNER)
    erasure.due_at, erasure.texts = timezone.now(), erasure.texts or texts
    erasure.save()
    return erasure


def _is_done(user: User) -> bool:
    return user.erasures.filter(done_at__isnull=False).exists()


def _parsed(path: Path, number: int, line: str) -> Erased:
    try:
        return Erased.model_validate_json(line)
    except ValidationError as error:
        raise RateroomError(
            f"Line {number} of the list of deleted people is damaged.",
            where=str(path),
            remedy="Restore the list from a copy of the folder, or delete this line.",
        ) from error


def _entry(erasure: Erasure, at: datetime) -> Erased:
    user = erasure.user
    return Erased(user=user.pk, joined=user.date_joined, at=at, texts=erasure.texts)
