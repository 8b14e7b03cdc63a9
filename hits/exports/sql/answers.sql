-- Both statements read `assignment_submitted` from its beginning and look each row's relatives up by
-- their keys, so that the first row leaves at once and none waits for a sort of all. The columns
-- are those of `hits/exports/fixed.py`, each with its SQL beside its name and meaning.

-- name: source
-- By primary keys from the assignment on.
from hits_assignment a
join hits_hit h on h.id = a.hit_id
join hits_batch b on b.id = a.batch_id
join people_project p on p.id = b.project_id
join surveys_rubricversion v on v.id = b.rubric_version_id
join surveys_rubric r on r.id = v.rubric_id
join hits_enrolment e on e.id = a.enrolment_id
join stimuli_item i on i.id = h.item_id
join stimuli_output oa on oa.id = h.output_ids[1]
join stimuli_system sa on sa.id = oa.system_id
left join hits_viewing w on w.assignment_id = a.id
left join stimuli_output ob on ob.id = h.output_ids[2]
left join stimuli_system sb on sb.id = ob.system_id

-- name: chosen
-- What is exported unless more is chosen: the condition of `assignment_submitted`, then by primary key.
a.batch_id = %(batch)s and a.state = any(%(states)s::text[])
   and a.submitted_at is not null and h.purpose = any(%(purposes)s::text[])

-- name: count
-- By `assignment_submitted`, then HITs and enrolments by their primary keys; no further than wanted.
select count(*) from (
    select from hits_assignment a join hits_hit h on h.id = a.hit_id
      join hits_enrolment e on e.id = a.enrolment_id
     where {chosen} limit %(most)s) counted

-- name: count_answers
-- The same, and each assignment's answers by their primary key.
select count(*) from (
    select from hits_assignment a join hits_hit h on h.id = a.hit_id
      join hits_enrolment e on e.id = a.enrolment_id
      join hits_answer n on n.assignment_id = a.id
     where {chosen} limit %(most)s) counted

-- name: wide
-- A row per assignment; its answers by their primary key, as one object.
select {columns} {source}
  left join lateral (
    select jsonb_object_agg(n.key,
                           coalesce(to_jsonb(n.number), to_jsonb(n.text), n.data)) as given
      from hits_answer n where n.assignment_id = a.id) answers on true
 where {chosen}
 order by a.submitted_at, a.id

-- name: long
-- A row per answer; the questions are few, and sorted within an assignment.
select {columns} {source}
  join hits_answer n on n.assignment_id = a.id
  left join unnest(%(keys)s::text[], %(criteria)s::text[],
                   %(outputs)s::text[], %(places)s::int[])
    as q(key, criterion, output, turn) on q.key = n.key
 where {chosen}
 order by a.submitted_at, a.id, q.turn

-- name: in_order
-- What holds the planner to that.
set local enable_sort = off; set local enable_hashjoin = off;
set local enable_mergejoin = off; set local jit = off
