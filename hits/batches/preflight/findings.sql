-- name: listed
-- What a check found: how many, in how many items, a fingerprint of all, and the first of them.
with found as materialized ({found}),
counted as (
    select count(*) as rows, count(distinct item_id) as items,
           md5(string_agg(item_id || ':' || coalesce(output_id, 0), ',' order by item_id, output_id))
      from found)
select counted.*, first.external_id, first.system, first.excerpt
  from counted cross join (
    select external_id, system, excerpt from found order by external_id, system limit %(named)s) first

-- name: items
-- The items of what a check found, each once.
select distinct item_id from ({found}) found

-- name: empty
-- Nothing but marks and spaces. What is no ASCII counts as content whatever the server's locale.
select s.item_id, s.output_id, s.external_id, s.system, left(btrim(o.text), 80) as excerpt
  from sampled_outputs s join stimuli_output o on o.id = s.output_id
 where o.kind = 'text' and o.text !~ '[^[:punct:][:space:]…“”„«»‘’–—·]'

-- name: short
-- Few words and few characters: scripts without spaces have few words always.
select s.item_id, s.output_id, s.external_id, s.system, btrim(o.text) as excerpt
  from sampled_outputs s join stimuli_output o on o.id = s.output_id
 where o.kind = 'text' and char_length(btrim(o.text)) < %(characters)s
   and array_length(regexp_split_to_array(btrim(o.text), '\s+'), 1) < %(words)s
   and o.text ~ '[^[:punct:][:space:]…“”„«»‘’–—·]'

-- name: texts
-- The beginnings of some texts, the first by their keys.
select left(o.text, 2000)
  from sampled_outputs s join stimuli_output o on o.id = s.output_id
 where o.kind = 'text' order by s.output_id limit %(most)s

-- name: doubled
-- The same words by two systems for an item, or by a system for two items. Only hashes are sorted.
select s.item_id, s.output_id, s.external_id, s.system, left(o.text, 200) as excerpt
  from (
    select item_id, output_id, external_id, system,
           count(*) over (partition by item_id, hash) as of_item,
           count(*) over (partition by system_id, hash) as of_system
      from (select t.*, md5(o.text)::uuid as hash
              from sampled_outputs t join stimuli_output o on o.id = t.output_id
             where o.kind = 'text' and char_length(o.text) >= %(characters)s) texts) s
  join stimuli_output o on o.id = s.output_id
 where s.of_item > 1 or s.of_system > 1

-- name: named
-- The system's own name as a word, or a phrase by which models speak of themselves. Most texts have
-- none of the stems, which are plain words and quick to look for.
select s.item_id, s.output_id, s.external_id, s.system, o.text as excerpt
  from sampled_outputs s
  join stimuli_output o on o.id = s.output_id
  join unnest(%(systems)s::bigint[], %(patterns)s::text[]) as own(system_id, pattern)
    on own.system_id = s.system_id
 where not exists (select from hits_maskedoutput m
                    where m.batch_id = %(batch)s and m.output_id = s.output_id)
   and case when o.text ~* %(stems)s then o.text ~* own.pattern else false end

-- name: mask
-- The texts that `named` finds, their marked words replaced, but for outputs that HITs of the batch
-- show already.
insert into hits_maskedoutput (batch_id, output_id, text, check_name, masked_at, masked_by_id)
select %(batch)s, named.output_id,
       regexp_replace(named.excerpt, own.pattern, %(mask)s, 'gi'),
       %(check)s, statement_timestamp(), %(by)s::bigint
  from ({named}) named
  join stimuli_output shown on shown.id = named.output_id
  join unnest(%(systems)s::bigint[], %(patterns)s::text[]) as own(system_id, pattern)
    on own.system_id = shown.system_id
 where not exists (select from hits_hit h
                    where h.batch_id = %(batch)s and h.item_id = named.item_id
                      and h.output_ids @> array[named.output_id])

-- name: duplicate_media
-- One file, by its hash, under several items.
select s.item_id, null::bigint as output_id, s.external_id, im.field as system,
       coalesce(nullif(m.original_name, ''), m.url, '') as excerpt
  from (select distinct item_id, external_id from sampled_outputs) s
  join stimuli_itemmedium im on im.item_id = s.item_id
  join stimuli_medium m on m.id = im.medium_id
 where im.medium_id in (
    select medium_id from stimuli_itemmedium
     where item_id in (select item_id from sampled_outputs)
     group by medium_id having count(distinct item_id) > 1)

-- name: media
-- Every medium of the sample once for each item or output that shows it.
select s.item_id, null::bigint as output_id, s.external_id, im.field as system, im.medium_id
  from (select distinct item_id, external_id from sampled_outputs) s
  join stimuli_itemmedium im on im.item_id = s.item_id
union all
select s.item_id, s.output_id, s.external_id, s.system, om.medium_id
  from sampled_outputs s join stimuli_outputmedium om on om.output_id = s.output_id

-- name: small_media
-- What is shown, with its medium by primary key: fewer pixels than the page needs.
select shown.item_id, shown.output_id, shown.external_id, shown.system,
       m.original_name || ' · ' || m.width || ' × ' || m.height as excerpt
  from ({media}) shown join stimuli_medium m on m.id = shown.medium_id
 where least(m.width, m.height) < %(pixels)s

-- name: of_media
-- What is shown, with its medium by primary key.
select shown.item_id, shown.output_id, shown.external_id, shown.system,
       m.original_name as excerpt
  from ({media}) shown join stimuli_medium m on m.id = shown.medium_id
 where m.id = any(%(media)s::bigint[])

-- name: stored_media
-- The files to look for in the storage, the first by key.
select distinct m.id, m.sha256, m.size, m.clean_sha256, m.clean_size, m.small_sha256, m.small_size
  from ({media}) shown join stimuli_medium m on m.id = shown.medium_id
 where m.sha256 is not null order by m.id limit %(most)s

-- name: names
-- The fields and media that any item of the sample has.
select distinct key from stimuli_item i cross join lateral jsonb_object_keys(i.fields) as key
 where i.id in (select item_id from sampled_outputs)
union
select distinct field from stimuli_itemmedium where item_id in (select item_id from sampled_outputs)
