-- name: files
-- Each file once, by its hash.
select distinct on (sha256) source, content_type, sha256, size, clean_sha256, clean_size
  from import_medium where sha256 is not null order by sha256

-- name: items
-- The temporary table from end to end; fields by its row.
insert into stimuli_item (id, dataset_id, external_id, fields)
select i.id, %(dataset)s, i.item, coalesce(f.fields, i.raw::jsonb - %(media_fields)s::text[])
  from import_item i left join import_field f on f.row = i.row

-- name: outputs
-- The cells are read in their order and held against hashes of the items and of the systems, so that
-- the ids of outputs follow the table and no text is put into a hash. The systems are an array,
-- whose length the planner sees: of a table without statistics it expects next to no cell to match.
insert into stimuli_output (item_id, system_id, kind, text)
select i.id, s.id, c.kind, c.text from import_cell c join import_item i on i.item = c.item
  join unnest(%(system_names)s::text[], %(system_ids)s::bigint[]) as s (name, id)
    on s.name = c.system

-- name: media
-- One sort by content and link; `on conflict` meets those that another dataset of the project has.
insert into stimuli_medium (project_id, sha256, url, original_name, content_type, size, width,
    height, seconds, sample_rate, peaks, tags, clean_sha256, clean_size)
select distinct on (sha256, url) %(project)s::bigint, sha256, url, original_name, content_type,
       size, width, height, seconds, sample_rate, peaks, tags, clean_sha256, clean_size
  from import_medium order by sha256, url, original_name
on conflict do nothing

-- name: systems
-- A few rows; those that the dataset has already are left as they are.
insert into stimuli_system (dataset_id, name) select %(dataset)s, unnest(%(systems)s::text[])
on conflict do nothing

-- name: system_ids
-- By `system_name_once`.
select name, id from stimuli_system
 where dataset_id = %(dataset)s and name = any(%(systems)s::text[])

-- name: stored
-- Which row each staged medium became: by content, then by link. Joined with "or", each medium would
-- be held against every other.
select c.kind, c.name, m.id from import_medium c
  join stimuli_medium m on m.project_id = %(project)s and m.sha256 = c.sha256
 union all
select c.kind, c.name, m.id from import_medium c
  join stimuli_medium m on m.project_id = %(project)s and m.url = c.url

-- name: item_media
-- Uses hashed against items and media.
with stored as ({stored})
insert into stimuli_itemmedium (item_id, field, medium_id)
select i.id, u.field, m.id from import_use u join import_item i on i.item = u.item
  join stored m on m.kind = u.kind and m.name = u.name
 where u.system is null order by i.id, u.field

-- name: output_media
-- Uses hashed against items, systems, the dataset's outputs and media.
with stored as ({stored})
insert into stimuli_outputmedium (output_id, place, medium_id)
select o.id, u.place, m.id from import_use u join import_item i on i.item = u.item
  join stimuli_system s on s.dataset_id = %(dataset)s and s.name = u.system
  join stimuli_output o on o.item_id = i.id and o.system_id = s.id
  join stored m on m.kind = u.kind and m.name = u.name
 order by o.id, u.place

-- name: media_count
-- The staged media from end to end.
select count(distinct coalesce(sha256, url)) from import_medium

-- name: place
-- The staged media from end to end, then the files by their kinds and names.
select f.row, f.field, f.name from import_file f join import_medium m using (kind, name)
 where m.sha256 = %(sha256)s order by f.number limit 1

-- name: staged
-- What an import would add: its files, each once by its hash, that no dataset of the project has.
-- `row`, `field` and `name` are where the table first names the file that goes beyond %(left)s bytes.
with added as (
    select distinct on (m.sha256) m.sha256, f.number, f.row, f.field, f.name,
           coalesce(m.size, 0) + coalesce(m.clean_size, 0) as bytes
      from import_medium m join import_file f using (kind, name)
     where m.sha256 is not null and not exists (
           select from stimuli_medium s
            where s.project_id = %(project)s and s.sha256 = m.sha256)
     order by m.sha256, f.number
), summed as (
    select row, field, name, number, sum(bytes) over (order by number) as bytes from added
)
select (select coalesce(max(bytes), 0) from summed), row, field, name
  from (select) as always left join lateral (
       select row, field, name from summed where bytes > %(left)s order by number limit 1
  ) beyond on true
