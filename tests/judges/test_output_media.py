"""Tests of outputs that are images, videos or audio: judged, compared with people and exported."""

import base64
import csv
import io
import json

import pytest
from django.core.files.storage import default_storage
from django.urls import reverse

from analysis.comparison.compare import ComparisonSettings
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.requests import report_for
from core.errors import RateroomError
from hits.exports import stream
from hits.models import Batch
from judges.models import JudgeEndpoint, JudgeRun
from judges.prompts.attachments import media_of_parts
from judges.prompts.messages import openai_messages
from judges.runs.batch_files import batch_lines
from judges.runs.plan import estimate, expected
from judges.runs.running import perform_slice
from judges.runs.starting import start_run
from stimuli.models import Medium
from surveys.base import Part
from tests import world
from tests.judges.chat_server import ChatServer
from tests.media import dataset_of, numbered_clip, pair_batch, picture, stored, tone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("store")]


@pytest.fixture
def server():
    chat = ChatServer()
    yield chat
    chat.close()


def run_of(batch: Batch, address: str = "http://127.0.0.1:9/v1", **options) -> JudgeRun:
    endpoint = JudgeEndpoint(
        project=batch.project,
        name=f"Test {JudgeEndpoint.objects.count()}",
        base_url=address,
        requests_per_minute=60_000,
        concurrency=1,
    )
    endpoint.key = "sk-secret"
    endpoint.save()
    return JudgeRun.objects.create(
        batch=batch,
        name="Run",
        model="test-model",
        endpoint=endpoint,
        rubric_sha256=batch.rubric_version.sha256,
        state=JudgeRun.State.READY,
        **options,
    )


def exported(batch: Batch) -> list[dict[str, str]]:
    text = b"".join(stream(batch, "wide")).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_pictures_are_judged_compared_and_exported(server, client):
    owner = world.project()
    red, blue = picture(owner, "red"), picture(owner, "blue")
    batch = pair_batch((red,), (blue,), items=4, annotators_per_hit=2)
    for user in (world.annotator(), world.second_annotator()):
        for number in range(4):
            world.rate(user, batch, {"preference": str(number % 2 + 1)})
    run = run_of(batch, server.url, orders="both")
    start_run(run_id=run.pk)
    while perform_slice(run_id=run.pk):
        pass
    run.refresh_from_db()
    assert (run.state, run.verdicts.filter(error_code="").count()) == (run.State.DONE, 8)

    hit = batch.hits.order_by("position", "pk").first()
    content = server.requests[0]["messages"][0]["content"]
    assert [piece["type"] for piece in content] == [
        "text",
        "image_url",
        "text",
        "image_url",
        "text",
    ]
    assert content[0]["text"].endswith("[Answer 1]:")
    assert content[2]["text"] == "[Answer 2]:"
    sent = [base64.b64decode(content[place]["image_url"]["url"].split(",")[1]) for place in (1, 3)]
    first_hit = {medium_bytes(red), medium_bytes(blue)}
    assert (set(sent), hit.output_ids != []) == (first_hit, True)

    report = report_for(batch, ComparisonSettings(draws=10))
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    judged = comparison_of(report).criterion("preference").judges[0]
    assert judged.judge == "Run"
    rows = exported(batch)
    assert {row["Input.output_a_media"] for row in rows} | {
        row["Input.output_b_media"] for row in rows
    } == {"red-by-heron.png", "blue-by-heron.png"}
    hashes = {(row["Input.output_a_sha256"], row["Input.output_b_sha256"]) for row in rows}
    assert {frozenset(pair) for pair in hashes} == {frozenset([red.sha256, blue.sha256])}
    if judged.disagreements:
        client.force_login(world.viewer(owner))
        page = client.get(
            reverse("report_difference", args=[batch.pk, report.pk, "preference", 1, 1])
        ).content.decode()
        assert (page.count("/media/"), "by-heron" in page) == (4, False)


