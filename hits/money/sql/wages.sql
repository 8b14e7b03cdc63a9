-- name: work
-- Of each batch the work of each person that is not rejected, by `assignment_batch_state`, with the
-- time in use where their browser noted it, else from taking to submitting; what was seen by primary
-- keys. Bonuses on their assignments, by the index of a transaction's batch and primary keys: those
-- that were not reversed are `given`; `posted` is the latest transaction among all of them and their
-- reversals; added up once, although the planner may think that the batch has little work. Whose a
-- bonus is says its assignment: where two persons were made one, the account that
-- it went to is the old one.
with bonus as materialized (
    select t.batch_id, d.annotator_id, sum(e.amount) filter (where r.id is null) as given,
           greatest(max(t.id), max(r.id)) as posted
      from payments_transaction t join payments_entry e on e.transaction_id = t.id
      join payments_account c on c.id = e.account_id and c.kind = 'earnings'
      join hits_assignment d on d.id = t.assignment_id
      left join payments_transaction r on r.reverses_id = t.id
     where t.batch_id = any(%(batches)s) and t.kind = 'bonus'
     group by t.batch_id, d.annotator_id)
select a.batch_id, a.annotator_id, count(*) as hits,
       (array_agg(a.id order by a.submitted_at desc, a.id desc))[1] as latest,
       b.reward, p.hourly_floor as floor, count(*) filter (where w.seen ? %(active)s) as noted,
       sum(coalesce((w.seen ->> %(active)s)::float8,
                    extract(epoch from a.submitted_at - a.accepted_at))) as seconds,
       coalesce(max(g.given), 0) as given, coalesce(max(g.posted), 0) as posted
  from hits_batch b join people_project p on p.id = b.project_id
  join hits_assignment a on a.batch_id = b.id and a.state in {wanted}
  left join hits_viewing w on w.assignment_id = a.id
  left join bonus g on g.batch_id = a.batch_id and g.annotator_id = a.annotator_id
 where b.id = any(%(batches)s)
 group by a.batch_id, a.annotator_id, b.reward, p.hourly_floor

-- name: wages
-- A line for each batch with work of a second and more.
with work as ({work}), paid as (
    select *, (hits * reward + given)::float8 * 3600 / seconds as hourly from work where seconds >= 1
)
select batch_id, count(*), count(*) filter (where hourly < floor),
       percentile_cont(0.5) within group (order by hourly),
       percentile_cont(0.75) within group (order by hourly),
       percentile_cont(0.5) within group (order by seconds / hits), sum(hits), sum(noted)
  from paid group by batch_id

-- name: below
-- Who has had less by the hour than the floor for what is approved, by how much, with the latest
-- assignment and the bonuses of each.
select annotator_id, latest, hits, seconds, round((floor::float8 * seconds / 3600)::numeric, 4)
       - hits * reward - given as missing, given, posted
  from ({work}) work
 where floor is not null and floor::float8 * seconds / 3600 > hits * reward + given
 order by annotator_id
