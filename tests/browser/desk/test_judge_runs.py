"""Tests of a judge run in a browser: endpoint, template, estimate, progress and verdicts."""

import pytest
from playwright.sync_api import expect

from judges.models import JudgeEndpoint, JudgeRun
from surveys.models import PromptTemplate
from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE
from tests.judges.chat_server import ChatServer
from tests.judges.test_running import text_batch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def server():
    made = ChatServer()
    yield made
    made.close()


def add_endpoint(page, admin, project, url) -> JudgeEndpoint:
    page.goto(admin + "/judges/endpoints/new/")
    page.get_by_label("Name").fill("Ours")
    page.get_by_label("Base URL").fill(url)
    page.get_by_label("API key").fill("sk-hidden")
    page.get_by_label("Requests per minute").fill("6000")
    page.get_by_role("button", name="Save and test").click()
    expect(page.locator("main")).to_contain_text(
        "Endpoint saved and tested. It offers 2 models: big-model, small-model."
    )
    page.get_by_role("link", name="Ours").click()
    assert "sk-hidden" not in page.content()
    page.get_by_label("Base URL").fill("http://127.0.0.1:9/v1")
    page.get_by_role("button", name="Save and test").click()
    expect(page.get_by_role("alert")).to_contain_text("Enter the API key again")
    return JudgeEndpoint.objects.get()


def add_template(page, admin, project, shoot) -> None:
    page.goto(admin + "/prompts/write/")
    page.get_by_label("Rubric", exact=True).select_option(label="instruction-following-pair")
    page.get_by_label("Name").fill("Short")
    page.get_by_label("User message").fill(
        "{{Task}}\n1: {{output_1}}\n2: {{output_2}}\nSection 1: 1, 2 or 0?"
    )
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".error-summary")).to_contain_text(
        "line 1 Task: the content of this placeholder is unknown"
    )
    page.get_by_label("Placeholders").fill("Task = instruction")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto(admin + f"/prompts/{PromptTemplate.objects.get().pk}/")
    expect(page.locator("[aria-labelledby=filled]")).to_contain_text("1: Answer number 1.")
    shoot(page, "prompt-template")


@pytest.mark.long
@pytest.mark.parametrize("device", [DESKTOP, PHONE])
@pytest.mark.usefixtures("celery_worker_process")
def test_a_judge_from_the_endpoint_to_the_verdicts(
    open_page, live_server, log_in, shoot, server, device
):
    server.faults.append("empty")
    batch = text_batch(6)
    page = open_page(device)
    log_in(page, world.researcher(batch.project))
    admin = live_server.url + "/admin"
    endpoint = add_endpoint(page, admin, batch.project, server.url)
    add_template(page, admin, batch.project, shoot)
    page.goto(admin + "/judges/")
    page.get_by_role("button", name="Ask a model").click()
    expect(page.get_by_label("Endpoint")).to_have_value(str(endpoint.pk))
    expect(page.locator("#id_name")).to_have_value("Run 1")
    page.locator("#id_model").fill("test-model")
    page.get_by_text("More settings").click()
    page.get_by_label("Prompt template").select_option(str(PromptTemplate.objects.get().pk))
    page.get_by_label("Order of the outputs").select_option("both")
    page.get_by_label("Model settings").fill("temperature = 0")
    page.get_by_label("Price per million input tokens").fill("2.5")
    page.get_by_label("Price per million output tokens").fill("10")
    page.get_by_label("Cost at most").fill("0.01")
    page.get_by_label("Cost at most").press("Tab")
    look = page.locator("#look")
    expect(look.locator("tr", has_text="Requested replies")).to_contain_text("12")
    expect(look).to_contain_text("Count to ")
    expect(look.locator("tr", has_text="Cost")).to_contain_text("$0.05")
    shoot(page, "judge-run-planned")
    page.get_by_role("button", name="Start the run").click()
    expect(page.get_by_role("alert")).to_contain_text("is above its maximum of 0.01")
    assert problems(page) == []
    page.get_by_label("Cost at most").fill("5")
    page.get_by_role("button", name="Start the run").click()
    expect(page.locator(".state").first).to_have_text("Done")
    run = JudgeRun.objects.get()
    assert (run.verdicts.count(), run.planned) == (12, 12)
    assert (run.parameters, server.requests[0]["temperature"]) == ({"temperature": 0}, 0)
    assert server.requests[0]["messages"][0]["content"].startswith("Count to ")
    expect(page.locator(".stat", has_text="Cost")).to_contain_text(
        "$0.04"
    )  # 12 x (1000 x 2.5 + 100 x 10) millionths
    shoot(page, "judge-run-done")
    page.get_by_role("link", name="an empty reply").click()
    expect(page.locator("main tbody tr")).to_have_count(1)
    page.locator("main tbody a").click()
    expect(page.locator("main")).to_contain_text("The judge did not reply.")


def test_exported_prompts_and_imported_results_by_upload(client):
    import io
    import json

    batch = text_batch(2)
    run = JudgeRun.objects.create(
        batch=batch, name="R", model="m", rubric_sha256="x", state="ready"
    )
    client.force_login(world.researcher(batch.project))
    base = f"/admin/judges/{run.pk}/"
    answer = client.get(base + "prompts/openai.jsonl")
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).decode().splitlines()]
    assert len(lines) == 2
    body = {"choices": [{"message": {"content": "Section 1: 2"}, "finish_reason": "stop"}]}
    results = [
        {"custom_id": one["custom_id"], "response": {"status_code": 200, "body": body}}
        for one in lines
    ]
    upload = io.BytesIO("\n".join(json.dumps(one) for one in results).encode())
    upload.name = "results.jsonl"
    page = client.post(base + "results/", {"results": upload}, follow=True).content.decode()
    assert "2 replies read in full, 0 unreadable, 0 rows skipped." in page
    broken = io.BytesIO(b"not json")
    broken.name = "broken.jsonl"
    assert (
        "is not JSON"
        in client.post(base + "results/", {"results": broken}, follow=True).content.decode()
    )
