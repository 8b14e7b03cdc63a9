-- name: others_prefetched
-- Who asks first gets what is prefetched for others, but no check. By `assignment_one_prefetched`,
-- then the HIT by its primary key.
f.state = 'claimed' and f.prefetched and f.annotator_id <> %(annotator)s
   and (select main.purpose from hits_hit main where main.id = f.hit_id) = 'main'

-- name: is_free
-- By `assignment_free`.
f.state = 'free'

-- name: for_annotator
-- Whether the annotator may still take an assignment of the HIT `h`: what they may take once is the
-- HIT, or one of its item's. By the indexes of an item's HITs and of a HIT's assignments.
case b.order_of_work when 'one_per_item' then not exists (
    select from hits_hit other join hits_assignment mine on mine.hit_id = other.id
    where other.batch_id = b.id and other.item_id = h.item_id and {mine})
else not exists (select from hits_assignment mine where mine.hit_id = h.id and {mine}) end

-- name: any
-- Over at the first that there is.
exists (select from hits_assignment f join hits_hit h on h.id = f.hit_id
    where f.batch_id = b.id and {such} and {for_annotator})

-- name: left
-- For each batch at most so many assignments are looked at, in the order of the partial indexes
-- `assignment_free` and `assignment_one_prefetched`; the two searches for any at all are asked only
-- where none of those looked at is for the annotator.
select b.id, coalesce(e.submitted, 0),
       case when b.sitting_hits is not null and coalesce(e.sittings_begun, 0) = 0
            then least(b.sitting_hits, e.cap) else coalesce(e.cap, b.cap_per_annotator) end,
       coalesce(e.status, 'active'),
       -- A page that comes before the code hides it.
       case when e.status = 'active' and e.closing_route <> '' then ''
            else coalesce(e.completion_code, '') end, {may_work},
       claimed.id, claimed.deadline_at, next.id is not null,
       near.looked, near.open,
       near.looked > %(most)s and near.open = 0 and ({any_free} or {any_prefetched}),
       case when b.sitting_hits is null then 0
            else greatest(b.most_sittings - coalesce(e.sittings_begun, 0), 0) end,
       coalesce(e.sittings_begun, 0), coalesce(e.sitting_from, 0)
  from hits_batch b
  left join hits_enrolment e on e.batch_id = b.id and e.annotator_id = %(annotator)s
  left join hits_assignment claimed
    on claimed.batch_id = b.id and claimed.annotator_id = %(annotator)s
     and claimed.state = 'claimed' and not claimed.prefetched
  left join hits_assignment next
    on next.batch_id = b.id and next.annotator_id = %(annotator)s
     and next.state = 'claimed' and next.prefetched
 cross join lateral (
    select count(*) as looked,
           count(distinct case b.order_of_work when 'one_per_item' then h.item_id else h.id end)
               filter (where {for_annotator}) as open
      from (select * from (
                (select f.hit_id from hits_assignment f
                  where f.batch_id = b.id and f.state = 'free'
                  order by f.position, f.id limit %(most)s + 1)
                union all select f.hit_id from hits_assignment f
                  where f.batch_id = b.id and {others_prefetched}) every
             limit %(most)s + 1) f
      join hits_hit h on h.id = f.hit_id) near
 where b.id = any(%(batches)s)
