"""A site on which much was published and answered within minutes: fresh answers that the server's
statistics do not know."""

from datetime import timedelta

from django.db import connection
from django.utils import timezone

from benchmarks.checks import add_checks
from benchmarks.fill import Shape, World, make_batch, make_dataset, unchecked_keys
from benchmarks.material import FREE_TEXT, QUESTIONS
from hits.models import Batch, Enrolment
from hits.queue.claiming import enrol
from people.models import User
from recruiting.models import Sitting
from tasks.webhooks.models import Kind
from tasks.webhooks.registering import Terms, register_endpoint

APPROVED_AFTER = 7  # days
GOLD = 20  # answered by everybody
OLD = 10  # of a hundred answers were given before that


def stop_autovacuum() -> None:
    """Keep the server from taking statistics or sweeping up during the run."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select format('alter table %I set (autovacuum_enabled = false)', c.relname)"
            " from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace"
        )
        for (statement,) in cursor.fetchall():
            cursor.execute(statement)


def forget_statistics() -> None:
    """As if no table had ever been analysed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_clear_relation_stats('public', relname) from pg_class"
            " where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace"
        )
        cursor.execute(
            "delete from pg_statistic where starelid in"
            " (select oid from pg_class where relnamespace = 'public'::regnamespace)"
        )


def publish(world: World, *, batches: int, hits: int) -> list[Batch]:
    """Live batches of so many open HITs, the last with gold and retests, and the statistics that
    publishing takes."""
    dataset = make_dataset(world, hits + 400)
    made = [make_batch(world, dataset, Shape(hits)) for _batch in range(batches)]
    add_checks(made[-1])
    with connection.cursor() as cursor:
        cursor.execute("analyze hits_hit, hits_assignment")
    return made


def answer(world: World, batches: list[Batch], *, answers: int, late: int) -> None:
    """Have the past annotators answer so many HITs of each batch, and hold `late` whose time is
    over, with drafts. The batches approve by themselves."""
    with unchecked_keys():
        Batch.objects.filter(pk__in=[batch.pk for batch in batches]).update(
            auto_approve_days=APPROVED_AFTER
        )
    for batch in batches:
        enrolments = [
            enrol(annotator=User(pk=person), batch=batch, consent_given=True).pk
            for person in world.past
        ]
        with unchecked_keys() as cursor:
            values = {
                "batch": batch.pk, "answers": answers, "late": min(late, len(world.past)),
                "people": world.past, "enrolments": enrolments, "many": len(world.past),
                "sha256": world.version.sha256, "keys": list(QUESTIONS), "free_text": FREE_TEXT,
                "old": OLD, "days": APPROVED_AFTER + 1,
            }  # fmt: skip
            for statement in (_TAKE, _ANSWER, _SEEN, _DRAFTS, _COUNT):
                cursor.execute(statement, values)
    _answer_checks(batches[-1])


