"""Tests of very long lists: they are counted only up to a limit, and paged by keys."""

import pytest
from django.urls import reverse

from desk.broken import views as broken
from desk.exports import views as exports
from desk.home import decisions
from desk.tokens import views as tokens
from hits.broken import put_back, report_broken
from hits.messages import answer_annotator
from hits.models import Enrolment, ExportSnapshot, GoldKey, Qualification
from people.invitations.granting import invite
from people.tokens.granting import make_token
from recruiting.around.attaching import attach_page, store_page
from recruiting.around.models import ConsentDecision, Page
from surveys.questionnaires.loading import example_source
from surveys.questionnaires.spec import PageKind
from tests import world
from tests.pages import signed_in, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(project):
    return signed_in(world.owner(project))


def answered(project, *, answers: int, title: str):
    batch = world.live_batch(project, world.dataset(project, items=2), title=title)
    for _answer in range(answers):
        world.rate(world.annotator(), batch)
    return batch


@pytest.mark.parametrize(
    ("module", "bound", "route", "make"),
    [
        (exports, "SHOWN", "admin:export", "snapshots"),
        (tokens, "PER_PAGE", "admin:tokens", "tokens"),
        (broken, "PER_PAGE", "admin:broken_hits", "reports"),
    ],
)
def test_other_lists_are_turned_by_keys(client, project, monkeypatch, module, bound, route, make):
    batch = answered(project, answers=3, title="Wings")
    numbers = LISTS[make](project, batch)
    monkeypatch.setattr(module, bound, 2)
    address = reverse(route, args=[batch.pk] if make == "snapshots" else [])
    first = client.get(address).context["window"]
    assert [row.pk for row in first.rows] == numbers[:2]
    page = client.get(address, {"after": first.after})
    last = page.context["window"]
    assert (page.status_code, [row.pk for row in last.rows], last.after) == (200, numbers[2:], None)
    back = client.get(address, {"before": last.before}).context["window"]
    assert [row.pk for row in back.rows] == numbers[:2]


def _snapshots(_project, batch):
    kept = [
        ExportSnapshot.objects.create(
            batch=batch, form="csv", sha256=f"{n}" * 64, size=1, rows=1, file="", parameters={}
        )
        for n in range(3)
    ]
    return [snapshot.pk for snapshot in reversed(kept)]


def _tokens(project, _batch):
    user = world.owner(project)
    made = [make_token(user=user, name=f"{n}", scopes=["read"], days=1)[0] for n in range(3)]
    return [token.pk for token in reversed(made)]


def _claimed_and_reported(project, title):
    data = world.dataset(project, items=1, systems=("Heron",))
    batch = world.live_batch(project, data, annotators_per_hit=2, title=title)
    claimed = world.claim(world.annotator(), batch)
    report_broken(
        annotator=world.annotator(),
        assignment_id=claimed.pk,
        category="text",
        text="",
        give_back=True,
    )
    return claimed


def _reports(project, _batch):
    hits = []
    for number in range(3):
        claimed = _claimed_and_reported(project, f"B{number}")
        put_back(hit=claimed.hit, by=world.owner(project))
        hits.append(claimed.hit_id)
    return hits[::-1]


@pytest.mark.parametrize(
    ("module", "prefix", "shown"),
    [
        ("desk.members.views.PER_PAGE", "", "window"),
        ("people.members.PER_PAGE", "members_", "members_page"),
        ("desk.members.views.PER_PAGE", "", "invitations"),
        ("desk.quality.qualifications.PER_PAGE", "", "window"),
        ("quality.gold.rows.PER_PAGE", "", "window"),
        ("quality.training.rows.PER_PAGE", "keys_", "keys_page"),
        ("desk.broken.views.PER_PAGE", "waiting_", "waiting"),
        ("desk.messages.views.WRITTEN", "", "window"),
        ("desk.recruiting.around.views.PER_PAGE", "", "decisions"),
        ("desk.annotators.person.PER_PAGE", "", "others"),
    ],
    ids=[
        *("projects", "members", "invitations", "qualifications", "gold", "training", "broken"),
        *("messages", "consents", "others"),
    ],
)
def test_lists_of_the_desk_are_turned_by_keys(
    client, project, monkeypatch, request, module, prefix, shown
):
    address, numbers = MORE_LISTS[request.node.callspec.id](project)
    monkeypatch.setattr(module, 2)

    def page(**query):
        answer = client.get(address, query)
        assert answer.status_code == 200
        context = answer.context
        return context["person"].others_page if shown == "others" else context[shown]

    first = page()
    assert numbers_of(first) == numbers[:2]
    last = page(**{f"{prefix}after": first.after})
    assert (numbers_of(last), last.after) == (numbers[2:], None)
    back = page(**{f"{prefix}before": last.before})
    assert numbers_of(back) == numbers[:2]


def numbers_of(page):
    return [getattr(row, "pk", row) for row in page.rows]


def _projects(project):
    rows = [world.project(name=name, money="0") for name in ("Ants", "Bees")]
    for row in rows:
        world.owner(row)
    return reverse("admin:projects"), [row.pk for row in (*rows, project)]


