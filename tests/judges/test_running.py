"""Tests of live judge runs with a real server: retries, limits, pauses and crashes."""

import base64
import os
import signal
import time
from decimal import Decimal

import psutil
import psycopg
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from core.database.locks import Work
from judges.models import JudgeEndpoint, JudgeRun, Verdict, VerdictAnswer
from judges.prompts.messages import openai_messages
from judges.runs.plan import Call, estimate, planned_calls, progress
from judges.runs.running import perform_slice
from judges.runs.starting import NotStartable, pause_run, retry_failed, start_run
from judges.tasks import run_judge
from stimuli.models import Dataset, Item, Medium, Output, System
from surveys.base import Part
from surveys.models import PromptTemplate
from tests import world
from tests.judges.chat_server import GOOD, ChatServer
from tests.supervised import wait_for

State = JudgeRun.State


@pytest.fixture
def server():
    made = ChatServer()
    yield made
    made.close()


def text_batch(items: int):
    """Return a live batch with one HIT per item: an instruction and two texts, without images."""
    owner = world.project()
    data = Dataset.objects.create(project=owner, name="Instructions")
    systems = [System.objects.create(dataset=data, name=name) for name in ("Heron", "Moss")]
    for number in range(items):
        item = Item.objects.create(
            dataset=data, external_id=f"i{number}", fields={"instruction": f"Count to {number}."}
        )
        for system in systems:
            Output.objects.create(
                item=item, system=system, text=f"{system.name[0]} counts {number}."
            )
    return world.live_batch(owner, data, rubric=world.version("instruction-following-pair"))


def judge_run(server, *, items=4, **options) -> JudgeRun:
    batch = text_batch(items)
    speed = {"requests_per_minute": 60_000, "timeout_seconds": 1, "retries": 2, "concurrency": 2}
    speed |= {key: options.pop(key) for key in list(options) if key in speed}
    endpoint = JudgeEndpoint(project=batch.project, name="Test", base_url=server.url, **speed)
    endpoint.key = "sk-secret"
    endpoint.save()
    return JudgeRun.objects.create(
        batch=batch,
        name="Run",
        model="test-model",
        endpoint=endpoint,
        rubric_sha256=batch.rubric_version.sha256,
        state=State.READY,
        **options,
    )


def run_to_end(run: JudgeRun) -> JudgeRun:
    start_run(run_id=run.pk)
    for _slice in range(20):
        if not perform_slice(run_id=run.pk):
            break
    run.refresh_from_db()
    return run


def codes(run: JudgeRun) -> dict[str, int]:
    found: dict[str, int] = {}
    for code in run.verdicts.values_list("error_code", flat=True):
        found[code] = found.get(code, 0) + 1
    return found


pytestmark = pytest.mark.django_db(transaction=True)


def test_every_hit_is_asked_once_and_kept_with_what_it_used(server):
    run = run_to_end(judge_run(server, parameters={"temperature": 0, "max_tokens": 300}))
    assert (run.state, codes(run), len(server.requests)) == (State.DONE, {"": 4}, 4)
    verdict = run.verdicts.order_by("pk").first()
    assert (verdict.raw_reply, verdict.tokens_in, verdict.tokens_out, verdict.finish_reason) == (
        GOOD,
        1000,
        100,
        "stop",
    )
    assert len(verdict.prompt_sha256) == 64
    assert [(one.key, one.number) for one in verdict.answers.all()] == [
        ("preference", 1),
        ("reason", None),
    ]
    request = server.requests[0]
    assert (request["model"], request["temperature"], request["max_tokens"]) == (
        "test-model",
        0,
        300,
    )
    assert "[Answer 1]:\nH counts" in request["messages"][0]["content"]
    assert set(server.keys) == {"Bearer sk-secret"}


def test_what_passes_is_tried_again_and_what_lasts_is_kept_with_its_code(server):
    server.faults.extend([429, 500, "drop", "slow", "cut", "empty"])
    run = run_to_end(judge_run(server, retries=4))
    assert run.state == State.DONE
    assert codes(run) == {"": 2, "truncated": 1, "empty_response": 1}
    assert len(server.requests) == 4 + 4  # four faults that pass, each tried again


def test_a_call_that_never_succeeds_is_kept_as_upstream_error_and_can_be_asked_again(server):
    run = judge_run(server, retries=0, concurrency=1, items=2)
    server.faults.extend([500, "none", 500])  # put off, and failed again at the end
    run = run_to_end(run)
    assert (run.state, codes(run)) == (State.DONE, {"": 1, "upstream_error": 1})
    assert retry_failed(run_id=run.pk) == 1
    run = run_to_end(run)
    assert (run.state, codes(run), len(server.requests)) == (State.DONE, {"": 2}, 4)


def test_a_refused_request_is_not_repeated(server):
    server.faults.append(400)
    run = run_to_end(judge_run(server, structured="off"))
    assert (codes(run), len(server.requests)) == ({"": 3, "upstream_error": 1}, 4)
    assert "fault 400" in run.verdicts.get(error_code="upstream_error").error_detail


