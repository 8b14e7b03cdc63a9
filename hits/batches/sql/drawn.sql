-- name: drawn
-- The items that a draft's sample is drawn from, each with its hash and its stratum.
select i.id, i.external_id,
       sha256(convert_to(%(seed)s || ':' || i.external_id, 'UTF8')) as hash,
       coalesce(i.fields ->> %(stratify_by)s::text, '') as stratum
  from stimuli_item i join stimuli_output o on o.item_id = i.id
 where i.dataset_id = %(dataset)s and o.system_id = any(%(systems)s)
   and (%(ids)s::text[] is null or i.external_id = any(%(ids)s))
   and not exists (select from hits_leftoutitem l
                    where l.batch_id = %(batch)s and l.item_id = i.id)
   and not exists (select from hits_hit h
                    where h.batch_id = %(pilot)s::bigint and h.item_id = i.id)
   and not exists (select from hits_goldkey g where g.batch_id = %(batch)s and g.item_id = i.id)
 group by i.id having count(*) = %(wanted)s

-- name: order
-- By the hash; the id decides between equal hashes, which do not happen.
hash, external_id

-- name: stratified_drawn
-- Each with its share: how far within its own stratum it stands, from 0 to 1.
select id, external_id, hash,
       (row_number() over (partition by stratum order by hash, external_id) - 0.5)::float8
           / count(*) over (partition by stratum) as share
  from ({drawn}) items

-- name: stratified_order
-- So that every beginning of the order has of each stratum its share, within one item.
share, hash, external_id

-- name: eligible
-- How many items have an output from every system. The outputs by a range of `output_once`, whose
-- order groups them: joined with the items each would take seven times as long. What takes no part,
-- which may be little or all, is taken off by one hash of both.
with span as materialized (
    select min(id) as low, max(id) as high from stimuli_item where dataset_id = %(dataset)s
), complete as (
    select o.item_id from stimuli_output o
     where o.item_id >= (select low from span) and o.item_id <= (select high from span)
       and o.system_id = any(%(systems)s)
     group by o.item_id having count(*) = %(wanted)s
), apart as (
    select item_id from hits_leftoutitem where batch_id = %(batch)s
    union all select item_id from hits_goldkey where batch_id = %(batch)s
    union all select item_id from hits_hit where batch_id = %(pilot)s::bigint
    union all select item_id from hits_hit where batch_id = %(without)s::bigint
)
select count(*) from (select item_id from complete except select item_id from apart) taking_part

-- name: strata
-- How many items there are of each stratum, whether they take part or not.
select coalesce(fields ->> %(stratify_by)s::text, ''), count(*)
  from stimuli_item where dataset_id = %(dataset)s group by 1

-- name: strata_taking_part
-- How many items of each stratum take part. The outputs as in `eligible`, then one hash join.
with span as materialized (
    select min(id) as low, max(id) as high from stimuli_item where dataset_id = %(dataset)s
), complete as materialized (
    select o.item_id from stimuli_output o
     where o.item_id >= (select low from span) and o.item_id <= (select high from span)
       and o.system_id = any(%(systems)s)
     group by o.item_id having count(*) = %(wanted)s
), apart as (
    select item_id from hits_leftoutitem where batch_id = %(batch)s
    union select item_id from hits_goldkey where batch_id = %(batch)s
    union select item_id from hits_hit where batch_id = %(pilot)s::bigint
)
select coalesce(i.fields ->> %(stratify_by)s::text, ''), count(*)
  from complete join stimuli_item i on i.id = complete.item_id
 where i.dataset_id = %(dataset)s and i.id not in (select item_id from apart)
 group by 1

-- name: numbered
-- What is drawn, by the hash, each with its stratum.
select external_id, stratum from ({drawn}) drawn order by hash, external_id

-- name: eligible_listed
-- The same of the items that a pasted list names, each by `item_id_once`.
select count(*) from ({drawn}) drawn
 where not exists (select from hits_hit h
                    where h.batch_id = %(without)s::bigint and h.item_id = drawn.id)

-- name: likely
-- The beginning of the order of all items, whether they take part or not: one sort, without a look at
-- their outputs.
select external_id from stimuli_item i
 where i.dataset_id = %(dataset)s and (%(ids)s::text[] is null or i.external_id = any(%(ids)s))
 order by sha256(convert_to(%(seed)s || ':' || i.external_id, 'UTF8')), i.external_id
 limit %(most)s

-- name: first
-- The beginning of the order, by one sort of the items.
select external_id from ({drawn}) drawn order by {order} limit %(most)s
