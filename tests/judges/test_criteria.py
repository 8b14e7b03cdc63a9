"""Tests of judge runs that ask about each criterion separately, or about only some criteria."""

import json

import pytest

from analysis.data.ratings import batch_frame
from core.errors import DocumentError
from judges.models import JudgeEndpoint, JudgeRun
from judges.prompts.prompting import sight, template_of
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.replies.reading import reread_run
from judges.runs.batch_files import batch_lines, import_results
from judges.runs.plan import estimate, expected, joined, planned_calls, planned_count
from stimuli.models import Dataset, Item, Output, System
from surveys.models import PromptTemplate
from surveys.versions.storing import load_version
from tests import world
from tests.judges.chat_server import ChatServer
from tests.judges.test_batch_files import openai_result
from tests.judges.test_running import run_to_end

RUBRIC = """
name: two-criteria
title: Judge a summary
summary: Read the text and judge its summary.
instructions: Judge each criterion by itself.
outputs: {name: Summary}
stimulus:
  - {block: text, field: body, title: Text}
  - {block: outputs, title: Summary}
criteria:
  - {key: clarity, title: Clarity, definition: Easy to read., level: ordinal, best: highest}
  - {key: cover, title: Coverage, definition: All is there., level: ordinal, best: highest}
sections:
  - {key: clear, kind: scale, title: Clarity, criteria: [clarity], low: 1, high: 5}
  - {key: covered, kind: scale, title: Coverage, criteria: [cover], low: 1, high: 5}
  - {key: reason, kind: text, title: Reason, required: false}
reply: {format: section-lines}
"""


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def text_run(server=None, **options) -> JudgeRun:
    owner = world.project()
    data = Dataset.objects.create(project=owner, name="Texts")
    system = System.objects.create(dataset=data, name="Heron")
    for number in range(3):
        item = Item.objects.create(
            dataset=data, external_id=f"i{number}", fields={"body": f"Text {number}."}
        )
        Output.objects.create(item=item, system=system, text=f"Summary {number}.")
    batch = world.live_batch(owner, data, rubric=load_version(source=RUBRIC, project=owner))
    if server:
        speed = {"requests_per_minute": 60_000, "retries": 0, "concurrency": 1}
        options["endpoint"] = JudgeEndpoint(
            project=owner, name="Test", base_url=server.url, **speed
        )
        options["endpoint"].save()
    return JudgeRun.objects.create(
        batch=batch,
        name="R",
        model="m",
        rubric_sha256=batch.rubric_version.sha256,
        state=JudgeRun.State.READY,
        **options,
    )


def by_criterion(body) -> str:
    """Return a reply to the criterion in the prompt, but a refusal for coverage of text 2."""
    asked = body["messages"][0]["content"]
    if "Coverage" in asked and "Text 2." in asked:
        return "I'm sorry, I cannot judge this."
    return f"Section 1: {2 if 'Coverage' in asked else 4}\nReason: Fine."


@pytest.mark.django_db(transaction=True)
def test_each_criterion_is_asked_by_itself_and_the_replies_are_one_verdict(server):
    server.reply = by_criterion
    run = run_to_end(text_run(server, per_criterion=True, structured="off"))
    prompts = [request["messages"][0]["content"] for request in server.requests]
    assert (run.state, run.planned, len(prompts)) == ("done", 6, 6)
    assert [("Clarity" in one, "Coverage" in one) for one in prompts] == [
        (True, False),
        (False, True),
    ] * 3
    found = joined(run)
    assert (found.wanted, found.whole, found.missing) == (3, 2, {"cover": 1})
    frame = batch_frame(run.batch)
    assert sorted(zip(frame.criterion.texts(), frame.value.tolist(), strict=True)) == [
        *[("clarity", 4)] * 3,
        *[("cover", 2)] * 2,
    ]
    assert reread_run(run=run).changed == {}
    assert {(each.criterion, each.error_code) for each in run.verdicts.all()} == {
        ("clarity", ""),
        ("cover", ""),
        ("cover", "refusal"),
    }


