"""A small site whose newest responses are not yet in PostgreSQL's statistics."""

from django.db import connection

from benchmarks.checks import add_checks
from benchmarks.fill import Shape, make_batch, make_dataset, make_world, unchecked_keys
from benchmarks.material import FREE_TEXT, QUESTIONS
from hits.queue.claiming import enrol
from people.models import User

BATCHES, HITS, ANSWERS = 2, 190, 40
GOLD = 20  # answered by everybody


def forget_statistics() -> None:
    """Delete the statistics, as if no table had ever been analysed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_clear_relation_stats('public', relname) from pg_class"
            " where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace"
        )
        cursor.execute(
            "delete from pg_statistic where starelid in"
            " (select oid from pg_class where relnamespace = 'public'::regnamespace)"
        )


def fill() -> None:
    """Publish batches, the last one with gold and retests, and answer some of their HITs."""
    world = make_world(past=ANSWERS)
    dataset = make_dataset(world, HITS + 400)
    batches = [make_batch(world, dataset, Shape(HITS)) for _batch in range(BATCHES)]
    add_checks(batches[-1])
    with connection.cursor() as cursor:
        cursor.execute("analyze hits_hit, hits_assignment")
    for batch in batches:
        enrolments = [
            enrol(annotator=User(pk=person), batch=batch, consent_given=True).pk
            for person in world.past
        ]
        values = {
            "batch": batch.pk, "answers": ANSWERS, "people": world.past, "enrolments": enrolments,
            "sha256": world.version.sha256, "keys": list(QUESTIONS), "free_text": FREE_TEXT,
        }  # fmt: skip
        _run(values, _TAKE, _ANSWER, _COUNT)
    _run(values | {"gold": GOLD}, *_CHECKS)


def _run(values: dict, *statements: str) -> None:
    with unchecked_keys() as cursor:
        for statement in statements:
            cursor.execute(statement, values)


_TAKE = """
    with numbered as (
        select id, row_number() over (order by id) as n from hits_assignment
         where batch_id = %(batch)s and state = 'free' order by id limit %(answers)s)
    update hits_assignment a
       set state = 'submitted', annotator_id = (%(people)s::bigint[])[n],
           enrolment_id = (%(enrolments)s::bigint[])[n], sequence = 1, drawn_point = a.position,
           rubric_sha256 = %(sha256)s, accepted_at = now() - interval '4 minutes',
           deadline_at = now(), submitted_at = now() - interval '3 minutes'
      from numbered where a.id = numbered.id
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
_COUNT = """
    update hits_enrolment e set claims = a.made, submitted = a.done from (
        select enrolment_id, max(sequence) as made,
               count(*) filter (where state = 'submitted') as done
          from hits_assignment
         where batch_id = %(batch)s and enrolment_id is not null group by 1) a
     where e.id = a.enrolment_id
"""
_CHECKS = (
    # A retest of each person's first HIT; publishing has made the gold.
    """
    insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
    select h.batch_id, 'retest', h.item_id, h.output_ids, 1, h.position
      from hits_assignment a join hits_hit h on h.id = a.hit_id
     where a.batch_id = %(batch)s and a.state = 'submitted' and a.sequence = 1
""",
    """
    insert into hits_assignment (hit_id, batch_id, position, state, shown_order, annotator_id,
        enrolment_id, sequence, drawn_point, rubric_sha256, accepted_at, submitted_at, deadline_at,
        reason)
    select c.id, c.batch_id, c.position, 'submitted', 'a', e.annotator_id, e.id,
           1000000 + c.position %% 1000000, c.position, %(sha256)s, now() - interval '2 minutes',
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
""",
    """
    insert into hits_answer (assignment_id, key, number, text)
    select a.id, q.key, 1 + (a.id + q.place) %% 3, null from hits_assignment a
     cross join unnest(%(keys)s::text[]) with ordinality as q(key, place)
     where a.batch_id = %(batch)s and a.sequence >= 1000000
""",
    """
    delete from hits_checkcredit where id in (
        select id from hits_checkcredit where batch_id = %(batch)s limit (
            select count(*) from hits_assignment
             where batch_id = %(batch)s and sequence >= 1000000))
""",
)
