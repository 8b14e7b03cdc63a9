-- name: untaken
-- From the batch's HITs by `hit_once` to their outputs and media, by keys or hashed; one row.
with media as (
    select coalesce(m.url, m.original_name, '') as name, m.url is not null as linked,
           case when m.content_type ~ '^(image|video|audio)/'
                then split_part(m.content_type, '/', 1) else o.kind end as kind
      from hits_hit h cross join unnest(h.output_ids) as shown(id)
      join stimuli_output o on o.id = shown.id
      join stimuli_outputmedium om on om.output_id = o.id
      join stimuli_medium m on m.id = om.medium_id
     where h.batch_id = %(batch)s and h.purpose = 'main'
)
select count(*) filter (where linked and kind <> 'image'),
       min(name) filter (where linked and kind <> 'image'),
       count(*) filter (where kind = 'audio')
  from media
