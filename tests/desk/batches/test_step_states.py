"""Tests of a batch's steps: their state and problems, locked settings, and publishing with the
missing funds added."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils.text import capfirst

from desk.steps.steps import STEPS
from hits.models import Batch, GoldKey
from hits.terms import TERMS
from payments.models import Transaction
from payments.posting import available
from people.models import Project
from recruiting.around.attaching import attach_page, store_page
from surveys.models import RubricVersion
from surveys.questionnaires.loading import example_source
from tests import world
from tests.hits.queue.test_gold import draft_with_gold
from tests.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stored_picture")]


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def publishing(batch) -> str:
    return reverse("admin:batch_step", args=[batch.pk, "publish"])


def markup(page) -> str:
    return " ".join(page.content.decode().split())


def kinds(client, address) -> dict[str, str]:
    """Return the kind of state of each step on the page, by the step's name."""
    places = client.get(address).context["places"]
    return {place.step.key: place.state.kind for place in places.rows}


def faults(client, batch) -> dict[str, list[str]]:
    places = client.get(publishing(batch)).context["places"]
    return {place.step.key: [fault.text for fault in place.state.faults] for place in places.faulty}


SETTLED = {
    "data": "done",
    "asked": "done",
    "compared": "done",
    "checks": "none",
    "people": "done",
    "pay": "done",
    "look": "none",
    "publish": "part",
}


def test_a_draft_says_how_far_each_step_is(client, project):
    batch = world.draft_batch(project, rubric=world.version("image-paragraph"))
    assert kinds(client, publishing(batch)) == SETTLED
    Batch.objects.update(audience="pool")
    assert kinds(client, publishing(batch)) == SETTLED | {"people": "part"}


def test_the_list_stays_on_the_overview_after_publishing(client, project):
    batch = world.live_batch(project)
    overview = reverse("admin:batch_running", args=[batch.pk])
    assert kinds(client, overview) == SETTLED | {"publish": "done"}
    places = client.get(overview).context["places"]
    assert [place.address for place in places.rows] == [
        f"{publishing(batch)}#data",
        f"{publishing(batch)}#asked",
        f"{publishing(batch)}#compared",
        reverse("admin:batch_checks", args=[batch.pk]),
        reverse("admin:links", args=[batch.pk]),
        f"{publishing(batch)}#pay",
        f"{publishing(batch)}#look",
        f"{publishing(batch)}#publish",
    ]
    page = words(client.get(publishing(batch)))
    assert ("Locked settings" in page, "Publish for" in page) == (True, False)


def test_a_fault_is_said_at_its_step_and_before_publishing():
    batch = draft_with_gold()
    client = signed_in(world.researcher(batch.project))
    GoldKey.objects.filter(batch=batch).update(purpose="test")
    Batch.objects.filter(pk=batch.pk).update(audience="pool", gold_percent=0)
    found = faults(client, batch)
    assert found["checks"] == [
        "The batch has test HITs, but the test grants no qualification. Choose a qualification, or remove the test HITs."
    ]
    assert found["people"] == [
        (
            "No one can work on this batch yet, because the project's pool is empty or "
            "everyone in it is blocked. Add people to the pool."
        )
    ]
    page = words(client.get(publishing(batch)))
    assert ("Fix these problems" in page, "Publish for" in page) == (True, False)
    checks = client.get(reverse("admin:batch_checks", args=[batch.pk]))
    assert found["checks"][0] in words(checks)


def test_a_language_that_the_rubric_does_not_have_is_a_fault_of_the_rubric(client, project):
    batch = world.draft_batch(project)
    Batch.objects.update(language="fr")
    assert "The rubric has no text in “fr”" in faults(client, batch)["asked"][0]


def test_an_unchanged_example_of_a_consent_is_a_fault_of_the_participants(client, project):
    batch = world.draft_batch(project)
    source = example_source("consent")
    version = store_page(batch=batch, page="consent", source=source, by=None)
    attach_page(batch=batch, version=version, by=None)
    assert "still the example" in faults(client, batch)["people"][0]
    assert "Fix these problems" in words(client.get(publishing(batch)))


