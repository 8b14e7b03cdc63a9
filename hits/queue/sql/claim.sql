-- name: worker
-- The fields of `Worker` by their names, from an enrolment `e`, its batch `b` and the batch's rubric version `v`.
-- What is prefetched is found by the partial unique index `assignment_one_prefetched`.
    e.id as enrolment_id, e.annotator_id, e.batch_id, e.status, {may_work} as may_work, e.next_route,
    coalesce(e.cap, b.cap_per_annotator) as cap, e.claims, e.order_seed, e.submitted,
    (b.consent_text = '' or e.consent_at is not null) as consented,
    cardinality(e.candidates) > 0 as has_candidates, b.state as batch_state, b.allotted_seconds,
    b.order_of_work, b.progress, v.sha256 as rubric_sha256, b.break_after, b.code_after,
    e.completion_code <> '' as code_given,
    (select next.id from hits_assignment next
      where next.batch_id = e.batch_id and next.annotator_id = e.annotator_id
        and next.state = 'claimed' and next.prefetched) as prefetched_id,
    b.gold_percent, b.retest_percent, b.first_checks, b.retest_distance, b.least_reading_percent,
    case when b.sitting_hits is not null then greatest(b.most_sittings - e.sittings_begun, 0) end
        as sittings_left,
    e.sittings_begun

-- name: lock_worker
-- One row, by the unique index of enrolments and by primary keys.
select {worker} from hits_enrolment e
  join hits_batch b on b.id = e.batch_id
  join surveys_rubricversion v on v.id = b.rubric_version_id
 where e.batch_id = %(batch)s and e.annotator_id = %(annotator)s for no key update of e

-- name: lock_worker_at
-- One row, by primary keys from the assignment on.
select case h.purpose when 'main' then h.item_id else 0 end as item_id, {worker}
  from hits_assignment a
  join hits_enrolment e on e.id = a.enrolment_id
  join hits_batch b on b.id = a.batch_id
  join surveys_rubricversion v on v.id = b.rubric_version_id
  join hits_hit h on h.id = a.hit_id
 where {own} and a.state = 'claimed' and not a.prefetched
   and a.deadline_at > statement_timestamp()
   for no key update of e, a

-- Conditions on a free assignment `{alias}`. They look at main HITs only: only these are free, and
-- an item's checks change nothing in its order. The fence, ` offset 0`, has the planner check them row
-- by row, which suits the few rows near a point. Without it the planner may join them with all that
-- was taken in the batch; where its statistics are old, for a few rows too.

-- name: hit_is_new
-- Fenced: by the unique index `assignment_hit_annotator_once`, or that of the HIT.
not exists (select from hits_assignment mine
    where mine.hit_id = {alias}.hit_id and {mine}{fence})

-- name: item_is_new
-- Fenced: the HIT by its primary key, the item's other HITs by the index of `item`.
not exists (select from hits_hit target
    join hits_hit other on other.item_id = target.item_id
    join hits_assignment mine on mine.hit_id = other.id
    where target.id = {alias}.hit_id and other.batch_id = %(batch)s
      and other.purpose = 'main' and {mine}{fence})

-- name: begins_item
-- Whoever takes an assignment of an item's first HIT may do the whole item: as many people as there
-- are assignments in each HIT. Fenced: as `item_is_new`.
not exists (select from hits_hit target
    join hits_hit other on other.item_id = target.item_id
    where target.id = {alias}.hit_id and other.batch_id = target.batch_id
      and other.purpose = 'main' and (other.position, other.id) < (target.position, target.id){fence})

-- name: nobody_is_at_it
-- Nobody else works on a HIT of the item, or has within the time allotted.
not exists (select from hits_hit target
    join hits_hit other on other.item_id = target.item_id
    join hits_assignment theirs on theirs.hit_id = other.id
    where target.id = {alias}.hit_id and other.batch_id = target.batch_id
      and other.purpose = 'main' and theirs.annotator_id <> %(annotator)s and theirs.id <> {alias}.id
      and theirs.state in {not_again}
      and statement_timestamp() < make_interval(secs => %(seconds)s)
        + greatest(theirs.accepted_at, theirs.submitted_at,
                   case when theirs.state = 'claimed'
                        then theirs.deadline_at - make_interval(secs => %(seconds)s) end))

-- name: from_point_on
-- The circle's half from the drawn point on: a range of the index `assignment_free`.
p.position >= %(point)s

