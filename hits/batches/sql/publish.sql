-- name: sample
-- The sample's outputs, so that every step reads them by rank. Hashes and one sort of the eligible
-- items, in the memory that is set before. The order is the formula of `hits.batches.sampling`; items that
-- are added later stand in it after those that the batch `without` has already. `annotators`: of each
-- HIT of the item, more for the first `overlap` of them; `begun`: of one HIT of each item before it.
create temporary table sampled_outputs as
with drawn as ({drawn}),
sampled as (
    select id, external_id, row_number() over (order by {order}) - 1 + %(offset)s as rank
      from drawn
     where not exists (select from hits_hit h
                        where h.batch_id = %(without)s::bigint and h.item_id = drawn.id)
     order by rank limit %(count)s
)
select sampled.rank, sampled.id as item_id, sampled.external_id, sampled.annotators,
       (%(offset)s * %(annotators)s::int + sampled.so_far - sampled.annotators)::int as begun,
       o.id as output_id, o.system_id,
       s.name as system
  from (
    select ranked.*, sum(annotators) over (order by rank) as so_far
      from (select sampled.*, case when rank < %(offset)s + %(overlap)s then %(more)s::int
                                   else %(annotators)s::int end as annotators
              from sampled) ranked) sampled
  join stimuli_output o on o.item_id = sampled.id and o.system_id = any(%(systems)s)
  join stimuli_system s on s.id = o.system_id

-- name: sample_of_batch
-- The same of the items that the batch has already, by the index `hit_once`, with all its systems.
-- Each gets as many annotators as its HITs have, the fewest of them.
create temporary table sampled_outputs as
with sampled as (
    select i.id, i.external_id, has.annotators, row_number() over (
               order by sha256(convert_to(%(seed)s || ':' || i.external_id, 'UTF8')), i.external_id
           ) - 1 as rank
      from stimuli_item i
      join (select item_id, min(annotators_wanted) as annotators from hits_hit
             where batch_id = %(batch)s and purpose = 'main' group by item_id) has
        on has.item_id = i.id
)
select sampled.rank, sampled.id as item_id, sampled.external_id, sampled.annotators,
       (sampled.so_far - sampled.annotators)::int as begun,
       o.id as output_id, o.system_id,
       s.name as system
  from (select *, sum(annotators) over (order by rank) as so_far from sampled) sampled
  join stimuli_output o on o.item_id = sampled.id and o.system_id = any(%(systems)s)
  join stimuli_system s on s.id = o.system_id

-- name: position
-- A HIT's position: the first 31 bits of sha256("seed:item:system a:system b"), random, and the
-- same in every run.
('x' || substr(encode(sha256(convert_to(
    %(seed)s || ':' || {output}.external_id || ':' || {output}.system
        || ':' || {other}, 'UTF8')), 'hex'), 1, 8)
    )::bit(32)::bigint & 2147483647

-- name: singles
-- A range of the temporary table's index by rank.
select o.item_id, array[o.output_id] as output_ids, o.annotators, o.rank as turn,
       {position} as position
  from sampled_outputs o where o.rank >= %(start)s and o.rank < %(start)s + %(step)s

-- name: pairs
-- The same range, each item's outputs joined with each other. `turn` alternates over the items for
-- which a pair of systems (its `number`) is formed, so that each pair is shown both ways equally
-- often, also where only some pairs of an item are drawn; items that are added later go on from
-- there.
select item_id, output_ids, annotators, position,
       number + %(start)s + row_number() over (partition by number order by rank) as turn from (
    select a.item_id, array[a.output_id, b.output_id] as output_ids, a.rank, a.annotators,
           row_number() over (partition by a.item_id
                              order by a.system collate "C", b.system collate "C") as number,
           row_number() over (partition by a.item_id order by sha256(convert_to(
               %(seed)s || ':pair:' || a.external_id || ':' || a.system
                   || ':' || b.system, 'UTF8'))) as lot,
           {position} as position
      from sampled_outputs a
      join sampled_outputs b on b.item_id = a.item_id and a.system collate "C" < b.system
     where a.rank >= %(start)s and a.rank < %(start)s + %(step)s
       and (%(reference)s::bigint is null or %(reference)s in (a.system_id, b.system_id))
) pairs where %(pairs)s::int is null or lot <= %(pairs)s

-- name: shown
-- The order of the n-th assignment of a HIT of one output or two.
case when cardinality(made.output_ids) = 1 then 'a'
     when (wanted.turn + nth) %% 2 = 0 then 'ab' else 'ba' end

-- name: stage_sets
-- Arrays of arrays are one array to PostgreSQL, so each set is sent as its text.
insert into system_sets select turn - 1, members::bigint[]
  from unnest(%(sets)s::text[]) with ordinality as sets(members, turn)

