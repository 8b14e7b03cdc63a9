-- name: works
-- The batch's answered main HITs by the index `assignment_batch_state`, what was seen and answered by
-- primary keys; each column as one string of bytes (`core.database.arrays`). In the order in which each
-- person took them, which `sequence` is.
select string_agg(int8send(enrolment), '') as enrolment, string_agg(int8send(hit), '') as hit,
       string_agg(int8send(counted), '') as counted, string_agg(int8send(answers), '') as answers,
       string_agg(float8send(accepted), '') as accepted,
       string_agg(float8send(submitted), '') as submitted,
       string_agg(float8send(coalesce(active, 'NaN')), '') as active,
       -- `Works.counts`
       string_agg(float8send(coalesce(pastes, 'NaN')), '') as pastes,
       string_agg(float8send(coalesce(times_away, 'NaN')), '') as times_away,
       string_agg(float8send(hurried), '') as hurried
  from (
    select a.enrolment_id as enrolment, a.hit_id as hit,
           extract(epoch from a.accepted_at)::float8 as accepted,
           extract(epoch from a.submitted_at)::float8 as submitted,
           (v.seen->>'active_seconds')::float8 as active, {is_counted}::int::int8 as counted,
           coalesce(given.answers, 0) as answers, (v.seen->>'pastes')::float8 as pastes,
           (v.seen->>'times_away')::float8 as times_away,
           (select count(*) from hits_raisedconcern c where c.assignment_id = a.id
               and c.guard = 'pace' and c.overridden_at is not null)::float8 as hurried
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
-- Each number that somebody gave twice: the first time in the main HIT of the same outputs. Answers
-- by their primary key.
{answered_twice}
select t.enrolment_id, t.again, n.key, was.number, n.number
  from twice t
 cross join lateral (
        select key, number from hits_answer
         where assignment_id = t.before and number is not null offset 0) was
 cross join lateral (
        select key, number from hits_answer
         where assignment_id = t.again and key = was.key and number is not null offset 0) n
 order by t.enrolment_id, t.again, n.key
