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
        "No HIT is in progress, submitted or approved for more people than planned.",
        (
            "Pause the batch and check the HIT's assignments. One too many after an overturned "
            "rejection is allowed and would be marked as surplus."
        ),
        _sql("over_assigned"),
    ),
    Check(
        "counted_submissions",
        "Each enrolment's count of submitted HITs is the number of its answered assignments.",
        "Set hits_enrolment.submitted to that number. Pages and limits per person use it.",
        _sql("counted_submissions"),
    ),
    Check(
        "counted_returns",
        "Each enrolment's count of returned HITs is the number of its returned assignments without "
        "a problem report.",
        "Set hits_enrolment.returned to that number. The batch's limit on returns uses it.",
        _sql("counted_returns"),
    ),
    Check(
        "nobody_twice",
        "No one has claimed or answered the same HIT twice.",
        (
            "Reject the later assignment, then rebuild the unique index "
            "assignment_hit_annotator_once. It is missing or damaged."
        ),
        _sql("nobody_twice"),
    ),
    Check(
        "one_claimed",
        "No one works on two HITs of a batch at once, or has two prefetched HITs.",
        (
            "Return one of the HITs, then rebuild the unique index assignment_one_claimed. It is "
            "missing or damaged."
        ),
        _sql("one_claimed"),
    ),
    Check(
        "prefetched_unbegun",
        "No prefetched HIT has been started: it has no draft, answers or viewing record.",
        (
            "If the annotator has no other HIT of the batch in progress, set "
            "hits_assignment.prefetched to false."
        ),
        _sql("prefetched_unbegun"),
    ),
    Check(
        "assignments",
        (
            "Every HIT without returned, expired or rejected assignments has one assignment for "
            "each of its annotators."
        ),
        (
            "If the batch is not live yet, publish it again. Otherwise restore the missing rows "
            "from a backup."
        ),
        _sql("nothing_ended", assignments=_ASSIGNMENTS),
    ),
    Check(
        "reopened_once",
        (
            "Every assignment that was returned, expired or rejected was reopened once, or "
            "refunded because the batch was closed."
        ),
        (
            "If there are too few assignments, close the batch to refund the lost ones. If there "
            "are too many, cancel the free ones."
        ),
        _sql("reopened_once", assignments=_ASSIGNMENTS),
    ),
    Check(
        "hits_made",
        "Every live, paused or closed batch has the number of HITs that was planned and paid for.",
        (
            "Compare the batch's HITs with its sample (formula: hits/batches/sampling.py). Restore "
            "the missing HITs from a backup."
        ),
        _sql("hits_made"),
    ),
    Check(
        "closed_has_nothing_free",
        "No assignment of a closed batch is free.",
        "Cancel the free assignments and refund them.",
        _sql("closed_has_nothing_free"),
    ),
    Check(
        "same_batch",
        (
            "Every assignment has the batch and position of its HIT, and the enrolment of its "
            "annotator in that batch."
        ),
        "Correct these three columns of hits_assignment. The queue reads them.",
        _sql("same_batch"),
    ),
    Check(
        "claims_counted",
        (
            "Each claim of an annotator has its own number, and none is higher than the "
            "enrolment's count of claims."
        ),
        "Set the enrolment's count to the highest number. The order of work is drawn from it.",
        _sql("claims_counted"),
    ),
    Check(
        "rubric_shown",
        "Every claimed assignment has the rubric version of its batch.",
        "Exclude the response and give the reason. It is not known what the annotator was shown.",
        _sql("rubric_shown"),
    ),
    Check(
        "order_balance",
        "Each pair of systems is shown in both orders equally often. A difference of one is "
        "allowed.",
        (
            "Report the difference with the results. If pairs were chosen at random, a small "
            "difference is normal."
        ),
        _sql("order_balance"),
        warning=True,
    ),
    Check(
        "place_balance",
        "On pages with three or more outputs, each output has each place equally often. A "
        "difference of one is allowed.",
        "Report the difference with the results.",
        _sql("place_balance"),
        warning=True,
    ),
    Check(
        "extended_within_terms",
        "No HIT was extended more often than its batch allows.",
        (
            "Report the longer time with the conditions of the study. It was not set by this "
            "program. The answers remain valid."
        ),
        _sql("extended_within_terms"),
    ),
    Check(
        "expiry_runs",
        "No HIT is still claimed more than ten minutes after its deadline.",
        (
            "Start the processes `punctual` and `beat`, for example with `make run`. The "
            "assignments then reopen automatically."
        ),
        _sql("expiry_runs"),
        warning=True,
    ),
    Check(
        "publishing_runs",
        "No batch stopped in the middle of being published.",
        "Read the reason on the batch's page, fix the problem and publish the batch again.",
        _sql("publishing_runs"),
        warning=True,
    ),
]
