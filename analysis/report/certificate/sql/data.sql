-- name: locked
-- What a judge was shown of the batch's HITs, as one hash in the order of the items' ids; how many
-- items and HITs.
with judged as (
    select item.external_id as item, hit.id as hit,
           encode(sha256(convert_to(concat_ws(E'\n', item.external_id, item.fields::text,
               (select string_agg(coalesce(medium.sha256, medium.url), E'\t' order by shown.id)
                  from stimuli_itemmedium shown
                  join stimuli_medium medium on medium.id = shown.medium_id
                 where shown.item_id = item.id),
               (select string_agg(concat_ws(E'\t', output.text,
                           (select string_agg(coalesce(medium.sha256, medium.url), E'\t'
                                              order by shown.id)
                              from stimuli_outputmedium shown
                              join stimuli_medium medium on medium.id = shown.medium_id
                             where shown.output_id = output.id)),
                       E'\n' order by array_position(hit.output_ids, output.id))
                  from stimuli_output output where output.id = any(hit.output_ids))), 'UTF8')),
           'hex') as content
      from (select hit.id, hit.item_id, hit.output_ids from {hits}) hit
      join stimuli_item item on item.id = hit.item_id
)
select encode(sha256(convert_to(coalesce(string_agg(content, E'\n' order by content), ''), 'UTF8')),
              'hex'),
       count(distinct item), count(*)
  from judged
