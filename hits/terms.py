"""The terms of a batch: how long each term can change, who can change it, and which new batches
start with its value.

The model's fields have everything else: type, limits, default, label and help. Forms, the API,
copies and amendments read this list. `tests/hits/batches/test_terms.py` compares the list with the
database's triggers.
"""

from dataclasses import dataclass
from enum import Enum

from django.db.models import TextChoices
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _


class Until(Enum):
    """How long a term of a batch can change."""

    PUBLISHED = "published"
    PROMISED_CODE = "a published batch promises a completion code"
    ONLY_MORE = "published; afterwards an amendment can give annotators more of it"
    ALWAYS = "always"


class Step(TextChoices):
    """The step on the researchers' pages that a batch's term belongs to."""

    DATA = "data", _("Data")
    PEOPLE = "people", _("Participants")
    PAY = "pay", _("Pay and time")
    AUDIENCE = "audience", capfirst(_("audience"))
    SAMPLE = "sample", _("Systems and sample")
    CHECKS = "checks", _("Quality checks")
    TRAINING = "training", _("Training and test")
    PILOT = "pilot", _("Pilot")


@dataclass(frozen=True)
class Term:
    """What the model field of a term cannot express.

    `owner_only` terms can be changed only by an owner of the project. With `in_next`, a new draft
    starts with the value of the project's last batch. With `in_copy`, a copy of a batch has the
    same value. `rare` terms are collapsed on pages. `apart` means that the general form does not
    store the term, but a separate function does. `columns` lists the export columns that show the
    term.
    """

    name: str
    step: Step
    until: Until = Until.PUBLISHED
    owner_only: bool = False
    in_next: bool = False
    in_copy: bool = True
    rare: bool = False
    apart: bool = False
    columns: tuple[str, ...] = ()


TERMS = (
    Term("project", Step.DATA),
    Term("dataset", Step.DATA),
    Term("rubric_version", Step.DATA),
    Term("title", Step.PEOPLE, Until.ALWAYS, in_copy=False, columns=("Title",)),
    Term("description", Step.PEOPLE, Until.ALWAYS, rare=True, columns=("Description",)),
    Term("audience", Step.PEOPLE, Until.ALWAYS, in_next=True),
    Term("annotators_per_hit", Step.PAY, in_next=True),
    Term("overlap_percent", Step.PAY, in_next=True),
    Term("overlap_annotators", Step.PAY, in_next=True),
    Term("cap_per_annotator", Step.PEOPLE, Until.ALWAYS, in_next=True, rare=True),
    Term("order_of_work", Step.PAY, in_next=True, rare=True),
    Term("reward", Step.PAY, in_next=True, columns=("Reward",)),
    Term("sitting_hits", Step.PAY, in_next=True),
    Term("sitting_paid_from", Step.PAY, in_next=True),
    Term("most_sittings", Step.PAY, Until.ONLY_MORE, in_next=True),
    Term("fee_rule", Step.PAY, in_next=True),
    Term("flat_fee", Step.PAY, in_next=True),
    Term("fee_rate", Step.PAY, in_next=True),
    Term("expected_seconds", Step.PAY, Until.ALWAYS, in_next=True),
    Term(
        "allotted_seconds",
        Step.PAY,
        Until.ONLY_MORE,
        in_next=True,
        columns=("AssignmentDurationInSeconds",),
    ),
    Term(
        "auto_approve_days",
        Step.PAY,
        in_next=True,
        rare=True,
        columns=("AutoApprovalDelayInSeconds", "AutoApprovalTime"),
    ),
    Term("extensions", Step.PAY, in_next=True, rare=True),
    Term("consent_text", Step.PEOPLE, in_next=True, rare=True),
    Term("progress", Step.PAY, in_next=True, rare=True),
    Term("scheme", Step.PAY, in_next=True, rare=True),
    Term("language", Step.PEOPLE, rare=True),
    Term("break_after", Step.PAY, Until.ALWAYS, in_next=True, rare=True),
    Term("most_returns", Step.PAY, Until.ALWAYS, in_next=True, rare=True),
    Term("objection_days", Step.PAY, in_next=True, rare=True),
    Term("reports_to_suspend", Step.PAY, Until.ALWAYS, in_next=True, rare=True),
    Term("least_reading_percent", Step.PAY, Until.ALWAYS, in_next=True, rare=True),
    # A panel can provide its code and address later.
    Term("completion", Step.PEOPLE, Until.PROMISED_CODE, rare=True),
    Term("completion_code", Step.PEOPLE, Until.ALWAYS, in_copy=False, rare=True),
    Term("completion_url", Step.PEOPLE, Until.ALWAYS, in_copy=False, rare=True),
    Term("code_after", Step.PEOPLE, Until.PROMISED_CODE, rare=True),
    Term("members_may_work", Step.AUDIENCE, Until.ALWAYS, owner_only=True),
    Term("required_qualification", Step.AUDIENCE, Until.ALWAYS, apart=True),
    Term("pairing", Step.SAMPLE),
    Term("pairing_reference", Step.SAMPLE),
    Term("pairs_per_item", Step.SAMPLE),
    Term("sample_rule", Step.SAMPLE),
    Term("sample_count", Step.SAMPLE),
    Term("sample_fraction", Step.SAMPLE),
    Term("stratify_by", Step.SAMPLE),
    Term("seed", Step.SAMPLE),
    Term("sample_ids", Step.SAMPLE),
    Term("gold_percent", Step.CHECKS),
    Term("retest_percent", Step.CHECKS),
    Term("first_checks", Step.CHECKS),
    Term("most_annotators", Step.CHECKS),
    Term("retest_distance", Step.CHECKS),
    Term("test_threshold", Step.TRAINING),
    Term("test_retries", Step.TRAINING),
    Term("test_length", Step.TRAINING),
    Term("qualification_days", Step.TRAINING),
    Term("tested_qualification", Step.TRAINING),
    Term("training_pay", Step.TRAINING),
    Term("training_people", Step.TRAINING),
    Term("pilot", Step.PILOT, in_copy=False),
    Term("without_pilot_items", Step.PILOT, in_copy=False),
    Term("without_pilot_people", Step.PILOT, in_copy=False),
)


def names_in(*steps: Step) -> list[str]:
    """Return the names of the terms in these steps, in the order in which pages show them."""
    return [term.name for term in TERMS if term.step in steps]


def open_names(*, is_owner: bool, promises_code: bool) -> frozenset[str]:
    """Return the names of the terms that a person can still change in a published batch. `is_owner`
    says whether the person is an owner of the project, and `promises_code` whether the batch
    promises a completion code."""
    when = {Until.ALWAYS} if promises_code else {Until.ALWAYS, Until.PROMISED_CODE}
    return frozenset(
        term.name
        for term in TERMS
        if term.until in when and not term.apart and (is_owner or not term.owner_only)
    )