def test_pay_below_the_minimum_is_a_fault_that_does_not_stop(client, project):
    Project.objects.update(hourly_floor="12.00")
    batch = world.draft_batch(project, reward=Decimal("0.10"), expected_seconds=60)
    assert faults(client, batch)["pay"] == [
        "Hourly pay is $6.00, below the project’s minimum of $12.00."
    ]
    assert "Publish for" in words(client.get(publishing(batch)))


def test_the_first_draft_of_a_project_meets_its_minimum(client, project):
    Project.objects.update(hourly_floor="12.01")
    world.version("image-paragraph")
    client.post("/admin/batches/new/", {"dataset": world.dataset(project).pk})
    batch = Batch.objects.get()
    assert (batch.expected_seconds, batch.reward) == (60, Decimal("0.21"))


def test_everything_that_is_locked_is_listed():
    batch = draft_with_gold()
    client = signed_in(world.researcher(batch.project))
    Batch.objects.filter(pk=batch.pk).update(
        cap_per_annotator=7, consent_text="You take part freely.", auto_approve_days=9
    )
    batch.declared_rules.create(effect="exclude", name="gold-failed", number=2, written="at least")
    page = words(client.get(publishing(batch)))
    days = str(Batch._meta.get_field("auto_approve_days").verbose_name)
    for line in (
        "Gold: 5 HITs",
        "at least (Exclude responses)",
        "Maximum HITs per annotator: 7",
        "Consent text",
        f"{capfirst(days)} 9",
    ):
        assert line in page, line


def test_each_term_of_a_batch_belongs_to_a_step():
    parts = [part for step in STEPS for part in step.parts]
    assert len(parts) == len(set(parts))
    assert {term.step for term in TERMS} == set(parts)


def test_missing_money_is_added_and_the_batch_published_in_one_press():
    project = world.project(money="0.10")
    client = signed_in(world.researcher(project))
    batch = world.draft_batch(project)
    page = client.get(publishing(batch))
    form = page.context["funds"]
    missing = page.context["cost"].total - Decimal("0.10")
    assert form.initial["amount"] == missing
    assert "Your panel, bank or office makes the payments, and you record them here." in words(page)
    sent = {"amount": str(missing - Decimal("0.01")), "key": "one", "memo": ""}
    client.post(publishing(batch), sent)
    assert (Batch.objects.get().state, available(project)) == ("draft", Decimal("0.10"))
    client.post(publishing(batch), sent | {"amount": str(missing), "memo": "Grant 7"})
    assert (Batch.objects.get().state, available(project)) == ("publishing", Decimal(0))
    assert Transaction.objects.filter(kind="deposit", memo="Grant 7").count() == 1
    client.post(publishing(batch), sent | {"key": "two"})
    assert available(project) == Decimal(0)


def test_where_no_rubric_suits_none_is_chosen_and_one_can_be_written(client, project):
    data = world.dataset(project, items=1)
    data.items.get().item_media.all().delete()
    RubricVersion.objects.exclude(rubric__name="image-paragraph").delete()
    client.post(reverse("admin:new_batch"), {"dataset": data.pk})
    batch = Batch.objects.get()
    asked = reverse("admin:batch_step", args=[batch.pk, "asked"])
    page = client.get(asked)
    assert "No rubric suits this dataset. Write your own." in words(page)
    assert re.findall('checked|required|drawn-page|<details class="fold" open', markup(page)) == []
    assert "Choose a rubric." in words(client.post(asked))
    write = re.search(r'href="(/admin/rubrics/write/[^"]+)"', markup(page))[1]
    editor = client.get(write)
    assert f"?batch={batch.pk}&amp;copy={batch.rubric_version_id}" in markup(editor)
    own = editor.context["form"]["source"].initial
    answer = client.post(write, {"project": project.pk, "source": own})
    assert answer["Location"] == asked
    batch.refresh_from_db()
    assert (str(batch.rubric_version), batch.title) == ("my-rubric v1", "Rate a text")
    assert f'value="{batch.rubric_version_id}" checked required' in markup(client.get(asked))


def test_a_batch_without_a_reward_says_so_before_it_is_published(client, project):
    batch = world.draft_batch(project, world.dataset(project), reward=0, flat_fee=0)
    page = words(client.get(publishing(batch)))
    assert "This batch has no reward. Enter a reward, or publish without pay." in page
    assert ("Publish without pay" in page, "Publish for" in page) == (True, False)
