-- name: read
-- All that the page of one HIT shows: one row, by primary keys from the assignment on.
select a.state, a.deadline_at, a.deadline_at < statement_timestamp() as late, a.prefetched,
       b.extensions - a.extended as extensions_left, a.shown_order,
       b.id as batch_id, b.title, b.state as batch_state, b.reward, p.currency,
       (select data.simulated from stimuli_dataset data where data.id = b.dataset_id) as simulated,
       b.allotted_seconds, b.scheme, b.most_returns is distinct from 0 as may_return,
       b.language, v.id as version_id, v.sha256, i.fields, {outputs} as outputs,
       (select json_agg(json_build_array(m.field, {medium_columns}) order by m.field)
          from stimuli_itemmedium m join stimuli_medium d on d.id = m.medium_id
         where m.item_id = h.item_id) as media,
       draft.revision, draft.data as draft, draft.saved_at, draft.writer, draft.number,
       e.order_seed, e.submitted as finished, e.submitted - e.sitting_from as sitting_done,
       case when e.sittings_begun > 0 then e.cap - e.sitting_from end as sitting_hits
  from hits_assignment a
  join hits_enrolment e on e.id = a.enrolment_id
  join hits_batch b on b.id = a.batch_id
  join people_project p on p.id = b.project_id
  join surveys_rubricversion v on v.id = b.rubric_version_id
  join hits_hit h on h.id = a.hit_id
  join stimuli_item i on i.id = h.item_id
  left join hits_draft draft on draft.assignment_id = a.id
 where {own}
