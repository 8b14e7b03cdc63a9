-- name: lock_in_work
-- By the primary key. Apart from `read`, which so sees what a save that held the lock before has
-- written.
select a.state = 'claimed' and not a.prefetched from hits_assignment a
 where {own} for no key update

-- name: read
-- One row, also where there is no draft: the draft and its newest earlier version by primary keys.
select now.at, d.revision, d.saved_at, d.data, d.writer,
       d.number, d.complete, v.data as version, v.complete as version_complete
  from (select statement_timestamp() as at) now
  left join hits_draft d on d.assignment_id = %(assignment)s
  left join lateral (select data, complete from hits_draftversion
                      where assignment_id = d.assignment_id
                      order by revision desc limit 1) v on true

-- name: write
-- An upsert of the draft, with what becomes an earlier version and what is too old for one, in one
-- round trip; every row is found by its primary key.
with kept as (
    insert into hits_draftversion (assignment_id, revision, data, saved_at, complete)
    select assignment_id, revision, data, saved_at, complete from hits_draft
     where assignment_id = %(assignment)s and %(keep)s::boolean
     union all
    select %(assignment)s, %(revision)s - 1, %(aside)s::text::jsonb, statement_timestamp(), 0
     where %(aside)s::text is not null
    returning 1
), forgotten as (
    delete from hits_draftversion where assignment_id = %(assignment)s
      and (data = %(aside)s::text::jsonb
        or revision in (select revision from hits_draftversion
                         where assignment_id = %(assignment)s
                         order by revision desc
                        offset greatest(0, %(most)s - (select count(*) from kept))))
)
insert into hits_draft (assignment_id, revision, data, saved_at, writer, number, complete)
values (%(assignment)s, %(revision)s, %(data)s::text::jsonb, statement_timestamp(),
        %(writer)s::text, %(number)s, %(complete)s)
on conflict (assignment_id) do update
   set (revision, data, saved_at, writer, number, complete) =
       (excluded.revision, excluded.data, excluded.saved_at, excluded.writer,
        excluded.number, excluded.complete)
returning saved_at

-- name: sweep
-- From the drafts, which are few beside the assignments: their assignments by primary key, and those
-- of their HITs by the index of `hit`. Fenced by ` offset 0`: without statistics the planner would
-- read all assignments instead. Over for
-- good: an assignment that somebody holds, or that waits for its review, may come back, but none in
-- a closed batch, and none for who has answered the HIT in a later attempt.
with over as (
    select d.assignment_id as id from hits_draft d
      join hits_assignment a on a.id = d.assignment_id join hits_batch b on b.id = a.batch_id
     where a.state not in {drafted} or a.state = 'expired' and (
           b.state = 'closed'
        or not exists (select from hits_assignment o
                        where o.hit_id = a.hit_id and o.state in {undecided} offset 0)
        or exists (select from hits_assignment o
                    where o.hit_id = a.hit_id and o.annotator_id = a.annotator_id
                      and o.state in {answered} offset 0))
     limit %(most)s
), forgotten as (
    delete from hits_draftversion where assignment_id in (select id from over)
)
delete from hits_draft where assignment_id in (select id from over)
