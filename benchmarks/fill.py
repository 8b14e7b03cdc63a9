"""Batches of any size and completion, inserted into Rateroom's database in seconds.

The rows (`INSERT … SELECT`) are the same as the site would have created. The money is in escrow in
the ledger. Every completed assignment has its annotator, times and six answers, and no one has the
same HIT twice. Foreign keys are valid but are not checked, because checking would take most of the
time. Check constraints and unique constraints are checked.
"""

import hashlib
import io
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from PIL import Image

from benchmarks.material import FREE_TEXT, PARAGRAPH, QUESTIONS
from benchmarks.sign_in import open_sessions
from hits.models import Assignment, Batch, Enrolment
from hits.money.escrow import escrow_batch
from hits.states import ANSWERED
from payments.posting import deposit
from people.models import Project, User
from people.pool import add_to_pool
from stimuli.models import Dataset, Medium, System
from surveys.models import RubricVersion
from surveys.versions.storing import library_version

SIZE = (1600, 1067)  # pixels of a picture
RUBRIC = "image-paragraph"
PAST_ANNOTATORS = 50  # people who share the finished work; more than any HIT's annotators
REWARD, FEE = Decimal("0.05"), Decimal("0.01")
FILLED = (
    "stimuli_item",
    "stimuli_itemmedium",
    "stimuli_output",
    "hits_hit",
    "hits_assignment",
    "hits_answer",
    "hits_enrolment",
)
_numbers = count(1)


@dataclass(frozen=True)
class Shape:
    """The size of a batch to create: HITs, annotators per HIT, and the percentage of HITs whose
    assignments are all submitted (`done`)."""

    hits: int
    annotators: int = 1
    done: int = 0
    approved: int = 0  # percent of all HITs, among the done ones
    veteran: int = 0  # HITs with one assignment done by another person; only with done = 0

    @property
    def free(self) -> int:
        """Return the number of assignments that no one has taken yet."""
        return self.hits * self.annotators * (100 - self.done) // 100 - self.veteran

    def __str__(self) -> str:
        told = f"{self.hits:,} HITs × {self.annotators}, "
        return told + (
            f"{self.veteran:,} by one annotator" if self.veteran else f"{self.done} % done"
        )


@dataclass(frozen=True)
class World:
    """The objects that batches share: a project, a rubric version, a picture, people who have
    worked before, and these people's sessions."""

    project: Project
    version: RubricVersion
    medium: Medium
    past: list[int]  # ids of users
    sessions: list[str]  # sessions of these users


def make_world(*, past: int = PAST_ANNOTATORS) -> World:
    """Create a project with enough money, a picture, and `past` annotators with sessions. Add all
    accounts to the project's pool."""
    number = next(_numbers)
    project = Project.objects.create(name=f"Benchmark {number}")
    deposit(project=project, amount=Decimal(1_000_000_000), key="benchmark")
    medium = Medium.objects.create(
        project=project,
        sha256="be" * 32,
        content_type="image/png",
        width=800,
        height=600,
        original_name="scene.png",
    )
    prefix = f"bench-past-{number}-"
    sessions = open_sessions(past, prefix=prefix)
    people = list(
        User.objects.filter(username__startswith=prefix).order_by("pk").values_list("pk", flat=True)
    )
    add_to_pool(
        project=project, users=User.objects.all(), by=None
    )  # all annotators have accounts by now
    return World(project, library_version(RUBRIC), medium, people, sessions)


def make_dataset(world: World, items: int) -> Dataset:
    """Create a dataset of `items` items. Each item has an image and one system's paragraph. Several
    batches can use the same dataset."""
    made = Dataset.objects.create(project=world.project, name=f"{items} items, {next(_numbers)}")
    system = System.objects.create(dataset=made, name="Heron")
    known = {
        "dataset": made.pk,
        "system": system.pk,
        "medium": world.medium.pk,
        "items": items,
        "text": PARAGRAPH,
    }
    with unchecked_keys() as cursor:
        cursor.execute(
            """
            insert into stimuli_item (dataset_id, external_id, fields)
            select %(dataset)s, 'item-' || n, '{}' from generate_series(1, %(items)s) as n
            """,
            known,
        )
        cursor.execute(
            """
            insert into stimuli_itemmedium (item_id, field, medium_id)
            select id, 'image', %(medium)s from stimuli_item where dataset_id = %(dataset)s
            """,
            known,
        )
        cursor.execute(
            """
            insert into stimuli_output (item_id, system_id, text)
            select id, %(system)s, %(text)s from stimuli_item where dataset_id = %(dataset)s
            """,
            known,
        )
    return made


