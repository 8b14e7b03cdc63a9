"""Tests of creating gold, training and test HITs from a HIT answered in the preview."""

import pytest
from django.urls import reverse

from hits.models import Batch, GoldKey
from people.models import Act
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    return world.draft_batch(world.project(), rubric=world.version("image-paragraph"))


@pytest.fixture
def client(batch):
    return signed_in(world.researcher(batch.project))


def page_of(batch, *, other=None) -> str:
    """Return the URL of the page for the first output of the first item, in the page's item order.
    This is not the key order if the ids get longer (9, 10)."""
    first = (other or batch).dataset.items.order_by("external_id").first()
    output = first.outputs.order_by("pk").first()
    return reverse("admin:use_hit", args=[batch.pk, output.item_id, str(output.pk)])


def accepted(**answers) -> dict[str, object]:
    return {f"accepted-{key}": values for key, values in answers.items()}


def test_the_preview_leads_on_with_the_answers_given(client, batch):
    preview = reverse("preview", args=[batch.pk])
    assert "Use as gold" not in words(client.get(preview))
    page = client.post(preview, world.GOOD)
    assert "Use as gold, training or test" in words(page)
    assert 'name="given-coherence"' in page.content.decode()
    form = client.get(page_of(batch), {"given-coherence": "2"}).context["form"]
    assert (form["accepted-coherence"].value(), form["accepted-syntax"].value()) == (["2"], [""])


def test_answers_are_accepted_explained_and_changed(client, batch):
    sent = accepted(coherence=["1", "2"]) | {"purpose": "training", "explanation": "No snow."}
    answer = client.post(page_of(batch), sent)
    assert answer["Location"] == page_of(batch)
    key = GoldKey.objects.get()
    assert (key.purpose, key.explanation, key.rules) == (
        "training",
        "No snow.",
        [{"question": "coherence", "accepted": [1, 2]}],
    )
    form = client.get(page_of(batch)).context["form"]
    assert form["accepted-coherence"].value() == ["1", "2"]
    client.post(page_of(batch), accepted(syntax=["3"]) | {"purpose": "gold"})
    key.refresh_from_db()
    assert (key.purpose, key.rules) == ("gold", [{"question": "syntax", "accepted": [3]}])
    assert "syntax: 3" in words(client.get(reverse("admin:batch_checks", args=[batch.pk])))
    client.post(reverse("admin:remove_key", args=[batch.pk, key.pk]))
    assert not GoldKey.objects.exists()
    assert Act.objects.filter(verb="amended", subject_type="hits.batch").count() == 3


def test_the_items_are_next_to_the_hit_with_what_they_are_used_as(client, batch):
    entry = client.get(reverse("admin:give_answers", args=[batch.pk]))
    assert entry["Location"] == page_of(batch)
    client.post(page_of(batch), accepted(coherence=["1"]) | {"purpose": "test"})
    page = client.get(page_of(batch))
    rows = [(row.item.external_id, row.uses, row.is_open) for row in page.context["items"]]
    assert rows == [("item-1", [("test", "Test")], True), ("item-2", [], False)]
    addresses = [address for address, _is_open in page.context["hits"]]
    assert [client.get(address).status_code for address in addresses] == [200, 200]
    for query, found in (("find=em-2", ["item-2"]), ("use=test", ["item-1"]), ("use=gold", [])):
        items = client.get(f"{page_of(batch)}?{query}").context["items"]
        assert [row.item.external_id for row in items] == found
    outputs = page_of(batch).rstrip("/").rpartition("/")[2]
    item = batch.dataset.items.first()
    framed = reverse("preview", args=[batch.pk]) + f"?hit={item.pk}&outputs={outputs}"
    assert client.get(framed).status_code == 200
    assert client.get(framed + "-1").status_code == 404


