-- name: differing
-- Of the batch's HITs after one, as many as are looked at: those whose counted answers differ by
-- the rule and that nobody has decided on. HITs by `hit_once` and the primary key, their
-- assignments by the index of the HIT, the answers by primary key.
with looked_at as (
    select h.id, h.purpose from hits_hit h
     where h.batch_id = %(batch)s and h.id > %(after)s order by h.id limit %(window)s
), said as (
    select h.id as hit_id, n.key, n.number, count(*) as times
      from looked_at h
      join hits_assignment a on a.hit_id = h.id
      join hits_answer n on n.assignment_id = a.id
     where {is_counted} and n.number is not null
       and n.key = any(%(scores)s::text[] || %(labels)s::text[])
       and not {is_adjudicated}
     group by h.id, n.key, n.number
), questions as (
    select hit_id, key, max(number) - min(number) as span, max(times) as most, sum(times) as raters
      from said group by hit_id, key
)
select (select max(id) from looked_at), (select count(*) from looked_at),
       array(select distinct hit_id from questions
              where raters > 1
                and (key = any(%(scores)s::text[]) and span >= %(span)s
                     or key = any(%(labels)s::text[]) and %(no_majority)s and most * 2 <= raters)
              order by hit_id)