def picture(world: World, seed: str, size: tuple[int, int] = SIZE) -> Medium:
    """Create and store a JPEG of blurred noise, which compresses about as well as a photograph."""
    small = Image.frombytes("RGB", (200, 133), random.Random(seed).randbytes(200 * 133 * 3))
    buffer = io.BytesIO()
    small.resize(size, Image.Resampling.BICUBIC).save(buffer, "JPEG", quality=90)
    return stored(world, buffer.getvalue(), "image/jpeg", size)


def stored(world: World, content: bytes, content_type: str, size: tuple[int, int]) -> Medium:
    """Store a media file as an import does, and return its `Medium`."""
    made = Medium.objects.create(
        project=world.project,
        sha256=hashlib.sha256(content).hexdigest(),
        content_type=content_type,
        width=size[0],
        height=size[1],
    )
    default_storage.save(made.storage_name, ContentFile(content))
    return made


def make_batch(
    world: World,
    dataset: Dataset,
    shape: Shape,
    *,
    veteran: User | None = None,
    answers: bool = True,
) -> Batch:
    """Create a live batch of the given `shape` from the first items of `dataset`, with its money in
    escrow. If `answers` is false, done assignments have no answers. The `veteran` has done
    `shape.veteran` HITs."""
    batch = draft_batch(world, dataset, shape)
    planned = shape.hits
    with transaction.atomic():
        Batch.objects.filter(pk=batch.pk).update(
            state=Batch.State.LIVE,
            fee=FEE,
            published_at=timezone.now(),
            hits_planned=planned,
            hits_made=planned,
            assignments_planned=planned * shape.annotators,
            input_media=["image"],
            output_media=False,
        )
        batch.refresh_from_db()
        escrow_batch(batch=batch, amount=shape.hits * shape.annotators * (REWARD + FEE))
    with unchecked_keys() as cursor:
        _insert_hits(cursor, batch, shape)
        if shape.done:
            _insert_done(cursor, batch, shape, world.past)
        if veteran and shape.veteran:
            _insert_veteran(cursor, batch, shape, veteran)
        _insert_free(cursor, batch, shape)
        if answers:
            _insert_answers(cursor, batch)
        _count_claims(cursor, batch)
    return batch


def draft_batch(world: World, dataset: Dataset, shape: Shape) -> Batch:
    """Create a draft of the given `shape` with all systems of the dataset."""
    batch = Batch.objects.create(
        project=world.project,
        dataset=dataset,
        rubric_version=world.version,
        title=f"{shape}",
        reward=REWARD,
        flat_fee=FEE,
        annotators_per_hit=shape.annotators,
        sample_rule=Batch.SampleRule.COUNT,
        sample_count=shape.hits,
        least_reading_percent=0,
        seed=7,
    )
    batch.systems.set(dataset.systems.all())
    return batch


def _enrolments(batch: Batch, people: list[int]) -> list[int]:
    """Create enrolments in `batch` for the users with the ids `people`. Return the enrolments' ids
    in the same order."""
    made = Enrolment.objects.bulk_create(
        Enrolment(batch=batch, annotator_id=person, pseudonym=f"R-{person}") for person in people
    )
    return [enrolment.pk for enrolment in made]


@contextmanager
def unchecked_keys() -> Iterator[Any]:
    """Open a transaction without foreign-key checks or triggers, and yield a cursor."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set local session_replication_role = replica")
        yield cursor
        cursor.execute("set local session_replication_role = origin")


def _insert_hits(cursor: CursorWrapper, batch: Batch, shape: Shape) -> None:
    cursor.execute(
        """
        insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
        select %(batch)s, 'main', i.id, array[o.id], %(annotators)s,
               hashint8(i.id + %(batch)s) & 2147483647
          from (
            select id from stimuli_item where dataset_id = %(dataset)s order by id limit %(hits)s
          ) i
          join stimuli_output o on o.item_id = i.id
        """,
        {
            "batch": batch.pk,
            "dataset": batch.dataset_id,
            "hits": shape.hits,
            "annotators": shape.annotators,
        },
    )


# The batch's HITs, numbered from 0, each with a number from 0 to 99 that says whether it is done.
_NUMBERED = """
    select id, position, n, n %% 100 as lot from (
        select id, position, row_number() over (order by id) - 1 as n
          from hits_hit where batch_id = %(batch)s) h
