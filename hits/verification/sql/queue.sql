-- Each statement gives one column, `found`: a phrase for each thing that breaks its check's promise,
-- so no row while it holds. They read whole tables: they run at night, or when asked for.

-- name: assignments_of_hits
-- One row per main HIT, hashed: its assignments in every way in which one can exist. `kept`: still there,
-- or counted as filled; `refunded`: ended when the batch was closed, so that the money went back
-- instead of a fresh assignment being made, found by the unique key of transactions.
select h.id, h.annotators_wanted as wanted,
       count(a.id) filter (where a.state in {standing}
                             and not a.surplus) as kept,
       count(a.id) filter (where a.state in {replaced}) as ended,
       count(t.id) as refunded
  from hits_hit h
  join hits_batch b on b.id = h.batch_id
  left join hits_assignment a on a.hit_id = h.id
  left join payments_transaction t
    on t.project_id = b.project_id and t.key = 'refund:assignment:' || a.id
   and a.state in {replaced}
 where h.purpose = 'main'
 group by h.id, b.id

-- name: nothing_ended
-- All HITs on which nothing ended.
select 'HIT ' || id || ': ' || kept + refunded || ' assignments instead of ' || wanted as found
  from ({assignments}) counted where kept + refunded <> wanted and ended = 0 order by id

-- name: reopened_once
-- And those on which something did.
select 'HIT ' || id || ': ' || kept + refunded || ' assignments instead of ' || wanted as found
  from ({assignments}) counted where kept + refunded <> wanted and ended > 0 order by id

-- name: over_assigned
-- Hashed by HIT.
select 'HIT ' || a.hit_id || ': ' || count(*) || ' of ' || h.annotators_wanted as found
  from hits_assignment a join hits_hit h on h.id = a.hit_id
 where a.state in {filling} and not a.surplus and h.purpose = 'main'
 group by a.hit_id, h.annotators_wanted having count(*) > h.annotators_wanted
 order by a.hit_id

-- name: counted_submissions
-- Hashed by enrolment.
select 'enrolment ' || e.id || ': ' || e.submitted || ' instead of ' || count(a.id) as found
  from hits_enrolment e
  left join hits_assignment a on a.enrolment_id = e.id and {is_answered}
 group by e.id having e.submitted <> count(a.id) order by e.id

-- name: counted_returns
-- Hashed by enrolment. What was reported as broken does not count.
select 'enrolment ' || e.id || ': ' || e.returned || ' instead of ' || count(a.id) as found
  from hits_enrolment e left join hits_assignment a
    on a.enrolment_id = e.id and a.state = 'returned'
   and not exists (select from hits_brokenreport r where r.assignment_id = a.id)
 group by e.id having e.returned <> count(a.id) order by e.id

-- name: nobody_twice
-- Hashed by HIT and person.
select 'HIT ' || hit_id || ', person ' || annotator_id || ': assignments '
       || string_agg(id::text, ', ' order by id) as found
  from hits_assignment where state in {used}
 group by hit_id, annotator_id having count(*) > 1 order by hit_id

-- name: one_claimed
-- What is claimed, by `assignment_deadline`.
select 'batch ' || batch_id || ', person ' || annotator_id || ': assignments '
       || string_agg(id::text, ', ' order by id) as found
  from hits_assignment where state = 'claimed'
 group by batch_id, annotator_id, prefetched having count(*) > 1 order by batch_id

-- name: prefetched_unbegun
-- What is prefetched, by `assignment_one_prefetched`; the rest by primary keys.
select 'assignment ' || a.id as found from hits_assignment a
 where a.prefetched and (a.state <> 'claimed'
       or exists (select from hits_draft d where d.assignment_id = a.id)
       or exists (select from hits_answer w where w.assignment_id = a.id)
       or exists (select from hits_viewing s where s.assignment_id = a.id))
 order by a.id

-- name: hits_made
-- Hashed by batch.
select 'batch ' || b.id || ': ' || count(h.id) || ' of ' || b.hits_planned as found
  from hits_batch b left join hits_hit h on h.batch_id = b.id and h.purpose = 'main'
 where b.state in ('live', 'paused', 'closed')
 group by b.id having count(h.id) <> b.hits_planned order by b.id

