-- name: straight_lines
-- The batch's answers, left out or not, by the index `assignment_batch_state`, their numbers in the
-- order of the primary key.
-- Rows of one person whose numbers are alike and follow each other share a `line`: the difference
-- of their place among all of that person's and among those alike.
with given as (
    select a.id, a.annotator_id, a.sequence, array_agg(n.number order by n.key) as numbers
      from hits_assignment a join hits_hit h on h.id = a.hit_id
      join hits_answer n on n.assignment_id = a.id
     where a.batch_id = %(batch)s and {is_or_was_counted} and n.number is not null
     group by a.id
), placed as (
    select id, annotator_id, numbers,
           row_number() over (partition by annotator_id order by sequence)
         - row_number() over (partition by annotator_id, numbers order by sequence) as line
      from given
), measured as (
    select id, count(*) over (partition by annotator_id, numbers, line) as length
      from placed
)
select id from measured where length >= %(least)s order by id

-- name: log_times
-- By enrolment the mean of the logarithm of the time from taking a HIT to submitting it, in seconds;
-- a tenth of one at least, so that a clock set back is no infinity.
select a.enrolment_id, avg(ln(greatest(
           extract(epoch from a.submitted_at - a.accepted_at)::float8, 0.1)))
  from hits_assignment a join hits_hit h on h.id = a.hit_id
 where a.batch_id = %(batch)s and {is_or_was_counted} and a.enrolment_id is not null
 group by a.enrolment_id having count(*) >= %(least)s
