-- Results are derived each time: what is retired counts no more from that moment. Each statement
-- reads the gold HITs of a batch by `goldkey_once` and `hit_once`, their answered assignments by the
-- index of `hit`, and answers by their primary key.

-- name: results
-- One row for each answered gold HIT that is not retired and has rules: who, and whether every rule
-- held. A question that was not asked holds nothing. A rule beside another gold HIT waits until the
-- person has answered that one too. A rule about a section that the person could not judge is left out.
select a.enrolment_id, rule.key_id, bool_and(coalesce(
           case when rule.accepted is not null then rule.accepted @> to_jsonb(n.number)
                when rule.low is not null then n.number between rule.low and rule.high
                when rule.sign = '<' then n.number < other.number
                when rule.sign = '<=' then n.number <= other.number
                when rule.sign = '>' then n.number > other.number
                when rule.sign = '>=' then n.number >= other.number end, false)) as passed
  from (select g.id as key_id, h.id as hit_id, r.*
          from hits_goldkey g
          join hits_hit h
            on h.batch_id = g.batch_id and h.purpose = 'gold' and h.output_ids = g.output_ids
         cross join jsonb_to_recordset(g.rules) as r
               (question text, accepted jsonb, low float8, high float8, sign text, other text,
                beside bigint[], unless text[])
         where g.batch_id = %(batch)s and g.retired_at is null) rule
  join hits_assignment a on a.hit_id = rule.hit_id and a.state in {answered}
  left join hits_answer n on n.assignment_id = a.id and n.key = rule.question
  left join hits_hit original on original.batch_id = %(batch)s and original.purpose = 'gold'
                             and original.output_ids = rule.beside
  left join hits_assignment was on was.hit_id = original.id and was.state in {answered}
                               and was.enrolment_id = a.enrolment_id
  left join hits_answer other on other.key = rule.other
        and other.assignment_id = case when rule.beside is null then a.id else was.id end
 where (rule.beside is null or was.id is not null)
   and (rule.unless is null or not exists (
        select from hits_answer reason
         where reason.key = any(rule.unless) and reason.assignment_id in (a.id, was.id)))
 group by a.id, rule.key_id

-- name: by_annotator
-- Hashed by annotator.
select enrolment_id, count(*) filter (where passed), count(*)
  from ({results}) result where enrolment_id = any(%(enrolments)s) group by enrolment_id

-- name: by_gold
-- For each, too, how those answered it who are good by the rest of the gold: so many others answered,
-- and so large a share of these passed.
with results as ({results}), rest as (
    select key_id, passed,
           count(*) over mine - 1 as others,
           count(*) filter (where passed) over mine - passed::int as passed_others
      from results window mine as (partition by enrolment_id)
)
select key_id, count(*), count(*) filter (where not passed),
       count(*) filter (where good), count(*) filter (where good and not passed)
  from (select *, others >= %(others)s and passed_others >= %(share)s * others as good
          from rest) judged
 group by key_id

-- name: answered_twice
-- The retests of a batch that were answered, each with the same person's answer of the main HIT of
-- the same outputs. The batch's retests are asked for first, by `hit_once`: where it has none, nothing
-- else is read. Each step is fenced, ` offset 0`, so that it starts from one row of the step before:
-- by the index of `hit`, `hit_once`, and the index of `hit` again. Without the fences, and while the
-- statistics do not know fresh answers, the planner starts from all answers of the site and pairs
-- them.
with retest as materialized (
    select id, output_ids from hits_hit where batch_id = %(batch)s and purpose = 'retest'
), twice as materialized (
    select again.enrolment_id, again.id as again, before.id as before
      from retest
     cross join lateral (
        select a.id, a.enrolment_id from hits_assignment a
         where a.hit_id = retest.id and a.state in {answered} offset 0) again
     cross join lateral (
        select h.id from hits_hit h
         where h.batch_id = %(batch)s and h.purpose = 'main'
           and h.output_ids = retest.output_ids offset 0) main
     cross join lateral (
        select a.id from hits_assignment a
         where a.hit_id = main.id and a.state in {answered}
           and a.enrolment_id = again.enrolment_id offset 0) before
)

-- name: retests
-- For each annotator: retests answered, and over their questions how many have a number both times,
-- and the same. Answers by their primary key.
{answered_twice}
select t.enrolment_id, count(distinct t.again), count(n.key),
       count(*) filter (where n.number = was.number)
  from twice t
  left join lateral (
        select key, number from hits_answer
         where assignment_id = t.before and number is not null offset 0) was on true
  left join lateral (
        select key, number from hits_answer
         where assignment_id = t.again and key = was.key and number is not null offset 0) n on true
 where t.enrolment_id = any(%(enrolments)s)
 group by t.enrolment_id
