"""Tests of the minimum time per HIT: the reading time, who is asked, and what is recorded."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hits.models import Assignment, Batch, RaisedConcern
from hits.queue.concerns import reading_seconds
from hits.queue.submitting import submit_assignment
from surveys.base import ShownOutput, Stimulus
from tests.world import GOOD, annotator, claim, live_batch, project

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking() -> Batch:
    """A live batch that asks people who take less than a quarter of the reading time."""
    return live_batch(project(), least_reading_percent=25)


def send(claimed: Assignment, *confirmed: str):
    return submit_assignment(
        annotator=claimed.annotator, assignment_id=claimed.pk, raw=GOOD, confirmed=confirmed
    )


def taken_before(claimed: Assignment, seconds: float) -> None:
    begun = timezone.now() - timedelta(seconds=seconds)
    Assignment.objects.filter(pk=claimed.pk).update(accepted_at=begun)


def shows(*texts: str, context: object = "") -> Stimulus:
    outputs = [
        ShownOutput(letter, place, text)
        for place, (letter, text) in enumerate(zip("abc", texts, strict=False), 1)
    ]
    return Stimulus(fields={"context": context}, outputs=outputs)


def test_reading_takes_a_fifth_of_a_second_per_word_and_one_per_picture():
    rubric = live_batch(project()).rubric_version.spec  # a picture and one paragraph
    assert reading_seconds(rubric, shows("word " * 60)) == 60 / 5 + 1
    assert reading_seconds(rubric, shows("")) == 1 + 1  # the output is a picture too
    # Twelve characters of a language without spaces count as a word.
    assert reading_seconds(rubric, shows("語" * 120)) == 10 / 5 + 1


def test_a_fast_annotator_is_asked_once_and_nothing_is_stored_before(asking):
    claimed = claim(annotator(), asking)
    asked = send(claimed)
    assert not asked.accepted
    (concern,) = asked.concerns
    assert concern.guard == "pace"
    assert concern.message.startswith("You took 0 s. Reading this HIT takes about ")
    assert concern.message.endswith(" s. Look again, or submit the HIT as it is.")
    assert not claimed.answers.exists()
    assert RaisedConcern.objects.get().overridden_at is None
    assert send(claimed, "pace").accepted
    assert RaisedConcern.objects.get().overridden_at is not None


def test_looking_long_enough_after_the_question_counts_as_no_hurry(asking):
    claimed = claim(annotator(), asking)
    assert send(claimed).concerns
    taken_before(claimed, 60)
    assert send(claimed, "pace").accepted
    assert RaisedConcern.objects.get().overridden_at is None


def test_an_annotator_who_reads_is_never_asked(asking):
    claimed = claim(annotator(), asking)
    taken_before(claimed, 20)
    assert send(claimed).accepted
    assert not RaisedConcern.objects.exists()


def test_a_batch_with_a_share_of_0_asks_nobody():
    assert send(claim(annotator(), live_batch(project(), least_reading_percent=0))).accepted