-- name: before_point
-- And the half before it, a range of the same index.
p.position < %(point)s

-- name: near_point
-- The first `{near}` free assignments of one half of the circle, in the order of the partial index
-- `assignment_free`, so without a sort; the condition is asked of these few only. The limit is
-- written out: a plan with a parameter there is made for a tenth of the table.
select a.id from (
    select p.id, p.hit_id, p.position from hits_assignment p
     where p.batch_id = %(batch)s and p.state = 'free' and {half}
     order by p.position, p.id limit {near}) near
  join hits_assignment a on a.id = near.id
 where a.state = 'free' and {for_annotator}
 order by near.position, near.id limit 1 for update of a skip locked

-- name: same_item
-- The few HITs of an item by its index, then their assignments.
select a.id from hits_assignment a
 where a.state = 'free' and {for_annotator}
   and a.hit_id in (select h.id from hits_hit h
                     where h.item_id = {item} and h.batch_id = %(batch)s)
 order by a.position, a.id limit 1 for update of a skip locked

-- name: item_before
-- The item of the latest main HIT of the annotator, after a check: all that they have done in the
-- batch is read, by `assignment_annotator`.
select before.item_id from hits_assignment mine join hits_hit before on before.id = mine.hit_id
 where mine.batch_id = %(batch)s and mine.annotator_id = %(annotator)s
   and before.purpose = 'main'
 order by mine.sequence desc limit 1

-- name: left_behind
-- The free assignments of the batch in the order of `assignment_free`, to the first that suits.
select a.id from hits_assignment a
 where a.batch_id = %(batch)s and a.state = 'free' and {for_annotator}
 order by a.position, a.id limit 1 for update of a skip locked

-- name: written_down
-- Sorted before the assignments are looked up by primary key: the first that is free ends the
-- search.
select a.id, noted.turn
  from (select written.id, written.turn
          from hits_enrolment e
          cross join unnest(e.candidates) with ordinality as written(id, turn)
         where e.id = %(enrolment)s order by written.turn) noted
  join hits_assignment a on a.id = noted.id
 where a.state = 'free' and {for_annotator}
 order by noted.turn limit 1 for update of a skip locked

-- name: others_next
-- All of main HITs that is prefetched in the batch, by `assignment_one_prefetched`: one row a person at most.
select a.id from hits_assignment a
 where a.batch_id = %(batch)s and a.state = 'claimed' and a.prefetched
   and a.annotator_id <> %(annotator)s and {for_annotator}
   and exists (select from hits_hit h where h.id = a.hit_id and h.purpose = 'main')
 order by a.accepted_at, a.id limit 1 for update of a skip locked

-- name: write_down
-- One look over all free assignments of the batch, hashed against what the annotator has had.
update hits_enrolment set candidates = array(
    select min(a.id) from hits_assignment a
     where a.batch_id = %(batch)s and a.state = 'free' and {for_annotator}
     group by a.hit_id, a.position order by a.position < %(point)s, a.position, a.hit_id
     limit {candidates})
 where id = %(enrolment)s

-- name: forget_passed
-- Set with a claim from `written_down`: what stood before it was taken by others.
, candidates = candidates[coalesce((select turn from picked), 0) + 1:]

-- name: claimed
-- By the primary key.
update hits_assignment h
   set state = 'claimed', prefetched = %(prefetched)s, annotator_id = %(annotator)s,
       enrolment_id = %(enrolment)s,
       sequence = %(sequence)s, drawn_point = %(point)s, rubric_sha256 = %(sha256)s::text,
       accepted_at = statement_timestamp(),
       deadline_at = statement_timestamp() + make_interval(secs => %(seconds)s)
  from picked where h.id = picked.id returning {columns}

-- name: claim
-- `{pick}` is one of the statements above and gives one row or none; both updates are by primary
-- key. The other parts are blank, or `{stored}` of store.sql goes first: nobody has two.
with {stored}picked as (select main.* from ({pick}) main{if_stored}), counted as (
    update hits_enrolment set {submitted}claims = claims + (select count(*) from picked){forget}
     where id = %(enrolment)s
), claimed as ({claimed})
select {told}claimed.* from {storing}claimed{joined}

-- name: begin
-- By the primary key.
update hits_assignment a
   set prefetched = false, accepted_at = statement_timestamp(),
       deadline_at = statement_timestamp() + make_interval(secs => %(seconds)s)
 where {own} and a.state = 'claimed' and a.prefetched
returning {columns}
