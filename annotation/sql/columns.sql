-- name: by_table
-- The catalogue of one schema, read once: the ORM's introspection asks for each table.
select table_name, array_agg(column_name::text) from information_schema.columns
 where table_schema = current_schema() group by table_name