@pytest.mark.django_db
def test_the_estimate_and_the_prompt_are_those_of_one_criterion():
    run, whole = text_run(per_criterion=True), None
    assert (planned_count(run), len(planned_calls(run))) == (6, 6)
    each = estimate(run).tokens_in
    assert "Clarity" in expected(run)[1]
    assert "Coverage" not in expected(run)[1]
    run.per_criterion = False
    whole = estimate(run).tokens_in
    assert (planned_count(run), joined(run)) == (3, None)
    assert whole < each < 2 * whole


@pytest.mark.django_db
def test_a_run_over_some_criteria_is_read_by_them_alone():
    run = text_run(criteria=["cover"])
    assert planned_count(run) == 3
    assert "Clarity" not in expected(run)[1]
    first = json.loads(next(batch_lines(run, "openai")))
    import_results(run=run, lines=[openai_result(first["custom_id"], "Section 1: 3")])
    verdict = run.verdicts.get()
    answers = {answer.key: answer.number for answer in verdict.answers.all()}
    assert (verdict.error_code, answers) == ("", {"cover": 3})


@pytest.mark.django_db
def test_files_for_a_batch_service_hold_a_line_a_criterion_and_take_the_results():
    run = text_run(per_criterion=True, criteria=["clarity", "cover"])
    lines = [json.loads(line) for line in batch_lines(run, "openai")]
    assert len({line["custom_id"] for line in lines}) == 6
    results = [openai_result(line["custom_id"], "Section 1: 4") for line in lines]
    assert import_results(run=run, lines=results[:5]).read == 5
    assert (joined(run).whole, joined(run).missing) == (2, {"cover": 1})
    assert import_results(run=run, lines=results).read == 1
    assert (joined(run).whole, joined(run).missing) == (3, {})
    assert import_results(run=run, lines=results).repeated == 6


@pytest.mark.django_db
def test_imported_replies_may_answer_a_criterion_each():
    batch = text_run().batch
    settings = JudgeSettings(name="Theirs", model="m")
    rows = [
        {"item": "i0", "system": "Heron", "criterion": key, "reply": f"Section 1: {number}"}
        for key, number in (("clarity", 1), ("cover", 5))
    ]
    result = import_judge_run(batch=batch, settings=settings, replies=rows)
    assert (result.read, result.run.per_criterion, result.run.criteria) == (
        2,
        True,
        ["clarity", "cover"],
    )
    strange = [rows[0] | {"criterion": "style"}]
    other = JudgeSettings(name="Other", model="m")
    with pytest.raises(DocumentError, match="line 1: “style” is not a criterion.*clarity, cover"):
        import_judge_run(batch=batch, settings=other, replies=strange)


@pytest.mark.django_db
def test_an_own_template_says_which_criterion_is_asked():
    run = text_run(per_criterion=True)
    options = {"project": run.batch.project, "rubric": run.batch.rubric_version.rubric}
    mute = PromptTemplate.objects.create(**options, name="Mute", text="{{body}} {{output}}")
    run.template = mute
    with pytest.raises(DocumentError, match="does not say which"):
        template_of(run)
    run.template = PromptTemplate.objects.create(
        **options, name="Says", text="{{body}} {{output}}\n{{criterion}}"
    )
    assert expected(run)[1] == "Text 0. Summary 0.\n\nClarity\nEasy to read."


@pytest.mark.django_db
def test_what_a_template_omits_is_not_sent_and_is_said():
    run = text_run()
    options = {"project": run.batch.project, "rubric": run.batch.rubric_version.rubric}
    run.template = PromptTemplate.objects.create(
        **options, name="Blind", text="{{output}}\n\nRate it.", omit=["body"]
    )
    assert expected(run)[1] == "Summary 0.\n\nRate it."
    assert sight(run) == "R: people see body, but this judge does not."
    run.template.omit = ["bodi"]
    with pytest.raises(DocumentError, match="the rubric does not show `bodi`"):
        template_of(run)
    run.template.omit, run.template.text = ["body"], "{{body}} {{output}}"
    with pytest.raises(DocumentError, match="`body` is omitted, but the template uses it"):
        template_of(run)