def test_known_answers_say_who_would_have_passed_in_the_pilot(batch):
    Batch.objects.filter(pk=batch.pk).update(annotators_per_hit=2)
    pilot = world.publish(batch)
    for user, number in ((world.annotator(), "1"), (world.second_annotator(), "2")):
        for _hit in range(4):
            world.rate(user, pilot, world.GOOD | {"coherence": number})
    main = world.draft_batch(batch.project, batch.dataset, rubric=batch.rubric_version, pilot=pilot)
    client = signed_in(world.researcher(batch.project))
    look = {"purpose": "gold", "look": "1"}
    for values, passed in ((["1"], 1), (["1", "2"], 2), (["3"], 0)):
        page = client.post(page_of(main), accepted(coherence=values) | look)
        text = f"In the pilot, {passed} of 2 people would have passed."
        assert (page.status_code, text in words(page)) == (200, True)
    assert not GoldKey.objects.exists()
    client.post(page_of(main), accepted(coherence=["2"]) | {"purpose": "gold"})
    said = "In the pilot, 1 of 2 people would have passed."
    assert said in words(client.get(page_of(main)))
    assert said in words(client.get(reverse("admin:batch_checks", args=[main.pk])))


def test_nothing_is_kept_without_an_accepted_answer(client, batch):
    page = client.post(page_of(batch), {"purpose": "gold"})
    assert page.status_code == 422
    assert "Choose an answer to at least one question." in page.content.decode()
    assert not GoldKey.objects.exists()


def test_what_is_used_is_kept_out_of_the_sample(client, batch):
    before = client.get(reverse("admin:batch_step", args=[batch.pk, "compared"]))
    client.post(page_of(batch), accepted(coherence=["1"]) | {"purpose": "test"})
    after = client.get(reverse("admin:batch_step", args=[batch.pk, "compared"]))
    assert before.context["eligible"] - after.context["eligible"] == 1


def test_outputs_of_another_dataset_and_published_batches_are_refused(client, batch):
    other = world.draft_batch(world.project())
    assert client.get(page_of(batch, other=other)).status_code == 404
    live = world.live_batch(batch.project)
    assert client.get(page_of(live)).status_code == 404
    viewer = signed_in(world.viewer(batch.project))
    assert viewer.get(page_of(batch)).status_code == 403
    assert "Use as gold" not in words(viewer.post(reverse("preview", args=[batch.pk]), world.GOOD))


def test_an_attention_check_is_gold_of_its_own_kind(client, batch):
    client.post(page_of(batch), accepted(syntax=["3"]) | {"purpose": "instructional"})
    key = GoldKey.objects.get()
    assert (key.purpose, key.kind) == ("gold", "instructional")
    form = client.get(page_of(batch)).context["form"]
    assert form["purpose"].value() == "instructional"


def test_a_hit_that_a_degraded_copy_is_compared_with_stays(client, batch):
    client.post(page_of(batch), accepted(syntax=["3"]) | {"purpose": "gold"})
    key = GoldKey.objects.get()
    other = batch.dataset.items.last()
    GoldKey.objects.create(
        batch=batch,
        item=other,
        output_ids=[other.outputs.first().pk],
        kind="degraded",
        rules=[{"question": "syntax", "sign": "<=", "other": "syntax", "beside": key.output_ids}],
    )
    remove = reverse("admin:remove_key", args=[batch.pk, key.pk])
    page = words(client.post(remove, follow=True))
    assert ("A degraded copy is compared with this HIT." in page, GoldKey.objects.count()) == (
        True,
        2,
    )


def test_a_way_of_degrading_has_an_example_of_the_batch(client, batch):
    for output in batch.dataset.items.first().outputs.all():
        output.__class__.objects.filter(pk=output.pk).update(text="A quay. Two boats. No snow.")
    form = client.get(reverse("admin:batch_checks", args=[batch.pk])).context["copies_form"]
    examples = {box.data["value"]: example for box, example in form.examples}
    assert examples["dropped sentence"] in (
        "Two boats. No snow.",
        "A quay. No snow.",
        "A quay. Two boats.",
    )
    assert examples["blurred"] == ""


def test_copies_are_made_by_the_way_that_is_chosen(client, batch):
    page = client.get(reverse("admin:batch_checks", args=[batch.pk]))
    form = page.context["copies_form"]
    sent = {name: form[name].value() for name in form.fields} | {
        "system_id": batch.systems.first().pk,
        "criterion": "coherence",
        "number": "2",
    }
    page = words(client.post(reverse("admin:degrade", args=[batch.pk]), sent, follow=True))
    assert "2 degraded copies added as gold." in page
