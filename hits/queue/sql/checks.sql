-- name: gold
-- A gold HIT that the annotator has never had, the first from the drawn point on, or else the first
-- of all: both by `hit_gold`, each only as far as needed, and the HIT by its primary key.
select h.id, h.item_id, h.output_ids, h.position,
       -- The outputs rotated by the annotator's number and the claim's.
       substr(repeat(left('abcdefghijklmnopqrstuvwxyz', cardinality(h.output_ids)), 2),
              1 + ((%(enrolment)s + %(sequence)s) %% cardinality(h.output_ids))::int,
              cardinality(h.output_ids)) as shown_order
  from hits_hit h
 where h.id = coalesce((select g.id from hits_hit g where {suits} and g.position >= %(point)s
                         order by g.position, g.id limit 1),
                       (select g.id from hits_hit g where {suits} and g.position < %(point)s
                         order by g.position, g.id limit 1))

-- name: gold_suits
-- Each row's key by `goldkey_once`, what was claimed of it by `assignment_hit_annotator_once`.
g.batch_id = %(batch)s and g.purpose = 'gold' and g.availability = 'open'
   and exists (select from hits_goldkey key where key.batch_id = g.batch_id
                  and key.output_ids = g.output_ids and key.retired_at is null offset 0)
   and not exists (select from hits_assignment mine
                    where mine.hit_id = g.id
                      and (mine.annotator_id = %(annotator)s) is true offset 0)

-- name: gold_hit
-- It is there.
select id from fit

-- name: retest
-- A main HIT that the annotator has answered, with so many others after it, and never been asked
-- again, sides swapped: all that they have answered in the batch is read, by `assignment_annotator`.
select 0::bigint as id, h.item_id, h.output_ids, h.position, reverse(far.shown_order) as shown_order
  from (select a.hit_id, a.shown_order
          from hits_assignment a join hits_hit main on main.id = a.hit_id and main.purpose = 'main'
         where a.batch_id = %(batch)s and a.annotator_id = %(annotator)s and (a.state in {unrejected}{or_stored})
         order by a.sequence desc offset %(distance)s) far
  join hits_hit h on h.id = far.hit_id
 where h.availability = 'open'
   and not exists (select from hits_hit again join hits_assignment mine on mine.hit_id = again.id
                    where again.batch_id = h.batch_id and again.purpose = 'retest'
                      and again.output_ids = h.output_ids
                      and (mine.annotator_id = %(annotator)s) is true offset 0)
 order by (h.position - %(point)s) & 2147483647, h.id limit 1

-- name: retest_hit
-- The HIT that others were asked again, or the first of its kind. Where somebody else makes it at
-- this moment there is none, and the claim goes on with main.
select again.id from fit
  join hits_hit again on again.batch_id = %(batch)s and again.purpose = 'retest'
                     and again.output_ids = fit.output_ids
 union all select id from twin

-- name: claim
-- `{fit}` is one of the above and gives one row or none. A check is claimed while there is main work
-- and something left to pay for it; each goes by an index to the first row, which the orders are for:
-- without them the planner reads the tables from their beginning, through all older batches. Where
-- none is made, `{pick}` of claim.sql is asked.
with {stored}fit as materialized (select chosen.* from ({fit}) chosen{if_stored}
), credit as materialized (
    select c.id from hits_checkcredit c
     where c.batch_id = %(batch)s and exists (select from fit)
       and exists (select from (select from hits_assignment f
                                 where f.batch_id = %(batch)s and f.state = 'free'
                                 order by f.position limit 1) main_work)
     order by c.id limit 1 for update skip locked
), twin as (
    insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
    select %(batch)s, 'retest', fit.item_id, fit.output_ids, 1, fit.position
      from fit cross join credit
     where fit.id = 0 and not exists (
        select from hits_hit again
         where again.batch_id = %(batch)s and again.purpose = 'retest'
           and again.output_ids = fit.output_ids)
        on conflict do nothing returning id
), made as (
    insert into hits_assignment
        (hit_id, batch_id, position, state, shown_order, annotator_id, enrolment_id, sequence,
         drawn_point, rubric_sha256, accepted_at, deadline_at, prefetched, reason)
    select hit.id, %(batch)s, fit.position, 'claimed', fit.shown_order, %(annotator)s,
           %(enrolment)s, %(sequence)s, %(point)s, %(sha256)s::text, statement_timestamp(),
           statement_timestamp() + make_interval(secs => %(seconds)s), %(prefetched)s, ''
      from fit cross join credit cross join ({hit}) hit
        on conflict do nothing returning {columns}
), spent as (
    delete from hits_checkcredit where id in (select id from credit) and exists (select from made)
), picked as (
    select main.* from ({pick}) main where not exists (select from made)
), counted as (
    update hits_enrolment set {submitted}claims = claims + (select count(*) from made)
                                                + (select count(*) from picked){forget}
     where id = %(enrolment)s
), claimed as ({claimed}
), handed_out as (select * from made union all select * from claimed)
select {told}handed_out.* from {storing}handed_out{joined}

-- name: forget
-- A check that is prefetched and locked: nobody saw it. By the primary key.
delete from hits_assignment where id = %(assignment)s
