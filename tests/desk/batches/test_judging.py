"""Tests of judge runs that are started on a batch's page."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from judges.models import JudgeEndpoint, JudgeRun
from judges.replies.words import WORDS, in_words
from judges.run_settings import SettingsField, in_lines
from tests import world
from tests.documentation import text_of
from tests.judges.chat_server import ChatServer

pytestmark = pytest.mark.django_db


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


@pytest.fixture(scope="module")
def module_batch(module_rows):
    owner = world.project()
    return world.live_batch(owner, world.dataset(owner, items=3))


@pytest.fixture
def endpoint(batch, server):
    endpoint = JudgeEndpoint(project=batch.project, name="Ours", base_url=server.url)
    endpoint.key = "sk"
    endpoint.save()
    return endpoint


def sent(endpoint, **changed) -> dict[str, str]:
    values = {"endpoint": str(endpoint.pk), "model": "m", "name": "Run 1", "samples": "1"}
    return values | changed


def test_without_an_endpoint_a_run_is_planned_for_a_batch_file(rita, batch):
    address = reverse("admin:judge_batch", args=[batch.pk])
    assert reverse("admin:new_endpoint") in rita.get(address).content.decode()
    values = {"model": "m", "name": "Run 1", "samples": "1"}
    refused = rita.post(address, values | {"action": "start"}).content.decode()
    assert "Choose an endpoint, or export the prompts." in refused
    planned = rita.post(address, values | {"action": "plan"}, follow=True).content.decode()
    run = JudgeRun.objects.get()
    assert (run.state, run.endpoint) == ("ready", None)
    assert reverse("admin:judge_run_prompts", args=[run.pk, "openai"]) in planned


def test_looking_stores_nothing_and_follows_what_is_filled_in(rita, batch, endpoint):
    address = reverse("admin:judge_batch", args=[batch.pk])
    assert rita.get(address).context["look"].planned == 6
    page = rita.post(address, sent(endpoint, samples="3", price_in="1", price_out="2"))
    look = page.context["look"]
    assert (look.planned, look.usage.cost is None, look.sight) == (18, False, "")
    assert "Section 1" in look.prompt
    assert rita.post(address, {"samples": "no", "hits_limit": "2"}).context["look"].planned == 2
    assert JudgeRun.objects.count() == 0


def test_a_run_is_planned_and_started_once(rita, batch, endpoint):
    address = reverse("admin:judge_batch", args=[batch.pk])
    values = sent(endpoint, action="start", parameters="temperature = 0\nstop = END")
    started = rita.post(address, values)
    run = JudgeRun.objects.get()
    assert started["Location"] == reverse("admin:judge_run", args=[run.pk])
    assert (run.state, run.created_by.username, run.parameters) == (
        "running",
        "rita",
        {"temperature": 0, "stop": "END"},
    )
    again = rita.post(address, values)
    assert again.status_code == 422
    assert "This name is already taken." in again.content.decode()
    assert rita.get(address).context["form"].initial["name"] == "Run 2"


def test_what_stands_in_the_way_leaves_no_run(rita, batch, endpoint):
    page = rita.post(
        reverse("admin:judge_batch", args=[batch.pk]),
        sent(endpoint, action="start", token_cap="10"),
    )
    assert "is above its maximum of 10" in page.content.decode()
    assert JudgeRun.objects.count() == 0


def test_settings_are_lines_and_back():
    field = SettingsField(required=False)
    settings = {"temperature": 0.5, "logprobs": True, "stop": "END", "extra": {"a": [1]}}
    assert field.clean(in_lines(settings)) == settings
    assert field.clean("") == {}
    with pytest.raises(ValidationError, match="Use each name once"):
        field.clean("temperature: 0")


def test_every_documented_code_has_words():
    """The tables in docs/judges/replies.md must list exactly the codes that have a description."""
    text = text_of("judges")
    tables = text.split("| Warning: the reply is read", 1)[1].split(
        "If a reader of replies has", 1
    )[0]
    cells = [line.split("|")[1] for line in tables.splitlines() if line.startswith("| `")]
    assert {code for cell in cells for code in re.findall(r"`(\w+)`", cell)} == set(WORDS)
    assert in_words("own_code") == "own code"


def replies(batch, *rows: str, name: str = "replies.csv", **changed):
    table = SimpleUploadedFile(name, "\n".join(["item,system,reply", *rows]).encode())
    own = {"replies-replies": table, "replies-name": "Theirs", "replies-model": "m"}
    return {"action": "import", **own, **changed}


def test_a_file_to_fill_in_comes_back_as_a_run(rita, batch):
    written = rita.get(reverse("admin:replies_file", args=[batch.pk]))
    header, *rows = written.content.decode("utf-8-sig").splitlines()
    assert (header, len(rows)) == ("item,system,reply", 6)
    whole = "\n".join(f"Section {number}: 1" for number in range(1, 6))
    filled = [f'{row}"{whole}"' for row in rows[:5]] + [f"{rows[5]}I cannot."]
    address = reverse("admin:judge_batch", args=[batch.pk])
    stored = rita.post(address, replies(batch, *filled))
    run = JudgeRun.objects.get()
    assert stored["Location"] == reverse("admin:judge_run", args=[run.pk])
    assert (run.name, run.created_by.username, run.verdicts.count()) == ("Theirs", "rita", 6)
    page = rita.get(stored["Location"]).content.decode()
    assert "5 replies read in full, 1 unreadable, 0 rows skipped." in page


def test_wrong_rows_of_an_upload_are_named_and_nothing_is_stored(rita, batch):
    address = reverse("admin:judge_batch", args=[batch.pk])
    page = rita.post(address, replies(batch, "item-1,Heron,x", "item-9,Heron,x", "item-2,Nobody,x"))
    text = page.content.decode()
    assert page.status_code == 422
    assert "line 3: the batch has no HIT of item item-9 with Heron." in text
    assert "line 4: the batch has no HIT of item item-2 with Nobody." in text
    assert JudgeRun.objects.count() == 0
    empty = rita.post(address, replies(batch, **{"replies-name": ""}))
    assert empty.context["replies_form"].errors.keys() == {"name"}


def test_criteria_and_one_prompt_each_are_chosen_on_the_page(rita, batch, endpoint):
    address = reverse("admin:judge_batch", args=[batch.pk])
    chosen = {"criteria": ["coherence", "syntax"], "per_criterion": "on"}
    look = rita.post(address, sent(endpoint, **chosen)).context["look"]
    assert look.planned == 12
    assert ("Text Coherence" in look.prompt, "Syntactic Structure" in look.prompt) == (True, False)
    rita.post(address, sent(endpoint, action="start", **chosen))
    run = JudgeRun.objects.get()
    assert (run.criteria, run.per_criterion, run.planned) == (["coherence", "syntax"], True, 12)
