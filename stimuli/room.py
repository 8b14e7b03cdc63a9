"""Storage limits of projects. A project uses storage for its media and uploads. Content that would
exceed the limit is refused before anything is written."""

import time
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from core.database.locks import Work
from core.database.sql import load
from core.errors import RateroomError
from people.models import Project

GIB = 1024**3
# Seconds that an upload waits for another upload, or for an import that is storing files
PATIENCE = 30.0
_sql = partial(load, "stimuli/sql/room.sql")


class NoRoomLeft(RateroomError):
    """Raised when storing the content would exceed the project's storage limit."""


@dataclass(frozen=True)
class Room:
    """A project's stored bytes, and its limit in bytes (None if there is no limit)."""

    used: int
    allowed: int | None

    @property
    def left(self) -> int | None:
        return None if self.allowed is None else max(0, self.allowed - self.used)

    def has(self, size: int) -> bool:
        return self.allowed is None or self.used + size <= self.allowed


def room_of(project: Project) -> Room:
    """Return the storage that a project uses, and its limit, with one SQL statement. A file counts
    once, even if several datasets contain it."""
    with connection.cursor() as cursor:
        cursor.execute(_sql("used"), {"project": project.pk})
        return Room(int(cursor.fetchone()[0]), allowed_bytes(project))


def allowed_bytes(project: Project) -> int | None:
    """Return the project's own storage limit, or else the site's limit. Return None if neither is
    set."""
    gib = settings.PROJECT_STORAGE_GB if project.storage_gb is None else project.storage_gb
    return gib * GIB if gib or project.storage_gb is not None else None


def require_room(
    project: Project, size: int, *, where: str, apart_from: int = 0, patience: float | None = None
) -> None:
    """Raise NoRoomLeft if the project cannot store `size` more bytes. `apart_from` is a number of
    stored bytes that are not counted. Until the transaction ends, no other transaction can store
    anything in the project.

    `where` names the content to store. The function waits for other transactions for at most
    `patience` seconds.
    """
    room = locked_room(project, apart_from=apart_from, patience=patience)
    if not room.has(size):
        raise no_room(room, size, where=where)


def locked_room(project: Project, *, apart_from: int = 0, patience: float | None = None) -> Room:
    """Return the storage in use and the limit of a project, and lock the storage until the
    transaction ends. `apart_from` is a number of stored bytes that are not counted. A project
    without a limit is not locked. Take this lock before STORING_LOCK."""
    if allowed_bytes(project) is None:
        return Room(0, None)
    _alone_in(project, patience)
    room = room_of(project)
    return Room(room.used - apart_from, room.allowed)


def no_room(room: Room, size: int, *, where: str) -> NoRoomLeft:
    what = _("The files need %(size)s, but the project has only %(left)s left of its %(allowed)s.")
    values = {"size": size, "allowed": room.allowed or 0, "left": room.left or 0}
    return NoRoomLeft(
        what % {name: filesizeformat(value) for name, value in values.items()},
        where=where,
        remedy=_(
            "Delete unused datasets, import smaller files, or ask the site administrator for "
            "more space."
        ),
    )


def _alone_in(project: Project, patience: float | None) -> None:
    """Lock the project's storage until the transaction ends. Raises RateroomError if other
    transactions hold the lock for longer than `patience` seconds."""
    key = [Work.STORAGE.value, project.pk % 2**31]
    with connection.cursor() as cursor:
        if patience is None:
            cursor.execute("select pg_advisory_xact_lock(%s, %s)", key)
            return
        deadline = time.monotonic() + patience
        while not _took(cursor, key):
            if time.monotonic() > deadline:
                raise RateroomError(
                    _("Other files are being stored in this project right now."),
                    where=str(project),
                    remedy=_("Try again in a minute."),
                )
            time.sleep(0.1)


def _took(cursor: CursorWrapper, key: list[int]) -> bool:
    cursor.execute("select pg_try_advisory_xact_lock(%s, %s)", key)
    return bool(cursor.fetchone()[0])
