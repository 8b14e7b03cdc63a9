"""Tests of items in two halves: one for writing prompts, and a locked one whose uses are
counted."""

import hashlib

import pytest
from django.urls import reverse

from hits.models import HIT
from judges.models import JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.replies.storing import Incoming, store_replies
from judges.runs.plan import Call, planned_calls, planned_count
from tests import world
from tests.judges.chat_server import GOOD
from tests.judges.test_running import text_batch
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
ITEMS = 24


@pytest.fixture
def batch():
    return text_batch(ITEMS)


def run_over(batch, part: str, name: str = "Run") -> JudgeRun:
    return JudgeRun.objects.create(batch=batch, name=name, model="m", part=part, state="ready")


def items(calls: list[Call]) -> set[str]:
    hits = HIT.objects.filter(pk__in=[call.hit_id for call in calls])
    return set(hits.values_list("item__external_id", flat=True))


def test_each_item_is_in_one_half_by_its_id_alone(batch):
    halves = {part: planned_calls(run_over(batch, part, part)) for part in ("writing", "locked")}
    names = {f"i{number}" for number in range(ITEMS)}
    low = {name for name in names if hashlib.sha256(name.encode()).digest()[0] < 128}
    assert (items(halves["writing"]), items(halves["locked"])) == (low, names - low)
    for part, calls in halves.items():
        assert planned_count(JudgeRun(batch=batch, part=part)) == len(calls)
    limited = JudgeRun(batch=batch, part="locked", hits_limit=3)
    assert [call.hit_id for call in planned_calls(limited)] == [
        call.hit_id for call in halves["locked"][:3]
    ]


def answered(run: JudgeRun) -> JudgeRun:
    call = planned_calls(run)[0]
    store_replies(
        run=run, replies=[Incoming(hit_id=call.hit_id, shown_order="ab", sample=1, text=GOOD)]
    )
    return run


def test_runs_about_the_locked_half_are_counted_and_named(batch):
    client = signed_in(world.researcher(batch.project))

    def shown(run: JudgeRun) -> str:
        return words(client.get(reverse("admin:judge_run", args=[run.pk])))

    whole = answered(run_over(batch, "", "Whole"))
    assert "on the locked half" not in shown(whole)  # nobody has divided the items
    tuned = answered(run_over(batch, "writing", "Tuned"))
    measured = answered(run_over(batch, "locked", "Measured"))
    run_over(batch, "locked", "Planned only")
    assert "Items Half for developing prompts" in shown(tuned)
    assert "on the locked half" not in shown(tuned)
    assert "Locked half This is run 1 of 2 on the locked half." in shown(whole)
    assert "Locked half This is run 2 of 2 on the locked half." in shown(measured)


def test_a_run_is_planned_about_a_half_on_the_batchs_page(batch):
    client = signed_in(world.researcher(batch.project))
    page = reverse("admin:judge_batch", args=[batch.pk])
    sent = {"action": "plan", "name": "First", "model": "m", "samples": 1, "part": "locked"}
    assert client.post(page, sent | {"orders": "given"}).status_code == 302
    assert JudgeRun.objects.get().part == "locked"


def test_imported_replies_about_one_half_are_a_run_about_it(batch):
    for part in ("writing", "locked", ""):
        chosen = items(planned_calls(JudgeRun(batch=batch, part=part)))
        rows = [{"item": item, "system": ["Heron", "Moss"], "reply": GOOD} for item in chosen]
        settings = JudgeSettings(name=f"Of {part}", model="m")
        assert import_judge_run(batch=batch, settings=settings, replies=rows).run.part == part
