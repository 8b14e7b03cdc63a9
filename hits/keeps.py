"""Personal data in `hits`, declared for copies of a person's data and for account deletion."""

from django.utils.translation import gettext_lazy as _

from hits.personal_data import erasing, tables
from people.personal_data.keepers import BLANKED, GOES, STAYS, Keeper, Table

KEEPER = Keeper(
    tables=(
        Table("batches", tables.parts),
        Table("batch-lists", tables.lists),
        Table("pauses", tables.suspensions),
        Table("training", tables.training),
        Table("training-answers", tables.training_answers),
        Table("hits", tables.hits),
        Table("answers", tables.answers),
        Table("drafts", tables.drafts),
        Table("browser-events", tables.seen),
        Table("contradictions", tables.asked_about),
        Table("appeals", tables.objections),
        Table("reported-problems", tables.reports),
        Table("messages", tables.messages),
    ),
    fields={
        "hits.Enrolment.annotator": BLANKED,
        "hits.Assignment.annotator": STAYS,
        "hits.Assignment.enrolment": STAYS,
        "hits.Admission.user": GOES,
        "hits.Message.enrolment": STAYS,
        "hits.Message.author": STAYS,
        "hits.QualifiedPerson.user": STAYS,
        "hits.Suspension.user": STAYS,
        "hits.TrainingAttempt.enrolment": STAYS,
        "hits.TrainingPlace.enrolment": STAYS,
        "hits.TrainingPlace.paid_to": STAYS,
    },
    goes=(
        _("IDs at panels such as Prolific, and completion codes"),
        _("drafts"),
        _("rows in stored exports: each export gets a new hash and lists the deleted rows"),
    ),
    goes_with_texts=(_("all free text: answers in words, appeals, reports and messages"),),
    stays=(_("answers, times and decisions, under a pseudonym, so that results do not change"),),
    erase=erasing.erase,
    projects=erasing.project_ids,
    names=erasing.names,
    apart=frozenset(
        {
            # Answers are blanked completely or not changed at all.
            "hits.Answer",
            "hits.AdjudicatedAnswer",
            "hits.Viewing",
            "hits.Draft",
            "hits.DraftVersion",
            "hits.RaisedConcern",
            "hits.TrainingAnswer",
            # Terms and rules are not about a person, and promised terms do not change.
            "hits.Batch",
            "hits.LeftOutItem",
            "hits.MaskedOutput",
            "hits.AcceptedFinding",
            "hits.GoldKey.output_ids",
            "hits.GoldKey.rules",
            "hits.GoldKey.explanation",
            "hits.DeclaredRule",
            "hits.Hypothesis",
            "hits.RulePlan",
            "hits.Qualification",
            # The site creates these.
            "hits.HIT",
            "hits.Adjudication",
            "hits.TrainingAttempt",
            "hits.ExportSnapshot",
            "hits.Assignment.shown_order",
            "hits.Assignment.rubric_sha256",
            "hits.Assignment.shown_language",
            "hits.Enrolment.pseudonym",
            "hits.Enrolment.channel",
            "hits.Enrolment.outside_ids",
            "hits.Enrolment.candidates",
            "hits.Enrolment.consent_sha256",
            "hits.Enrolment.completion_code",
            "hits.BackgroundTask.parameters_sha256",
        }
    ),
)
