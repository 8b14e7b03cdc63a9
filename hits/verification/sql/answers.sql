-- Each statement gives one column, `found`: a phrase for each thing that breaks its check's promise,
-- so no row while it holds. They read whole tables: they run at night, or when asked for.

-- name: length
-- The length of one of the item's lists.
case jsonb_typeof(i.fields -> {key}) when 'array'
    then jsonb_array_length(i.fields -> {key}) else 0 end

-- name: done
-- Every answered assignment of a rubric's version, with how long its item's lists are. From the
-- version's batches, by `assignment_batch_state`; items hashed, or by primary key.
select a.id, array[{lengths}]::int[] as lengths
  from hits_assignment a join hits_hit h on h.id = a.hit_id
  join stimuli_item i on i.id = h.item_id join hits_batch b on b.id = h.batch_id
 where b.rubric_version_id = %(version)s and a.state in {answered}

-- name: lengths
-- Few different ones.
with done as ({done}) select distinct lengths from done

-- name: asked
-- `{check}` reads `done`, and what is asked where the lists are that long, a few hundred rows.
with done as ({done}), asked as (
    select * from jsonb_to_recordset(%(asked)s::jsonb)
        as x(lengths int[], key text, gates jsonb, unless text, required boolean)
) {check}

-- name: answers_complete
-- Each answer by its primary key, or all of them hashed.
select 'assignment ' || d.id || ' lacks ' || string_agg(q.key, ', ' order by q.key) as found
  from done d join asked q on q.lengths = d.lengths and q.required
  left join hits_answer given on given.assignment_id = d.id and given.key = q.key
  left join hits_answer reason on reason.assignment_id = d.id and reason.key = q.unless
 where given.key is null and reason.key is null and not exists (
       select from jsonb_to_recordset(q.gates)
           as gate(key text, "values" float[], low float, high float)
         left join hits_answer opening
           on opening.assignment_id = d.id and opening.key = gate.key
              and (opening.number = any(gate."values")
                   or opening.number between gate.low and gate.high)
        where opening.key is null)
 group by d.id order by d.id

-- name: answers_known
-- As before.
select 'assignment ' || d.id || ' has '
       || string_agg(given.key, ', ' order by given.key) as found
  from done d join hits_answer given on given.assignment_id = d.id
 where not exists (select from asked q where q.lengths = d.lengths and q.key = given.key)
 group by d.id order by d.id

-- name: answers_of_submitted_only
-- From the assignments that are not answered, by `assignment_batch_state`; answers by primary key.
select 'assignment ' || a.id || ' (' || a.state || ')' as found from hits_assignment a
 where a.state not in {answered}
   and exists (select from hits_answer n where n.assignment_id = a.id)
 order by a.id

-- name: drafts_still_wanted
-- From the drafts, which are few; their assignments by primary key.
select 'assignment ' || a.id || ' (' || a.state || ')' as found
  from hits_assignment a where a.state not in {drafted} and a.id in
       (select assignment_id from hits_draft
        union select assignment_id from hits_draftversion)
 order by a.id
