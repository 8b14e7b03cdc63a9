-- Each statement gives one column, `found`: a phrase for each thing that breaks its check's promise,
-- so no row while it holds. They read whole tables: they run at night, or when asked for.

-- name: transactions_balance
-- Hashed by transaction.
select 'transaction ' || t.id || ' (' || t.key || '): '
       || coalesce(sum(e.amount), 0) as found
  from payments_transaction t left join payments_entry e on e.transaction_id = t.id
 group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2 order by t.id

-- name: one_project
-- Entries hashed against transactions and accounts.
select 'transaction ' || t.id || ' (' || t.key || ')' as found
  from payments_transaction t join payments_entry e on e.transaction_id = t.id
  join payments_account a on a.id = e.account_id
 where a.project_id <> t.project_id group by t.id order by t.id

-- name: approved_paid_once
-- A full join of two hashes: approved assignments, and what was paid for each.
select 'assignment ' || coalesce(a.id, p.assignment_id) || ': '
       || coalesce(p.paid, 0) || ' instead of '
       || case when a.id is null then 0 else b.reward end as found
  from (select * from hits_assignment where state = 'approved') a
  full join (
    select t.assignment_id, sum(e.amount) as paid, count(distinct t.id) as times
      from payments_transaction t join payments_entry e on e.transaction_id = t.id
      join payments_account c on c.id = e.account_id and c.kind = 'earnings'
     where t.kind = 'approval' group by t.assignment_id
  ) p on p.assignment_id = a.id
  left join hits_batch b on b.id = a.batch_id
 where a.id is null or coalesce(p.paid, 0) <> b.reward or p.times > 1
 order by coalesce(a.id, p.assignment_id)

-- name: amendments_set_aside
-- From the amendments, which are few; the transaction by its unique key.
select 'amendment ' || m.id || ': ' || coalesce(sum(e.amount), 0)
       || ' instead of ' || m.cost as found
  from hits_amendment m join hits_batch b on b.id = m.batch_id
  left join payments_transaction t
    on t.project_id = b.project_id and t.key = 'escrow:amended:' || m.id
  left join payments_entry e on e.transaction_id = t.id
   and e.account_id in (select id from payments_account where kind = 'escrow')
 group by m.id having coalesce(sum(e.amount), 0) <> m.cost order by m.id

-- name: nothing_overspent
-- Hashed by account.
select 'account ' || a.id || ' (' || a.kind || '): ' || sum(e.amount) as found
  from payments_account a join payments_entry e on e.account_id = a.id
 where a.kind <> 'outside' group by a.id having sum(e.amount) < 0 order by a.id

-- name: reversals_mirror
-- From the reversals, which are few; entries by the index of their transaction.
select 'transaction ' || r.id || ' (' || r.key || ')' as found
  from payments_transaction r join payments_transaction t on t.id = r.reverses_id
 where t.kind = 'reversal' or t.project_id <> r.project_id or exists (
    select from payments_entry e where e.transaction_id in (r.id, t.id)
     group by e.account_id having sum(e.amount) <> 0 or count(*) <> 2) order by r.id
