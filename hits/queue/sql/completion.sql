-- name: give
-- A conditional UPDATE with the batch joined, which the ORM would put into a subquery whose
-- conditions are not asked again after a wait for the row. A drawn code is the first twelve digits
-- of a random UUID, which PostgreSQL draws from a strong source: 48 bits.
-- By the sitting, each sitting has a code of its own.
update hits_enrolment e
   set completed_at = statement_timestamp(),
       completion_code = case b.completion when 'fixed' then b.completion_code
                         else upper(left(translate(gen_random_uuid()::text, '-', ''), 12)) end
  from hits_batch b
 where b.id = e.batch_id and b.completion <> 'none' and e.completion_code = ''
   and e.submitted > 0 and b.sitting_hits is null and {whose}

-- name: of_enrolment
-- By the primary key.
e.id = %(enrolment)s

-- name: of_person
-- By the unique index of enrolments.
e.batch_id = %(batch)s and e.annotator_id = %(annotator)s

-- name: of_batch
-- By the same index, a range of it.
e.batch_id = %(batch)s and e.status = 'active'
