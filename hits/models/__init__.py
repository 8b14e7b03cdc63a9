"""Models of batches (`batches`) and their people (`admissions`, `enrolments`), assignments (`work`)
and answers (`answers`), appeals (`appeals`), reports of broken HITs (`broken`), messages
(`messages`), adjudication (`adjudications`), checks on annotators (`checks`), declared rules
(`rules`), training and tests (`training`), qualifications (`qualifications`), decisions that are
not posted yet (`decisions`), snapshots of exports (`exports`), tasks of workers (`background`), and
choices before publishing (`preflight`)."""

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