_TAKE = """
    with numbered as (
        select id, row_number() over (order by id) - 1 as n from hits_assignment
         where batch_id = %(batch)s and state = 'free' order by id
         limit %(answers)s + %(late)s)
    update hits_assignment a
       set state = case when n < %(answers)s then 'submitted' else 'claimed' end,
           annotator_id = (%(people)s::bigint[])[n %% %(many)s + 1],
           enrolment_id = (%(enrolments)s::bigint[])[n %% %(many)s + 1],
           sequence = n / %(many)s + 1, drawn_point = a.position, rubric_sha256 = %(sha256)s,
           accepted_at = at - interval '1 minute', deadline_at = at + interval '1 minute',
           submitted_at = case when n < %(answers)s then at end
      from (select id, n, now() - interval '3 minutes'
                   - make_interval(days => case when n %% 100 < %(old)s then %(days)s else 0 end)
                   as at from numbered) taken
     where a.id = taken.id
"""
_ANSWER = """
    insert into hits_answer (assignment_id, key, number, text)
    select a.id, q.key, 1 + (a.id + q.place) %% 3, null from hits_assignment a
     cross join unnest(%(keys)s::text[]) with ordinality as q(key, place)
     where a.batch_id = %(batch)s and a.state = 'submitted'
    union all
    select a.id, %(free_text)s, null, 'It reads well but for one word.' from hits_assignment a
     where a.batch_id = %(batch)s and a.state = 'submitted'
"""
_SEEN = """
    insert into hits_viewing (assignment_id, seen)
    select id, '{"active_seconds": 40, "pastes": 0, "times_away": 1}' from hits_assignment
     where batch_id = %(batch)s and state = 'submitted'
"""
_DRAFTS = """
    insert into hits_draft (assignment_id, revision, data, saved_at, writer, number, complete)
    select id, 1, '{}', now(), '', 1, 0 from hits_assignment
     where batch_id = %(batch)s and state in ('claimed')
"""
_COUNT = """
    update hits_enrolment e set claims = a.made, submitted = a.done from (
        select enrolment_id, max(sequence) as made,
               count(*) filter (where state = 'submitted') as done
          from hits_assignment
         where batch_id = %(batch)s and enrolment_id is not null group by 1) a
     where e.id = a.enrolment_id
"""
# A retest of each person's first HIT; publishing has made the gold.
_CHECK_HITS = """
    insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
    select h.batch_id, 'retest', h.item_id, h.output_ids, 1, h.position
      from hits_assignment a join hits_hit h on h.id = a.hit_id
     where a.batch_id = %(batch)s and a.state = 'submitted' and a.sequence = 1
"""
_CHECK_ASSIGNMENTS = """
    insert into hits_assignment (hit_id, batch_id, position, state, shown_order, annotator_id,
        enrolment_id, sequence, drawn_point, rubric_sha256, accepted_at, submitted_at, deadline_at,
        reason)
    select c.id, c.batch_id, c.position, 'submitted', 'a', e.annotator_id, e.id,
           1000000 + c.position % 1000000, c.position, %(sha256)s, now() - interval '2 minutes',
           now() - interval '1 minute', now(), ''
      from hits_hit c
      join hits_enrolment e on e.batch_id = c.batch_id
     where c.batch_id = %(batch)s and (
            c.id in (select id from hits_hit where batch_id = %(batch)s and purpose = 'gold'
                      order by position, id limit %(gold)s)
         or c.purpose = 'retest' and exists (
        select from hits_hit h join hits_assignment a on a.hit_id = h.id
         where h.batch_id = c.batch_id and h.purpose = 'main' and h.output_ids = c.output_ids
           and a.enrolment_id = e.id and a.state = 'submitted'))
"""
_CHECK_ANSWERS = """
    insert into hits_answer (assignment_id, key, number, text)
    select a.id, q.key, 1 + (a.id + q.place) % 3, null from hits_assignment a
     cross join unnest(%(keys)s::text[]) with ordinality as q(key, place)
     where a.batch_id = %(batch)s and a.sequence >= 1000000
"""
_CHECKS_PAID = """
    delete from hits_checkcredit where id in (
        select id from hits_checkcredit where batch_id = %(batch)s limit (
            select count(*) from hits_assignment
             where batch_id = %(batch)s and sequence >= 1000000))
"""


def _answer_checks(batch: Batch) -> None:
    values = {
        "batch": batch.pk,
        "keys": list(QUESTIONS),
        "gold": GOLD,
        "sha256": batch.rubric_version.sha256,
    }
    with unchecked_keys() as cursor:
        for statement in (_CHECK_HITS, _CHECK_ASSIGNMENTS, _CHECK_ANSWERS, _CHECKS_PAID):
            cursor.execute(statement.replace(" % ", " %% "), values)


def surround(world: World, batches: list[Batch]) -> None:
    """A receiver of progress, people in sittings that rest, and a limit for keeping data."""
    world.project.retention_months = 12
    world.project.save(update_fields=["retention_months"])
    register_endpoint(
        project=world.project,
        terms=Terms("Receiver", "https://receiver.invalid/", (Kind.PROGRESS, Kind.DONE), (50, 100)),
        key="first",
        by=User.objects.get(pk=world.past[0]),
    )
    Sitting.objects.bulk_create(
        Sitting(enrolment=enrolment, channel="account", session="", outcome="", code_given="")
        for enrolment in Enrolment.objects.filter(batch__in=batches)
    )
    Sitting.objects.update(started_at=timezone.now() - timedelta(days=2))
