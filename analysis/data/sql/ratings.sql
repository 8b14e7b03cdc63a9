-- name: people
-- What people said whose answers are wanted.
select a.id as source, e.pseudonym, a.hit_id, i.external_id, a.shown_order, n.key, n.number
  from hits_answer n
  join hits_assignment a on a.id = n.assignment_id
  join hits_enrolment e on e.id = a.enrolment_id
  join hits_hit h on h.id = a.hit_id
  join stimuli_item i on i.id = h.item_id
 where a.batch_id = %(batch)s and {wanted}
   and n.number is not null

-- name: adjudicators
-- What was decided where people differed: of all adjudicators one rater, one rating a question.
select d.id as source, 'adjudicated' as pseudonym, d.hit_id, i.external_id, d.shown_order, n.key,
       n.number
  from hits_adjudicatedanswer n
  join hits_adjudication d on d.id = n.adjudication_id
  join hits_hit h on h.id = d.hit_id
  join stimuli_item i on i.id = h.item_id
 where h.batch_id = %(batch)s and h.purpose = 'main' and d.replaced_at is null
   and n.number is not null

-- name: ratings
-- One union, read once: the batch's assignments and verdicts by their indexes of the batch and the
-- run, and their answers by primary key, or hashed where the batch is most of the table. `source` is
-- the assignment's id, or the verdict's below zero: what one rater said of one page.
{people}
union all
select -v.id, r.name, v.hit_id, i.external_id, v.shown_order, n.key, n.number
  from judges_verdictanswer n
  join judges_verdict v on v.id = n.verdict_id
  join judges_judgerun r on r.id = v.run_id
  join hits_hit h on h.id = v.hit_id
  join stimuli_item i on i.id = h.item_id
 where r.batch_id = %(batch)s and h.purpose = 'main' and n.number is not null
