"""Statistics of a batch's pages around the work: consents, distributions of answers, and wrong
answers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, QuerySet

from hits.models import Batch
from recruiting.around.models import ConsentDecision, PageAnswer, PageVersion, PageVisit
from surveys.kinds.question import Question

Decision = ConsentDecision.Decision
MOST_TEXTS = 50
MOST_BARS = 12  # on a longer scale, values without answers get no bar


@dataclass(frozen=True)
class Consents:
    """The numbers of people whose latest decision was to agree, to decline or to withdraw. `older`
    is the number of people who agreed to an earlier text."""

    agreed: int = 0
    declined: int = 0
    withdrawn: int = 0
    older: int = 0

    @property
    def asked(self) -> int:
        return self.agreed + self.declined + self.withdrawn


@dataclass(frozen=True)
class Bar:
    """An answer to a question, with the number of people who gave it, out of `of` people."""

    label: str
    number: int
    of: int


@dataclass(frozen=True)
class Distribution:
    """The distribution of a question's answers, or the latest answers to a free-text question."""

    label: str
    answered: int
    bars: Sequence[Bar] = ()
    texts: Sequence[str] = ()


@dataclass(frozen=True)
class PageFigures:
    """Statistics of one page. The counts are the numbers of people who finished the page, failed
    it, are on it now, made no mistake, or deleted their answers. `distributions` has the answers to
    each question, and `wrong` the wrong answers to each question."""

    finished: int = 0
    failed: int = 0
    under_way: int = 0
    at_once: int = 0
    forgotten: int = 0
    distributions: Sequence[Distribution] = ()
    wrong: Sequence[Bar] = field(default=())


def consents_of(batch: Batch, current: PageVersion | None) -> Consents:
    """Return the numbers of people in the batch by their latest decision on consent, in one query.
    `current` is the current consent page, if any."""
    latest = (
        ConsentDecision.objects.filter(enrolment__batch=batch)
        .order_by("enrolment", "-pk")
        .distinct("enrolment")
        .values_list("decision", "version")
    )
    latest_counts = Counter(latest)
    by_decision: Counter[str] = Counter()
    for (decision, _version), number in latest_counts.items():
        by_decision[decision] += number
    older = sum(
        number
        for (decision, version), number in latest_counts.items()
        if decision == Decision.AGREED and (current is None or version != current.pk)
    )
    return Consents(
        by_decision[Decision.AGREED],
        by_decision[Decision.DECLINED],
        by_decision[Decision.WITHDRAWN],
        older,
    )


def decisions_of(batch: Batch) -> QuerySet[ConsentDecision]:
    """Return all decisions on consent in the batch, with their people and texts, in no particular
    order."""
    decisions = ConsentDecision.objects.filter(enrolment__batch=batch)
    return decisions.select_related("enrolment", "version")


def page_figures(batch: Batch, version: PageVersion) -> PageFigures:
    """Return the statistics of one version of a page in the batch, in three queries."""
    visits = PageVisit.objects.filter(enrolment__batch=batch, version=version)
    states = list(visits.values_list("finished_at", "failed_at", "tries", "forgotten_at", "wrong"))
    wrong = Counter(key for *_state, keys in states for key in keys)
    finished = [state for state in states if state[0]]
    counts, texts = _counts(visits), _texts(visits)
    questions = version.spec.questions()
    return PageFigures(
        finished=len(finished),
        failed=sum(1 for state in states if state[1]),
        under_way=sum(1 for state in states if not state[0] and not state[1]),
        at_once=sum(1 for state in finished if not state[4]),
        forgotten=sum(1 for state in states if state[3]),
        distributions=[_distribution(question, counts, texts) for question in questions],
        wrong=[
            Bar(question.label, wrong[question.key], sum(state[2] for state in states))
            for question in questions
        ],
    )


def _counts(visits: QuerySet[PageVisit]) -> dict[str, Counter[int]]:
    answers = PageAnswer.objects.filter(visit__in=visits, number__isnull=False)
    rows = answers.order_by().values_list("question", "number").annotate(times=Count("pk"))
    counts: dict[str, Counter[int]] = {}
    for question, number, times in rows:
        counts.setdefault(question, Counter())[number] = times
    return counts


def _texts(visits: QuerySet[PageVisit]) -> dict[str, list[str]]:
    """Return the latest text answers by question, newest first. At most MOST_TEXTS are returned in
    total."""
    answers = PageAnswer.objects.filter(visit__in=visits, number__isnull=True).order_by("-pk")
    texts: dict[str, list[str]] = {}
    for question, text in answers.values_list("question", "text")[:MOST_TEXTS]:
        texts.setdefault(question, []).append(text)
    return texts


def _distribution(
    question: Question, counts: dict[str, Counter[int]], texts: dict[str, list[str]]
) -> Distribution:
    if question.is_text:
        written = texts.get(question.key, [])
        return Distribution(question.label, len(written), texts=written)
    answer_counts = counts.get(question.key, Counter())
    answered = answer_counts.total()
    words = question.worded()
    values = question.values() if len(question.values()) <= MOST_BARS else sorted(answer_counts)
    bars = [Bar(str(words.get(value, value)), answer_counts[value], answered) for value in values]
    return Distribution(question.label, answered, bars)
