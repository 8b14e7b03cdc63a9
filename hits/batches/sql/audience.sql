-- name: count
-- Only those who are named somewhere are asked about one by one, never all accounts; over at the
-- first beyond the limit.
select count(*) from (
    select from people_user u join hits_batch b on b.id = %(batch)s
     where u.is_active and {may_work}
       and u.id in (select user_id from people_poolmember where project_id = %(project)s
                    union all select user_id from hits_admission where batch_id = %(batch)s)
     limit {counted} + 1) allowed
