"""Tests of the activity log: entries are recorded once, cannot be changed, and are shown in
pages."""

import re

import pytest
from django.db import IntegrityError, connection, transaction

from desk.acts import rows
from hits.batches.publishing import close_batch, pause_batch, resume_batch
from hits.models import Batch
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from hits.review.exclusions import exclude_assignments, take_back_exclusions
from people.acts import record
from people.models import Act, Membership
from people.requests.ids import HEADER
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_project):
    return world.live_batch(
        module_project, world.dataset(module_project, items=2, systems=("Heron",))
    )


def acts_of(subject: Batch) -> list[tuple]:
    acts = Act.objects.filter(subject_type="hits.batch", subject_id=subject.pk).order_by("pk")
    return list(acts.values_list("actor__username", "verb", "before", "after"))


def test_the_life_of_a_batch_is_noted_once_each(project, batch):
    rita = world.researcher(project)
    for write in (pause_batch, pause_batch, resume_batch, close_batch, close_batch):
        write(batch_id=batch.pk, by=rita)
    assert acts_of(batch) == [
        (
            None,
            "published",
            None,
            {"hits": 2, "cost": "0.12", "rules_sha256": batch.rule_plan.sha256},
        ),
        ("rita", "paused", {"state": "live"}, {"state": "paused"}),
        ("rita", "resumed", {"state": "paused"}, {"state": "live"}),
        ("rita", "closed", {"state": "live"}, {"state": "closed", "withdrawn": 2}),
    ]


def test_decisions_are_noted_with_how_many_and_how_much(project, batch):
    rita = world.researcher(project)
    ids = [world.rate(world.annotator(), batch).pk for _hit in range(2)]
    approve_assignments(batch=batch, ids=ids[:1], by=rita)
    approve_assignments(batch=batch, ids=ids[:1], by=rita)
    reject_assignments(batch=batch, ids=ids[1:], reason=" Empty. ", by=rita)
    overturn_rejections(batch=batch, ids=ids[1:], by=rita)
    exclude_assignments(batch=batch, ids=ids, rule="too fast", by=rita)
    take_back_exclusions(batch=batch, ids=ids, rule="too fast", by=rita)
    assert acts_of(batch)[1:] == [
        ("rita", "approved", None, {"answers": 1, "amount": "0.06"}),
        ("rita", "rejected", None, {"answers": 1, "reason": "Empty."}),
        ("rita", "approved", {"state": "rejected"}, {"answers": 1, "amount": "0.06"}),
        ("rita", "excluded", None, {"answers": 2, "rule": "too fast"}),
        ("rita", "readmitted", None, {"answers": 2, "rule": "too fast"}),
    ]


def test_what_is_undone_was_no_act(project, batch):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        pause_batch(batch_id=batch.pk, by=world.researcher(project))
        raise ZeroDivisionError
    assert [verb for _who, verb, _before, _after in acts_of(batch)] == ["published"]


@pytest.mark.parametrize(
    "change",
    ["update people_act set verb = 'paused'", "delete from people_act", "truncate people_act"],
)
def test_an_act_can_not_be_changed_deleted_or_emptied(batch, change):
    with (
        pytest.raises(IntegrityError, match="people_act is append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("set constraints all immediate")  # no events wait, which truncate refuses
        cursor.execute(change)


def test_a_researchers_sign_in_is_noted_on_their_projects_and_an_annotators_nowhere(project):
    rita = world.researcher(project)
    Membership.objects.create(project=world.project(), user=rita)
    signed_in(rita)
    signed_in(world.annotator())
    noted = Act.objects.filter(verb="signed_in").order_by("project")
    roles = rita.memberships.order_by("project").values_list("user", "project")
    assert list(noted.values_list("actor", "project")) == list(roles)


def test_an_export_is_noted_with_its_file_and_the_name_of_its_request(project, batch):
    client = signed_in(world.viewer(project))
    answer = client.get(f"/batches/{batch.pk}/export/long.csv")
    act = Act.objects.get(verb="exported")
    assert (act.actor.username, act.subject_id, act.after) == ("vera", batch.pk, {"file": "long"})
    assert re.fullmatch(r"[0-9a-f]{32}", act.request_id)
    assert act.request_id == answer[HEADER] != client.get("/admin/")[HEADER]
    client.head(f"/batches/{batch.pk}/export/long.csv")
    assert Act.objects.filter(verb="exported").count() == 1


def test_the_page_of_a_batch_has_its_acts_and_no_others(project, batch):
    client = signed_in(world.viewer(project))
    pause_batch(batch_id=batch.pk, by=world.researcher(project))
    other = world.live_batch(project, world.dataset(project, items=1), title="Another")
    page = words(client.get(f"/admin/acts/?batch={batch.pk}"))
    assert "rita Paused State: Live → Paused" in page
    assert "Rateroom Published Cost: $0.12 HITs: 2" in page
    assert "Another" not in page
    assert (
        f"/admin/acts/?batch={batch.pk}"
        in client.get(f"/admin/hits/batch/{batch.pk}/settings/").content.decode()
    )
    page = words(client.get(f"/admin/acts/?project={project.pk}"))
    assert page.index("Published Another") < page.index("Paused Rate a description")
    assert other.title in words(client.get("/admin/acts/"))


def test_acts_are_read_page_by_page_with_as_many_statements(
    project, batch, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(rows, "PER_PAGE", 2)
    client, rita = signed_in(world.viewer(project)), world.researcher(project)
    numbers = [re.compile(r"hits: (\d+)"), re.compile(r"after=(\d+)")]

    def read(address: str) -> tuple[list[str], list[str]]:
        with django_assert_num_queries(8):
            page = client.get(address).content.decode()
        return tuple(number.findall(" ".join(page.lower().split())) for number in numbers)

    address = f"/admin/acts/?batch={batch.pk}"
    assert read(address) == (["2"], [])
    for hits in (3, 4, 5):
        record(rita, Act.Verb.AMENDED, batch, project_id=project.pk, after={"hits": hits})
    shown, (after,) = read(address)
    assert shown == ["5", "4"]
    assert read(f"{address}&after={after}") == (["3", "2"], [])


def test_a_query_that_names_no_number_finds_nothing(project):
    client = signed_in(world.viewer(project))
    for query in ("batch=x", "project=-1", "project=²", f"batch={10**30}"):
        assert client.get(f"/admin/acts/?{query}").status_code == 404
