"""Sentences for a paper's methods section about consent, comprehension check and demographics."""

from collections.abc import Iterator

from django.db.models import Count

from analysis.report.checklist.items import KNOWN
from analysis.report.checklist.stating import covering_texts
from analysis.report.findings import counted
from hits.models import Batch, Enrolment
from recruiting.around.attaching import pages_of
from recruiting.around.figures import consents_of, page_figures
from recruiting.around.models import ConsentDecision, Page, PageAnswer, PageVersion, PageVisit
from surveys.kinds.question import Question

# People; smaller counts are not printed, nor counts that would reveal a smaller one
FEWEST_IN_CELL = 5
Decision = ConsentDecision.Decision


def consent(batch: Batch) -> str:
    """Return a sentence about the consent text and the number of people who agreed. Return "" if
    the batch has no consent text."""
    page = pages_of(batch).get(Page.CONSENT)
    if page is not None:
        consents = consents_of(batch, page.version)
        return (
            f"Before the first HIT, people read a consent text (SHA-256 {page.version.sha256}); "
            f"{counted(consents.agreed, 'person')} agreed and did not withdraw."
        )
    if not batch.consent_text:
        return ""
    agreed = Enrolment.objects.filter(batch=batch, consent_at__isnull=False).count()
    return f"Before the first HIT, {counted(agreed, 'person')} agreed to a consent text."


def comprehension(batch: Batch) -> str:
    """Return a sentence with the number of people who passed the comprehension check. Return "" if
    the batch has no comprehension check."""
    page = pages_of(batch).get(Page.COMPREHENSION)
    if page is None:
        return ""
    figures = page_figures(batch, page.version)
    question_count = counted(len(page.version.spec.questions()), "question")
    return (
        f"Before the first HIT, people answered {question_count} about the instructions: "
        f"{counted(figures.finished, 'person')} passed and {figures.failed} did not."
    )


def demographics(batch: Batch) -> str:
    """Return sentences with the number of people for each demographic answer. Only people who
    agreed to the publication of these numbers are counted. Return "" if no consent text allows
    it."""
    page, texts = pages_of(batch).get(Page.ABOUT), covering_texts(batch)
    if page is None or not texts:
        return ""
    return " ".join(_told(page.version, _consenting(batch, texts)))


def _consenting(batch: Batch, texts: list[str]) -> list[int]:
    """Return the enrolment ids of people who agreed to one of these texts (given as SHA-256) and
    did not withdraw."""
    latest = (
        ConsentDecision.objects.filter(enrolment__batch=batch)
        .order_by("enrolment", "-pk")
        .distinct("enrolment")
        .values_list("enrolment", "decision", "version__sha256")
    )
    decided = {part: (decision, text) for part, decision, text in latest}
    agreed = Enrolment.objects.filter(batch=batch, consent_sha256__in=texts)
    return [
        part
        for part, text in agreed.values_list("pk", "consent_sha256")
        if decided.get(part, (Decision.AGREED, text)) == (Decision.AGREED, text)
    ]


def _told(version: PageVersion, parts: list[int]) -> Iterator[str]:
    visits = PageVisit.objects.filter(
        enrolment__in=parts, version=version, finished_at__isnull=False, forgotten_at=None
    )
    total = visits.count()
    if total < FEWEST_IN_CELL:
        return
    answers = PageAnswer.objects.filter(visit__in=visits, number__isnull=False)
    grouped = answers.values_list("question", "number").annotate(Count("pk"))
    answer_counts = list(grouped.order_by("question", "number"))
    for question in version.spec.questions():
        if not question.is_text:
            yield _cells(question, answer_counts, total)


def _cells(question: Question, answer_counts: list[tuple[str, int | None, int]], total: int) -> str:
    """Return a text with the answers to one question and the number of people for each answer."""
    words = question.worded()
    counts = {
        str(words.get(value, value)): number
        for key, value, number in answer_counts
        if key == question.key and value is not None
    }
    counts["no answer"] = total - sum(counts.values())
    cells = in_cells(counts)
    return f"{question.label} {', '.join(f'{name}: {number}' for name, number in cells)}."


def in_cells(counts: dict[str, int]) -> list[tuple[str, int]]:
    """Return the counts, with all counts below FEWEST_IN_CELL combined in one cell, “others”. If
    this cell is still below FEWEST_IN_CELL, the smallest other counts are added to it. No count
    then identifies anyone."""
    some = {name: number for name, number in counts.items() if number}
    small = [name for name, number in some.items() if number < FEWEST_IN_CELL]
    for name in sorted(some, key=some.__getitem__):
        if not small or sum(some[each] for each in small) >= FEWEST_IN_CELL:
            break
        if name not in small:
            small.append(name)
    cells = [(name, number) for name, number in some.items() if name not in small]
    return [*cells, *([("others", sum(some[each] for each in small))] if small else [])]


def register() -> None:
    """Register these sentences with the reporting checklist."""
    KNOWN["consent"].append(consent)
    KNOWN["training"].append(comprehension)
    KNOWN["demographics"].append(demographics)