def _members(project):
    ada, zoe = (
        project.memberships.create(user=world.person(name), role=role)
        for name, role in (("ada", "researcher"), ("zoe", "owner"))
    )
    olga = project.memberships.get(user__username="olga")
    return reverse("admin:project", args=[project.pk]), [olga.pk, zoe.pk, ada.pk]


def _invitations(project):
    rows = [
        invite(project=project, by=world.owner(project), role="viewer", key=f"{n}")[0]
        for n in range(3)
    ]
    return reverse("admin:project", args=[project.pk]), [row.pk for row in reversed(rows)]


def _qualifications(project):
    wings, antennae, legs = (
        Qualification.objects.create(project=project, name=name)
        for name in ("Wings", "Antennae", "Legs")
    )
    return reverse("admin:qualifications"), [antennae.pk, legs.pk, wings.pk]


def _keys(project, purpose):
    draft = world.draft_batch(project, world.dataset(project, items=4, systems=("Heron",)))
    rows = [
        GoldKey.objects.create(
            batch=draft,
            item=item,
            output_ids=[item.outputs.get().pk],
            rules=[{"question": "coherence", "accepted": [1]}],
            purpose=purpose,
            place=place,
        )
        for place, item in enumerate(draft.dataset.items.order_by("pk")[:3], 1)
    ]
    return draft, rows


def _gold(project):
    draft, rows = _keys(project, GoldKey.Purpose.GOLD)
    return reverse("admin:batch_checks", args=[draft.pk]), [row.pk for row in rows]


def _training(project):
    draft, rows = _keys(project, GoldKey.Purpose.TRAINING)
    return reverse("admin:batch_training", args=[draft.pk]), [row.pk for row in rows]


def _broken(project):
    hits = []
    for number in range(3):
        claimed = _claimed_and_reported(project, f"B{number}")
        hits.append(claimed.hit_id)
    return reverse("admin:broken_hits"), hits


def _enrolled(project):
    batch = answered(project, answers=1, title="Wings")
    return batch, batch.enrolments.get()


def _messages(project):
    _batch, enrolment = _enrolled(project)
    rows = [
        answer_annotator(enrolment_id=enrolment.pk, by=world.owner(project), text=f"Text {n}")
        for n in range(3)
    ]
    return reverse("admin:message_thread", args=[enrolment.pk]), [row.pk for row in rows[::-1]]


def _consents(project):
    batch, enrolment = _enrolled(project)
    page = attach_page(
        batch=batch,
        version=store_page(
            batch=batch,
            page=Page.CONSENT,
            source=example_source(PageKind.CONSENT).replace("Your consent", "To agree to"),
            by=world.owner(project),
        ),
        by=world.owner(project),
    )
    rows = [
        ConsentDecision.objects.create(
            enrolment=enrolment, version=page.version, decision=decision, language="en"
        )
        for decision in ("agreed", "withdrawn", "agreed")
    ]
    return reverse("admin:around", args=[batch.pk]), [row.pk for row in rows[::-1]]


def _others(project):
    batch, enrolment = _enrolled(project)
    for number in range(3):
        answered(project, answers=1, title=f"B{number}")
    others = Enrolment.objects.exclude(pk=enrolment.pk).order_by("-pk")
    return reverse("admin:annotator", args=[batch.pk, enrolment.pk]), [row.pk for row in others]


MORE_LISTS = {
    "projects": _projects,
    "members": _members,
    "invitations": _invitations,
    "qualifications": _qualifications,
    "gold": _gold,
    "training": _training,
    "broken": _broken,
    "messages": _messages,
    "consents": _consents,
    "others": _others,
}


def test_who_decided_what_stays_open_on_the_way_back(client, project, monkeypatch):
    address, numbers = _consents(project)
    monkeypatch.setattr("desk.recruiting.around.views.PER_PAGE", 2)
    queries = ("", f"?after={numbers[1]}", f"?before={numbers[2]}")
    pages = [client.get(address + query).content.decode() for query in queries]
    is_open = ['<details id="decisions" open>' in page for page in pages]
    assert is_open == [False, True, True]


LISTS = {"snapshots": _snapshots, "tokens": _tokens, "reports": _reports}


def test_the_list_of_batches_says_what_is_answered_and_what_waits(client, project):
    answered(project, answers=3, title="Wings")
    world.draft_batch(project, world.dataset(project, items=1), title="Legs")
    rows = client.get(reverse("admin:batches")).context["rows"]
    assert [(row.batch.title, row.answered, row.waiting) for row in rows] == [
        ("Legs", 0, 0),
        ("Wings", 3, 3),
    ]


def test_the_desk_does_not_count_answers_without_end(client, project, monkeypatch):
    answered(project, answers=2, title="Wings")
    answered(project, answers=2, title="Legs")
    assert "Legs: 2 · Wings: 2. Responses" in squeezed(client.get("/admin/").content.decode())
    monkeypatch.setattr(decisions, "MOST_COUNTED", 4)
    page = squeezed(client.get("/admin/").content.decode())
    assert "4+ responses to review" not in page
    monkeypatch.setattr(decisions, "MOST_COUNTED", 3)
    page = squeezed(client.get("/admin/").content.decode())
    assert "3+ responses to review" in page
    assert "Wings: 2" not in page
