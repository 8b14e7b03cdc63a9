"""What is promised (`batches`) and to whom (`admissions`), who did what (`work`), objections
(`appeals`), adjudication (`adjudications`), checks on annotators (`checks`), snapshots of exports
(`exports`), and choices before publishing (`preflight`)."""

from hits.models.adjudications import AdjudicatedAnswer, Adjudication, AdjudicationRule
from hits.models.admissions import Admission, AudienceExclusion
from hits.models.amendments import Amendment
from hits.models.appeals import Appeal
from hits.models.batches import Batch, Enrolment
from hits.models.checks import CheckCredit, GoldKey
from hits.models.exclusions import Exclusion
from hits.models.exports import ExportSnapshot, PseudonymKey
from hits.models.preflight import AcceptedFinding, LeftOutItem
from hits.models.work import HIT, Answer, Assignment, Draft, DraftVersion, RaisedConcern, Viewing

__all__ = [
    "HIT",
    "AcceptedFinding",
    "AdjudicatedAnswer",
    "Adjudication",
    "AdjudicationRule",
    "Admission",
    "Amendment",
    "Answer",
    "Appeal",
    "Assignment",
    "AudienceExclusion",
    "Batch",
    "CheckCredit",
    "Draft",
    "DraftVersion",
    "Enrolment",
    "Exclusion",
    "ExportSnapshot",
    "GoldKey",
    "LeftOutItem",
    "PseudonymKey",
    "RaisedConcern",
    "Viewing",
]
