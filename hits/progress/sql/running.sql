-- name: over_time
-- Submissions of a batch by spans of equal length from a moment on, by `assignment_submitted`.
select floor(extract(epoch from a.submitted_at - %(start)s::timestamptz) / %(seconds)s)::int,
       count(*)
  from hits_assignment a
 where a.batch_id = %(batch)s and a.submitted_at >= %(start)s::timestamptz
 group by 1 order by 1

-- name: pace
-- How many were submitted in the last hour, six hours and day: the end of `assignment_submitted`.
select count(*) filter (where a.submitted_at > statement_timestamp() - interval '1 hour'),
       count(*) filter (where a.submitted_at > statement_timestamp() - interval '6 hours'),
       count(*)
  from hits_assignment a
 where a.batch_id = %(batch)s and a.submitted_at > statement_timestamp() - interval '24 hours'

-- name: coverage
-- Items by how many of the judgements that their HITs want are answered: all, some, none. HITs by
-- `hit_once`, the batch's assignments by `assignment_batch_state`.
with hits as (
    select h.id, h.item_id, h.annotators_wanted as wanted
      from hits_hit h where h.batch_id = %(batch)s and h.purpose = 'main'),
answered as (
    select a.hit_id, count(*) as number
      from hits_assignment a
     where a.batch_id = %(batch)s and a.state in {unrejected} group by a.hit_id),
items as (
    select h.item_id, bool_and(coalesce(n.number, 0) >= h.wanted) as complete,
           bool_or(n.number > 0) as begun
      from hits h left join answered n on n.hit_id = h.id group by h.item_id)
select count(*), count(*) filter (where complete), count(*) filter (where begun and not complete)
  from items

-- name: joined
-- The people of a batch, by the unique index `enrolment_once`: all, those who may go on by their
-- enrolment, those whose part was ended, those at the most that one person may do, those whom
-- another page waits for; and what all have submitted. Who may begin another sitting is not at the
-- most.
select count(*),
       count(*) filter (where e.status = 'active' and not capped.yes and e.next_route = ''),
       count(*) filter (where e.status <> 'active'),
       count(*) filter (where e.status = 'active' and capped.yes),
       count(*) filter (where e.status = 'active' and not capped.yes and e.next_route <> ''),
       coalesce(sum(e.submitted), 0)
  from hits_enrolment e join hits_batch b on b.id = e.batch_id
 cross join lateral (
    select e.submitted >= coalesce(e.cap, b.cap_per_annotator, 2147483647)
           and (b.sitting_hits is null or e.sittings_begun >= b.most_sittings) as yes) capped
 where e.batch_id = %(batch)s

-- name: theirs
-- An assignment `mine` that keeps its HIT from the annotator of the enrolment `e`.
mine.annotator_id = e.annotator_id and mine.state in {not_again}

-- name: somebody_has_work
-- Whether any of those who may go on may take any assignment that nobody has begun, by the
-- condition of open_list.sql. Asked only when few of these are left.
select exists (
    select from hits_enrolment e join hits_batch b on b.id = e.batch_id
     where e.batch_id = %(batch)s and e.status = 'active' and e.next_route = ''
       and (e.submitted < coalesce(e.cap, b.cap_per_annotator, 2147483647)
            or b.sitting_hits is not null and e.sittings_begun < b.most_sittings)
       and {may_work}
       and exists (
        select from hits_assignment f join hits_hit h on h.id = f.hit_id
         where f.batch_id = b.id and f.state = 'free'
           and {for_annotator}))
