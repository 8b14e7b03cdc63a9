-- name: lock
-- One row, by primary keys from the assignment on. The enrolment is locked before the assignment,
-- as a claim locks them.
select {columns}, {worker},
       h.item_id, h.output_ids, h.purpose, b.rubric_version_id, b.language, i.fields,
       {output_texts} as texts, statement_timestamp() as sent_at
  from hits_assignment a
  join hits_enrolment e on e.id = a.enrolment_id
  join hits_batch b on b.id = a.batch_id
  join surveys_rubricversion v on v.id = b.rubric_version_id
  join hits_hit h on h.id = a.hit_id
  join stimuli_item i on i.id = h.item_id
 where {own}
   for no key update of e, a

-- name: stored
-- Answers, what was seen, the end of the draft and the state; every row is found by its primary key.
answers as (
    insert into hits_answer (assignment_id, key, number, text)
    select %(assignment)s, key, number::double precision, text
      from unnest(%(keys)s::text[], %(numbers)s::text[], %(texts)s::text[])
        as answer(key, number, text)
), viewed as (
    insert into hits_viewing (assignment_id, seen)
    select %(assignment)s, %(seen)s::jsonb where %(seen)s::jsonb is not null
), undrafted as (
    delete from hits_draft where assignment_id = %(assignment)s
), forgotten as (
    delete from hits_draftversion where assignment_id = %(assignment)s
), stored as (
    update hits_assignment set state = 'submitted', submitted_at = statement_timestamp(),
           ended_at = null,
           shown_language = %(language)s
     where id = %(assignment)s and state in {drafted} returning submitted_at
)

-- name: store
-- That and the enrolment's count, in one round trip.
with {stored}, counted as (
    update hits_enrolment set submitted = submitted + 1 where id = %(enrolment)s
)
select submitted_at, null from stored
