"""Fills Rateroom's database with the studies of a busy desk: many batches, one of them large, and
thousands of annotators."""

from dataclasses import dataclass

from django.db import transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from benchmarks.fill import FEE, Shape, World, draft_batch, make_dataset, unchecked_keys
from benchmarks.material import FREE_TEXT, QUESTIONS
from hits.models import Batch, Enrolment
from hits.money.escrow import escrow_batch
from people.models import User
from people.pool import add_to_pool

PER_BATCH = 50  # annotators of a batch that is not the large one


@dataclass(frozen=True)
class Busy:
    """`batches` in all, with `hits` HITs in all, `large` of them in the first; `annotators` at work
    there."""

    batches: int
    hits: int
    large: int
    annotators: int


def make_busy_desk(world: World, busy: Busy) -> Batch:
    """Return all batches, most HITs answered and some decided on; the large one, which also has the
    answers' rows."""
    each = (busy.hits - busy.large) // max(busy.batches - 1, 1)
    dataset = make_dataset(world, max(busy.large, each))
    people = _annotators(world, busy.annotators)
    batches = [draft_batch(world, dataset, Shape(busy.large))]
    batches += [draft_batch(world, dataset, Shape(each)) for _batch in range(busy.batches - 1)]
    for number, batch in enumerate(batches):
        hits = busy.large if number == 0 else each
        _make_live(batch, hits, number)
        _enrol(batch, people if number == 0 else _some(people, number))
    with unchecked_keys() as cursor:
        _insert_work(cursor)
        _insert_answers(cursor, batches[0])
    batches[0].refresh_from_db()
    return batches[0]


def _annotators(world: World, count: int) -> list[int]:
    names = [f"desk-annotator-{number}" for number in range(count)]
    User.objects.bulk_create(User(username=name, password="!none") for name in names)  # noqa: S106
    users = User.objects.filter(username__startswith="desk-annotator-")
    add_to_pool(project=world.project, users=users, by=None)
    return list(users.order_by("pk").values_list("pk", flat=True))


def _some(people: list[int], number: int) -> list[int]:
    """Others in each batch."""
    start = number * PER_BATCH % len(people)
    return (people[start:] + people[:start])[:PER_BATCH]


def _make_live(batch: Batch, hits: int, number: int) -> None:
    """Every tenth is closed; no one is working on the others, as on most days."""
    state = Batch.State.CLOSED if number % 10 == 9 else Batch.State.LIVE
    with transaction.atomic():
        Batch.objects.filter(pk=batch.pk).update(
            title=f"Batch {number}",
            state=state,
            fee=FEE,
            published_at=timezone.now(),
            closed_at=timezone.now() if state == Batch.State.CLOSED else None,
            hits_planned=hits,
            hits_made=hits,
            assignments_planned=hits,
            input_fields=[],
            input_media=["image"],
            output_media=False,
        )
        batch.refresh_from_db()
        escrow_batch(batch=batch, amount=hits * (batch.reward + FEE))


def _enrol(batch: Batch, people: list[int]) -> None:
    Enrolment.objects.bulk_create(
        Enrolment(batch=batch, annotator_id=person, pseudonym=f"R-{number}")
        for number, person in enumerate(people)
    )


def _insert_work(cursor: CursorWrapper) -> None:
    """The HITs of every batch; of a hundred 50 are approved, 30 wait, 20 are free."""
    cursor.execute(
        """
        insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
        select b.id, 'main', i.id, array[o.id], 1, hashint8(i.id + b.id) & 2147483647
          from hits_batch b
          join (select id, dataset_id, row_number() over (partition by dataset_id order by id) as n
                  from stimuli_item) i on i.dataset_id = b.dataset_id and i.n <= b.hits_planned
          join stimuli_output o on o.item_id = i.id
         where not exists (select from hits_hit h where h.batch_id = b.id)
        """
    )
    cursor.execute(
        """
        create temporary table work on commit drop as
        select h.id, h.batch_id, h.position, h.n, h.n % 100 as lot, e.id as enrolment,
               e.annotator_id, h.n / e.many + 1 as sequence
          from (select id, batch_id, position,
                       row_number() over (partition by batch_id order by id) - 1 as n
                  from hits_hit
                 where not exists (select from hits_assignment a where a.hit_id = hits_hit.id)) h
          join (select id, batch_id, annotator_id, count(*) over (partition by batch_id) as many,
                       row_number() over (partition by batch_id order by id) - 1 as place
                  from hits_enrolment) e
            on e.batch_id = h.batch_id and e.place = h.n % e.many;
        insert into hits_assignment (hit_id, batch_id, position, state, shown_order, annotator_id,
            enrolment_id, sequence, drawn_point, rubric_sha256, accepted_at, submitted_at,
            decided_at, deadline_at, reason)
        select id, batch_id, position, case when lot < 50 then 'approved' else 'submitted' end,
               'a', annotator_id, enrolment, sequence, position, repeat('0', 64),
               now() - interval '1 minute' * (n + 2), now() - interval '1 minute' * n,
               case when lot < 50 then now() end, now() + interval '28 minutes', ''
          from work where lot < 80;
        insert into hits_assignment (hit_id, batch_id, position, state, shown_order, rubric_sha256,
            reason)
        select id, batch_id, position, 'free', 'a', '', '' from work where lot >= 80;
        update hits_enrolment e set claims = w.made, submitted = w.made
          from (select enrolment, count(*) as made from work where lot < 80 group by 1) w
         where w.enrolment = e.id;
        """
    )


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
