-- name: works
-- The batch's answered main HITs by the index `assignment_batch_state`, what was seen and answered by
-- primary keys; each column as one string of bytes (`database.arrays`). In the order in which each
-- person took them, which `sequence` is.
select string_agg(int8send(enrolment), ''), string_agg(int8send(hit), ''),
       string_agg(int8send(counted), ''), string_agg(int8send(answers), ''),
       string_agg(float8send(accepted), ''), string_agg(float8send(submitted), ''),
       string_agg(float8send(coalesce(active, 'NaN')), ''),
       string_agg(float8send(coalesce(pastes, 'NaN')), ''),
       string_agg(float8send(coalesce(times_away, 'NaN')), '')
  from (
    select a.enrolment_id as enrolment, a.hit_id as hit,
           extract(epoch from a.accepted_at)::float8 as accepted,
           extract(epoch from a.submitted_at)::float8 as submitted,
           (v.seen->>'active_seconds')::float8 as active, {is_counted}::int::int8 as counted,
           coalesce(given.answers, 0) as answers, (v.seen->>'pastes')::float8 as pastes,
           (v.seen->>'times_away')::float8 as times_away
      from hits_assignment a
      join hits_hit h on h.id = a.hit_id
      left join hits_viewing v on v.assignment_id = a.id
     cross join lateral (
        select hashtextextended(
                   string_agg(n.key || '=' || n.number, '|' order by n.key), 0) as answers
          from hits_answer n where n.assignment_id = a.id and n.number is not null) given
     where a.batch_id = %(batch)s and a.state in {answered} and h.purpose = 'main'
       and a.enrolment_id = any(%(people)s)
     order by a.enrolment_id, a.sequence, a.id) work

-- name: retest_pairs
-- Each number that somebody gave twice: the first time in the main HIT of the same outputs.
select again.enrolment_id, again.id, n.key, was.number, n.number
  from hits_hit twin
  join hits_assignment again on again.hit_id = twin.id and again.state in {answered}
  join hits_hit main on main.batch_id = twin.batch_id and main.purpose = 'main'
                    and main.output_ids = twin.output_ids
  join hits_assignment before on before.hit_id = main.id and before.state in {answered}
                             and before.enrolment_id = again.enrolment_id
  join hits_answer was on was.assignment_id = before.id and was.number is not null
  join hits_answer n on n.assignment_id = again.id and n.key = was.key and n.number is not null
 where twin.batch_id = %(batch)s and twin.purpose = 'retest'
 order by again.enrolment_id, again.id, n.key