-- name: sets
-- Each item meets all sets, or the next few of them, round and round in the sample's order; `turn`
-- counts how often the set came before, and `begun` the annotators of these HITs: some of the turns
-- (`overlap_from` to `overlap_to`, of items by rank) have more than the others. Its position is the first 31 bits of
-- sha256("seed:item:system a:system b:…"). The sets are hashed, an item's outputs found by rank.
select met.item_id, shown.output_ids, met.annotators, met.number,
       case when %(per_item)s::int is null then met.begun
            else met.turn * %(annotators)s::int + (%(more)s::int - %(annotators)s::int)
                 * (least(greatest(met.turn, met.more_from), met.more_to) - met.more_from)
       end as begun,
       ('x' || substr(encode(sha256(convert_to(
           %(seed)s || ':' || met.external_id || ':' || shown.names, 'UTF8')), 'hex'), 1, 8)
       )::bit(32)::bigint & 2147483647 as position
  from (
    select i.rank, i.item_id, i.external_id, i.annotators, i.begun, s.number, s.systems,
           (i.rank * least(%(per_item)s::int, total.sets) + n.nth) / total.sets as turn,
           (%(overlap_from)s::bigint * least(%(per_item)s::int, total.sets)
                - s.number + total.sets - 1) / total.sets as more_from,
           (%(overlap_to)s::bigint * least(%(per_item)s::int, total.sets)
                - s.number + total.sets - 1) / total.sets as more_to
      from (select distinct rank, item_id, external_id, annotators, begun from sampled_outputs
             where rank >= %(start)s and rank < %(start)s + %(step)s) i
     cross join (select count(*) as sets from system_sets) total
     cross join generate_series(
         0, least(coalesce(%(per_item)s::int, total.sets), total.sets) - 1) as n(nth)
      join system_sets s on s.number = case when %(per_item)s::int is null then n.nth
           else (i.rank * least(%(per_item)s::int, total.sets) + n.nth) %% total.sets end
  ) met
 cross join lateral (
    select array_agg(o.output_id order by o.system collate "C") as output_ids,
           string_agg(o.system, ':' order by o.system collate "C") as names
      from sampled_outputs o where o.rank = met.rank and o.system_id = any(met.systems)
  ) shown

-- name: shown_in_sets
-- The order of the n-th assignment of a HIT: the next row for its set of systems. Each set begins
-- with another row of each Latin square of rows, so that the sets do not all begin with the same
-- order.
(%(orders)s::text[])[
    1 + (wanted.begun + nth - 1 + wanted.number) %% %(per_page)s
      + (wanted.begun + nth - 1) / %(per_page)s * %(per_page)s
        %% cardinality(%(orders)s::text[])]

-- name: insert
-- The HITs that are not there yet, and their assignments, in one statement; `hit_once` meets what a
-- killed run has made.
with wanted as ({wanted}), made as (
    insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
    select %(batch)s, 'main', item_id, output_ids, annotators, position from wanted
    on conflict do nothing returning id, output_ids, annotators_wanted, position
)
insert into hits_assignment
    (hit_id, batch_id, position, state, shown_order, rubric_sha256, reason)
select made.id, %(batch)s, made.position, 'free',
       {shown}, '', ''
  from made
  join wanted on wanted.output_ids = made.output_ids
  cross join generate_series(1, made.annotators_wanted) as nth

-- name: in_order
-- The same HITs, read only.
select output_ids from ({wanted}) hits order by position, output_ids

-- name: insert_gold
-- A HIT for each key of the batch; `hit_once` meets what is there. Its position is random, and the
-- same in every run. Those of training and test have no assignments: what they show is frozen by them.
insert into hits_hit (batch_id, purpose, item_id, output_ids, annotators_wanted, position)
select g.batch_id, case g.purpose when 'gold' then 'gold' else 'training' end, g.item_id,
       g.output_ids, 1,
       ('x' || substr(encode(sha256(convert_to(
           %(seed)s || ':gold:' || array_to_string(g.output_ids, ':'), 'UTF8')), 'hex'), 1, 8)
       )::bit(32)::bigint & 2147483647
  from hits_goldkey g where g.batch_id = %(batch)s
    on conflict do nothing

-- name: insert_credits
-- Rows that nobody refers to.
insert into hits_checkcredit (batch_id)
select %(batch)s from generate_series(1, %(checks)s)

-- name: lock_batch
-- By the primary key, as the look-up of a foreign key locks it.
select from hits_batch where id = %(batch)s for key share

-- name: lock_shown
-- What the new rows refer to, locked as the look-ups of foreign keys would lock it, but all at
-- once. Nothing takes an item away while it has outputs.
with shown as (
    select output_id from sampled_outputs
     where rank >= %(start)s and rank < %(start)s + %(step)s),
locked as (select from stimuli_output where id in (select output_id from shown) for key share)
select (select count(*) from locked) = (select count(*) from shown)

-- name: delete_credits
-- Some of them by the index of `batch`.
delete from hits_checkcredit where id in
    (select id from hits_checkcredit where batch_id = %(batch)s limit %(limit)s)

-- name: delete_places
-- Some of them by the index of `batch`.
delete from hits_trainingplace where id in
    (select id from hits_trainingplace where batch_id = %(batch)s limit %(limit)s)

-- name: delete_assignments
-- Some of them by the index `assignment_batch_state`; the ORM would first read each one's relatives.
delete from hits_assignment where id in
    (select id from hits_assignment where batch_id = %(batch)s limit %(limit)s)

-- name: delete_hits
-- Some of them by the index `hit_once`.
delete from hits_hit where id in (select id from hits_hit where batch_id = %(batch)s limit %(limit)s)
