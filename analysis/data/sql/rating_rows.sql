-- The one tidy table: a row for each answer, whoever gave it. The columns are those of
-- `analysis/data/rating_rows.py`. Each part is read by an index from its beginning, in the order of its
-- rows, and looks their relatives up by their keys, so that the first row leaves at once.

-- name: fields
-- What a row says, beside the aliases h (hits_hit), i (stimuli_item) and n (`answers`).
i.external_id as item,
(select s.name from stimuli_output o join stimuli_system s on s.id = o.system_id
  where o.id = h.output_ids[n.output]) as system,
coalesce(n.asked ->> 'criterion', '') as criterion, n.key as target,
{rater} as rater, '{kind}' as kind,
case n.asked ->> 'shape'
  when 'pair' then coalesce((n.asked -> 'preferred' ->> n.number::text)::float8, 0)
  when 'rank' then n.place else n.number end as value,
coalesce(n.text, n.data::text) as text,
n.asked -> 'labels' ->> n.number::text as label,
(select s.name from stimuli_output o join stimuli_system s on s.id = o.system_id
  where n.asked ->> 'shape' = 'pair' and o.id = h.output_ids[2]) as system_b,
h.id as hit, nullif(strpos({shown_order}, chr(96 + n.output)), 0) as position,
{assignment}::bigint as assignment, ({unseen})::text as unseen

-- name: answers
-- The answers of one page by their primary key. `output` is the number of the output that is rated, of
-- a preference the first; `place` is a rank among the ranks of the page and the criterion, those that
-- are equal in the middle of their places.
lateral (
    select m.*,
           case when m.asked ->> 'shape' = 'pair' then 1
                when m.asked ->> 'output' <> '' then ascii(m.asked ->> 'output') - 96
                when cardinality(h.output_ids) = 1 then 1 end as output,
           case when m.asked ->> 'shape' = 'rank' then
                rank() over (partition by m.asked ->> 'shape', m.asked ->> 'criterion'
                             order by m.number)
                + (count(*) over (partition by m.asked ->> 'shape', m.asked ->> 'criterion',
                                               m.number) - 1) / 2.0 end as place
      from (select v.key, v.number, v.text, v.data, %(columns)s::jsonb -> v.key::text as asked
              from {source}) m) n

-- name: people
-- By `assignment_submitted`.
select {fields} from hits_assignment a
  join hits_hit h on h.id = a.hit_id
  join hits_enrolment e on e.id = a.enrolment_id
  join stimuli_item i on i.id = h.item_id
 cross join {answers}
 where {chosen}
 order by a.submitted_at, a.id, (n.asked ->> 'turn')::int

-- name: adjudicators
-- What was decided where people differed; by the batch's HITs.
select {fields} from hits_hit h
  join hits_adjudication d on d.hit_id = h.id and d.replaced_at is null
  join stimuli_item i on i.id = h.item_id
 cross join {answers}
 where h.batch_id = %(batch)s and h.purpose = 'main'
 order by h.id, d.id, (n.asked ->> 'turn')::int

-- name: judges
-- By `verdict_once`, run by run.
select {fields} from judges_judgerun r
  join judges_verdict d on d.run_id = r.id
  join hits_hit h on h.id = d.hit_id
  join stimuli_item i on i.id = h.item_id
 cross join {answers}
 where r.batch_id = %(batch)s and h.purpose = 'main'
 order by r.id, d.hit_id, d.shown_order, d.sample, (n.asked ->> 'turn')::int

-- name: metrics
-- By `metric_value_once`, metric by metric.
select i.external_id, s.name, '', '', m.name, 'metric', v.value, null,
       case m.best when 'highest' then '{highest}' when 'lowest' then '{lowest}' end,
       null, null::bigint, null::int, null::bigint, null
  from analysis_metric m
  join analysis_metricvalue v on v.metric_id = m.id
  join stimuli_item i on i.id = v.item_id
  join stimuli_system s on s.id = v.system_id
 where m.batch_id = %(batch)s
 order by m.id, v.item_id, v.system_id

-- name: lengths_of_outputs
-- The texts among the outputs of a batch's main HITs, by `hit_batch` and primary keys.
select distinct i.external_id as item, s.name as system, char_length(o.text) as length
  from hits_hit h cross join unnest(h.output_ids) as shown(id)
  join stimuli_output o on o.id = shown.id and o.kind = 'text'
  join stimuli_item i on i.id = o.item_id
  join stimuli_system s on s.id = o.system_id
 where h.batch_id = %(batch)s and h.purpose = 'main'

-- name: lengths
-- As rows of the table.
select l.item, l.system, '', '', 'length', 'length', l.length, null, null, null, null::bigint,
       null::int, null::bigint, null
  from ({lengths_of_outputs}) l
 order by l.item, l.system

-- name: rows
-- The parts one after the other, each in its order.
select {columns} from ({parts}) row

-- name: marks
-- Each passage that was marked; where nothing was, a row that says so.
select {columns} from ({parts}) row
  left join lateral jsonb_to_recordset(text::jsonb)
    as mark("start" int, "end" int, quote text, category text, severity text) on true

-- name: count
-- No further than wanted.
select count(*) from (
    (select from hits_assignment a join hits_hit h on h.id = a.hit_id
       join hits_enrolment e on e.id = a.enrolment_id
       join hits_answer n on n.assignment_id = a.id
      where {chosen} limit %(most)s)
    union all
    (select from judges_judgerun r join judges_verdict d on d.run_id = r.id
       join hits_hit h on h.id = d.hit_id and h.purpose = 'main'
       join judges_verdictanswer n on n.verdict_id = d.id
      where r.batch_id = %(batch)s limit %(most)s)
    union all
    (select from analysis_metric m join analysis_metricvalue v on v.metric_id = m.id
      where m.batch_id = %(batch)s limit %(most)s)
    limit %(most)s) counted
