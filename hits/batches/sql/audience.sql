-- name: count
-- Only those who are named somewhere are asked about one by one, never all accounts; over at the
-- first beyond the limit.
select count(*) from (
    select from people_user u join hits_batch b on b.id = %(batch)s
     where u.is_active and {may_work}
       and u.id in (select user_id from people_poolmember where project_id = %(project)s
                    union all select user_id from hits_admission where batch_id = %(batch)s)
     limit {counted} + 1) allowed

-- name: without_people
-- For each live batch the people who are named somewhere, and over at the first who may work in it.
select b.id from hits_batch b
 where b.project_id = any(%(projects)s) and b.state = 'live' and b.audience <> 'everyone'
   and not exists (
    select from (select user_id from people_poolmember where project_id = b.project_id
                 union all
                 select user_id from hits_admission where batch_id = b.id) named
      join people_user u on u.id = named.user_id
     where u.is_active and {may_work})
 order by b.published_at
