-- name: people
-- The rows of `people` among the ratings.
select 'answers', count(*),
       sum(hashtextextended(concat_ws(':', n.assignment_id, n.key, n.number, n.text), 0)::numeric)
  from hits_answer n join hits_assignment a on a.id = n.assignment_id
  join hits_hit h on h.id = a.hit_id
 where a.batch_id = %(batch)s and {wanted} and (n.number is not null or left(n.text, 1) = '[')

-- name: adjudicators
-- The rows of `adjudicators` among the ratings.
select 'adjudicated', count(*),
       sum(hashtextextended(concat_ws(':', n.adjudication_id, n.key, n.number, n.text), 0)::numeric)
  from hits_adjudicatedanswer n join hits_adjudication d on d.id = n.adjudication_id
  join hits_hit h on h.id = d.hit_id
 where h.batch_id = %(batch)s and h.purpose = 'main' and d.replaced_at is null
   and (n.number is not null or left(n.text, 1) = '[')

-- name: fingerprint
-- The rows of `ratings`, hashed and summed where they are, so that none is sent. Sums know no order:
-- any answer that comes, goes or changes gives another sum, also when counts stay the same.
{people}
union all
select 'verdicts', count(*),
       sum(hashtextextended(concat_ws(':', n.verdict_id, n.key, n.number, n.text), 0)::numeric)
  from judges_verdictanswer n join judges_verdict v on v.id = n.verdict_id
  join judges_judgerun r on r.id = v.run_id
 where r.batch_id = %(batch)s and (n.number is not null or left(n.text, 1) = '[')
union all
select 'runs', count(*), sum(hashtextextended(concat_ws(':', r.id, r.name), 0)::numeric)
  from judges_judgerun r where r.batch_id = %(batch)s
union all
select 'metrics', count(*),
       sum(hashtextextended(
           concat_ws(':', m.id, m.name, m.best, m.low, m.high, n.item_id, n.system_id, n.value), 0
       )::numeric)
  from analysis_metric m join analysis_metricvalue n on n.metric_id = m.id
 where m.batch_id = %(batch)s and m.best <> ''
