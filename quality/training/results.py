"""Results of training and tests: each person's attempts, and the answers to each HIT."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from hits.models import Batch, TrainingAnswer, TrainingAttempt

Part = TrainingAttempt.Part


@dataclass(frozen=True)
class Course:
    """One person's attempts at training and test in a batch, earliest first."""

    attempts: Sequence[TrainingAttempt]

    @property
    def tests(self) -> list[TrainingAttempt]:
        return [attempt for attempt in self.attempts if attempt.part == Part.TEST]

    @property
    def trained(self) -> TrainingAttempt | None:
        return next((attempt for attempt in self.attempts if attempt.part == Part.TRAINING), None)

    @property
    def last_test(self) -> TrainingAttempt | None:
        finished = [attempt for attempt in self.tests if attempt.finished_at is not None]
        return finished[-1] if finished else None


def courses(enrolments: Collection[int]) -> Mapping[int, Course]:
    """Return the attempts at training and test by enrolment, in one SQL statement. Enrolments
    without attempts are left out."""
    by_enrolment: dict[int, list[TrainingAttempt]] = {}
    attempts = TrainingAttempt.objects.filter(enrolment__in=enrolments).order_by("pk")
    for attempt in attempts:
        by_enrolment.setdefault(attempt.enrolment_id, []).append(attempt)
    return {enrolment: Course(own) for enrolment, own in by_enrolment.items()}


def answered_by_key(batch: Batch) -> Mapping[int, tuple[int, int]]:
    """Return how often each training or test HIT was answered, and how often wrongly, by the id of
    its gold key."""
    answers = TrainingAnswer.objects.filter(key__batch=batch).values_list("key")
    counted = answers.annotate(all=Count("pk"), wrong=Count("pk", filter=Q(passed=False)))
    return {key: (every, wrong) for key, every, wrong in counted}


def test_counts(batch: Batch) -> tuple[int, int, int]:
    """Return three numbers of people: those who have started training or a test, those who have
    passed a test, and those who have finished a test but passed none."""
    attempts = TrainingAttempt.objects.filter(enrolment__batch=batch)
    began = attempts.values("enrolment").distinct().count()
    tests = attempts.filter(part=Part.TEST, finished_at__isnull=False)
    passed = tests.filter(passed=True).values("enrolment").distinct()
    failed = tests.exclude(enrolment__in=passed.values("enrolment")).values("enrolment").distinct()
    return began, passed.count(), failed.count()
