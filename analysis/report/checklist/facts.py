"""Facts about a batch for the checklist's items, as sentences. A function returns "" if nothing is
known."""

from django.db.models import Count

from analysis.report.checklist.items import KNOWN
from analysis.report.findings import counted
from analysis.report.plan import comparison_in_words, hypothesis_of
from analysis.wages import wages_so_far
from hits.models import Batch, GoldKey
from hits.review.rules_status import RulesStatus, rules_status
from hits.states import UNREJECTED

MOST_NAMES = 20  # systems listed in a sentence
ORDERS = {
    Batch.OrderOfWork.RANDOM: "in random order",
    Batch.OrderOfWork.ONE_PER_ITEM: "in random order, and at most one output of each item",
    Batch.OrderOfWork.ITEM_TOGETHER: "with all outputs of an item in one session, items at random",
}


def criteria(batch: Batch) -> str:
    version = batch.rubric_version
    titles = [
        f"{each.title} (QCET: {each.qcet})" if each.qcet else each.title
        for each in version.spec.criteria
    ] or version.spec.section_titles
    return (
        f"The rubric “{version.spec.name}” (SHA-256 {version.sha256}) defines "
        f"{counted(len(titles), 'criterion')}: {'; '.join(titles)}."
    )


def systems(batch: Batch) -> str:
    names = list(batch.systems.order_by("name").values_list("name", flat=True))
    if not names:
        return ""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    made_up = " The data are simulated." if batch.dataset.simulated else ""
    listed = "; ".join(names[:MOST_NAMES])
    return f"The outputs are from {counted(len(names), 'system')}: {listed}{more}.{made_up}"


def sample(batch: Batch) -> str:
    dataset = f"of the dataset “{batch.dataset.name}”"
    strata = f", keeping the proportions of the field “{batch.stratify_by}”"
    drawn = f"drawn at random (seed {batch.seed}{strata if batch.stratify_by else ''})"
    rule = Batch.SampleRule
    return {
        rule.ALL: f"The sample is all items {dataset}.",
        rule.COUNT: f"The sample is {batch.sample_count} items {dataset}, {drawn}.",
        rule.FRACTION: f"The sample is a share of {batch.sample_fraction} of the items {dataset}, "
        f"{drawn}.",
        rule.LIST: f"The sample is {len(batch.sample_ids or [])} items {dataset}, chosen by hand.",
    }[rule(batch.sample_rule)]


def design(batch: Batch) -> str:
    people = f"Each HIT was for {counted(batch.annotators_per_hit, 'person')}"
    if batch.overlap_percent:
        people += f", {batch.overlap_percent} % of the items for {batch.overlap_annotators}"
    outputs = counted(batch.rubric_version.spec.outputs.per_page, "output")
    order = ORDERS[Batch.OrderOfWork(batch.order_of_work)]
    return (
        f"{people}, and showed {outputs} without the systems’ names. People worked {order} "
        f"(seed {batch.seed})."
    )


def instructions(batch: Batch) -> str:
    spec = batch.rubric_version.spec
    words, examples = len(spec.page_instructions.split()), len(spec.page_examples)
    return (
        f"People read instructions of {counted(words, 'word')} with {counted(examples, 'example')} "
        "before the first HIT and could open them at any time; their full text is in the rubric."
    )


def annotators(batch: Batch) -> str:
    wages = wages_so_far([batch]).get(batch.pk)
    median = "" if wages is None else f", with a median of {wages.seconds:.0f} s per HIT"
    done = batch.assignments.filter(state__in=UNREJECTED)
    people, hits = done.aggregate(p=Count("annotator", distinct=True), h=Count("pk")).values()
    if not people:
        return ""
    return f"{counted(people, 'person')} did {counted(hits, 'HIT')} that were not rejected{median}."


def eligibility(batch: Batch) -> str:
    required = batch.required_qualification
    return f"Only people with the qualification “{required}” could take part." if required else ""


def pay(batch: Batch) -> str:
    wages = wages_so_far([batch]).get(batch.pk)
    if wages is None or not wages.median:
        return ""
    currency = batch.project.currency
    floor = ""
    if wages.floor is not None:
        floor = (
            f" The project’s minimum is {wages.floor} {currency} per hour; "
            f"{counted(wages.below, 'person')} earned less."
        )
    return (
        f"A HIT paid {batch.reward} {currency}. Median hourly pay was {wages.median} {currency}, "
        f"bonuses included.{floor}"
    )


def training(batch: Batch) -> str:
    purposes = list(batch.gold_keys.values_list("purpose", flat=True))
    trained, tested = (purposes.count(each) for each in ("training", "test"))
    parts = [f"People were trained on {counted(trained, 'HIT')}."] if trained else []
    if tested:
        length = min(batch.test_length or tested, tested)
        parts.append(
            f"They passed a test of {counted(length, 'HIT')} with at least {batch.test_threshold} "
            f"% right answers, and could retry it {counted(batch.test_retries, 'time')}."
        )
    return " ".join(parts) or "There were no training HITs and no test."


def checks(batch: Batch) -> str:
    gold = batch.gold_keys.filter(purpose=GoldKey.Purpose.GOLD).count()
    parts = []
    if gold and batch.gold_percent:
        parts.append(f"{batch.gold_percent} % of the HITs had known answers ({gold} different)")
    if batch.retest_percent:
        parts.append(f"{batch.retest_percent} % repeated a HIT to the same person")
    return f"{', and '.join(parts)}." if parts else "There were no gold HITs and no retests."


def exclusions(batch: Batch) -> str:
    return rules_in_words(rules_status(batch))


def rules_in_words(status: RulesStatus) -> str:
    """Return a description of the exclusion rules: the rules declared before publishing with their
    hash, the declared rules that exclude nothing, and the rules declared after publishing."""
    declared = "; ".join(f"{rule.written} ({rule.effect})" for rule in status.declared)
    parts = [
        f"Rules for excluding or rejecting responses, set before publishing: {declared}."
        if declared
        else "No exclusion rule was set before publishing."
    ]
    if status.plan:
        parts.append(f"SHA-256 of the declaration: {status.plan.sha256}.")
    if status.not_applied:
        parts.append(f"Set before publishing, but excluding nothing: {status.not_applied}.")
    late = "; ".join(f"{line.rule} ({line.answers} responses)" for line in status.late)
    if late:
        parts.append(f"Set after publishing (post hoc) and applied: {late}.")
    return " ".join(parts)


def purpose(batch: Batch) -> str:
    hypothesis = hypothesis_of(batch)
    if hypothesis is None:
        return ""
    planned = comparison_in_words(hypothesis)
    primary = f" Primary comparison: {planned}." if planned else ""
    return f"Hypothesis, set before publishing: {hypothesis.text}{primary}"


def power(batch: Batch) -> str:
    hypothesis = hypothesis_of(batch)
    return hypothesis.size_reason if hypothesis else ""


def register() -> None:
    for fact in (
        *(criteria, systems, sample, design, instructions, annotators, eligibility, pay),
        *(training, checks, exclusions, purpose, power),
    ):
        KNOWN[fact.__name__].append(fact)
