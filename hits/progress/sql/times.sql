-- name: medians_of_batches
-- For each batch from the end of assignment_submitted, and no further than the latest.
select b.id, percentile_cont(0.5) within group (order by coalesce(latest.active, latest.elapsed))
  from unnest(%(batches)s::bigint[]) b (id)
  cross join lateral (
    select extract(epoch from a.submitted_at - a.accepted_at)::float8 as elapsed,
           (w.seen ->> %(active)s)::float8 as active
      from hits_assignment a left join hits_viewing w on w.assignment_id = a.id
     where a.batch_id = b.id and a.submitted_at is not null
     order by a.submitted_at desc, a.id desc limit %(latest)s) latest
 group by b.id
