-- name: items
-- The items of a batch's main HITs, by hit_batch and their primary key.
select distinct i.id, i.external_id, i.fields
  from hits_hit h join stimuli_item i on i.id = h.item_id
 where h.batch_id = %(batch)s and h.purpose = 'main'

-- name: single_values
-- Fields of short values, few enough to tell items apart by: each value is, on average, of two items
-- or more. A row for each field, so that a field of long texts costs no row per item.
with item as ({items}), single as (
    select f.key, i.external_id, f.value #>> '{}' as value
      from item i cross join jsonb_each(i.fields) f
     where jsonb_typeof(f.value) in ('string', 'number', 'boolean')
), few as (
    select key from single group by key
    having max(length(value)) <= %(longest)s
       and count(distinct value) between 2 and %(most)s
       and count(*) >= 2 * count(distinct value)
)
select key, array_agg(external_id::text order by external_id),
       array_agg(value order by external_id)
  from single join few using (key) group by key order by key

-- name: values_of_entries
-- Lists that are, in every item, as long as the list that a checklist asks about.
with item as ({items}), listed as (
    select i.external_id, f.key, f.value,
           case when jsonb_typeof(i.fields -> %(list)s) = 'array'
                then jsonb_array_length(i.fields -> %(list)s) end as entries
      from item i cross join jsonb_each(i.fields) f
     where f.key <> %(list)s and jsonb_typeof(f.value) = 'array'
)
select key, array_agg(external_id::text order by external_id),
       array_agg(value::text order by external_id)
  from listed
 group by key
having bool_and(jsonb_array_length(value) = entries) and count(*) = (select count(*) from item)
 order by key
