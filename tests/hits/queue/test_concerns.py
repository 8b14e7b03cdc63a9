"""Tests of the question about contradictory answers: it is asked once, recorded, and can be
overridden."""

import csv
import io

import pytest

from hits.exports import stream
from hits.models import Answer, Assignment, RaisedConcern
from hits.queue.submitting import submit_assignment
from stimuli.models import Dataset, Item, Output, System
from tests import world
from tests.surveys.shown import SHOWN

pytestmark = pytest.mark.django_db
NAME = "contextual-caption-pair"
CRITERIA = ("context", "highlight", "consistency", "overall")


def pair_batch(items: int = 1):
    owner = world.project()
    data = Dataset.objects.create(project=owner, name="Pairs")
    systems = [System.objects.create(dataset=data, name=name) for name in ("Heron", "Moss")]
    for number in range(items):
        item = Item.objects.create(
            dataset=data, external_id=f"one-{number}", fields=dict(SHOWN[NAME].fields)
        )
        for system in systems:
            Output.objects.create(item=item, system=system, text=f"A caption by {system.pk}.")
    picture = world.dataset(owner, items=1).items.get().item_media.get().medium
    for item in data.items.all():
        item.item_media.create(field="image", medium=picture)
    return world.live_batch(owner, data, rubric=world.version(NAME))


def raw(a: str, b: str, **more) -> dict[str, str]:
    given = {f"{letter}.{name}.reasons": f"{letter} {name}" for letter in "ab" for name in CRITERIA}
    for letter, values in (("a", a), ("b", b)):
        given |= {f"{letter}.{name}": value for name, value in zip(CRITERIA, values, strict=True)}
    return {**given, "comparison": "The one is better.", **more}


def submit(user, batch, answers, confirmed=()):
    claimed = world.claim(user, batch)
    return submit_assignment(
        annotator=user, assignment_id=claimed.pk, raw=answers, confirmed=confirmed
    )


def test_a_contradiction_is_asked_about_and_nothing_is_stored_yet():
    batch, ann = pair_batch(), world.annotator()
    result = submit(ann, batch, raw("5552", "1114"))
    assert (result.accepted, [one.guard for one in result.concerns]) == (
        False,
        ["preference-against-scores"],
    )
    assert Answer.objects.count() == 0
    assert result.assignment.state == Assignment.State.CLAIMED
    assert RaisedConcern.objects.get().overridden_at is None


def test_whoever_means_it_goes_on_and_the_override_is_recorded():
    batch, ann = pair_batch(), world.annotator()
    submit(ann, batch, raw("5552", "1114"))
    assert submit(ann, batch, raw("5552", "1114"), ["preference-against-scores"]).accepted
    assert RaisedConcern.objects.get().overridden_at is not None
    (row,) = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode(), newline=""))
    assert row["ConcernsOverridden"] == "preference-against-scores"


def test_a_changed_answer_leaves_the_question_as_asked_and_not_overridden():
    batch, ann = pair_batch(), world.annotator()
    submit(ann, batch, raw("5552", "1114"))
    assert submit(ann, batch, raw("5555", "1114"), ["preference-against-scores"]).accepted
    assert RaisedConcern.objects.get().overridden_at is None


def test_another_contradiction_after_the_first_is_asked_about_too():
    batch, ann = pair_batch(), world.annotator()
    submit(ann, batch, raw("5552", "1114"))
    pasted = {f"a.{name}.reasons": "good" for name in CRITERIA}
    result = submit(ann, batch, raw("5552", "1114", **pasted), ["preference-against-scores"])
    assert (result.accepted, [one.guard for one in result.concerns]) == (False, ["same-text"])


def test_scores_that_never_vary_are_asked_about_once_in_a_session():
    batch, ann = pair_batch(items=13), world.annotator()
    flat = raw("3333", "3333")
    for _turn in range(9):
        assert submit(ann, batch, flat).accepted
    assert [one.guard for one in submit(ann, batch, flat).concerns] == ["unvarying-scores"]
    assert submit(ann, batch, flat, ["unvarying-scores"]).accepted
    for _turn in range(3):
        assert submit(ann, batch, flat).accepted


def test_late_answers_are_kept_without_asking():
    batch, ann = pair_batch(), world.annotator()
    claimed = world.claim(ann, batch)
    from hits.queue.releasing import expire

    assert expire(assignment=claimed)
    assert submit_assignment(
        annotator=ann, assignment_id=claimed.pk, raw=raw("5552", "1114")
    ).accepted
    assert RaisedConcern.objects.count() == 0


def test_a_no_whose_reason_affirms_is_asked_about_and_stored_once_it_is_confirmed():
    owner, ann = world.project(), world.annotator()
    data = world.dataset(owner, items=1, systems=("Heron",))
    data.items.update(fields={"key_points": ["describe the coat (red)"]})
    batch = world.live_batch(owner, data, rubric=world.version("key-points"))
    point = {"key_point.1.mentioned": "0", "key_point.1.reason": "It is mentioned and agrees."}
    (concern,) = submit(ann, batch, point).concerns
    assert (concern.guard, concern.question.key) == ("reason-against-step", "key_point.1.mentioned")
    assert "“describe the coat (red)” says the opposite" in concern.message
    assert submit(ann, batch, point, ["reason-against-step"]).accepted
    assert RaisedConcern.objects.get().overridden_at is not None
