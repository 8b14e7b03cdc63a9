"""A batch's responses as a Mechanical Turk results file, with MTurk's columns, state names, and
formats for times and money."""

from hits.exports.fixed import Fixed
from surveys.base import LETTERS

# For example `Tue Sep 29 18:05:41 UTC 2026`.
_MOMENT = """to_char({0} at time zone 'UTC', 'Dy Mon DD HH24:MI:SS "UTC" YYYY')"""
_NOBODY = "null"


def _moment(name: str, meaning: str, sql: str) -> Fixed:
    return Fixed(name, meaning, _MOMENT.format(sql))


def _blank(name: str) -> Fixed:
    return Fixed(name, "Always blank, because Rateroom does not have this value.", _NOBODY)


COLUMNS = (
    Fixed("HITId", "Number of the HIT.", "h.id"),
    Fixed("HITTypeId", "Number of the batch. All its HITs have the same type.", "b.id"),
    Fixed("Title", "Title of the batch.", "b.title", text=True),
    Fixed("Description", "Description of the batch in lists.", "b.description", text=True),
    _blank("Keywords"),
    Fixed(
        "Reward",
        "Reward for one assignment. US dollars have a dollar sign.",
        "case p.currency when 'USD' then '$' || b.reward else b.reward::text end",
    ),
    _moment("CreationTime", "When the batch was published.", "b.published_at"),
    Fixed("MaxAssignments", "Number of annotators for the HIT.", "h.annotators_wanted"),
    Fixed(
        "RequesterAnnotation", "Number of the batch after BatchId:.", "'BatchId:' || b.id || ';'"
    ),
    Fixed("AssignmentDurationInSeconds", "Time limit in seconds.", "b.allotted_seconds"),
    Fixed(
        "AutoApprovalDelayInSeconds",
        "Seconds until the response is approved automatically. Blank if it is not.",
        "b.auto_approve_days * 86400",
    ),
    _moment("Expiration", "When the batch was closed.", "b.closed_at"),
    _blank("NumberOfSimilarHITs"),
    _blank("LifetimeInSeconds"),
    Fixed("AssignmentId", "Number of the assignment.", "a.id"),
    Fixed("WorkerId", "Pseudonym of the annotator.", "e.pseudonym"),
    Fixed("AssignmentStatus", "Submitted, Approved or Rejected.", "initcap(a.state)"),
    _moment("AcceptTime", "When the HIT was taken.", "a.accepted_at"),
    _moment("SubmitTime", "When the answers were submitted.", "a.submitted_at"),
    _moment(
        "AutoApprovalTime",
        "When the response is approved automatically.",
        "(a.submitted_at + make_interval(days => b.auto_approve_days))",
    ),
    _moment(
        "ApprovalTime",
        "When the response was approved.",
        "(case when a.state = 'approved' then a.decided_at end)",
    ),
    _moment(
        "RejectionTime",
        "When the response was rejected.",
        "(case when a.state = 'rejected' then a.decided_at end)",
    ),
    Fixed(
        "RequesterFeedback",
        "Reason for the approval or rejection.",
        "nullif(a.reason, '')",
        text=True,
    ),
    Fixed(
        "WorkTimeInSeconds",
        "Seconds from taking the HIT to submitting it.",
        "round(extract(epoch from a.submitted_at - a.accepted_at))::bigint",
    ),
    _blank("LifetimeApprovalRate"),
    _blank("Last30DaysApprovalRate"),
    _blank("Last7DaysApprovalRate"),
    Fixed("Input.item", "Id of the item in the dataset.", "i.external_id", text=True),
    Fixed("Input.order_shown", "Letters of the outputs in the order shown.", "a.shown_order"),
)
# Columns that a requester filled in before uploading the file again.
LAST = ("Approve", "Reject")


def systems(letters: tuple[str, ...]) -> list[Fixed]:
    """Return the columns `Input.system_a`, `Input.system_b` and so on, with the system of each
    output."""
    return [
        Fixed(
            f"Input.system_{letter}",
            f"System that produced output {letter}.",
            "(select s.name from stimuli_output o join stimuli_system s on s.id = o.system_id"
            f" where o.id = h.output_ids[{LETTERS.index(letter) + 1}])",
            text=True,
        )
        for letter in letters
    ]
