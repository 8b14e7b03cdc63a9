-- name: tags
-- Each kind of tag with the first row that names a file with it: the files with tags hashed by tag.
select tag, count(*), min(f.number) from import_file f join import_medium m using (kind, name),
       unnest(m.tags) as tag
 group by tag order by min(f.number), tag limit {listed}

-- name: numbered
-- By the primary key of the temporary table.
select row, field, name from import_file where number = %(number)s
