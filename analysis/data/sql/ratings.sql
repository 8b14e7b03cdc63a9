-- name: people
-- The pages that people answered whose answers are wanted.
select a.id as source, a.enrolment_id as rater, a.hit_id as hit, h.item_id as item, a.shown_order
  from hits_assignment a
  join hits_hit h on h.id = a.hit_id
 where a.batch_id = %(batch)s and {wanted}

-- name: numbers
-- What people answered, joined by the primary key.
select n.assignment_id as source, n.key, n.number from hits_answer n

-- name: adjudicators
-- What was decided where people differed: of all adjudicators one rater, one rating a question.
select d.id as source, 0 as rater, d.hit_id as hit, h.item_id as item, d.shown_order
  from hits_adjudication d
  join hits_hit h on h.id = d.hit_id
 where h.batch_id = %(batch)s and h.purpose = 'main' and d.replaced_at is null

-- name: adjudicators_numbers
-- What adjudicators decided, by the primary key.
select n.adjudication_id as source, n.key, n.number from hits_adjudicatedanswer n

-- name: ratings
-- One statement, so that pages and their numbers belong together, and one row: a column of numbers is
-- one string of bytes (`core.database.arrays`), since a Python object for each would take many times the
-- memory. The pages by the indexes of the batch and the run, and their answers by primary key, or
-- hashed where the batch is most of the table. `source` is the assignment's id, or the verdict's below
-- zero: what one rater said of one page; `rater` the enrolment's, or the run's below zero. `question`
-- is an index into the columns wanted, from 1.
with page as materialized (
    {people}
    union all
    select -v.id, -v.run_id, v.hit_id, h.item_id, v.shown_order
      from judges_verdict v
      join judges_judgerun r on r.id = v.run_id
      join hits_hit h on h.id = v.hit_id
     where %(judges)s and r.batch_id = %(batch)s and h.purpose = 'main'
), rating as (
    select p.source, array_position(%(keys)s::text[], n.key::text) as question, n.number
      from page p join ({numbers}) n on n.source = p.source
     where p.source > 0 and n.number is not null and n.key = any(%(keys)s)
    union all
    select p.source, array_position(%(keys)s::text[], n.key::text), n.number
      from page p join judges_verdictanswer n on n.verdict_id = -p.source
     where p.source < 0 and n.number is not null and n.key = any(%(keys)s)
)
select * from (
    select string_agg(int8send(source), ''), string_agg(int8send(rater), ''),
           string_agg(int8send(hit), ''), string_agg(int8send(item), ''),
           string_agg(shown_order, ',')
      from page) pages
 cross join (
    select string_agg(int8send(source), ''), string_agg(int8send(question), ''),
           string_agg(float8send(number), '')
      from rating) ratings

-- name: systems
-- The systems whose outputs each of these HITs shows, in canonical order, and the HITs that show
-- outputs of the same ones: few groups, whatever the number of HITs. HITs by their primary key: in a
-- large batch few of them may be answered.
select systems, string_agg(int8send(id), '')
  from (select id, {output_systems} as systems from hits_hit where id = any(%(hits)s)) shown
 group by systems

-- name: items
-- Items by their primary key.
select string_agg(int8send(id), ''), array_agg(external_id::text) from stimuli_item
 where id = any(%(items)s)

-- name: raters
-- Pseudonyms and the names of judge runs, by the indexes of the batch; `id` as `rater` above.
select id, pseudonym from hits_enrolment where batch_id = %(batch)s
union all
select -id, name from judges_judgerun where batch_id = %(batch)s
