"""The models of `hits`, by subject.

Batches: fields (`batches`), terms (`terms`), amendments (`amendments`), and decisions on findings
(`preflight`). People: enrolments and admissions (`enrolments`), messages and reports of broken HITs
(`messages`). Work: HITs and assignments (`work`), and answers (`answers`). Quality: qualifications,
known answers, training and tests (`checks`). Decisions, appeals and exclusions are in `decisions`.
Other models are declared rules (`rules`), snapshots of exports (`exports`) and background tasks
(`background`).
"""

from hits.models.amendments import Amendment
from hits.models.answers import Answer, Draft, DraftVersion, RaisedConcern, Viewing
from hits.models.background import BackgroundTask
from hits.models.batches import Batch
from hits.models.checks import (
    CheckCredit,
    GoldKey,
    Qualification,
    QualifiedPerson,
    TrainingAnswer,
    TrainingAttempt,
    TrainingPlace,
)
from hits.models.decisions import (
    AdjudicatedAnswer,
    Adjudication,
    AdjudicationRule,
    Appeal,
    Exclusion,
    HeldDecision,
)
from hits.models.enrolments import (
    Admission,
    AudienceExclusion,
    Enrolment,
    ExpectedPerson,
    Suspension,
)
from hits.models.exports import ExportSnapshot, PseudonymKey
from hits.models.messages import BrokenReport, Message
from hits.models.preflight import AcceptedFinding, LeftOutItem, MaskedOutput
from hits.models.rules import DeclaredRule, Hypothesis, JudgeMargin, RulePlan
from hits.models.work import HIT, Assignment
