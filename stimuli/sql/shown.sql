-- name: medium_columns
-- What a page needs of the medium `{medium}`, in the order in which `shown_medium` takes it.
{medium}.url, coalesce({medium}.clean_sha256, {medium}.sha256), {medium}.content_type,
{medium}.width, {medium}.height, {medium}.seconds, {medium}.peaks, {medium}.small_sha256

-- name: outputs
-- The outputs of a HIT `h` in canonical order, as JSON: [[text, kind, [medium, …], id], …]. Outputs and
-- media by primary key, what an output shows by `output_medium_once`. `text`: the words of the
-- output `o` as they are shown there.
(
    select json_agg(json_build_array({text}, o.kind, (
               select json_agg(json_build_array({medium_columns}) order by om.place)
                 from stimuli_outputmedium om join stimuli_medium d on d.id = om.medium_id
                where om.output_id = o.id), o.id) order by shown.place)
      from unnest(h.output_ids) with ordinality as shown(id, place)
      join stimuli_output o on o.id = shown.id)

-- name: of_hits
-- All media of HITs in one round trip: look-ups by two indexes, `item_medium_once` and
-- `output_medium_once`.
select im.item_id, null::bigint, im.field, '', {medium_columns}, 0 as place
  from stimuli_itemmedium im join stimuli_medium d on d.id = im.medium_id
 where im.item_id = any(%(items)s)
union all
select null, o.id, '', o.kind, {medium_columns}, om.place
  from stimuli_outputmedium om
  join stimuli_output o on o.id = om.output_id
  join stimuli_medium d on d.id = om.medium_id
 where om.output_id = any(%(outputs)s)
 order by place, 3
