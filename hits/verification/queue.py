"""Checks of the queue: how many assignments a HIT has, who has them, and how they came back."""

from hits.states import FILLING, IS_ANSWERED, REPLACED, STANDING, USED, sql_list
from hits.verification.base import Check

# One row per HIT: its assignments in every way in which one can exist. `kept`: still there, or
# counted as filled; `refunded`: ended when the batch was closed, so that the money went back
# instead of a fresh assignment being made.
_ASSIGNMENTS = f"""
    select h.id, h.annotators_wanted as wanted,
           count(a.id) filter (where a.state in {sql_list(STANDING)}
                                 and not a.surplus) as kept,
           count(a.id) filter (where a.state in {sql_list(REPLACED)}) as ended,
           count(t.id) as refunded
      from hits_hit h
      join hits_batch b on b.id = h.batch_id
      left join hits_assignment a on a.hit_id = h.id
      left join payments_transaction t
        on t.project_id = b.project_id and t.key = 'refund:assignment:' || a.id
       and a.state in {sql_list(REPLACED)}
     group by h.id, b.id
"""
_WRONG_COUNTS = """
    select 'HIT ' || id || ': ' || kept + refunded || ' assignments instead of ' || wanted as found
      from ({assignments}) counted where kept + refunded <> wanted and ended {ended} order by id
"""

