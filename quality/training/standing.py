"""A person's progress in a batch's training and test."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse

from hits.batches.training import BeforeWork, before_work, is_qualified
from hits.models import Enrolment, TrainingAttempt

Part = TrainingAttempt.Part


class Stage(StrEnum):
    """A person's stage in training and test, from enrolling to the first main HIT."""

    BEFORE_TRAINING = "before_training"
    TRAINING = "training"
    BEFORE_TEST = "before_test"
    TEST = "test"
    RETRY = "retry"  # failed, but can try again
    FAILED = "failed"
    REVOKED = "revoked"  # passed, but the qualification was revoked or has expired
    DONE = "done"


@dataclass(frozen=True)
class Standing:
    """A person's progress in training and test. `attempt` is the open attempt, and `answered` is
    the number of HITs answered in it. `tests` are the finished attempts at the test, earliest
    first."""

    stage: Stage
    hits: BeforeWork
    attempt: TrainingAttempt | None = None
    answered: int = 0
    tests: Sequence[TrainingAttempt] = ()
    retries_left: int = 0

    @property
    def last_test(self) -> TrainingAttempt | None:
        return self.tests[-1] if self.tests else None


def standing_of(enrolment: Enrolment) -> Standing:
    """Return the person's progress in training and test, in at most four SQL statements."""
    hits = before_work(enrolment.batch)
    if not hits:
        return Standing(Stage.DONE, hits)
    attempts = list(enrolment.training_attempts.order_by("pk"))
    current = next((attempt for attempt in attempts if attempt.finished_at is None), None)
    tests = [attempt for attempt in attempts if attempt.part == Part.TEST and attempt.finished_at]
    retries_left = max(enrolment.batch.test_retries + 1 - len(tests), 0)
    if current is not None:
        stage = Stage(current.part)
        answered = current.answers.count()
        return Standing(stage, hits, current, answered, tests, retries_left)
    trained = any(attempt.part == Part.TRAINING for attempt in attempts)
    stage = _stage(enrolment, hits, tests, trained=trained)
    return Standing(stage, hits, None, 0, tests, retries_left)


def _stage(
    enrolment: Enrolment, hits: BeforeWork, tests: Sequence[TrainingAttempt], *, trained: bool
) -> Stage:
    """Return the stage of a person who has no open attempt."""
    batch = enrolment.batch
    qualification = batch.tested_qualification_id
    if hits.test and qualification is not None:
        if is_qualified(qualification_id=qualification, user_id=enrolment.annotator_id):
            return Stage.DONE
        if tests and tests[-1].passed:
            return Stage.REVOKED
        if len(tests) > batch.test_retries:
            return Stage.FAILED
        if tests:
            return Stage.RETRY
        return Stage.BEFORE_TRAINING if hits.training and not trained else Stage.BEFORE_TEST
    return Stage.BEFORE_TRAINING if hits.training and not trained else Stage.DONE


def page_due(enrolment: Enrolment) -> str:
    """Return the URL of the training page, or "" once training and test are completed. This
    function is a step of recruiting.route."""
    if standing_of(enrolment).stage == Stage.DONE:
        return ""
    return reverse("training", args=[enrolment.batch_id])
