"""Writes that happen only once. A client names a write with an `Idempotency-Key`, and a repeat of
the request gets the first reply."""

import json
from dataclasses import dataclass
from hashlib import sha256

from django.core.files.uploadedfile import UploadedFile
from django.db import connection
from django.utils.crypto import get_random_string
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.models import KEY_LENGTH, KeyedWrite
from api.problems import SECONDS_UNDER_WAY, Conflict, Invalid
from core.errors import Problem
from hits.models import BackgroundTask, Batch
from people.models import Project, User
from stimuli.models import Dataset

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
LOCKS = 7310  # first key of the advisory locks; core.database.locks uses others


@dataclass
class Subjects:
    """The rows that a write concerns. Rows that it creates are added when the write is done."""

    project: Project | None = None
    dataset: Dataset | None = None
    batch: Batch | None = None
    task: BackgroundTask | None = None
    for_owners: bool = False
    scope: str = ""  # needed in addition to the scope of the operation


def key_of(request: Request) -> str:
    """Return the key that the client gave the write, or "" if it gave no key. Raises Invalid if the
    key is too long or not printable."""
    key = request.headers.get(HEADER, "").strip()
    if len(key) > KEY_LENGTH or not key.isprintable():
        what = f"Use a random key of at most {KEY_LENGTH} printable characters, such as a UUID."
        raise Invalid([Problem(what, HEADER)])
    return key


def write_name(user: User, key: str) -> str:
    """Return a key for domain functions that need one. For the same client key, the result is
    always the same. Without a client key, the result is different for each write."""
    name = f"{user.pk}:{key}" if key else get_random_string(40)
    return "api-" + sha256(name.encode()).hexdigest()[:40]


def fingerprint(request: Request) -> str:
    """Return a hash of the request's method, URL and data, including the content of files."""
    digest = sha256(f"{request.method} {request.get_full_path()}\n".encode())
    data = request.data
    if hasattr(data, "lists"):
        for name, values in sorted(data.lists()):
            for value in values:
                digest.update(f"{name}=".encode())
                digest.update(_of_file(value) if isinstance(value, UploadedFile) else b"")
                digest.update(b"" if isinstance(value, UploadedFile) else str(value).encode())
    else:
        digest.update(json.dumps(data, sort_keys=True).encode())
    return digest.hexdigest()


def _of_file(file: UploadedFile) -> bytes:
    digest = sha256(str(file.name).encode())
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.digest()


def earlier_write(user: User, key: str, sent: str) -> KeyedWrite | None:
    """Return the completed write with this key, or None. Call this in the write's transaction, so
    that no other write can use the key until the transaction ends. A background write that failed
    does not count as completed. Raises Conflict while the write is in progress, and Invalid if the
    key belongs to another request."""
    with connection.cursor() as cursor:
        number = int.from_bytes(sha256(f"{user.pk}:{key}".encode()).digest()[:4], signed=True)
        cursor.execute("select pg_try_advisory_xact_lock(%s, %s)", [LOCKS, number])
        if not cursor.fetchone()[0]:
            what = (
                "A request with this key is in progress. Wait a few seconds, then "
                "repeat the request."
            )
            raise Conflict(what, wait=SECONDS_UNDER_WAY)
    write = KeyedWrite.objects.select_related("task").filter(user=user, key=key).first()
    if write is None:
        return None
    if write.request_sha256 != sent:
        what = "This key was used for another request. Use a new key for a new request."
        raise Invalid([Problem(what, HEADER)])
    if write.task is not None and write.task.state == BackgroundTask.State.FAILED:
        write.delete()
        return None
    return write


def keep(
    user: User, key: str, sent: str, *, status: int, answer: object, subjects: Subjects
) -> KeyedWrite:
    """Store the completed write with its reply, in the write's transaction. `answer` is None if the
    reply had a secret."""
    return KeyedWrite.objects.create(
        user=user,
        key=key,
        request_sha256=sent,
        status=status,
        answer=None if answer is None else json.loads(JSONRenderer().render(answer)),
        project=subjects.project or (subjects.dataset.project if subjects.dataset else None),
        dataset=subjects.dataset,
        batch=subjects.batch,
        task=subjects.task,
        for_owners=subjects.for_owners,
        scope=subjects.scope,
    )