def medium_bytes(medium: Medium) -> bytes:
    with default_storage.open(medium.storage_name) as file:
        return file.read()


def test_a_clip_is_sampled_and_a_sound_is_sent_whole(tmp_path):
    owner = world.project()
    clip, sound = numbered_clip(owner, tmp_path / "one.webm", frames=10), tone(owner)
    batch = pair_batch((clip, sound), (sound,), text="Heard and seen.")
    hit = batch.hits.get()
    letter = "ab"[hit.output_ids.index(clip_output(hit, clip))]
    parts = [Part("video", f"{letter}.1"), Part("audio", f"{letter}.2"), Part("text", "Now.")]
    content = openai_messages(parts, media_of_parts(parts, hit), frames=2)[0]["content"]
    assert [piece["type"] for piece in content] == ["image_url", "image_url", "input_audio", "text"]
    heard = content[2]["input_audio"]
    assert (heard["format"], base64.b64decode(heard["data"])) == ("wav", medium_bytes(sound))
    run = run_of(batch)
    shown = [f"[video: {letter}.1]", f"[audio: {letter}.2]", "Heard and seen."]
    prompt = expected(run)[1]
    assert [piece for piece in shown if piece in prompt] == shown
    assert estimate(run).tokens_in > 300


def clip_output(hit, clip: Medium) -> int:
    return next(
        output.pk for output in hit.outputs if output.output_media.filter(medium=clip).exists()
    )


def test_a_sound_of_another_format_is_sent_sample_for_sample():
    import av
    import numpy as np

    owner = world.project()
    whole = tone(owner)
    buffer = io.BytesIO()
    with default_storage.open(whole.storage_name) as file, av.open(file) as source:
        frames = list(source.decode(source.streams.audio[0]))
    samples = np.concatenate([frame.to_ndarray().ravel() for frame in frames])
    with av.open(buffer, "w", format="flac") as target:
        stream_ = target.add_stream("flac", rate=8000, layout="mono")
        for frame in frames:
            target.mux(stream_.encode(frame))
        target.mux(stream_.encode(None))
    flac = stored(owner, buffer.getvalue(), "audio/flac")
    content = openai_messages([Part("audio", "a.1")], {"a.1": flac}, frames=1)[0]["content"]
    heard = content[0]["input_audio"]
    with av.open(io.BytesIO(base64.b64decode(heard["data"]))) as sent:
        decoded = [frame.to_ndarray().ravel() for frame in sent.decode(sent.streams.audio[0])]
    assert heard["format"] == "wav"
    assert np.array_equal(np.concatenate(decoded), samples)


def test_what_an_endpoint_cannot_take_is_said_before_anything_is_asked(client):
    owner = world.project()
    batch = pair_batch((tone(owner),), (tone(owner, 880),))
    run = run_of(batch)
    assert json.loads(next(batch_lines(run, "openai")))["body"]["model"] == "test-model"
    with pytest.raises(
        RateroomError, match="Anthropic’s API does not accept audio. Outputs with audio: 2"
    ):
        batch_lines(run, "anthropic")
    client.force_login(world.owner(owner))
    address = reverse("admin:judge_run_prompts", args=[run.pk, "anthropic"])
    page = client.get(address, follow=True)
    assert "Anthropic’s API does not accept audio" in page.content.decode()
    linked = Medium.objects.create(project=owner, url="https://example.org/clip.mp4")
    other = run_of_linked(owner, linked)
    with pytest.raises(RateroomError, match="sent to a judge. Outputs with such files: 1"):
        start_run(run_id=other.pk)


def run_of_linked(owner, linked: Medium) -> JudgeRun:
    data = dataset_of(owner, (linked,), (picture(owner, "green"),))
    data.items.first().outputs.filter(output_media__medium=linked).update(kind="video")
    batch = world.live_batch(owner, data, rubric=world.version("instruction-following-pair"))
    return run_of(batch)