"""
_TAKEN = """
    insert into hits_assignment (hit_id, batch_id, position, state, shown_order, annotator_id,
        enrolment_id, sequence, drawn_point, rubric_sha256, accepted_at, submitted_at, deadline_at,
        decided_at, reason)
    select h.id, %(batch)s, h.position,
           case when h.lot < %(approved)s then 'approved' else 'submitted' end,
           'a', {person}, {enrolment}, {sequence}, h.position, %(sha256)s,
           now() - interval '1 minute' * (h.n + 2), now() - interval '1 minute' * (h.n + 1),
           now() + interval '28 minutes', case when h.lot < %(approved)s then now() end, ''
"""


def _insert_done(cursor: CursorWrapper, batch: Batch, shape: Shape, people: list[int]) -> None:
    """Insert the assignments of the done HITs. The annotators `people` take turns, so neighbouring
    assignments belong to different annotators."""
    enrolments = _enrolments(batch, people)
    turn = "(h.n * %(annotators)s + place - 1)"
    taken = _TAKEN.format(
        person=f"(%(people)s::bigint[])[{turn} %% %(many)s + 1]",
        enrolment=f"(%(enrolments)s::bigint[])[{turn} %% %(many)s + 1]",
        sequence=f"{turn} / %(many)s + 1",
    )
    cursor.execute(
        (
            f"{taken} from ({_NUMBERED}) h cross join generate_series(1, %(annotators)s) as place "
            "where h.lot < %(done)s"
        ),
        _values(batch, shape) | {"people": people, "enrolments": enrolments, "many": len(people)},
    )


def _insert_veteran(cursor: CursorWrapper, batch: Batch, shape: Shape, veteran: User) -> None:
    (enrolment,) = _enrolments(batch, [veteran.pk])
    taken = _TAKEN.format(person="%(person)s", enrolment="%(enrolment)s", sequence="h.n + 1")
    cursor.execute(
        f"{taken} from ({_NUMBERED}) h where h.n < %(veteran)s",
        _values(batch, shape) | {"person": veteran.pk, "enrolment": enrolment},
    )


def _insert_free(cursor: CursorWrapper, batch: Batch, shape: Shape) -> None:
    cursor.execute(
        f"""
        insert into hits_assignment (hit_id, batch_id, position, state, shown_order,
            rubric_sha256, reason)
        select h.id, %(batch)s, h.position, 'free', 'a', '', '' from ({_NUMBERED}) h
         cross join generate_series(1, %(annotators)s) as place
         where h.lot >= %(done)s and (place > 1 or h.n >= %(veteran)s)
        """,
        _values(batch, shape),
    )


def _values(batch: Batch, shape: Shape) -> dict[str, Any]:
    return {
        "batch": batch.pk,
        "annotators": shape.annotators,
        "done": shape.done,
        "approved": shape.approved,
        "veteran": shape.veteran,
        "sha256": batch.rubric_version.sha256,
    }


def _insert_answers(cursor: CursorWrapper, batch: Batch) -> None:
    cursor.execute(
        """
        insert into hits_answer (assignment_id, key, number, text)
        select a.id, q.key, 1 + (a.id + q.place) %% 3, null from hits_assignment a
         cross join unnest(%(keys)s::text[]) with ordinality as q(key, place)
         where a.batch_id = %(batch)s and a.submitted_at is not null
        union all
        select a.id, %(free_text)s, null, 'It reads well but for one word.' from hits_assignment a
         where a.batch_id = %(batch)s and a.submitted_at is not null
        """,
        {"batch": batch.pk, "keys": list(QUESTIONS), "free_text": FREE_TEXT},
    )


def _count_claims(cursor: CursorWrapper, batch: Batch) -> None:
    cursor.execute(
        """
        update hits_enrolment e set claims = a.made, submitted = a.made from (
            select enrolment_id, max(sequence) as made from hits_assignment
             where batch_id = %(batch)s and enrolment_id is not null group by 1) a
         where e.id = a.enrolment_id
        """,
        {"batch": batch.pk},
    )


def tidy(*, checkpoint: bool = False) -> None:
    """Vacuum and analyse the filled tables, as autovacuum would do by the next day. If `checkpoint`
    is true, also run a checkpoint. Do not call this in a transaction."""
    with connection.cursor() as cursor:
        for table in FILLED:
            cursor.execute(f"vacuum (analyze) {table}")
        if checkpoint:
            cursor.execute("checkpoint")


def submitted(batches: list[Batch]) -> int:
    """Return the number of assignments of these batches that have answers."""
    return Assignment.objects.filter(batch__in=batches, state__in=ANSWERED).count()
