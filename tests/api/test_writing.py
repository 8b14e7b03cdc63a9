"""Tests of writing through the API, from an import to a published and reviewed batch."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.models import KeyedWrite
from hits.batches.publishing import make_hits
from hits.models import Amendment, Batch
from people.models import Act, Invitation
from people.pool import add_to_pool
from stimuli.imports.running import perform_import
from surveys.loading import starter_source
from tests import world
from tests.api.program import Program, whole

pytestmark = pytest.mark.django_db
TABLE = b"item,system,output,context\n1,A,one,c1\n1,B,two,c1\n2,A,three,c2\n2,B,four,c2\n"
COLUMNS = json.dumps({"item_column": "item", "system_column": "system", "output_column": "output"})


@pytest.fixture
def program(project):
    return Program(world.owner(project))


@pytest.fixture
def draft(project):
    return world.draft_batch(project, annotators_per_hit=2)


def imported(program, project, table=TABLE, **form):
    """Import the table, and return the finished import as read from the API."""
    form = {"table": SimpleUploadedFile("moths.csv", table), "options": COLUMNS, **form}
    answer = program.upload(f"projects/{project.pk}/imports", form)
    assert answer.status_code == 202, answer.content
    perform_import(import_id=answer.json()["id"])
    return program.read(f"imports/{answer.json()['id']}")


def paths(answer):
    assert answer.status_code == 422, answer.content
    return [problem["path"] for problem in answer.json()["problems"]]


def test_a_table_becomes_a_dataset_that_is_read_as_it_was(project, program):
    record = imported(program, project)
    assert (record["state"], record["dataset_name"]) == ("done", "moths")
    address = f"datasets/{record['dataset']}"
    dataset = program.read(address)
    assert (dataset["items"], dataset["systems"]) == (2, 2)
    lines = [json.loads(line) for line in whole(program.get(f"{address}/items")).splitlines()]
    assert lines[0] == {
        "item": "1",
        "fields": {"context": "c1"},
        "media": [],
        "outputs": [
            {"system": name, "kind": "text", "text": text, "media": []}
            for name, text in (("A", "one"), ("B", "two"))
        ],
    }
    assert program.ask("DELETE", address).status_code == 204
    assert program.get(address).status_code == 404


def test_what_is_wrong_with_a_table_is_told_with_its_place(project, program):
    record = imported(program, project, TABLE + b"2,B,again,c2\n3,A,,c3\n")
    assert (record["state"], record["dataset"]) == ("failed", None)
    assert record["findings"] == [
        {
            "what": "item 2 already has an output of system B, in row 5.",
            "path": "row 6, column `output`",
            "line": None,
            "remedy": "Delete one of the two outputs.",
        },
        {
            "what": "the output is empty.",
            "path": "row 7, column `output`",
            "line": None,
            "remedy": "Fill it in, or choose to skip blank outputs.",
        },
    ]
    again = program.made(f"imports/{record['id']}/again")
    assert (again["state"], again["findings"]) == ("waiting", [])


def test_options_of_an_import_are_checked_at_once(project, program):
    form = {"table": SimpleUploadedFile("m.csv", TABLE), "options": '{"itm": 1}'}
    assert paths(program.upload(f"projects/{project.pk}/imports", form)) == ["options.itm"]
    form = {"table": SimpleUploadedFile("m.csv", TABLE), "options": "{"}
    assert paths(program.upload(f"projects/{project.pk}/imports", form)) == ["options"]


def test_a_rubric_is_checked_as_it_is_stored(project, program):
    source = world.version().source
    assert program.made("rubrics/check", {"source": source})["valid"]
    checked = program.made("rubrics/check", {"source": "name: x\n"})
    refused = program.post(f"projects/{project.pk}/rubrics", {"source": "name: x\n"})
    assert refused.json()["problems"] == checked["problems"]
    assert checked["problems"][0] == {
        "what": "`x` is not allowed here.",
        "path": "name",
        "line": 1,
        "remedy": "Use 2 to 60 lower-case letters, digits and hyphens, and begin with a letter.",
    }
    stored = program.made(f"projects/{project.pk}/rubrics", {"source": source})
    assert program.read(f"rubrics/{stored['id']}")["source"] == source


def test_a_draft_is_begun_changed_priced_and_published_once(project, program):
    rubric = program.made(f"projects/{project.pk}/rubrics", {"source": starter_source()})
    data = imported(program, project)["dataset"]
    terms = {"dataset": data, "rubric_version": rubric["id"], "reward": "0.05"}
    batch = program.made("batches", terms | {"flat_fee": "0.01", "annotators_per_hit": 2})
    address = f"batches/{batch['id']}"
    changes = {"systems": ["B"], "sample_rule": "count", "sample_count": 1, "seed": 3}
    changed = program.ask("PATCH", address, changes)
    assert {name: changed.json()[name] for name in changes} == changes
    cost = program.read(f"{address}/cost")
    assert (cost["items"], cost["hits"], cost["assignments"], cost["total"]) == (1, 1, 2, "0.12")
    for replayed in ("false", "true"):
        answer = program.post(f"{address}/publish", HTTP_IDEMPOTENCY_KEY="p")
        assert (answer.status_code, answer["Idempotency-Replayed"]) == (202, replayed)
        assert answer.json()["state"] == "publishing"
    assert program.made(f"{address}/publish")["state"] == "publishing"
    make_hits(batch_id=batch["id"])
    assert program.read(f"projects/{project.pk}/balance")["available"] == "999.88"
    assert paths(program.ask("PATCH", address, {"reward": "0.50"})) == ["Batch"]
    verbs = Act.objects.filter(subject_type="hits.batch").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["created", "published"]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"reward": "-1", "audience": "x"}, ["audience", "reward"]),
        ({"sample_rule": "count"}, ["sample_count"]),
        ({"sample_rule": "list", "sample_ids": ["nothing"]}, ["sample_ids"]),
        ({"systems": ["Nobody"]}, ["systems"]),
        ({"language": "xx"}, ["language"]),
        ({"pairing": "all"}, ["pairing"]),
        ({"rewrad": "1"}, ["rewrad"]),
        ({"rubric_version": 999999}, ["rubric_version"]),
        ({"completion": "fixed"}, [""]),
    ],
)
def test_a_draft_is_changed_by_the_rules_of_the_steps(program, draft, changes, wrong):
    before = program.read(f"batches/{draft.pk}")
    assert paths(program.ask("PATCH", f"batches/{draft.pk}", changes)) == wrong
    assert program.read(f"batches/{draft.pk}") == before


def test_a_change_is_refused_where_somebody_else_was_first(program, draft):
    address = f"batches/{draft.pk}"
    seen = program.get(address)["ETag"]
    assert program.ask("PATCH", address, {"seed": 1}, HTTP_IF_MATCH=seen).status_code == 200
    late = program.ask("PATCH", address, {"seed": 2}, HTTP_IF_MATCH=seen)
    assert (late.status_code, late.json()["type"]) == (412, "/docs/api/#precondition-failed")
    assert program.read(address)["seed"] == 1


def test_a_write_under_way_and_a_key_used_before_are_refused(program, draft, transactional_lock):
    with transactional_lock(program.row.user, "k"):
        waiting = program.post(f"batches/{draft.pk}/duplicate", HTTP_IDEMPOTENCY_KEY="k")
        assert (waiting.status_code, waiting.json()["type"]) == (409, "/docs/api/#conflict")
        assert waiting["Retry-After"] == "2"
    copy = program.made(f"batches/{draft.pk}/duplicate", HTTP_IDEMPOTENCY_KEY="k")
    again = program.made(f"batches/{draft.pk}/duplicate", HTTP_IDEMPOTENCY_KEY="k")
    assert (again["id"], Batch.objects.count()) == (copy["id"], 2)
    other = program.post(f"batches/{draft.pk}/archive", HTTP_IDEMPOTENCY_KEY="k")
    assert paths(other) == ["Idempotency-Key"]


def test_a_key_goes_with_what_its_write_made(program, draft):
    copy = program.made(f"batches/{draft.pk}/duplicate", HTTP_IDEMPOTENCY_KEY="k")
    assert KeyedWrite.objects.get().batch_id == copy["id"]
    assert program.ask("DELETE", f"batches/{copy['id']}").status_code == 204
    assert not KeyedWrite.objects.exists()


def test_a_write_that_fails_leaves_no_key(program, draft):
    wrong = program.ask("PATCH", f"batches/{draft.pk}", {"seed": "x"}, HTTP_IDEMPOTENCY_KEY="k")
    assert wrong.status_code == 422
    assert not KeyedWrite.objects.exists()


def test_a_live_batch_is_paused_added_to_and_closed(project, program):
    batch = world.live_batch(project, annotators_per_hit=2)
    address = f"batches/{batch.pk}"
    assert program.made(f"{address}/pause")["state"] == "paused"
    assert program.made(f"{address}/resume")["state"] == "live"
    wish = {"kind": "annotators", "annotators": 1, "items_named": ["item-1"]}
    plan = program.made(f"{address}/amendments/plan", wish)
    assert plan == {"hits": 0, "assignments": 2, "checks": 0, "cost": "0.12"}
    first = program.made(f"{address}/amendments", wish, HTTP_IDEMPOTENCY_KEY="a")
    assert program.made(f"{address}/amendments", wish, HTTP_IDEMPOTENCY_KEY="a") == first
    assert Amendment.objects.count() == 1
    assert program.made(f"{address}/close")["state"] == "closed"
    assert program.post(f"{address}/resume").status_code == 409


def test_answers_are_decided_on_and_paid_once(project, program):
    batch = world.live_batch(project, annotators_per_hit=2)
    address = f"batches/{batch.pk}"
    first, second = (world.rate(world.annotator(), batch) for _turn in range(2))
    elsewhere = world.rate(world.annotator(), world.live_batch(world.project()))
    approve = {"act": "approve", "assignments": [first.pk, elsewhere.pk]}
    outcomes = program.made(f"{address}/decisions", approve)["outcomes"]
    assert outcomes == [{"assignment": first.pk, "done": True}]
    outcomes = program.made(f"{address}/decisions", approve)["outcomes"]
    assert outcomes == [{"assignment": first.pk, "done": False}]
    reject = {"act": "reject", "assignments": [second.pk]}
    assert paths(program.post(f"{address}/decisions", reject)) == ["reason"]
    program.made(f"{address}/decisions", reject | {"reason": "Too fast."})
    assert program.made(f"{address}/overturns", {"assignments": [second.pk]}) == {"changed": 1}
    bonus = {"amount": "0.50", "reason": "Careful"}
    for _turn in range(2):
        paid = program.made(f"assignments/{first.pk}/bonus", bonus, HTTP_IDEMPOTENCY_KEY="b")
        assert paid == {"paid": True}
    money = program.read(f"{address}/money")
    assert (money["paid"], money["remaining"]) == ("0.10", "0.36")
    assert program.read(f"projects/{project.pk}/balance")["available"] == "999.02"
    dear = program.post(f"assignments/{first.pk}/bonus", bonus | {"amount": "5000.00"})
    assert dear.status_code == 422


def test_answers_are_left_out_and_taken_in(project, program):
    batch = world.live_batch(project)
    address = f"batches/{batch.pk}"
    answer = world.rate(world.annotator(), batch)
    look = {"rule": "faster", "number": 10, "preview": True}
    assert program.made(f"{address}/exclusions", look) == {"rule": "faster than 10 s", "answers": 1}
    exclude = {"act": "exclude", "assignments": [answer.pk], "reason": "Asleep"}
    program.made(f"{address}/decisions", exclude)
    (line,) = program.read(f"{address}/exclusions")["excluded"]
    assert (line["rule"], line["standing"], line["answers"]) == ("by hand", True, 1)
    assert program.made(f"{address}/exclusions/take-back", {"rule": "by hand"}) == {"changed": 1}
    assert paths(program.post(f"{address}/exclusions/take-back", {"rule": "rejected"})) == ["rule"]


def test_a_link_is_told_again_by_its_key_and_stored_nowhere(project, program):
    batch = world.live_batch(project)
    address = f"batches/{batch.pk}/links"
    first = program.made(address, {}, HTTP_IDEMPOTENCY_KEY="l")
    assert program.made(address, {}, HTTP_IDEMPOTENCY_KEY="l")["link"] == first["link"]
    token = first["link"].rstrip("/").rpartition("/")[2]
    assert token not in str(list(KeyedWrite.objects.values())) + str(Invitation.objects.values())
    assert [row["id"] for row in program.read(address)["results"]] == [first["invitation"]["id"]]
    assert program.ask("DELETE", f"{address}/{first['invitation']['id']}").json() == {"changed": 1}
    assert paths(program.post(address, {"uses": 2})) == [""]


def test_an_invitation_without_a_role_grants_an_account_alone(project, program, client):
    address = f"projects/{project.pk}/invitations"
    made = program.made(address, {"role": ""})
    assert [row["role"] for row in program.read(address)["results"]] == [""]
    client.force_login(guest := world.annotator())
    client.post(made["link"])
    guest.refresh_from_db()
    assert (guest.is_staff, guest.memberships.count()) == (True, 0)
    one = f"{address}/{made['invitation']['id']}"
    assert program.ask("DELETE", one).json() == {"changed": 1}
    assert paths(program.post(address, {})) == ["role"]


def test_people_are_put_on_lists_by_name(project, program):
    batch = world.live_batch(project)
    add_to_pool(project=project, users=[world.annotator()], by=None)
    assert program.made(f"projects/{project.pk}/pool", {"people": ["ann", "ben"]}) == {"changed": 1}
    refused = program.post(f"batches/{batch.pk}/admit", {"people": ["ann", "no\x01body"]})
    assert refused.json()["problems"][0]["path"] == "people"
    assert program.made(f"batches/{batch.pk}/admit", {"people": ["ann"]}) == {"changed": 1}


def test_a_judges_replies_come_in_and_a_report_is_asked_for(project, program):
    batch = world.live_batch(project)
    reply = "\n".join(f"Section {number}: 3" for number in range(1, 6))
    rows = [
        {"item": item, "system": system, "reply": reply}
        for item, system in sorted(world.shown_systems(batch))
    ]
    file = "\n".join(map(json.dumps, rows)).encode()
    form = {"replies": SimpleUploadedFile("r.jsonl", file), "name": "Run", "model": "m"}
    outcome = program.upload(f"batches/{batch.pk}/judge-runs/import", form).json()
    assert (outcome["read"], outcome["failed"], outcome["run"]["replies"]) == (4, {}, 4)
    wrong = SimpleUploadedFile("r.jsonl", file.replace(b"item-2", b"item-9"))
    refused = program.upload(
        f"batches/{batch.pk}/judge-runs/import", form | {"replies": wrong, "name": "Other"}
    )
    assert [problem["line"] for problem in refused.json()["problems"]] == [3, 4]
    world.rate(world.annotator(), batch)
    report = program.made(f"batches/{batch.pk}/reports", {})
    assert (report["state"], report["files"]) == ("waiting", [])
    assert program.made(f"batches/{batch.pk}/reports", {})["id"] == report["id"]
    early = program.get(f"batches/{batch.pk}/reports/{report['id']}/files/figures.csv")
    assert early.status_code == 409