CHECKS = [
    Check(
        "over_assigned",
        "No HIT is in work, submitted or approved for more people than it asks for.",
        (
            "Stop the batch (pause) and look at the HIT's assignments: an overturned rejection "
            "would be marked as beyond."
        ),
        f"""
        select 'HIT ' || a.hit_id || ': ' || count(*) || ' of ' || h.annotators_wanted as found
          from hits_assignment a join hits_hit h on h.id = a.hit_id
         where a.state in {sql_list(FILLING)} and not a.surplus
         group by a.hit_id, h.annotators_wanted having count(*) > h.annotators_wanted
         order by a.hit_id
        """,
    ),
    Check(
        "counted_submissions",
        "An enrolment's count of submitted HITs is the number of its answered assignments.",
        "Set hits_enrolment.submitted to that number: pages show it, and a cap rests on it.",
        f"""
        select 'enrolment ' || e.id || ': ' || e.submitted || ' instead of ' || count(a.id) as found
          from hits_enrolment e
          left join hits_assignment a on a.enrolment_id = e.id and {IS_ANSWERED}
         group by e.id having e.submitted <> count(a.id) order by e.id
        """,
    ),
    Check(
        "counted_returns",
        "An enrolment's count of HITs given back is the number of its returned assignments.",
        "Set hits_enrolment.returned to that number: the batch's bound on giving back rests on it.",
        """
        select 'enrolment ' || e.id || ': ' || e.returned || ' instead of ' || count(a.id) as found
          from hits_enrolment e left join hits_assignment a
            on a.enrolment_id = e.id and a.state = 'returned'
         group by e.id having e.returned <> count(a.id) order by e.id
        """,
    ),
    Check(
        "nobody_twice",
        "Nobody holds or has answered the same HIT twice.",
        (
            "Reject the later of the two; the unique index assignment_hit_annotator_once is "
            "missing or damaged: reindex."
        ),
        f"""
        select 'HIT ' || hit_id || ', person ' || annotator_id || ': assignments '
               || string_agg(id::text, ', ' order by id) as found
          from hits_assignment where state in {sql_list(USED)}
         group by hit_id, annotator_id having count(*) > 1 order by hit_id
        """,
    ),
    Check(
        "one_claimed",
        "Nobody works on two HITs of a batch at once, nor has two prefetched.",
        (
            "Return one of them; the unique index assignment_one_claimed is missing or damaged: "
            "reindex."
        ),
        """
        select 'batch ' || batch_id || ', person ' || annotator_id || ': assignments '
               || string_agg(id::text, ', ' order by id) as found
          from hits_assignment where state = 'claimed'
         group by batch_id, annotator_id, prefetched having count(*) > 1 order by batch_id
        """,
    ),
    Check(
        "prefetched_unbegun",
        "What is prefetched is not begun: it has no draft, no answers, and nothing seen.",
        (
            "Give it to its annotator: set hits_assignment.prefetched to false where they have no "
            "other HIT of the batch in work."
        ),
        """
        select 'assignment ' || a.id as found from hits_assignment a
         where a.prefetched and (a.state <> 'claimed'
               or exists (select from hits_draft d where d.assignment_id = a.id)
               or exists (select from hits_answer w where w.assignment_id = a.id)
               or exists (select from hits_viewing s where s.assignment_id = a.id))
         order by a.id
        """,
    ),
    Check(
        "assignments",
        (
            "Every HIT on which nothing ended has exactly as many assignments as its batch wants "
            "annotators."
        ),
        (
            "Run publishing again if the batch is not live yet; "
            "otherwise restore the missing rows from a backup."
        ),
        _WRONG_COUNTS.format(assignments=_ASSIGNMENTS, ended="= 0"),
    ),
    Check(
        "reopened_once",
        (
            "Every assignment that was returned, expired or rejected was reopened exactly once, or "
            "refunded in a closed batch."
        ),
        (
            "Too few: an assignment was lost, and close the batch to refund it. Too many: "
            "withdraw the free one."
        ),
        _WRONG_COUNTS.format(assignments=_ASSIGNMENTS, ended="> 0"),
    ),
    Check(
        "hits_made",
        "A batch that is live, paused or closed has as many HITs as were planned and paid for.",
        (
            "Compare the batch's HITs with its sample (formula: hits/batches/sampling.py); "
            "restore the missing ones."
        ),
        """
        select 'batch ' || b.id || ': ' || count(h.id) || ' of ' || b.hits_planned as found
          from hits_batch b left join hits_hit h on h.batch_id = b.id and h.purpose = 'main'
         where b.state in ('live', 'paused', 'closed')
         group by b.id having count(h.id) <> b.hits_planned order by b.id
        """,
    ),
    Check(
        "closed_has_nothing_free",
        "A closed batch hands nothing out: none of its assignments is free.",
        "Withdraw the free assignments and refund them.",
        """
        select 'assignment ' || a.id as found
          from hits_assignment a join hits_batch b on b.id = a.batch_id
         where b.state = 'closed' and a.state = 'free' order by a.id
        """,
    ),
    Check(
        "same_batch",
        (
            "An assignment names the batch and the position of its HIT, "
            "and an enrolment of its person in that batch."
        ),
        "The queue reads these copies: set them to the HIT's.",
        """
        select 'assignment ' || a.id as found
          from hits_assignment a join hits_hit h on h.id = a.hit_id
          left join hits_enrolment e on e.id = a.enrolment_id
         where a.batch_id <> h.batch_id or a.position <> h.position
            or (a.annotator_id is not null
                and (e.batch_id, e.annotator_id) is distinct from (a.batch_id, a.annotator_id))
         order by a.id
        """,
    ),
    Check(
        "claims_counted",
        (
            "Each claim of an annotator has its own number, "
            "and none is higher than the number of claims counted."
        ),
        "The order of work is drawn from this number: set the enrolment's count to the highest.",
        """
        select 'enrolment ' || e.id as found
          from hits_assignment a join hits_enrolment e on e.id = a.enrolment_id
         group by e.id having max(a.sequence) > e.claims or count(*) <> count(distinct a.sequence)
         order by e.id
        """,
    ),
    Check(
        "rubric_shown",
        "What was claimed names the rubric version that its batch promised.",
        "Do not export the assignment: what was shown is not known. Exclude it and say why.",
        """
        select 'assignment ' || a.id as found
          from hits_assignment a join hits_batch b on b.id = a.batch_id
          join surveys_rubricversion v on v.id = b.rubric_version_id
         where a.annotator_id is not null and a.rubric_sha256 <> v.sha256 order by a.id
        """,
    ),
    Check(
        "order_balance",
        "Each pair of systems is shown in both orders equally often, within one.",
        (
            "With a seeded choice of pairs a small difference is normal; otherwise name it where "
            "the results are reported."
        ),
        f"""
        select 'batch ' || batch_id || ', ' || first || ' and ' || second
               || ': ' || ab || ' and ' || ba as found
          from (
            select a.batch_id, x.name as first, y.name as second,
                   count(*) filter (where a.shown_order = 'ab') as ab,
                   count(*) filter (where a.shown_order = 'ba') as ba
              from hits_assignment a join hits_hit h on h.id = a.hit_id
              join stimuli_output oa on oa.id = h.output_ids[1]
              join stimuli_system x on x.id = oa.system_id
              join stimuli_output ob on ob.id = h.output_ids[2]
              join stimuli_system y on y.id = ob.system_id
             where a.state in {sql_list(STANDING)} and not a.surplus
             group by a.batch_id, x.id, y.id
        ) pairs where abs(ab - ba) > 1 order by batch_id, first, second
        """,
        warning=True,
    ),
    Check(
        "place_balance",
        "Each output of a page of three or more stands at each place equally often, within one.",
        "Name it where the results are reported.",
        f"""
        with placed as (
            select a.batch_id, shown.letter, shown.place,
                   array(select s.name from unnest(h.output_ids) with ordinality as o(id, nth)
                           join stimuli_output t on t.id = o.id
                           join stimuli_system s on s.id = t.system_id order by o.nth) as systems
              from hits_assignment a join hits_hit h on h.id = a.hit_id
             cross join lateral regexp_split_to_table(a.shown_order, '')
                   with ordinality as shown(letter, place)
             where cardinality(h.output_ids) > 2
               and a.state in {sql_list(STANDING)} and not a.surplus
        ), counted as (
            select batch_id, systems, letter, place, count(*) as times
              from placed group by batch_id, systems, letter, place
        ), ranges as (
            select batch_id, systems, systems[ascii(letter) - ascii('a') + 1] as system,
                   max(times) as most,
                   case when count(*) < cardinality(systems) then 0 else min(times) end as least
              from counted group by batch_id, systems, letter
        )
        select 'batch ' || batch_id || ', ' || system || ' among '
               || array_to_string(systems, ', ') || ': ' || least || ' to ' || most as found
          from ranges where most - least > 1 order by batch_id, systems, system
        """,
        warning=True,
    ),
    Check(
        "extended_within_terms",
        "No HIT was extended more often than its batch allows.",
        (
            "Something outside this program wrote there. The answers stand; "
            "name it where conditions are reported."
        ),
        """
        select 'assignment ' || a.id || ': ' || a.extended || ' of ' || b.extensions as found
          from hits_assignment a join hits_batch b on b.id = a.batch_id
         where a.extended > b.extensions order by a.id
        """,
    ),
    Check(
        "expiry_runs",
        "No HIT is claimed more than ten minutes beyond its deadline.",
        (
            "The worker or beat does not run: start them (`make run` does), "
            "and the assignments reopen by themselves."
        ),
        """
        select 'assignment ' || id as found from hits_assignment
         where state = 'claimed' and deadline_at < now() - interval '10 minutes' order by id
        """,
        warning=True,
    ),
    Check(
        "publishing_runs",
        "No batch stopped in the middle of being published.",
        "Read the reason on the batch's page, mend it and press Publish again.",
        "select 'batch ' || id || ': ' || publish_error as found from hits_batch"
        " where state = 'publishing' and publish_error <> '' order by id",
        warning=True,
    ),
]
