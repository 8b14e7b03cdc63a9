"""What people do on the pages around the work: consent, decline, answer, and withdraw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Assignment, Enrolment
from hits.queue.enrolments import stop_enrolment
from hits.review.exclusions import exclude_assignments
from hits.states import ANSWERED
from recruiting.around.models import ConsentDecision, Page, PageAnswer, PageVersion, PageVisit
from recruiting.around.steps import latest_decision, page_address
from recruiting.route import advance
from surveys.forms import AnswerProblem, check_answers
from surveys.kinds.question import Question, Value
from surveys.questionnaires.spec import NOTHING
from surveys.questions import questions

Decision = ConsentDecision.Decision
# The name of the rule that excludes responses of people who withdrew their consent and asked for
# this.
WITHDRAWN = "consent withdrawn"


@dataclass(frozen=True)
class Answered:
    """The result of a submitted form: its invalid answers, and the wrong answers to a comprehension
    check. `tries_left` is the number of attempts left."""

    problems: Sequence[AnswerProblem] = ()
    wrong: Sequence[Question] = ()
    tries_left: int = 0

    @property
    def is_done(self) -> bool:
        return not self.problems and not self.wrong

    @property
    def has_failed(self) -> bool:
        """Return whether the person gave wrong answers in their last attempt."""
        return bool(self.wrong) and not self.tries_left


@transaction.atomic
def answer_page(
    *,
    enrolment_id: int,
    version: PageVersion,
    raw: Mapping[str, object],
    language: str,
    attempt: int = 1,
) -> Answered:
    """Check a person's answers on a page, and store them if they are valid. If the page is
    finished, determine the person's next step.

    `attempt` is the number of the attempt, so that a form that is sent twice counts only once.
    Wrong answers in the last attempt at a comprehension check end the person's participation. The
    answers of a finished page never change.
    """
    enrolment = _locked(enrolment_id)
    visit, _created = PageVisit.objects.get_or_create(enrolment=enrolment, version=version)
    if visit.finished_at is not None:
        return Answered()
    spec = version.spec
    rubric = spec.spoken(language)
    checked = check_answers(questions(rubric, NOTHING), raw)
    if checked.problems:
        return Answered(problems=checked.problems)
    visit.language = rubric.language
    wrong = spec.wrong(checked.values) if version.page == Page.COMPREHENSION else []
    if wrong:
        return _wrong(enrolment, visit, wrong, attempt)
    _store(visit, checked.values)
    visit.finished_at, visit.failed_at = timezone.now(), None
    visit.tries += 1
    visit.save(update_fields=["language", "finished_at", "failed_at", "tries"])
    _lead_on(enrolment, version.page)
    return Answered()


def _wrong(
    enrolment: Enrolment, visit: PageVisit, wrong: Sequence[Question], attempt: int
) -> Answered:
    most = visit.version.spec.tries
    if visit.failed_at is not None and enrolment.status == Enrolment.Status.ACTIVE:
        # The person failed but was allowed again, so they start from the beginning.
        visit.tries, visit.failed_at = 0, None
    if attempt == visit.tries + 1:
        visit.tries = attempt
        visit.wrong = [*visit.wrong, *(question.key for question in wrong)]
        if visit.tries >= most:
            visit.failed_at = timezone.now()
            stop_enrolment(
                enrolment_id=enrolment.pk,
                reason=_("The questions about the instructions were not answered correctly."),
                by=None,
            )
        visit.save(update_fields=["language", "tries", "wrong", "failed_at"])
    return Answered(wrong=wrong, tries_left=max(most - visit.tries, 0))


@transaction.atomic
def decide(
    *,
    enrolment_id: int,
    version: PageVersion,
    agrees: bool,
    raw: Mapping[str, object],
    language: str,
) -> Answered:
    """Store a person's decision to agree to the consent text or to decline. A repeated decision is
    stored only once. Return the result, which can contain invalid answers.

    If the text asks questions, people who agree must answer them.
    """
    enrolment = _locked(enrolment_id)
    if agrees and version.spec.questions():
        answered = answer_page(
            enrolment_id=enrolment_id, version=version, raw=raw, language=language
        )
        if not answered.is_done:
            return answered
    decision = Decision.AGREED if agrees else Decision.DECLINED
    latest = latest_decision(enrolment)
    if latest is None or (latest.version_id, latest.decision) != (version.pk, decision):
        _note_decision(enrolment, version, decision, language)
    if agrees and not enrolment.batch.consent_text and enrolment.consent_sha256 != version.sha256:
        enrolment.consent_at, enrolment.consent_sha256 = timezone.now(), version.sha256
        enrolment.save(update_fields=["consent_at", "consent_sha256"])
    advance(enrolment_id=enrolment.pk)
    return Answered()


@transaction.atomic
def withdraw(*, enrolment_id: int, language: str, leave_out: bool) -> bool:
    """Withdraw a person's consent. This ends their participation and deletes their answers about
    themselves. Return False if the person has not agreed.

    Pay for submitted work does not change. If `leave_out` is true, the person's responses are
    excluded from the results.
    """
    enrolment = _locked(enrolment_id)
    latest = latest_decision(enrolment)
    if latest is None or latest.decision != Decision.AGREED:
        return False
    _note_decision(enrolment, latest.version, Decision.WITHDRAWN, language)
    forget_answers(enrolment_id=enrolment.pk)
    enrolment.next_route = page_address(enrolment.batch_id, Page.CONSENT)
    enrolment.save(update_fields=["next_route"])
    reason = _("Consent was withdrawn.")
    stop_enrolment(enrolment_id=enrolment.pk, reason=reason, by=None)
    if leave_out:
        theirs = Assignment.objects.filter(enrolment=enrolment, state__in=ANSWERED)
        ids = list(theirs.values_list("pk", flat=True))
        exclude_assignments(batch=enrolment.batch, ids=ids, rule=WITHDRAWN, reason=reason, by=None)
    return True


@transaction.atomic
def forget_answers(*, enrolment_id: int) -> int:
    """Delete a person's answers about themselves on the pages around the work of one batch. Return
    the number of deleted answers.

    The person's consent is kept, and so is the record that they were asked.
    """
    visits = PageVisit.objects.filter(enrolment=enrolment_id)
    number, _by_model = PageAnswer.objects.filter(visit__in=visits).delete()
    if number:
        visits.update(forgotten_at=timezone.now())
    return number


def _locked(enrolment_id: int) -> Enrolment:
    enrolments = Enrolment.objects.select_related("batch")
    return enrolments.select_for_update(no_key=True, of=("self",)).get(pk=enrolment_id)


def _note_decision(
    enrolment: Enrolment, version: PageVersion, decision: str, language: str
) -> None:
    ConsentDecision.objects.create(
        enrolment=enrolment,
        version=version,
        decision=decision,
        language=version.spec.spoken(language).language,
    )


def _store(visit: PageVisit, values: Mapping[str, Value]) -> None:
    PageAnswer.objects.filter(visit=visit).delete()
    PageAnswer.objects.bulk_create(
        PageAnswer(
            visit=visit,
            question=key,
            number=None if isinstance(value, str) else value,
            text=value if isinstance(value, str) else "",
        )
        for key, value in values.items()
    )


def _lead_on(enrolment: Enrolment, page: str) -> None:
    if page == Page.CLOSING:
        Enrolment.objects.filter(pk=enrolment.pk).update(closing_route="")
    else:
        advance(enrolment_id=enrolment.pk)
