-- name: temporary_memory
-- Enough to keep a hundred thousand staged rows in memory: they are written once and read twice.
select set_config('temp_buffers', '128MB', false)

-- name: settings
-- Enough to sort and hash some hundred thousand items without a file. What the planner must know of
-- the staged rows is how many there are: a look at some will do.
select set_config('work_mem', '64MB', false), set_config('default_statistics_target', '10', false)

-- name: create
-- Items' names are compared byte by byte, which is what "the same item" means, and fast.
create temporary table import_cell (
    row bigint not null, item text collate "C" not null, raw text, place integer,
    system text, kind text, text text, files jsonb
);
create temporary table import_field (row bigint primary key, fields jsonb not null);
create temporary table import_medium (
    kind text, name text, source text not null, original_name text not null,
    url text, sha256 text, content_type text not null, size bigint,
    width integer, height integer, seconds double precision, sample_rate integer,
    peaks smallint[], tags text[] not null, clean_sha256 text, clean_size bigint,
    primary key (kind, name)
);

-- name: items
-- Each item once, by its first row, in the order of the table, under an id that is reserved here.
-- One sort by item, and one of the items by row. The sequence is looked up once, because it is in a
-- subquery of its own.
create temporary table import_item as
select nextval((select pg_get_serial_sequence('stimuli_item', 'id')::regclass)) as id, ordered.*
  from (
    select * from (
        select distinct on (item) row, item, raw from import_cell where raw is not null
         order by item, row
    ) first order by row
) ordered

-- name: uses
-- Every use of a medium: by an item's field, or in an output of a system. Both tables once, in any
-- order; the cells only where some have files.
create temporary table import_use as
select i.row, i.item, null::text as system, m.field, 1::bigint as place, m.kind,
       btrim(i.raw::jsonb ->> m.field, E' \t\r\n') as name
  from import_item i, unnest(%(fields)s::text[], %(kinds)s::text[]) as m (field, kind)
 where i.raw::jsonb ->> m.field ~ '\S'
union all
select c.row, c.item, c.system, f.file ->> 2, f.place, f.file ->> 0, f.file ->> 1
  from import_cell c, jsonb_array_elements(c.files) with ordinality as f (file, place)
 where %(has_files)s and c.files is not null

-- name: files
-- Each file or link once, by its first use: one sort by name, and one by row.
create temporary table import_file as
select row_number() over (order by row, place) as number, first.* from (
    select distinct on (kind, name) row, field, place, kind, name from import_use
     order by kind, name, row, place
) first

-- name: keys
-- For reading by pages.
alter table import_file add primary key (number)

-- name: analyze
-- The columns that joins and sorts go by.
analyze import_cell (item, system), import_item (id, row, item), import_use, import_file

-- name: drop
-- Also what a pooled connection still has.
drop table if exists
    import_cell, import_item, import_field, import_use, import_file, import_medium
