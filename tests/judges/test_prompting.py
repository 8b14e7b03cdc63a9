"""Tests of what a run's prompts show: video frames only if requested, and a note on what is left
out."""

import pytest
from django.urls import reverse

from hits.models import Batch
from judges.models import JudgeRun
from judges.prompts.prompting import fields_unseen, hit_prompt, sight, template_of
from stimuli.models import ItemMedium, Medium
from surveys.models import PromptTemplate
from tests import world

pytestmark = pytest.mark.django_db
FIELDS = {
    "video-caption": {"references": ["A mill."]},
    "key-points": {"key_points": ["a mill"]},
    "image-paragraph": {},
    "sound-caption": {},
    "contextual-caption-pair": {
        "page_title": "Mills",
        "section_title": "By the river",
        "body": "Water turns it.",
        "highlights": ["Water"],
    },
}
TEXTS = {"contextual-caption-pair": "{{output_1}} {{output_2}}"}


def batch_of(name: str, field: str) -> Batch:
    """Return a live batch of one HIT with a library rubric. Its item has a medium in `field`."""
    owner = world.project()
    systems = ("Heron", "Moss") if name.endswith("pair") else ("Heron",)
    data = world.dataset(owner, items=1, systems=systems)
    item = data.items.get()
    item.fields = FIELDS[name]
    item.save(update_fields=["fields"])
    item.item_media.all().delete()
    kind = {"video": "video/mp4", "audio": "audio/ogg"}.get(field, "image/png")
    medium = Medium.objects.create(project=owner, sha256="cd" * 32, content_type=kind)
    ItemMedium.objects.create(item=item, field=field, medium=medium)
    return world.live_batch(owner, data, rubric=world.version(name))


def run_of(batch: Batch, **options) -> JudgeRun:
    planned = {"state": "ready", "name": "R"} | options
    return JudgeRun.objects.create(
        batch=batch, model="m", rubric_sha256=batch.rubric_version.sha256, **planned
    )


def kinds(run: JudgeRun) -> set[str]:
    return {part.kind for part in hit_prompt(run, None, run.batch.hits.get(), "a")}


def test_a_judge_gets_frames_of_a_clip_only_where_the_run_says_how_many():
    run = run_of(batch_of("video-caption", "video"))
    assert (run.frames, kinds(run)) == (0, {"text"})
    assert sight(run) == "R: people see video, but this judge does not."
    run.frames = 4
    assert (kinds(run), sight(run)) == ({"text", "video"}, "")


def test_a_picture_that_the_rubric_keeps_from_judges_is_named():
    run = run_of(batch_of("key-points", "image"))
    assert (kinds(run), sight(run)) == ({"text"}, "R: people see image, but this judge does not.")


def test_a_template_may_show_it_all_the_same():
    batch = batch_of("key-points", "image")
    template = PromptTemplate.objects.create(
        project=batch.project,
        rubric=batch.rubric_version.rubric,
        name="T",
        text="{image} {caption}",
    )
    assert sight(run_of(batch, template=template)) == ""


def test_a_judge_that_sees_what_people_see_needs_no_word():
    assert sight(run_of(batch_of("image-paragraph", "image"))) == ""


def test_of_imported_replies_it_is_not_known():
    run = run_of(batch_of("image-paragraph", "image"), state="done")
    assert (
        sight(run) == "R: people saw image. We do not know whether the judge saw the same content."
    )


@pytest.mark.parametrize(
    ("rubric", "field", "omit", "hidden"),
    [
        ("video-caption", "video", "references", "A mill."),
        ("video-caption", "video", "frames", "video"),
        ("video-caption", "video", "video", "video"),
        ("sound-caption", "audio", "sounds", "audio"),
        ("image-paragraph", "image", "pictures", "image"),
        ("contextual-caption-pair", "image", "page_title", "Mills"),
    ],
)
def test_what_a_template_omits_is_not_in_its_prompt_and_is_told(rubric, field, omit, hidden):
    """Each kind of content is tested with and without the template's `omit`."""
    batch = batch_of(rubric, field)
    seen = {}
    for omitted in ([], [omit]):
        template = PromptTemplate.objects.create(
            project=batch.project,
            rubric=batch.rubric_version.rubric,
            name=f"T{len(omitted)}",
            text=TEXTS.get(rubric, "{{output}}"),
            omit=omitted,
        )
        run = run_of(batch, template=template, frames=4, name=template.name)
        order = "ab" if rubric.endswith("pair") else "a"
        parts = hit_prompt(run, template_of(run), batch.hits.get(), order)
        is_shown = any(hidden in part.content for part in parts)
        seen[bool(omitted)] = (is_shown, fields_unseen(run))
    told = {"frames": "video", "pictures": "image", "sounds": "audio"}.get(omit, omit)
    assert seen == {False: (True, []), True: (False, [told])}


def test_the_runs_page_says_it(client):
    run = run_of(batch_of("key-points", "image"))
    client.force_login(world.researcher(run.batch.project))
    page = client.get(reverse("admin:judge_run", args=[run.pk])).content.decode()
    assert "R: people see image, but this judge does not." in page