def test_an_endpoint_that_fails_a_few_times_in_each_slice_pauses_the_run(server):
    server.faults.extend([503] * 20)
    server.delay = 0.05
    run = judge_run(server, items=12, concurrency=1, retries=0)
    start_run(run_id=run.pk)
    slices = 1
    while perform_slice(run_id=run.pk, seconds=0.3) and slices < 60:
        slices += 1
    run.refresh_from_db()
    assert (run.state, len(server.requests), slices > 1) == (State.PAUSED, 10, True)


def test_a_wrong_key_pauses_the_run_and_stores_nothing(server):
    server.faults.extend([401] * 5)
    run = run_to_end(judge_run(server, concurrency=1))
    assert (run.state, codes(run), len(server.requests)) == (State.PAUSED, {}, 1)
    assert "fault 401" in run.stopped_because
    assert run.stopped_because.endswith("and the model, then resume the run.")
    assert "sk-secret" not in run.stopped_because


def test_an_endpoint_that_is_down_pauses_after_ten_failures_in_a_row(server):
    server.faults.extend([500] * 100)
    run = run_to_end(judge_run(server, retries=0, items=20))
    assert run.state == State.PAUSED
    assert 10 <= len(server.requests) <= 11
    assert codes(run) == {}
    server.faults.clear()
    assert codes(run_to_end(run)) == {"": 20}


def test_orders_and_samples_make_calls_of_their_own(server):
    run = judge_run(server, samples=2, hits_limit=2, orders="both")
    first = list(run.batch.hits.order_by("position", "pk").values_list("pk", flat=True)[:2])
    assert planned_calls(run) == [
        Call(hit, order, sample) for sample in (1, 2) for hit in first for order in ("ab", "ba")
    ]


def test_a_judge_sees_the_order_asked_for_and_is_stored_by_output(server):
    run = run_to_end(judge_run(server, items=1, orders="both"))
    shown = [request["messages"][0]["content"] for request in server.requests]
    assert sorted("[Answer 1]:\nH counts" in one for one in shown) == [False, True]
    stored = {
        one.shown_order: one.answers.get(key="preference").number for one in run.verdicts.all()
    }
    assert stored == {"ab": 1, "ba": 2}  # always the first, so once each of the outputs


def test_the_researchers_own_template_is_what_is_sent(server):
    run = judge_run(server, items=1)
    rubric = run.batch.rubric_version.rubric
    run.template = PromptTemplate.objects.create(
        project=run.batch.project, rubric=rubric, name="Mine", text="{{Task}} A: {{output_1}} B: {{output_2}}",
        sources={"Task": "instruction"},
    )  # fmt: skip
    run.save(update_fields=["template"])
    run_to_end(run)
    assert (
        server.requests[0]["messages"][0]["content"] == "Count to 0. A: H counts 0. B: M counts 0."
    )


def test_an_estimate_above_the_cap_is_refused_before_anything_is_asked(server):
    prices = {"price_in": Decimal(10), "price_out": Decimal(1000)}
    run = judge_run(server, cost_cap=Decimal("0.01"), **prices)
    expected = estimate(run)
    assert expected.cost == Decimal(
        "1.61"
    )  # 4 x 400 tokens written at 1000 a million, and a few read
    with pytest.raises(NotStartable, match=r"estimate of 1\.61 USD is above its maximum of 0\.01"):
        start_run(run_id=run.pk)
    assert server.requests == []


def test_a_run_stops_at_its_cap_and_says_so(server):
    run = judge_run(server, token_cap=2000, concurrency=1)
    JudgeRun.objects.filter(pk=run.pk).update(state=State.RUNNING, planned=4)
    perform_slice(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.stopped_because, len(server.requests)) == (
        State.PAUSED,
        "The run reached its maximum of 2,000 tokens.",
        2,
    )


def test_without_prices_there_are_tokens_and_no_money(server):
    run = run_to_end(judge_run(server))
    used = progress(run).used
    assert (used.tokens_in, used.tokens_out, used.cost) == (4000, 400, None)
    assert estimate(run).cost is None
    run.price_in, run.price_out = Decimal("2.5"), Decimal(10)
    assert progress(run).used.cost == Decimal("0.01")  # 4000 x 2.5 + 400 x 10 = 14000 millionths


def test_a_pause_keeps_what_is_under_way_and_a_resume_asks_only_for_the_rest(server):
    server.delay = 0.2
    run = judge_run(server, items=12, structured="off")

    def pausing(_body):
        if len(server.requests) == 4:
            pause_run(run_id=run.pk)
            connection.close()  # this is the server's thread
        return GOOD

    server.reply = pausing
    run = run_to_end(run)
    had = len(server.requests)
    assert run.state == State.PAUSED
    assert run.verdicts.count() == had < 12
    server.reply, server.delay = (lambda _body: GOOD), 0
    run = run_to_end(run)
    assert (run.state, run.verdicts.count(), len(server.requests)) == (State.DONE, 12, 12)