-- name: closed_has_nothing_free
-- What is free, by `assignment_free`.
select 'assignment ' || a.id as found
  from hits_assignment a join hits_batch b on b.id = a.batch_id
 where b.state = 'closed' and a.state in ('free', 'suspended') order by a.id

-- name: same_batch
-- Assignments hashed against HITs and enrolments.
select 'assignment ' || a.id as found
  from hits_assignment a join hits_hit h on h.id = a.hit_id
  left join hits_enrolment e on e.id = a.enrolment_id
 where a.batch_id <> h.batch_id or a.position <> h.position
    or (a.annotator_id is not null
        and (e.batch_id, e.annotator_id) is distinct from (a.batch_id, a.annotator_id))
 order by a.id

-- name: claims_counted
-- Hashed by enrolment.
select 'enrolment ' || e.id as found
  from hits_assignment a join hits_enrolment e on e.id = a.enrolment_id
 group by e.id having max(a.sequence) > e.claims or count(*) <> count(distinct a.sequence)
 order by e.id

-- name: rubric_shown
-- Assignments hashed against batches.
select 'assignment ' || a.id as found
  from hits_assignment a join hits_batch b on b.id = a.batch_id
  join surveys_rubricversion v on v.id = b.rubric_version_id
 where a.annotator_id is not null and a.rubric_sha256 <> v.sha256 order by a.id

-- name: order_balance
-- Assignments hashed against HITs, and their outputs against outputs.
select 'batch ' || batch_id || ', ' || first || ' and ' || second
       || ': ' || ab || ' and ' || ba as found
  from (
    select a.batch_id, x.name as first, y.name as second,
           count(*) filter (where a.shown_order = 'ab') as ab,
           count(*) filter (where a.shown_order = 'ba') as ba
      from hits_assignment a join hits_hit h on h.id = a.hit_id
      join stimuli_output oa on oa.id = h.output_ids[1]
      join stimuli_system x on x.id = oa.system_id
      join stimuli_output ob on ob.id = h.output_ids[2]
      join stimuli_system y on y.id = ob.system_id
     where a.state in {standing} and not a.surplus and h.purpose = 'main'
     group by a.batch_id, x.id, y.id
) pairs where abs(ab - ba) > 1 order by batch_id, first, second

-- name: place_balance
-- Only HITs of three outputs and more; each of their outputs by its primary key.
with placed as (
    select a.batch_id, shown.letter, shown.place,
           array(select s.name from unnest(h.output_ids) with ordinality as o(id, nth)
                   join stimuli_output t on t.id = o.id
                   join stimuli_system s on s.id = t.system_id order by o.nth) as systems
      from hits_assignment a join hits_hit h on h.id = a.hit_id
     cross join lateral regexp_split_to_table(a.shown_order, '')
           with ordinality as shown(letter, place)
     where cardinality(h.output_ids) > 2
       and a.state in {standing} and not a.surplus and h.purpose = 'main'
), counted as (
    select batch_id, systems, letter, place, count(*) as times
      from placed group by batch_id, systems, letter, place
), ranges as (
    select batch_id, systems, systems[ascii(letter) - ascii('a') + 1] as system,
           max(times) as most,
           case when count(*) < cardinality(systems) then 0 else min(times) end as least
      from counted group by batch_id, systems, letter
)
select 'batch ' || batch_id || ', ' || system || ' among '
       || array_to_string(systems, ', ') || ': ' || least || ' to ' || most as found
  from ranges where most - least > 1 order by batch_id, systems, system

-- name: extended_within_terms
-- Assignments hashed against batches.
select 'assignment ' || a.id || ': ' || a.extended || ' of ' || b.extensions as found
  from hits_assignment a join hits_batch b on b.id = a.batch_id
 where a.extended > b.extensions order by a.id

-- name: expiry_runs
-- A range of `assignment_deadline`.
select 'assignment ' || id as found from hits_assignment
 where state = 'claimed' and deadline_at < now() - interval '10 minutes' order by id

-- name: publishing_runs
-- Batches are few.
select 'batch ' || id || ': ' || publish_error as found from hits_batch
 where state = 'publishing' and publish_error <> '' order by id
