-- name: waiting
-- What waits for a decision in some projects, each kind counted up to a bound: responses by
-- `assignment_batch_state`, problems by `brokenreport_open`, messages by `message_unread`; appeals,
-- runs and imports are few.
with b as materialized (
    select id from hits_batch where project_id = any(%(projects)s))
select 'responses', count(*) from (
    select from b join hits_assignment a on a.batch_id = b.id and a.state = 'submitted'
     limit %(most)s) as few
union all
select 'appeals', count(*) from (
    select from hits_appeal p join hits_assignment a on a.id = p.assignment_id
     where p.decision = '' and a.batch_id in (select id from b) limit %(most)s) as few
union all
select 'problems', count(*) from (
    select distinct a.hit_id from hits_brokenreport r
      join hits_assignment a on a.id = r.assignment_id
     where r.decision = '' and a.batch_id in (select id from b) limit %(most)s) as few
union all
select 'messages', count(*) from (
    select from hits_message m join hits_enrolment e on e.id = m.enrolment_id
     where m.read_at is null and m.by_annotator and e.batch_id in (select id from b)
     limit %(most)s) as few
union all
select 'runs', count(*) from (
    select from judges_judgerun j
     where j.state = 'paused' and j.batch_id in (select id from b) limit %(most)s) as few
union all
select 'imports', count(*) from (
    select from stimuli_datasetimport i
     where i.state = 'failed' and i.project_id = any(%(projects)s)
       and not exists (
           select from stimuli_datasetimport later
            where later.project_id = i.project_id and later.dataset_name = i.dataset_name
              and later.id > i.id)
     limit %(most)s) as few
