-- name: by_batch
-- What each of some batches has earned people, what of that is still owed, its fees and what is
-- reserved, and the same of what was earned for no batch. The entries of these batches (the index
-- of `batch_id`), and those of people who are owed something. A payout pays the oldest earnings
-- first, so what is owed is the latest: the newest credits of a person, until they make up what the
-- account holds. What a panel pays is known of its batch.
with held as (
    select e.account_id, sum(e.amount) as amount
      from payments_account c
      join payments_entry e on e.account_id = c.id
      join payments_transaction t on t.id = e.transaction_id
      left join hits_batch b on b.id = t.batch_id
     where c.project_id = %(project)s and c.kind = 'earnings'
       and coalesce(b.fee_rule, '') <> 'panel'
     group by e.account_id having sum(e.amount) > 0
), credits as (
    select t.batch_id, e.amount, h.amount as held,
           sum(e.amount) over (partition by e.account_id order by e.id desc) - e.amount as newer
      from held h
      join payments_entry e on e.account_id = h.account_id
      join payments_transaction t on t.id = e.transaction_id
      left join hits_batch b on b.id = t.batch_id
     where e.amount > 0 and t.kind <> 'reversal' and coalesce(b.fee_rule, '') <> 'panel'
       and not exists (select from payments_transaction r where r.reverses_id = t.id)
), owed as (
    select batch_id, sum(least(amount, held - newer)) as amount
      from credits where newer < held group by batch_id
), moved as (
    select t.batch_id,
           sum(e.amount) filter (where c.kind = 'earnings' and t.kind <> 'panel') as earned,
           sum(e.amount) filter (where c.kind = 'earnings') as left_of_it,
           sum(e.amount) filter (where c.kind = 'fees') as fees,
           sum(e.amount) filter (where c.kind = 'escrow') as reserved
      from payments_transaction t
      join payments_entry e on e.transaction_id = t.id
      join payments_account c on c.id = e.account_id
      left join payments_transaction r on r.id = t.reverses_id
     where t.project_id = %(project)s and (t.batch_id = any(%(batches)s) or t.batch_id is null)
       and t.kind <> 'payout' and coalesce(r.kind, '') <> 'payout'
     group by t.batch_id
)
select m.batch_id, coalesce(m.earned, 0),
       coalesce(case when b.fee_rule = 'panel' then m.left_of_it else o.amount end, 0),
       coalesce(m.fees, 0), coalesce(m.reserved, 0)
  from moved m
  left join owed o on o.batch_id is not distinct from m.batch_id
  left join hits_batch b on b.id = m.batch_id
