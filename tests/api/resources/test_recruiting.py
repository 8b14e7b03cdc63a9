"""Tests of links, allowed people, panels, sessions, pages and merged annotators in the API."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from hits.models import Qualification
from people.models import Act, Invitation, User
from people.pool import add_to_pool
from recruiting import long_merges
from recruiting.admitting import admit_to_batch
from recruiting.guests.making import make_guest
from recruiting.models import Panel, Sitting
from recruiting.panels.signing import secret_of
from recruiting.prolific.models import Study, Submission, Workspace
from tests import world
from tests.api.in_process import client_of
from tests.api.program import Program, whole

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(), audience="link")


@pytest.fixture
def address(batch):
    return f"batches/{batch.pk}"


@pytest.fixture
def program(batch):
    return Program(world.owner(batch.project))


def table(content: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("people.csv", content.encode())


def test_a_link_for_each_person_of_a_table_and_the_same_by_the_same_key(program, address):
    key = {"HTTP_IDEMPOTENCY_KEY": "wave 1"}
    answers = [
        program.upload(f"{address}/links/table", {"table": table("id\np1\np2\n"), "cap": 3}, **key)
        for _time in range(2)
    ]
    first, again = (answer.json()["links"] for answer in answers)
    assert ([link["id"] for link in first], first) == (["p1", "p2"], again)
    assert first[0]["link"].startswith("http://testserver/join/")
    assert list(Invitation.objects.order_by("pk").values_list("label", "uses", "cap")) == [
        ("p1", 1, 3),
        ("p2", 1, 3),
    ]
    wrong = program.upload(f"{address}/links/table", {"table": table("id\np1\np1\n")})
    assert (wrong.status_code, wrong.json()["problems"][0]["path"]) == (422, "row 3, column `id`")


def test_lists_are_read_by_whoever_may_change_them(batch, program, address):
    add_to_pool(project=batch.project, users=[world.annotator()], by=None)
    pool = f"projects/{batch.project_id}/pool"
    program.made(pool, {"people": ["ben"]})
    program.made(f"{address}/refuse", {"people": ["ann"]})
    assert [row["person"] for row in program.read(pool)["results"]] == ["ann"]
    (row,) = program.read(f"{address}/people")["results"]
    assert (row["person"], row["verdict"]) == ("ann", "refused")
    (row,) = program.read(f"projects/{batch.project_id}/expected")["results"]
    assert (row["name"], row["batch"]) == ("ben", None)


def test_annotators_of_another_batch_are_kept_out_and_let_in(batch, program, address):
    other = world.live_batch(batch.project, batch.dataset, title="The first wave")
    kept_out = f"{address}/kept-out"
    done = [program.made(kept_out, {"batch": other.pk})["changed"] for _time in range(2)]
    assert (done, program.read(kept_out)["results"]) == (
        [1, 0],
        [{"batch": other.pk, "title": "The first wave"}],
    )
    assert program.post(kept_out, {"batch": batch.pk}).status_code == 422
    assert program.ask("DELETE", f"{kept_out}/{other.pk}").json() == {"changed": 1}


def test_a_qualification_is_asked_for_and_no_more(batch, program, address):
    qualification = Qualification.objects.create(project=batch.project, name="Reads")
    required = f"{address}/required-qualification"
    wanted = {"qualification": qualification.pk}
    assert program.ask("PUT", required, wanted).json() == program.read(required) == wanted
    assert program.ask("PUT", required, {"qualification": None}).json()["qualification"] is None
    elsewhere = Qualification.objects.create(project=world.project(), name="Reads")
    refused = program.ask("PUT", required, {"qualification": elsewhere.pk})
    assert refused.json()["problems"][0]["path"] == "qualification"


def test_a_panel_is_added_by_what_is_known_of_it_and_changed(program, address):
    panels = f"{address}/panels"
    done = {"done": {"address": "https://lab.example.org/?c={survey_code}"}}
    panel = program.made(panels, {"preset": "sona", "cap": 2, "exits": done})
    assert (panel["name"], panel["person_parameter"], panel["most_people"]) == (
        "SONA",
        "survey_code",
        20,
    )
    assert panel["address"].endswith(f"/panels/{panel['id']}/?survey_code=%SURVEY_CODE%")
    seen = {"HTTP_IF_MATCH": program.get(f"{panels}/{panel['id']}")["ETag"]}
    change = {"most_people": 5}
    answers = [
        program.ask("PATCH", f"{panels}/{panel['id']}", change, **seen) for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 412]
    assert program.read(panels)["panels"] == [{**panel, "most_people": 5, "money": "0.50"}]
    assert Panel.objects.get().exits["done"]["address"] == done["done"]["address"]
    assert program.post(panels, {"preset": "sona", "cap": 2}).status_code == 422
    wrong = program.ask("PATCH", f"{panels}/{panel['id']}", {"exits": {"lost": {}}})
    assert wrong.json()["problems"][0]["path"] == "exits.lost"
    names = {preset["preset"] for preset in program.read("panel-presets")["presets"]}
    assert {"sona", "connect"} < names


def test_sittings_tell_panels_ids_to_whoever_may_write(batch, program, address):
    guest = make_guest()
    admit_to_batch(batch=batch, user=guest, channel="link")
    part = guest.enrolments.get()
    panel = Panel.objects.create(batch=batch, name="Lab", person_parameter="pid", cap=1)
    Sitting.objects.create(
        enrolment=part, channel=panel.channel, session="s-1", outside_ids={"pid": "p-1"}
    )
    viewer = Program(world.viewer(batch.project))
    rows = [each.read(f"{address}/sittings")["results"][0] for each in (program, viewer)]
    shown = [(row["way"], row["state"], row["person"], row["session"]) for row in rows]
    assert shown == [("Lab", "active", "p-1", "s-1"), ("Lab", "active", "", "")]
    assert program.read(f"{address}/sittings?show=completed")["results"] == []


def test_a_consent_is_written_shown_and_taken_away(batch, program):
    draft = world.draft_batch(batch.project, batch.dataset)
    page = f"batches/{draft.pk}/pages/consent"
    assert program.read(page)["version"] is None
    shown = program.ask("PUT", page, {"example": True}).json()
    assert (shown["is_unchanged_example"], shown["figures"]) == (True, None)
    source = shown["version"]["source"]
    assert program.made("page-texts/check", {"source": source})["valid"] is True
    other = source.replace("name: ", "name: other-", 1)
    second = program.ask("PUT", page, {"source": other}).json()["version"]
    texts = program.read(f"projects/{batch.project_id}/page-texts?page=consent")["results"]
    assert [text["id"] for text in texts] == [second["id"], shown["version"]["id"]]
    back = program.ask("PUT", page, {"version": shown["version"]["id"]}).json()["version"]
    assert back == shown["version"]
    both = program.ask("PUT", page, {"version": back["id"], "example": True})
    assert both.status_code == 422
    assert program.ask("DELETE", page).json() == {"changed": 1}
    assert program.read(f"batches/{draft.pk}/pages")["consents"]["agreed"] == 0
    assert (
        program.ask("PUT", f"batches/{batch.pk}/pages/about", {"example": True}).status_code == 422
    )


def test_answers_on_a_page_are_a_file_and_an_act(batch, program):
    address = f"batches/{world.draft_batch(batch.project, batch.dataset).pk}"
    program.ask("PUT", f"{address}/pages/about", {"example": True})
    text = whole(program.get(f"{address}/pages/about/answers?pseudonyms=true")).decode()
    assert text.startswith("Pseudonym,Version")
    assert Act.objects.filter(verb="exported").count() == 1
    assert program.get(f"{address}/pages/closing/answers").status_code == 404
    assert program.read(f"{address}/consents")["results"] == []


def test_two_persons_are_made_one_by_an_owner(batch, program, address, monkeypatch):
    people = [make_guest() for _person in range(2)]
    for person in people:
        admit_to_batch(batch=batch, user=person, channel="link")
    stays, goes = (person.enrolments.get().pseudonym for person in people)
    merge = {"stays": stays, "goes": goes}
    researcher = Program(world.researcher(batch.project))
    assert researcher.post(f"{address}/merge", merge).status_code == 403
    assert program.post(f"{address}/merge", {**merge, "goes": "R-NOBODY"}).status_code == 422
    assert client_of(program, monkeypatch).merge_people(batch.pk, **merge) is None
    assert User.objects.get(pk=people[1].pk).is_active is False


def test_the_work_of_many_answers_is_merged_by_a_worker_and_waited_for(batch, program, monkeypatch):
    monkeypatch.setattr(long_merges, "MOST_ANSWERS", 0)
    stays, goes = make_guest(), make_guest()
    for person in (stays, goes):
        admit_to_batch(batch=batch, user=person, channel="link")
    world.rate(goes, batch)
    names = dict(batch.enrolments.values_list("annotator", "pseudonym"))
    people = {"stays": names[stays.pk], "goes": names[goes.pk]}
    answer = program.post(f"batches/{batch.pk}/merge", people, HTTP_IDEMPOTENCY_KEY="k")
    assert (answer.status_code, answer["Location"]) == (202, answer.json()["address"])
    task = client_of(program, monkeypatch).merge_people(batch.pk, **people, key="k")
    assert (task["id"], task["kind"], task["state"]) == (answer.json()["id"], "merge", "done")
    assert set(batch.assignments.filter(state="submitted").values_list("annotator")) == {
        (stays.pk,)
    }


def test_a_panel_signs_with_a_secret_that_is_told_once(program, address):
    panels = f"{address}/panels"
    terms = {"preset": "sona", "cap": 2, "signed_entry": True, "unproven": "refuse"}
    panel = program.made(panels, terms)
    assert (panel["signed_entry"], panel["unproven"]) == (True, "refuse")
    assert panel["address"].endswith("&signature=...")
    renewed = f"{panels}/{panel['id']}/signing-secret"
    again = {"HTTP_IDEMPOTENCY_KEY": "one"}
    secrets = [program.post(renewed, {}, **again).json()["secret"] for _time in range(2)]
    assert secrets == [secret_of(Panel.objects.get())] * 2
    assert program.post(renewed, {}).json()["secret"] not in secrets
    assert not any(secret in str(program.read(panels)) for secret in secrets)


def test_of_a_session_at_prolific_only_the_end_is_told(batch, program, address):
    workspace = Workspace(project=batch.project, fee_rate="0.333")
    workspace.token = "t"
    workspace.save()
    study = Study.objects.create(
        batch=batch,
        internal_name="s",
        outside_id="f" * 24,
        hits_per_sitting=1,
        minutes=1,
        places=1,
        reward=1,
        fee_rate="0.333",
    )
    guest = make_guest()
    admit_to_batch(batch=batch, user=guest, channel="prolific")
    session = "0123456789abcdef01234567"
    sitting = Sitting.objects.create(
        enrolment=guest.enrolments.get(), channel="prolific", session=session
    )
    Submission.objects.create(sitting=sitting, study=study, session=session, participant="p")
    (listed,) = program.read(f"{address}/sittings")["results"]
    submission = program.read(f"prolific-submissions/{sitting.prolific.pk}")["submission"]
    for row in (listed, submission):
        assert (row["session"], session in str(row)) == ("…234567", False)
