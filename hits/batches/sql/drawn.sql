-- name: drawn
-- The first external ids of a sample, in the order drawn: as `sample` of publish.sql takes them.
select i.external_id from stimuli_item i join stimuli_output o on o.item_id = i.id
 where i.dataset_id = %(dataset)s and o.system_id = any(%(systems)s)
 group by i.id having count(*) = %(wanted)s
 order by sha256(convert_to(%(seed)s || ':' || i.external_id, 'UTF8')), i.external_id
 limit %(most)s
