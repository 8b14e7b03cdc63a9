"""What a report's methods say of rules for leaving answers out: English, for a paper."""

from analysis.comparison.results import Comparison
from analysis.models import Report
from analysis.report.wording import methods
from hits.review.rules_status import RulesStatus, rules_status


def methods_of(report: Report, comparison: Comparison) -> str:
    """The paragraph for a paper's methods section, with the batches' rules."""
    statuses = [(batch.title, rules_status(batch)) for batch in report.batches]
    several = len(statuses) > 1
    sentences = [
        f"{title}: {rules_in_words(status)}" if several else rules_in_words(status)
        for title, status in statuses
    ]
    return " ".join([methods(comparison), *sentences])


def rules_in_words(status: RulesStatus) -> str:
    """What was declared and its hash, what of it leaves nothing out, and what was declared late."""
    declared = "; ".join(f"{rule.written} ({rule.effect})" for rule in status.declared)
    parts = [
        f"Rules for leaving answers out or rejecting them that were declared before publishing: "
        f"{declared}."
        if declared
        else "No rule for leaving answers out was declared before publishing."
    ]
    if status.plan:
        parts.append(f"SHA-256 of the declaration: {status.plan.sha256}.")
    if status.not_applied:
        parts.append(f"Declared, and leaving nothing out: {status.not_applied}.")
    late = "; ".join(f"{line.rule} ({line.answers} answers)" for line in status.late)
    if late:
        parts.append(f"Declared after publishing, and applied: {late}.")
    return " ".join(parts)
