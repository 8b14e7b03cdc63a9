-- name: output_media
-- From the batch's HITs (hit_once) to output_medium_once, and over at the first that is there. As
-- the ORM would ask it, the planner begins with the media of every dataset.
select exists (
    select from hits_hit h cross join unnest(h.output_ids) as shown(id)
      join stimuli_outputmedium om on om.output_id = shown.id
     where h.batch_id = %(batch)s)