def test_only_one_process_is_at_a_run(server):
    run = judge_run(server)
    JudgeRun.objects.filter(pk=run.pk).update(state=State.RUNNING)
    with psycopg.connect(
        **connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}
    ) as other:
        other.execute("select pg_advisory_lock(%s, %s)", [Work.JUDGE_RUN.value, run.pk])
        assert perform_slice(run_id=run.pk) is False
    assert server.requests == []


def test_a_killed_worker_loses_at_most_what_was_under_way(server, celery_worker_process):
    """After kill -9, no stored reply is requested again, and the run finishes once it is
    resumed."""
    server.delay = 0.15
    run = judge_run(server, items=30, concurrency=2)
    start_run(run_id=run.pk)
    wait_for(lambda: Verdict.objects.filter(run=run).count() >= 8)
    children = psutil.Process(celery_worker_process.pid).children()
    os.kill(children[0].pid if children else celery_worker_process.pid, signal.SIGKILL)
    time.sleep(0.5)
    wait_for(
        lambda: (
            run_judge.delay(run.pk),
            time.sleep(1),
            JudgeRun.objects.get(pk=run.pk).state == State.DONE,
        )[2]
    )
    assert Verdict.objects.filter(run=run, error_code="").count() == 30
    assert len(server.requests) <= 30 + 2


def test_replies_are_held_to_a_schema_where_the_endpoint_keeps_to_it(server):
    server.schemas = "keeps"
    run = run_to_end(judge_run(server))
    assert (run.schema_outcome, codes(run), len(server.requests)) == ("used", {"": 4}, 4)
    declared = [request["response_format"]["json_schema"] for request in server.requests]
    assert {one["name"] for one in declared} == {"reply"}
    assert "Reply with this JSON object" in server.requests[0]["messages"][0]["content"]
    assert {one.number for one in VerdictAnswer.objects.filter(key="preference")} == {0}


@pytest.mark.parametrize(
    ("schemas", "outcome", "more"), [("refuses", "refused", 1), ("ignores", "ignored", 0)]
)
def test_an_endpoint_without_structured_output_is_asked_in_the_rubrics_format(
    server, schemas, outcome, more
):
    server.schemas = schemas
    run = run_to_end(judge_run(server))
    assert (run.schema_outcome, codes(run)) == (outcome, {"": 4})
    assert len(server.requests) == 4 + more
    assert ["response_format" in request for request in server.requests] == [
        True, *[False] * (3 + more),
    ]  # fmt: skip
    assert "Section 1: <number of your answer>" in server.requests[-1]["messages"][0]["content"]


@pytest.mark.parametrize(
    "options", [{"structured": "off"}, {"parameters": {"response_format": {"type": "text"}}}]
)
def test_no_schema_is_sent_where_the_run_says_otherwise(server, options):
    server.schemas = "refuses"
    run = run_to_end(judge_run(server, **options))
    assert (run.schema_outcome, codes(run)) == ("", {"": 4})
    assert ["json_schema" in str(request) for request in server.requests] == [False] * 4


def test_a_template_words_its_own_reply_and_has_a_system_message(server):
    server.schemas = "keeps"
    run = judge_run(server, items=1)
    run.template = PromptTemplate.objects.create(
        project=run.batch.project,
        rubric=run.batch.rubric_version.rubric,
        name="Own",
        system="You are strict.",
        text="{instruction}\n\nResponse:",
    )
    run.save(update_fields=["template"])
    run = run_to_end(run)
    assert (run.schema_outcome, codes(run)) == ("", {"": 1})
    (request,) = server.requests
    assert "response_format" not in request
    assert request["messages"][0] == {"role": "system", "content": "You are strict."}
    assert request["messages"][1]["content"].startswith("Count to 0.\n\n[Answer 1]:\n")
    assert request["messages"][1]["content"].endswith("\n\nResponse:")


@pytest.mark.attack("reading the database")
def test_the_key_is_sealed_at_rest_and_read_back():
    endpoint = JudgeEndpoint(project=world.project(), name="E", base_url="https://x.example/v1")
    endpoint.key = "sk-very-secret"
    endpoint.save()
    with connection.cursor() as cursor:
        cursor.execute("select encode(sealed_key, 'escape') from judges_judgeendpoint")
        assert "very-secret" not in cursor.fetchone()[0]
    assert JudgeEndpoint.objects.get().key == "sk-very-secret"


def test_a_picture_goes_to_the_judge_byte_for_byte():
    owner = world.project()
    medium = Medium.objects.create(project=owner, sha256="cd" * 32, content_type="image/png")
    default_storage.delete(medium.storage_name)
    default_storage.save(medium.storage_name, ContentFile(b"not really a PNG"))
    parts = [Part("text", "Look:"), Part("image", "image")]
    content = openai_messages(parts, {"image": medium}, frames=1)[0]["content"]
    assert content[0] == {"type": "text", "text": "Look:"}
    address = content[1]["image_url"]["url"]
    assert address.startswith("data:image/png;base64,")
    assert base64.b64decode(address.split(",")[1]) == b"not really a PNG"
