-- name: post
-- All transactions in one round trip, and the ids of the new ones, which the ORM's bulk_create does
-- not give where conflicts are ignored. No index is named for the conflict: of two reversals at one
-- moment, the later may meet the unique `reverses_id` before the unique key, and would be refused
-- there.
insert into payments_transaction
    (project_id, kind, key, batch_id, assignment_id, memo, created_by_id, reverses_id,
     token_id, created_at)
select %(project)s, *, %(token)s, now() from unnest(
    %(kinds)s::text[], %(keys)s::text[], %(batches)s::bigint[], %(assignments)s::bigint[],
    %(memos)s::text[], %(creators)s::bigint[], %(reversed)s::bigint[])
on conflict do nothing returning key, id
