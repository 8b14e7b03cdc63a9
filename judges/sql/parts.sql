-- name: hits
-- Half of all items by a hash of their id, in every batch alike.
hits_hit hit
 where hit.batch_id = %(batch)s and hit.purpose = 'main'
   and (%(part)s = '' or exists (
        select from stimuli_item item where item.id = hit.item_id
           and (get_byte(sha256(convert_to(item.external_id, 'UTF8')), 0) < 128)
               = (%(part)s = 'writing')))
-- name: ids
-- By the HITs of the batch, each with its item by key.
select hit.id from {hits}
-- name: count
-- The same, counted.
select count(*) from {hits}
