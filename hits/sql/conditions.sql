-- name: is_answered
-- Beside the alias `a` (hits_assignment).
a.state in {answered}

-- name: is_counted
-- Beside the aliases `a` (hits_assignment) and `h` (hits_hit). The exclusion is found by the partial
-- unique index `exclusion_once`, so the condition costs one look-up a row.
(a.state in {answered} and h.purpose = 'main' and not exists (
    select from hits_exclusion x where x.assignment_id = a.id and x.taken_back_at is null))

-- name: is_or_was_counted
-- The same with what is excluded, other than by a rejection.
(a.state in {unrejected} and h.purpose = 'main')

-- name: is_adjudicated
-- Beside the alias `h`: somebody decided on the HIT. By the unique index `adjudication_once`.
exists (select from hits_adjudication decided
         where decided.hit_id = h.id and decided.replaced_at is null)

-- name: own
-- The annotator's own assignment `a`, by the primary key. Not a bare comparison with the annotator:
-- until the table's statistics know of their work, the planner would read all that they have, each
-- time.
a.id = %(assignment)s and (a.annotator_id = %(annotator)s) is true

-- name: mine
-- An assignment `mine` that keeps its HIT from the annotator; compared as in `own`, for the same
-- reason.
(mine.annotator_id = %(annotator)s and mine.state in {not_again}) is true

-- name: may_work
-- Who may see and claim a batch: this is the one rule, asked by the list of open batches, the
-- batch's page, enrolment, claims and what is prefetched. Each part looks one row up in a unique
-- index: `admission_once`, `poolmember_once`, `membership_once`; the batches whose annotators stay
-- out are few and found by `audienceexclusion_once`, the part in each by `enrolment_once`. The verdict is read as a value,
-- since the planner never turns that into a scan of its table. Holders of a link and those whom a
-- panel sends are admitted one by one when they come. A guest has no account. Where the audience asks
-- for a qualification, everybody needs it, by `qualifiedperson_once`. Whoever is suspended in the
-- project, by `suspension_once`, works in none of its batches.
(
    case (select n.verdict from hits_admission n
           where n.batch_id = {batch}.id and n.user_id = {annotator})
    when 'refused' then false
    when 'admitted' then true
    else {batch}.audience = 'everyone' and not exists (
        select from people_user u where u.id = {annotator} and u.is_guest)
      or {batch}.audience = 'pool' and exists (
        select from people_poolmember p
         where p.project_id = {batch}.project_id and p.user_id = {annotator})
    end
    and ({batch}.members_may_work or not exists (
        select from people_membership m
         where m.project_id = {batch}.project_id and m.user_id = {annotator}))
    and not exists (
        select from hits_audienceexclusion x
          join hits_enrolment had on had.batch_id = x.other_id and had.annotator_id = {annotator}
         where x.batch_id = {batch}.id and had.submitted > 0)
    and not exists (
        select from hits_suspension s
         where s.project_id = {batch}.project_id and s.user_id = {annotator})
    and ({batch}.required_qualification_id is null or exists (
        select from hits_qualifiedperson q
         where q.qualification_id = {batch}.required_qualification_id and q.user_id = {annotator}
           and q.revoked_at is null
           and (q.expires_at is null or q.expires_at > statement_timestamp()))))

-- name: shown_text
-- The words of the output `o` of a HIT `h` as its batch shows them, by `masked_output_once`.
coalesce((select m.text from hits_maskedoutput m
           where m.batch_id = h.batch_id and m.output_id = o.id), o.text)

-- name: output_texts
-- The texts of the outputs that a HIT `h` shows, in canonical order: each by its primary key.
array(select {shown_text} from unnest(h.output_ids) with ordinality as shown(id, place)
    join stimuli_output o on o.id = shown.id order by shown.place)

-- name: output_systems
-- For a query of HITs by the ORM: the names of their outputs' systems, in canonical order. Outputs
-- and systems by their primary keys.
array(select s.name from unnest(hits_hit.output_ids) with ordinality as shown(id, place)
    join stimuli_output o on o.id = shown.id join stimuli_system s on s.id = o.system_id
    order by shown.place)

-- name: hit_availabilities
-- By the primary key, in its order. Shared: endings run side by side, and none while a HIT is being
-- held back.
select h.id, h.availability from hits_hit h where h.id = any(%(hits)s) order by h.id for share

-- name: lock_batch_shared
-- By the primary key. The ORM has no `for share`.
select * from hits_batch where id = %(batch)s for share

-- name: turns
-- How many turns the longest conversation has that a HIT `h` shows, as the first line of each says;
-- 0 without any. Outputs by primary key.
coalesce((select max(substring(o.text from '^\{"schema": "conversation/1", "turns": (\d+)')::int)
            from stimuli_output o where o.id = any (h.output_ids)), 0)

-- name: most_turns
-- Of all HITs of a batch, each with its outputs by primary key.
select coalesce(max({turns}), 0) from hits_hit h where h.batch_id = %(batch)s
