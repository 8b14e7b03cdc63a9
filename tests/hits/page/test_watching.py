"""Tests of the server's check that enough of a video was watched, and of returning a HIT with
answers."""

import json

import pytest
from django.urls import reverse

from hits.models import Answer, Assignment, Draft
from stimuli.models import Dataset, Item, ItemMedium, System
from surveys.loading import library_rubric
from surveys.models import RubricVersion
from surveys.versions.storing import library_version, load_version
from tests import world
from tests.media import make_output, medium_of
from tests.pages import squeezed
from tests.surveys.shown import SHOWN, untranslated

pytestmark = pytest.mark.django_db
VIDEO = untranslated("video-caption").replace("    watch_share: 0.9\n", "")
ANSWERS = {
    "reason": "It is fine.",
    "accuracy": "90",
    "completeness": "80",
    "conciseness": "70",
    "relevance": "60",
}


def gated(share: float, *, second: float | None = None, clip: bool = True):
    """Return a live batch of video captions. `share` of the video must be watched, and `second` of
    a second video, if given. Without `clip`, items have no video."""
    owner = world.project()
    data = world.dataset(owner, items=2, systems=("Heron",))
    data.items.update(fields={"references": ["A boat."]})
    ItemMedium.objects.filter(item__dataset=data).update(field="video")
    other = (
        ""
        if second is None
        else f"  - {{block: video, field: other, required: false, watch_share: {second}}}\n"
    )
    field = f"    field: video\n    watch_share: {share}\n"
    source = VIDEO.replace("stimulus:\n", f"stimulus:\n{other}").replace(
        "    field: video\n", field, 1
    )
    if not clip:
        source = source.replace(field, f"{field}    required: false\n")
        ItemMedium.objects.all().delete()
    return world.live_batch(owner, data, rubric=load_version(source=source, project=owner))


def submit(client, batch, seen: str | None, **more):
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    sent = ANSWERS | more | ({} if seen is None else {"seen": seen})
    return claimed, client.post(reverse("assignment", args=[claimed.pk]), sent)


@pytest.mark.parametrize(
    "seen", ['{"share_watched": 0.9}', '{"share_watched": 0.8995}', '{"share_watched": 1}']
)
def test_answers_are_taken_once_the_share_was_watched(client, seen):
    claimed, reply = submit(client, gated(0.9), seen)
    assert (reply.status_code, Answer.objects.filter(assignment=claimed).count()) == (303, 5)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ('{"share_watched": 0.89}', "Play at least 90 % before you answer."),
        ('{"share_watched": 0}', "Play at least 90 % before you answer."),
        ('{"share_watched": 7}', "We need JavaScript to see how much you play"),
        ("{}", "We need JavaScript to see how much you play"),
        (None, "We need JavaScript to see how much you play"),
    ],
)
def test_answers_before_that_are_refused_and_stay_in_the_form(client, seen, told):
    claimed, reply = submit(client, gated(0.9), seen)
    page = reply.content.decode()
    assert (reply.status_code, Answer.objects.count()) == (422, 0)
    assert told in page
    assert "It is fine." in page
    assert "<title>Error: " in squeezed(page)
    claimed.refresh_from_db()
    assert claimed.state == Assignment.State.CLAIMED


def test_what_else_is_wrong_is_told_beside_it(client):
    _claimed, reply = submit(client, gated(0.5), None, accuracy="900")
    page = reply.content.decode()
    assert "One answer is missing or not valid" in page
    assert "play at least 50 %, or return the HIT" in page


def test_stored_in_the_background_the_gate_holds_as_well(client):
    claimed, reply = submit(client, gated(0.9), '{"share_watched": 0.5}', action="keep")
    claimed.refresh_from_db()
    assert (reply.status_code, claimed.state) == (422, Assignment.State.CLAIMED)


@pytest.mark.parametrize(("second", "status"), [(None, 303), (0.2, 303), (0.0, 303)])
def test_clips_that_an_item_lacks_need_not_be_watched(client, second, status):
    assert submit(client, gated(0.9, second=second, clip=False), None)[1].status_code == status


def test_the_share_of_a_clip_that_is_not_shown_is_not_asked_for(client):
    assert submit(client, gated(0.5, second=0.9), '{"share_watched": 0.5}')[1].status_code == 303


