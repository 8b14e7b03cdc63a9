-- name: extend
-- By the primary keys of both. The posted deadline must be the one that stands, in whole seconds: a
-- double click extends once.
update hits_assignment a
   set deadline_at = greatest(a.deadline_at, statement_timestamp())
                     + make_interval(secs => b.allotted_seconds),
       extended = a.extended + 1
  from hits_batch b
 where {own} and b.id = a.batch_id and a.state = 'claimed'
   and a.extended < b.extensions and floor(extract(epoch from a.deadline_at)) = %(deadline)s
returning a.deadline_at, b.extensions - a.extended, b.allotted_seconds
