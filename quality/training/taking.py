"""Taking training and test: starting, answering, and finishing an attempt with its effects on pay
and participation."""

import random
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.access import may_work
from hits.batches.training import before_work
from hits.models import Batch, Enrolment, GoldKey, TrainingAnswer, TrainingAttempt
from hits.money.training_pay import pay_training, take_place
from hits.queue.enrolments import stop_enrolment
from quality.gold.passing import all_hold
from quality.qualifications.granting import Origin, grant
from quality.training.standing import Part, Stage, standing_of
from recruiting.route import advance
from surveys.questions import Value


class NotNow(RateroomError):
    """Raised if training or the test cannot be started now."""


_BEGUN_FROM = {
    Stage.BEFORE_TRAINING: Part.TRAINING,
    Stage.BEFORE_TEST: Part.TEST,
    Stage.RETRY: Part.TEST,
}


@transaction.atomic
def begin(*, enrolment_id: int) -> TrainingAttempt | None:
    """Start the person's next training or test, and return the attempt. If an attempt is open,
    return it. Return None if nothing is left to do. Raises NotNow if the person cannot start
    now."""
    enrolment = _locked(enrolment_id)
    standing = standing_of(enrolment)
    if standing.attempt is not None or standing.stage not in _BEGUN_FROM:
        return standing.attempt
    if enrolment.batch.state != Batch.State.LIVE:
        raise NotNow(_("No HITs are available to you right now."), remedy=_("Check back later."))
    if enrolment.status != Enrolment.Status.ACTIVE:
        raise NotNow(enrolment.stop_reason)
    open_to_them = Batch.objects.filter(may_work(enrolment.annotator), pk=enrolment.batch_id)
    if not open_to_them.exists():
        raise NotNow(_("This batch is not open to you."))
    if not take_place(enrolment):
        raise NotNow(
            _("This batch has no money left for training, so no one else can start."),
            remedy=_("Check back later."),
        )
    part = _BEGUN_FROM[standing.stage]
    number = len(standing.tests) + 1 if part == Part.TEST else 1
    return TrainingAttempt.objects.create(
        enrolment=enrolment, part=part, number=number, key_ids=_drawn(enrolment, part, number)
    )


def begin_training(enrolment: Enrolment) -> None:
    """Start the training if it is the person's next step. If it cannot start now, do nothing,
    because the training page shows the reason."""
    if standing_of(enrolment).stage == Stage.BEFORE_TRAINING:
        with suppress(NotNow):
            begin(enrolment_id=enrolment.pk)


def _drawn(enrolment: Enrolment, part: str, number: int) -> list[int]:
    """Return the ids of the gold keys of an attempt. Training HITs are in the order of their table.
    Test HITs are in a random order for each person, but HITs that are new to the person come
    first."""
    keys = GoldKey.objects.filter(batch=enrolment.batch_id, purpose=part, retired_at__isnull=True)
    ids = list(keys.order_by("place", "pk").values_list("pk", flat=True))
    if part == Part.TRAINING:
        return ids
    random.Random(f"{enrolment.order_seed}:test:{number}").shuffle(ids)
    met = TrainingAnswer.objects.filter(attempt__enrolment=enrolment)
    met_ids = set(met.values_list("key_id", flat=True))
    return sorted(ids, key=met_ids.__contains__)[: enrolment.batch.test_length]


def next_key(attempt: TrainingAttempt, answered: int) -> GoldKey:
    return GoldKey.objects.select_related("item").get(pk=attempt.key_ids[answered])


def shown_order(enrolment: Enrolment, key: GoldKey) -> str:
    """Return the order in which this person sees the HIT's outputs, for example "ba". It is random,
    but always the same for the same person and HIT."""
    letters = "abcdefghijklmnopqrstuvwxyz"[: len(key.output_ids)]
    start = random.Random(f"{enrolment.order_seed}:shown:{key.pk}").randrange(len(letters))
    return letters[start:] + letters[:start]


@transaction.atomic
def answer(
    *, enrolment_id: int, attempt_id: int, place: int, values: Mapping[str, Value]
) -> TrainingAnswer | None:
    """Store the checked answers to the next HIT of the person's open attempt, and return them.
    `place` is the number of the HIT, from 0. After the last HIT, finish the attempt.

    If answers to the HIT are already stored, return these and change nothing. Return None if the
    HIT is not the next one.
    """
    enrolment = _locked(enrolment_id)
    attempt = enrolment.training_attempts.filter(pk=attempt_id).first()
    if attempt is None or not 0 <= place < attempt.asked:
        return None
    stored = attempt.answers.filter(key=attempt.key_ids[place]).first()
    answered = attempt.answers.count()
    if stored is not None or attempt.finished_at is not None or place != answered:
        return stored
    key = next_key(attempt, answered)
    stored = TrainingAnswer.objects.create(
        attempt=attempt,
        key=key,
        shown_order=shown_order(enrolment, key),
        values=dict(values),
        passed=all_hold(key.rules, values),
    )
    if answered + 1 == attempt.asked:
        _finish(enrolment, attempt)
    return stored


def _finish(enrolment: Enrolment, attempt: TrainingAttempt) -> None:
    batch = enrolment.batch
    attempt.right = attempt.answers.filter(passed=True).count()
    is_test = attempt.part == Part.TEST
    attempt.passed = not is_test or 100 * attempt.right >= batch.test_threshold * attempt.asked
    attempt.finished_at = timezone.now()
    attempt.save(update_fields=["right", "passed", "finished_at"])
    if is_test or not before_work(batch).test:
        pay_training(enrolment=enrolment)
    if is_test and attempt.passed:
        _qualify(enrolment, attempt)
    elif is_test and standing_of(enrolment).stage == Stage.FAILED:
        stop_enrolment(enrolment_id=enrolment.pk, reason=_why_ended(batch, attempt), by=None)
    advance(enrolment_id=enrolment.pk)


def _qualify(enrolment: Enrolment, attempt: TrainingAttempt) -> None:
    batch = enrolment.batch
    if batch.tested_qualification is None:  # cannot happen for a test: publishing requires it
        return
    days = batch.qualification_days
    grant(
        qualification=batch.tested_qualification,
        users=[enrolment.annotator],
        origin=Origin.TEST,
        reason=f"{batch.title[:200]}: {attempt.right}/{attempt.asked}",
        by=None,
        expires_at=None if days is None else timezone.now() + timedelta(days=days),
    )


def _why_ended(batch: Batch, attempt: TrainingAttempt) -> str:
    return _(
        "The test was not passed: %(right)d of %(asked)d HITs were right, and %(threshold)d %% "
        "were needed."
    ) % {"right": attempt.right, "asked": attempt.asked, "threshold": batch.test_threshold}


def _locked(enrolment_id: int) -> Enrolment:
    """Lock and return the person's enrolment. Claims lock it too, so that requests from several
    tabs are processed one after another."""
    parts = Enrolment.objects.select_related("batch__tested_qualification", "annotator")
    return parts.select_for_update(no_key=True, of=("self",)).get(pk=enrolment_id)
