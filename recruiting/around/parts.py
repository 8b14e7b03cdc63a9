"""A person's own part, batch by batch: what they agreed to, and what they told of themselves."""

from dataclasses import dataclass, field

from django.db.models import Prefetch

from hits.models import Enrolment
from people.models import User
from recruiting.around.models import ConsentDecision, Page, PageVisit
from surveys.kinds.question import Question, Value
from surveys.spec import Rubric


@dataclass(frozen=True)
class AnswerInWords:
    """One answer in words: the question and what was answered."""

    question: str
    answer: str


@dataclass(frozen=True)
class OwnPart:
    """A person in one batch. `consent` is the text of the latest decision, in their language."""

    enrolment: Enrolment
    decision: ConsentDecision | None = None
    consent: Rubric | None = None
    answers: list[AnswerInWords] = field(default_factory=list)

    @property
    def may_withdraw(self) -> bool:
        agreed = ConsentDecision.Decision.AGREED
        return self.decision is not None and self.decision.decision == agreed


def own_parts_of(user: User) -> list[OwnPart]:
    """Return the batches where the person met such a page, the latest first; four statements."""
    decisions = ConsentDecision.objects.select_related("version").order_by("-pk")
    visits = PageVisit.objects.select_related("version").prefetch_related("answers")
    enrolments = (
        Enrolment.objects.filter(annotator=user)
        .select_related("batch__project")
        .prefetch_related(
            Prefetch("consent_decisions", queryset=decisions),
            Prefetch("page_visits", queryset=visits.order_by("pk")),
        )
        .order_by("-pk")
    )
    parts = [_part(enrolment) for enrolment in enrolments]
    return [part for part in parts if part.decision is not None or part.answers]


def _part(enrolment: Enrolment) -> OwnPart:
    decision = next(iter(enrolment.consent_decisions.all()), None)
    consent = decision.version.spec.spoken(decision.language) if decision else None
    answers = [
        entry
        for visit in enrolment.page_visits.all()
        if visit.version.page != Page.COMPREHENSION
        for entry in answers_in(visit)
    ]
    return OwnPart(enrolment, decision, consent, answers)


def answers_in(visit: PageVisit) -> list[AnswerInWords]:
    """Return the answers of a visit in words, in the order asked."""
    values = {answer.question: answer.value for answer in visit.answers.all()}
    return [
        AnswerInWords(question.label, _in_words(question, values[question.key]))
        for question in visit.version.spec.questions()
        if question.key in values
    ]


def _in_words(question: Question, value: Value) -> str:
    return str(question.worded().get(value, value) if isinstance(value, int) else value)
