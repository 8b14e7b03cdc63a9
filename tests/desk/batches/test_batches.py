"""Tests of the list of batches, a batch's settings, closing it, and the project's settings."""

import pytest
from django.urls import reverse

from hits.models import Batch
from people.models import Act
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


def titles(client, **query: str) -> list[str]:
    answer = client.get(reverse("admin:batches"), query)
    return [row.batch.title for row in answer.context["rows"]]


def test_the_list_is_filtered_by_state_and_title_and_names_the_next_step(project):
    client = signed_in(world.researcher(project))
    assert "No batches yet." in words(client.get(reverse("admin:batches")))
    viewer = signed_in(world.viewer(project))
    seen = words(viewer.get(reverse("admin:batches")))
    assert "No batches yet." in seen
    assert "New batch" not in seen
    data = world.dataset(project, items=1)
    world.live_batch(project, data, title="Wings")
    world.draft_batch(project, data, title="Legs and wings")
    assert titles(client) == ["Legs and wings", "Wings"]
    assert titles(client, state="live") == ["Wings"]
    assert titles(client, title="legs") == ["Legs and wings"]
    assert titles(client, archived="1") == []
    page = words(client.get(reverse("admin:batches"), {"title": "x"}))
    assert "No matches. Clear filters" in page


def test_closing_asks_first_and_says_what_follows(project):
    batch = world.live_batch(project)
    client = signed_in(world.researcher(project))
    address = reverse("admin:close_batch", args=[batch.pk])
    free = batch.assignments.unbegun().count()
    page = words(client.get(address))
    assert f"Close “{batch.title}”?" in page
    assert f"{free} unclaimed assignments will be cancelled and refunded." in page
    client.post(address)
    assert Batch.objects.get().state == "live", "the first press only asks"
    assert "Batch closed." in words(client.post(address, {"confirmed": "yes"}, follow=True))
    assert Batch.objects.get().state == "closed"
    again = words(client.post(address, {"confirmed": "yes"}, follow=True))
    assert "This page was out of date, so nothing changed." in again


def test_the_settings_of_a_draft_are_in_its_steps_but_for_what_owners_decide(project):
    batch = world.draft_batch(project)
    address = reverse("admin:batch_settings", args=[batch.pk])
    for role, fields in (
        (world.owner, {"members_may_work"}),
        (world.researcher, set()),
        (world.viewer, set()),
    ):
        page = signed_in(role(project)).get(address)
        assert set(page.context["form"].fields) == fields
        assert "Check and publish" in words(page)
    client = signed_in(world.owner(project))
    client.post(address, {"members_may_work": "on", "reward": "9"})
    batch.refresh_from_db()
    assert (batch.members_may_work, str(batch.reward)) == (True, "0.05")


def test_a_viewer_of_a_draft_reads_what_will_be_locked_and_cannot_change_it(project):
    batch = world.draft_batch(project)
    client = signed_in(world.viewer(project))
    page = client.get(reverse("admin:batch_running", args=[batch.pk]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("admin:batch_step", args=[batch.pk, "publish"])
    text = words(page)
    assert ("Locked settings" in text, "$0.05 per HIT" in text) == (True, True)
    main = page.content.decode().partition('<main id="main"')[2].partition("</main>")[0]
    assert ("<form" in main, "Change:" in text, "Publish for" in text) == (False, False, False)
    for step in ("pay", "publish"):
        address = reverse("admin:batch_step", args=[batch.pk, step])
        assert client.post(address).status_code == 403


def test_what_no_batch_may_have_stands_on_the_form(project):
    batch = world.live_batch(project)
    client = signed_in(world.researcher(project))
    address = reverse("admin:batch_settings", args=[batch.pk])
    form = client.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value is not None}
    refused = client.post(address, sent | {"break_after": "0", "title": "After"})
    assert refused.status_code == 422
    batch.refresh_from_db()
    assert batch.title != "After"
    assert "Saved." in words(client.post(address, sent | {"title": "After"}, follow=True))
    act = Act.objects.latest("pk")
    assert (act.verb, act.after) == ("amended", {"title": "After"})


def test_a_viewer_reads_the_settings_of_a_project_and_a_researcher_changes_them(project):
    address = reverse("admin:project_settings", args=[project.pk])
    viewer = signed_in(world.viewer(project))
    page = viewer.get(address)
    assert (page.status_code, "Currency USD" in words(page)) == (200, True)
    assert 'name="name"' not in page.content.decode()
    client = signed_in(world.researcher(project))
    assert 'name="storage_gb"' not in client.get(address).content.decode()
    sent = {"name": "Lichens", "megapixels": project.megapixels, "storage_gb": "9"}
    assert "Saved." in words(client.post(address, sent, follow=True))
    project.refresh_from_db()
    assert (project.name, project.storage_gb) == ("Lichens", None)


@pytest.mark.parametrize(
    ("old", "route"),
    [
        ("hits/batch/{pk}/change/?a=1", "batch_settings"),
        ("hits/batch/{pk}/publish/", "batch_running"),
        ("hits/batch/", "batches"),
        ("people/project/", "projects"),
    ],
)
def test_an_old_address_leads_to_the_page_for_good(project, old, route):
    batch = world.draft_batch(project)
    place = old.format(pk=batch.pk)
    args = [batch.pk] if "{pk}" in old else []
    answer = signed_in(world.viewer(project)).get(f"/admin/{place}")
    new = reverse(f"admin:{route}", args=args) + ("?a=1" if "?" in old else "")
    assert (answer.status_code, answer["Location"]) == (301, new)


def test_a_number_that_no_page_has_is_not_found_at_an_old_address(project):
    client = signed_in(world.viewer(project))
    assert client.get("/admin/hits/assignment/0/change/").status_code == 404
