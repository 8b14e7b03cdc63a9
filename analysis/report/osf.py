"""The plan of a batch as answers to OSF's preregistration form (version 4), for copying into the
form.

Questions that the batch cannot answer are left for the researcher.
"""

from collections.abc import Callable, Mapping

from analysis.report.checklist.documents import UNKNOWN
from analysis.report.checklist.facts import ORDERS, criteria, sample, systems
from analysis.report.checklist.lines import stated_of
from analysis.report.findings import counted
from analysis.report.plan import comparison_in_words, hypothesis_of
from core.errors import RateroomError
from hits.batches.cost_preview import cost_preview
from hits.batches.rule_plans import declaration, sha256_of
from hits.models import Batch, DeclaredRule, JudgeMargin, RulePlan

Answer = Callable[[Batch], str] | str
BLINDING = "Annotators do not see which system produced an output."
LATER_BLINDING = (
    "Results by system are hidden until data collection ends. Earlier views are recorded with "
    "their date."
)
STOPPING = (
    "Data collection ends when every HIT has its number of responses. Closing earlier and "
    "later additions are recorded with their date."
)
INFERENCE = (
    "The 95 % interval of the paired difference decides the primary comparison. Other pairs of "
    "systems are tested with Holm’s correction at 5 %."
)
MISSING = "Nothing is imputed. An item counts in a comparison if both systems were rated."


def _hypotheses(batch: Batch) -> str:
    hypothesis = hypothesis_of(batch)
    return hypothesis.text if hypothesis else ""


def _design(batch: Batch) -> str:
    people = f"Each HIT is rated by {counted(batch.annotators_per_hit, 'person')}"
    if batch.overlap_percent:
        people += f", for {batch.overlap_percent} % of the items by {batch.overlap_annotators}"
    outputs = counted(batch.rubric_version.spec.outputs.per_page, "output")
    return f"{people} and shows {outputs}. {systems(batch)}"


def _randomization(batch: Batch) -> str:
    order = ORDERS[Batch.OrderOfWork(batch.order_of_work)]
    return f"{sample(batch)} HITs are assigned {order} (seed {batch.seed})."


def _collection(batch: Batch) -> str:
    return (
        f"People rate outputs in Rateroom for {batch.reward} {batch.project.currency} per HIT. "
        f"{batch.gold_percent} % of the HITs have known answers, and {batch.retest_percent} % "
        "repeat a HIT to the same person."
    )


def _size(batch: Batch) -> str:
    hits, assignments = batch.hits_planned, batch.assignments_planned
    if batch.state == Batch.State.DRAFT:
        try:
            cost = cost_preview(batch).cost
        except RateroomError:
            return sample(batch)
        hits, assignments = cost.hits, cost.assignments
    return f"{counted(hits, 'HIT')}, {counted(assignments, 'response')}. {sample(batch)}"


def _size_reason(batch: Batch) -> str:
    hypothesis = hypothesis_of(batch)
    return (hypothesis.size_reason if hypothesis else "") or stated_of(batch).get("power", "")


def _models(batch: Batch) -> str:
    hypothesis = hypothesis_of(batch)
    planned = comparison_in_words(hypothesis) if hypothesis else ""
    primary = f"Primary comparison: {planned}. " if planned else ""
    margin = JudgeMargin.objects.filter(batch=batch).first()
    judges = f" A judge can be less close to people by at most {margin}." if margin else ""
    return (
        f"{primary}Paired t-test over the items that have both systems, on the mean of each item’s "
        f"ratings.{judges}"
    )


def _exclusion(batch: Batch) -> str:
    rules = DeclaredRule.objects.filter(batch=batch)
    return "; ".join(f"{rule.written} ({rule.effect})" for rule in rules) or "No exclusion rules."


def _context(batch: Batch) -> str:
    plan = RulePlan.objects.filter(batch=batch).first()
    sha256 = plan.sha256 if plan else sha256_of(declaration(batch))
    state = f"locked on {plan.frozen_at:%-d %B %Y}" if plan else "not published yet"
    return f"Batch “{batch.title}”, {state}. SHA-256 of the declaration: {sha256}."


# The form's questions, in the form's order.
QUESTIONS: Mapping[str, Answer] = {
    "Research questions or hypotheses": _hypotheses,
    "Foreknowledge of data or evidence": UNKNOWN,
    "Explanation of foreknowledge and managing unintended influences": UNKNOWN,
    "Study type": UNKNOWN,
    "Intention for causal interpretation": UNKNOWN,
    "Blinding of experimental treatments": BLINDING,
    "Additional blinding during research or analysis": LATER_BLINDING,
    "Study design": _design,
    "Randomization": _randomization,
    "Data collection procedures": _collection,
    "Sample size": _size,
    "Sample size rationale": _size_reason,
    "Starting and stopping rules": STOPPING,
    "Manipulated variables": systems,
    "Measured variables": criteria,
    "Indices": UNKNOWN,
    "Statistical models": _models,
    "Transformations": UNKNOWN,
    "Inference criteria": INFERENCE,
    "Data inclusion and exclusion": _exclusion,
    "Missing data": MISSING,
    "Other planned analysis": UNKNOWN,
    "Context and additional information": _context,
}


def osf_form(batch: Batch) -> str:
    texts = {
        question: answer if isinstance(answer, str) else answer(batch) or UNKNOWN
        for question, answer in QUESTIONS.items()
    }
    parts = (f"\n## {question}\n\n{text}" for question, text in texts.items())
    return "\n".join(["# OSF Preregistration", *parts]) + "\n"
