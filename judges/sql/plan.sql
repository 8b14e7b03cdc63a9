-- name: calls
-- The HITs of the batch sorted once; each call's reply by the unique index of verdicts. The sample is
-- the batch's first HITs by their random position: the same HITs for every run of that size. Drawn
-- orders go round in that same order, so each output stands at each place equally often.
with sampled as (
    select id, position,
           1 + (row_number() over (order by position, id) - 1)
               %% cardinality(%(orders)s::text[]) as turn
      from (select hit.id, hit.position from {hits}
             order by hit.position, hit.id limit %(limit)s) first
)
select s.id, o.shown, n.sample, c.criterion from sampled s
 cross join unnest(case when %(drawn)s
       then (%(orders)s::text[])[s.turn:s.turn] else %(orders)s::text[] end) as o(shown)
 cross join generate_series(1, %(samples)s) as n(sample)
 cross join unnest(%(criteria)s::text[]) with ordinality as c(criterion, turn)
 where not %(left)s or not exists (
    select from judges_verdict v
     where v.run_id = %(run)s and v.hit_id = s.id
       and v.shown_order = o.shown and v.sample = n.sample and v.criterion = c.criterion)
 order by n.sample, s.position, s.id, o.shown, c.turn
 limit %(most)s
