-- name: money
-- By a person's accounts (the index of `annotator`) and their entries; what waits by
-- `assignment_annotator`. Credits to the person's account are what was earned, a reversal of one
-- takes it back; payouts and what panels pay are what was paid.
with held as (
    select c.project_id,
           sum(e.amount) filter (where t.kind not in ('payout', 'panel')
                 and coalesce(r.kind, '') <> 'payout') as earned,
           -sum(e.amount) filter (where t.kind in ('payout', 'panel') or r.kind = 'payout') as paid
      from payments_account c
      join payments_entry e on e.account_id = c.id
      join payments_transaction t on t.id = e.transaction_id
      left join payments_transaction r on r.id = t.reverses_id
     where c.annotator_id = %(annotator)s group by c.project_id
), waiting as (
    select b.project_id, sum(b.reward) as pending
      from hits_assignment a join hits_batch b on b.id = a.batch_id
     where a.annotator_id = %(annotator)s and a.state = 'submitted' group by b.project_id
)
select p.id, p.name, p.currency, coalesce((select bool_and(d.simulated) from stimuli_dataset d
                                 where d.project_id = p.id), false), coalesce(w.pending, 0),
       coalesce(h.earned, 0), coalesce(h.paid, 0)
  from people_project p left join held h on h.project_id = p.id
  left join waiting w on w.project_id = p.id
 where h.project_id is not null or w.project_id is not null
 order by p.name
