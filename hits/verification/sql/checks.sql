-- Each statement gives one column, `found`: a phrase for each thing that breaks its check's promise,
-- so no row while it holds. They read whole tables: they run at night, or when asked for.

-- name: checks_never_free
-- Assignments of the HITs that are checks, which are few.
select 'assignment ' || a.id as found
  from hits_hit h join hits_assignment a on a.hit_id = h.id
 where h.purpose in ('gold', 'retest') and a.state in {unclaimed} order by a.id

-- name: checks_paid_for
-- Hashed by batch: what is left to claim, and what was claimed and not put back.
select 'batch ' || b.id || ': ' || coalesce(c.number, 0) + coalesce(a.number, 0)
       || ' instead of ' || b.checks_planned as found
  from hits_batch b
  left join (select batch_id, count(*) as number from hits_checkcredit group by batch_id) c
    on c.batch_id = b.id
  left join (select a.batch_id, count(*) as number
               from hits_hit h join hits_assignment a on a.hit_id = h.id
              where h.purpose in ('gold', 'retest') and a.state in {filling} and not a.surplus
              group by a.batch_id) a on a.batch_id = b.id
 where b.state in ('live', 'paused')
   and coalesce(c.number, 0) + coalesce(a.number, 0) <> b.checks_planned
    or b.state in ('draft', 'closed') and c.number > 0
 order by b.id

-- name: gold_apart
-- HITs of gold and training, which are few; the main HITs of their items by the index of `item`.
select 'HIT ' || gold.id || ' and HIT ' || main.id as found
  from hits_hit gold
  join hits_hit main on main.item_id = gold.item_id and main.batch_id = gold.batch_id
 where gold.purpose in ('gold', 'training') and main.purpose = 'main' and gold.output_ids && main.output_ids
 order by gold.id, main.id

-- name: retest_of_own
-- Retests, which are few; the main HIT of the same outputs by `hit_once`.
select 'assignment ' || a.id as found
  from hits_hit again join hits_assignment a on a.hit_id = again.id
 where again.purpose = 'retest' and a.annotator_id is not null and not exists (
    select from hits_hit main join hits_assignment before on before.hit_id = main.id
     where main.batch_id = again.batch_id and main.purpose = 'main'
       and main.output_ids = again.output_ids and before.annotator_id = a.annotator_id
       and before.state in {answered} and before.sequence < a.sequence)
 order by a.id
