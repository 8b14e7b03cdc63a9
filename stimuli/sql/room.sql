-- name: used
-- The project's media and imports by the indexes that begin with the project.
select coalesce((select sum(coalesce(size, 0) + coalesce(clean_size, 0) + coalesce(small_size, 0)) from stimuli_medium
                  where project_id = %(project)s), 0)
     + coalesce((select sum(table_size + archive_size) from stimuli_datasetimport
                  where project_id = %(project)s), 0)
