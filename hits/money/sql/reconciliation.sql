-- name: accounts
-- Each table is read once from end to end and hashed: a nightly check, and a researcher's command.
-- Two independent sums per account. Balance: its entries. Expected: what assignments cost in the
-- state they are in, and what was declared by hand (deposit, bonus, goodwill, payout, what a panel
-- has paid) and not reversed; and what training pays, by its places. Where two persons were made one, work follows the assignments, and what
-- was declared was moved by a posting of its own. A batch that is still being published owes all that
-- it planned.
with declared as (
    select a.project_id, a.kind, a.batch_id, a.annotator_id, e.amount
      from payments_entry e join payments_transaction t on t.id = e.transaction_id
      join payments_account a on a.id = e.account_id
     where (t.kind in ('deposit', 'bonus', 'goodwill', 'payout', 'panel')
            or t.kind = 'merge' and starts_with(t.key, 'merge:declared:'))
       and not exists (select from payments_transaction r where r.reverses_id = t.id)
), tally as (
    select a.batch_id, a.state = 'approved' as done,
           case when a.state = 'approved' then a.annotator_id end as person,
           count(*) as assignments
      from hits_assignment a join hits_batch b on b.id = a.batch_id
     where a.state in {reconciled} and b.state <> 'publishing'
     group by 1, 2, 3
    union all
    select id, false, null, assignments_planned + checks_planned
      from hits_batch where state = 'publishing'
    union all
    select c.batch_id, false, null, count(*)
      from hits_checkcredit c join hits_batch b on b.id = c.batch_id
     where b.state <> 'publishing' group by 1
), training as (
    select b.project_id, b.id as batch_id, null::bigint as person, b.training_pay * b.training_people as pay
      from hits_batch b where b.state = 'publishing' and b.training_pay > 0
    union all
    select b.project_id, b.id, t.paid_to_id, sum(b.training_pay)
      from hits_trainingplace t join hits_batch b on b.id = t.batch_id
     where b.state <> 'publishing' group by 1, 2, 3
), work as (
    select b.project_id, t.batch_id, t.done, t.person, t.assignments * b.reward as reward,
           t.assignments * coalesce(b.fee, 0) as fee
      from tally t join hits_batch b on b.id = t.batch_id
), expected as (
    select project_id, 'escrow' as kind, batch_id, null::bigint as annotator_id,
           reward + fee as amount
      from work where not done
    union all select project_id, 'earnings', null, person, reward from work where done
    union all select project_id, 'fees', null, null, fee from work where done
    union all select project_id, 'balance', null, null, - reward - fee from work
    union all select project_id, 'escrow', batch_id, null, pay from training where person is null
    union all
    select project_id, 'earnings', null, person, pay from training where person is not null
    union all select project_id, 'balance', null, null, - pay from training
    union all select * from declared
), both_sums as (
    select project_id, kind, batch_id, annotator_id, 0 as balance, amount as expected
      from expected
    union all
    select a.project_id, a.kind, a.batch_id, a.annotator_id, coalesce(e.amount, 0), 0
      from payments_account a left join payments_entry e on e.account_id = a.id
)
select p.name, p.currency, s.kind, s.batch_id, u.username, sum(s.balance) as balance,
       sum(s.expected) as expected
  from both_sums s join people_project p on p.id = s.project_id
  left join people_user u on u.id = s.annotator_id
 group by p.id, s.kind, s.batch_id, u.id
 order by p.name, p.id,
          array_position(array['outside', 'balance', 'escrow', 'earnings', 'fees', 'panel'], s.kind),
          s.batch_id, u.username
