"""Checks of the queue: the assignments of each HIT, their annotators, and whether ended assignments
were reopened."""

from functools import partial

from hits.states import load_with_states
from hits.verification.base import Check

_sql = partial(load_with_states, "hits/verification/sql/queue.sql")
_ASSIGNMENTS = _sql("assignments_of_hits")

CHECKS = [
    Check(
        "over_assigned",
        "No HIT is in work, submitted or approved for more people than it asks for.",
        (
            "Stop the batch (pause) and look at the HIT's assignments: an overturned rejection "
            "would be marked as beyond."
        ),
        _sql("over_assigned"),
    ),
    Check(
        "counted_submissions",
        "An enrolment's count of submitted HITs is the number of its answered assignments.",
        "Set hits_enrolment.submitted to that number: pages show it, and a cap rests on it.",
        _sql("counted_submissions"),
    ),
    Check(
        "counted_returns",
        "An enrolment's count of HITs given back is the number of its returned assignments.",
        "Set hits_enrolment.returned to that number: the batch's bound on giving back rests on it.",
        _sql("counted_returns"),
    ),
    Check(
        "nobody_twice",
        "No one holds or has answered the same HIT twice.",
        (
            "Reject the later of the two; the unique index assignment_hit_annotator_once is "
            "missing or damaged: reindex."
        ),
        _sql("nobody_twice"),
    ),
    Check(
        "one_claimed",
        "No one works on two HITs of a batch at once, or has two prefetched HITs.",
        (
            "Return one of them; the unique index assignment_one_claimed is missing or damaged: "
            "reindex."
        ),
        _sql("one_claimed"),
    ),
    Check(
        "prefetched_unbegun",
        "What is prefetched is not begun: it has no draft, no answers, and nothing seen.",
        (
            "Give it to its annotator: set hits_assignment.prefetched to false where they have no "
            "other HIT of the batch in work."
        ),
        _sql("prefetched_unbegun"),
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
        _sql("nothing_ended", assignments=_ASSIGNMENTS),
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
        _sql("reopened_once", assignments=_ASSIGNMENTS),
    ),
    Check(
        "hits_made",
        "A batch that is live, paused or closed has as many HITs as were planned and paid for.",
        (
            "Compare the batch's HITs with its sample (formula: hits/batches/sampling.py); "
            "restore the missing ones."
        ),
        _sql("hits_made"),
    ),
    Check(
        "closed_has_nothing_free",
        "A closed batch hands nothing out: none of its assignments is free.",
        "Withdraw the free assignments and refund them.",
        _sql("closed_has_nothing_free"),
    ),
    Check(
        "same_batch",
        (
            "An assignment names the batch and the position of its HIT, "
            "and an enrolment of its person in that batch."
        ),
        "The queue reads these copies: set them to the HIT's.",
        _sql("same_batch"),
    ),
    Check(
        "claims_counted",
        (
            "Each claim of an annotator has its own number, "
            "and none is higher than the number of claims counted."
        ),
        "The order of work is drawn from this number: set the enrolment's count to the highest.",
        _sql("claims_counted"),
    ),
    Check(
        "rubric_shown",
        "What was claimed names the rubric version that its batch promised.",
        "Do not export the assignment: what was shown is not known. Exclude it and say why.",
        _sql("rubric_shown"),
    ),
    Check(
        "order_balance",
        "Each pair of systems is shown in both orders equally often, within one.",
        (
            "With a seeded choice of pairs a small difference is normal; otherwise name it where "
            "the results are reported."
        ),
        _sql("order_balance"),
        warning=True,
    ),
    Check(
        "place_balance",
        "Each output of a page of three or more stands at each place equally often, within one.",
        "Report it together with the results.",
        _sql("place_balance"),
        warning=True,
    ),
    Check(
        "extended_within_terms",
        "No HIT was extended more often than its batch allows.",
        (
            "Something outside this program wrote there. The answers stand; "
            "name it where conditions are reported."
        ),
        _sql("extended_within_terms"),
    ),
    Check(
        "expiry_runs",
        "No HIT is claimed more than ten minutes beyond its deadline.",
        (
            "The worker or beat does not run: start them (`make run` does), "
            "and the assignments reopen by themselves."
        ),
        _sql("expiry_runs"),
        warning=True,
    ),
    Check(
        "publishing_runs",
        "No batch stopped in the middle of being published.",
        "Read the reason on the batch's page, mend it and press Publish again.",
        _sql("publishing_runs"),
        warning=True,
    ),
]