def library_batch(name: str):
    """Return a live batch of one item with the library rubric `name` and the media it asks
    about."""
    owner, shown = world.project(), SHOWN[name]
    data = Dataset.objects.create(project=owner, name=name)
    item = Item.objects.create(dataset=data, external_id="one", fields=dict(shown.fields))
    kind = library_rubric(name).outputs.kind
    if kind == "text":
        ItemMedium.objects.create(item=item, field="video", medium=medium_of(owner, "video", 3))
    for number, _output in enumerate(shown.outputs):
        system = System.objects.create(dataset=data, name=f"System {number}")
        media = () if kind == "text" else (medium_of(owner, kind, number),)
        make_output(item, system, "" if media else "A boat.", media)
    return world.live_batch(owner, data, rubric=world.version(name))


POINTS = {f"key_point.{number}.mentioned": "0" for number in range(1, 5)} | {
    f"key_point.{number}.reason": "It is missing." for number in range(1, 5)
}
PLAYED = {
    "audio-opinion-score": ("share_listened", {"quality": "4"}),
    "key-points": ("share_watched", POINTS),
    "video-caption": ("share_watched", ANSWERS),
    "video-pair": ("share_watched", {"motion": "1", "fidelity": "1", "quality": "2"}),
}


@pytest.mark.parametrize("name", PLAYED)
def test_library_rubrics_refuse_answers_about_what_was_not_played(client, name):
    measure, answers = PLAYED[name]
    claimed = world.claim(world.annotator(), library_batch(name))
    client.force_login(world.annotator())

    def status(seen: object) -> int:
        sent = answers if seen is None else answers | {"seen": json.dumps(seen)}
        return client.post(reverse("assignment", args=[claimed.pk]), sent).status_code

    other = "share_watched" if measure == "share_listened" else "share_listened"
    made_up = ({measure: share} for share in (0.89, "1", 1.5, -1, True, [1]))
    for seen in (None, "played", {}, *made_up, {other: 0.5}, {"active_seconds": 60}):
        assert (seen, status(seen)) == (seen, 422)
    assert not Answer.objects.exists()
    assert status({measure: 0.9}) == 303
    claimed.refresh_from_db()
    assert claimed.state == Assignment.State.SUBMITTED


def test_a_published_batch_keeps_its_rubric_when_the_library_changes(client):
    RubricVersion.objects.filter(rubric__name="video-caption").delete()
    before = load_version(source=VIDEO, project=None)
    owner = world.project()
    data = world.dataset(owner, items=2, systems=("Heron",))
    data.items.update(fields={"references": ["A boat."]})
    ItemMedium.objects.filter(item__dataset=data).update(field="video")
    batch = world.live_batch(owner, data, rubric=before)
    now = library_version("video-caption")
    assert (before.number, now.number, now.rubric_id) == (1, 2, before.rubric_id)
    batch.refresh_from_db()
    assert batch.rubric_version == before
    assert submit(client, batch, None)[1].status_code == 303


@pytest.fixture
def claimed():
    return world.claim(world.annotator(), world.live_batch(world.project()))


def give_back(client, claimed, **sent):
    client.force_login(world.annotator())
    reply = client.post(reverse("assignment", args=[claimed.pk]), {"action": "return 0"} | sent)
    claimed.refresh_from_db()
    return reply, claimed.state


def test_an_empty_hit_is_given_back_at_once(client, claimed):
    reply, state = give_back(client, claimed, feedback="")
    assert (reply["Location"], state) == (reverse("batch", args=[claimed.batch_id]), "returned")


def test_what_is_filled_in_is_kept_and_asked_about(client, claimed):
    reply, state = give_back(client, claimed, feedback="Half a thought")
    page = reply.content.decode()
    assert (reply.status_code, state) == (200, "claimed")
    assert "<h1>Return this HIT</h1>" in page
    assert 'value="return sure"' in page
    assert Draft.objects.get(assignment=claimed).data == {"feedback": "Half a thought"}
    assert "Half a thought" in client.get(reverse("assignment", args=[claimed.pk])).content.decode()
    assert give_back(client, claimed, action="return sure")[1] == "returned"


def test_a_draft_from_before_is_asked_about_too(client, claimed):
    Draft.objects.create(assignment=claimed, revision=3, data={"feedback": "Half a thought"})
    assert give_back(client, claimed, action="return")[1] == "claimed"
    assert give_back(client, claimed, action="return sure")[1] == "returned"


def test_only_blanks_are_nothing_to_lose(client, claimed):
    Draft.objects.create(assignment=claimed, revision=3, data={"feedback": ""})
    assert give_back(client, claimed, action="return 3")[1] == "returned"
