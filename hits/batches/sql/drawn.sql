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

-- name: first
-- The beginning of the order, by one sort of the items.
select external_id from ({drawn}) drawn order by {order} limit %(most)s
